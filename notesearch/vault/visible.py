"""Blanks what is no text of a note's own: code, comments, scripts and math, where a `#` or `- [ ]` means nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notesearch.vault.outline import flatten_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

# Found in one pass, so that whichever starts first decides. Each stops at the first thing that may end it, so that the
# time stays linear. Fences outside of quotes are known; math is what Pandoc and Obsidian take for it, not `$5 or $6`.
_UNSEEN = re.compile(
    r"""
    (?P<kept>\\[^\n] | (?<!`)(?P<ticks>`{1,20})(?!`)[^\n]{1,500}?(?<!`)(?P=ticks)(?!`))
    | ^[ \t]*>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?P<fence>```+(?=[^\n`]*$)|~~~+)[^\n]*
        (?:\n(?![ \t>]*(?P=fence)[`~]*[ \t]*$)[ \t]*>[^\n]*)*
        (?:\n[ \t]*>[ \t>]*(?P=fence)[`~]*[ \t]*$)?
    | <!--(?:(?!<!--).)*?-->
    | <(?P<raw>script|style)\b(?:(?!</?(?:script|style)).)*+</(?P=raw)\s*>
    | %%.*?%%
    | ^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\$\$[ \t]*$))?\$\$(?!\$)(?:(?!\n[ \t>]*\n).)+?(?<![\\$])\$\$(?!\$)
    | (?<!\$)\$\$(?!\$)[^\n]{1,1000}?(?<![\\$])\$\$(?!\$)
    | (?<![\w$])\$(?![\s$])(?:[^\n$\\`]|\\[^\n]){1,500}+(?<!\s)\$(?![\w$])
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SIGNS = ("```", "~~~", "<!--", "%%", "$", "<script", "<style")


def visible(text: str, start: int, end: int, code: Sequence[tuple[int, int]]) -> str:
    r"""Return `text[start:end]` at the same length, its lines ending in \n, with what is unseen as blanks.

    `code` are the (start, end) offsets of fences and indented code, in order. Code inside a line stays.
    """
    body = _without(flatten_lines(text), start, end, code)
    if not any(sign in body for sign in _SIGNS):
        return body
    return _UNSEEN.sub(lambda found: found["kept"] or " " * len(found[0]), body)


def _without(flat: str, start: int, end: int, code: Sequence[tuple[int, int]]) -> str:
    """Return `flat[start:end]` with blanks in place of the stretches of `code`."""
    pieces: list[str] = []
    for first, last in code:
        pieces += (flat[start:first], " " * (last - max(start, first)))
        start = max(start, last)
    return "".join((*pieces, flat[start:end]))
