"""Finds the `#tags` in a note's body, outside code, links and headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# What may hold a "#" that is no tag comes first and captures nothing.
_TAG = regex.compile(
    r"(?<!`)(`{1,20})(?!`)[^\n]{1,500}?(?<!`)\1(?!`)"  # code
    r"|\]\([^()\s]*+"  # a link's target
    r"|(?<!#)\[\[[^\[\]\n]*+\]\]"  # a wikilink
    r"|(?:https?|ftp|file|obsidian|mailto):[^\s<>]++"
    r"|<[a-zA-Z/][^<>\n]*+>"
    r"|(?<![^\s(（「『【“‘\"'>,，、。；：:;!?！？…—|*~=_])#(?:\[\[([^\[\]\n]{1,200})\]\]"
    r"|([\p{L}\p{M}\p{N}\p{Emoji_Presentation}\p{Extended_Pictographic}\u200d\ufe0f_/\-]{1,200}+))"
)
_NOT_A_NUMBER = regex.compile(r"[^\d/_-]")


def body_tags(text: str, start: int, end: int, code: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Return the tags in `text[start:end]` without their `#`, each once, in order; `code` (start, end) is left out."""
    if "#" not in text[start:end]:
        return ()
    return tuple(dict.fromkeys(tag for first, last in _outside(start, end, code) for tag in _tags(text, first, last)))


def _outside(start: int, end: int, code: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of start..end between those of `code`."""
    for first, last in code:
        yield start, max(start, first)
        start = max(start, last)
    yield start, end


def _tags(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the tags in a stretch without code blocks."""
    for found in _TAG.finditer(text, start, end):
        tag = (found[2] or found[3] or "").strip("/")
        if _NOT_A_NUMBER.search(tag):
            yield tag
