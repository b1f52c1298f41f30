"""Tells where CommonMark's HTML blocks start and end, whose lines are no Markdown."""

from __future__ import annotations

import re

from notesearch.vault.html_tags import BLOCK_NAMES, RAW_NAMES

_ATTRIBUTE = r"""\s+[a-zA-Z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?"""
BLANK_LINE = re.compile(r"(?!)")  # matches nothing: a blank line ends it
# CommonMark's kinds 1 to 6 of HTML block: what starts one, and what ends it.
_HTML = (
    (re.compile(rf"<(?:{RAW_NAMES})(?=\s|>|$)", re.IGNORECASE), re.compile(rf"</(?:{RAW_NAMES})>", re.IGNORECASE)),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{BLOCK_NAMES})(?=\s|/?>|$)", re.IGNORECASE), BLANK_LINE),
)
# Kind 7: a complete tag alone on its line, which cannot interrupt a paragraph.
_LONE_TAG = re.compile(rf"(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)\s*$")
_LONGEST_TAG = 4096


def opens_html(body: str, *, interrupts: bool) -> re.Pattern[str] | None:
    """Return what ends the HTML block that a line starts with, None when it starts none.

    `body` is the line without its indent, `interrupts` tells that a paragraph is open. `BLANK_LINE` stands for a
    blank line; any other pattern is found in the block's last line, which may be this one.
    """
    for start, end in _HTML:
        if start.match(body):
            return end
    lone = not interrupts and len(body) <= _LONGEST_TAG and _LONE_TAG.match(body) is not None
    return BLANK_LINE if lone else None
