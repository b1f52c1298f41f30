"""The headings that a hit stands under, inside a chunk that small sections were packed into."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from notesearch.vault.outline import flatten_lines, outline
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from notesearch.vault.outline import Heading

_MAY_BE_HEADING = re.compile(r"\S\s*\n[ \t]*(?:#{1,6}[ \t]+\S|=+[ \t]*(?:\n|\Z)|-+[ \t]*(?:\n|\Z))")


def heading_at(markdown: str, path: tuple[str, ...], shown: str, at: int) -> tuple[str, ...]:
    """Return the path of headings that a place in a chunk stands under; `path` is that of its first line.

    `at` is the place in the plain text, on one line, of `shown`, which is the chunk, or its end. Of headings before the
    chunk nobody knows the levels here: they are taken to be one below the other.
    """
    if _MAY_BE_HEADING.search(markdown) is None:
        return path
    if shown != markdown:
        at += len(one_line(markdown)) - len(one_line(shown))
    flat = flatten_lines(markdown)
    headings = [heading for heading in outline(flat, 0, len(flat)).headings if heading.text]
    begun = bisect_right(headings, at, key=lambda heading: len(one_line(flat[: heading.start])))
    open_ = _before(flat, path, headings)
    for heading in headings[:begun]:
        while open_ and open_[-1][0] >= heading.level:
            open_.pop()
        open_.append((heading.level, heading.text))
    return tuple(text for _, text in open_)


def one_line(markdown: str) -> str:
    """Return the plain text of Markdown on one line."""
    return " ".join(plain_text(markdown).split())


def _before(flat: str, path: tuple[str, ...], headings: list[Heading]) -> list[tuple[int, str]]:
    """Return the headings that are open before the chunk's first line, with their levels."""
    begins = bool(headings) and not flat[: headings[0].start].strip()
    outer = path[:-1] if begins and path else path
    deepest = headings[0].level - 1 if begins else len(outer)
    return [(max(at + 1, deepest - len(outer) + 1 + at), text) for at, text in enumerate(outer)]
