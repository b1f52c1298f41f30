"""The headings that a hit stands under, inside a chunk that small sections were packed into."""

from __future__ import annotations

import re

from notesearch.vault.headings import plain_heading
from notesearch.vault.outline import Heading, flatten_lines, outline
from notesearch.vault.plain import plain_text

# What takes more than a look at each line to tell headings from others. The patterns begin with a plain character,
# which is what makes them fast.
_NOT_PLAIN = ("```", "~~~", "<")
_UNDERLINE = re.compile(r"\n[ \t]*(?:=+|-+)[ \t]*(?:\n|\Z)")
_MAY_BE_HEADING = re.compile(r"\n[ \t]*#{1,6}[ \t]+\S")
_PLAIN_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$", re.MULTILINE)


def heading_at(markdown: str, path: tuple[str, ...], shown: str, at: int) -> tuple[str, ...]:
    """Return the path of headings that a place in a chunk stands under; `path` is that of its first line.

    `at` is the place in the plain text, on one line, of `shown`, which is the chunk, or its end. Of headings before the
    chunk nobody knows the levels here: they are taken to be one below the other.
    """
    text = markdown.lstrip()
    if _MAY_BE_HEADING.search(text) is None and _UNDERLINE.search(text) is None:
        return path
    flat = flatten_lines(markdown)
    headings = [heading for heading in _headings(flat) if heading.text]
    at += _length(flat[: len(flat) - len(shown)])
    open_ = _before(flat, path, headings)
    done = 0
    for heading in headings:
        at -= _length(flat[done : heading.start])
        done = heading.start
        if at < 0:
            break
        while open_ and open_[-1][0] >= heading.level:
            open_.pop()
        open_.append((heading.level, heading.text))
    return tuple(text for _, text in open_)


def _length(markdown: str) -> int:
    """Return the length of plain text on one line, with the space behind it."""
    length = len(one_line(markdown)) if markdown else 0
    return length + 1 if length else 0


def _headings(flat: str) -> list[Heading]:
    """Return the headings in a text; where it is plain, by their lines alone, which takes a tenth of the time."""
    if any(sign in flat for sign in _NOT_PLAIN) or _UNDERLINE.search(flat):
        return outline(flat, 0, len(flat)).headings
    found = _PLAIN_HEADING.finditer(flat)
    return [Heading(match.start(), len(match[1]), plain_heading(match[2]), nested=False) for match in found]


def one_line(markdown: str) -> str:
    """Return the plain text of Markdown on one line."""
    return " ".join(plain_text(markdown).split())


def _before(flat: str, path: tuple[str, ...], headings: list[Heading]) -> list[tuple[int, str]]:
    """Return the headings that are open before the chunk's first line, with their levels."""
    begins = bool(headings) and not flat[: headings[0].start].strip()
    outer = path[:-1] if begins and path else path
    deepest = headings[0].level - 1 if begins else len(outer)
    return [(max(at + 1, deepest - len(outer) + 1 + at), text) for at, text in enumerate(outer)]
