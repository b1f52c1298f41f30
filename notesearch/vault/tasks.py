"""Counts the tasks of a note."""

from __future__ import annotations

import re

# `- [ ]`, or with any other sign that does not end it, and Logseq's words; a cancelled task is done with.
_MARKER = r"^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+"
_OPEN = re.compile(_MARKER + r"(?:\[[^\]xX\n-]\](?=\s)|(?:TODO|DOING|NOW|LATER|WAITING)[ \t])", re.MULTILINE)
_DONE = re.compile(_MARKER + r"(?:\[[xX-]\](?=\s)|(?:DONE|CANCELED|CANCELLED)[ \t])", re.MULTILINE)


def count_tasks(seen: str) -> tuple[int, int]:
    """Return how many open and done tasks there are in a body without its code and comments (`visible.visible`)."""
    return len(_OPEN.findall(seen)), len(_DONE.findall(seen))
