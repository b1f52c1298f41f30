"""Finds the `#tags` in a note's body, outside code, links and headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def body_tags(seen: str) -> tuple[str, ...]:
    """Return the tags without their `#`, each once, in order.

    `seen` is a body without its code blocks, comments and math (`visible.visible`).
    """
    return tuple(dict.fromkeys(_tags(seen))) if "#" in seen else ()


def _tags(seen: str) -> Iterator[str]:
    for found in _TAG.finditer(seen):
        tag = (found[2] or found[3] or "").strip("/")
        if _NOT_A_NUMBER.search(tag):
            yield tag
