"""Lines of output before it is known whether a terminal will show them."""

from __future__ import annotations

from typing import NamedTuple

INDENT = "   "


class Line(NamedTuple):
    """A line as pieces of (text, style), the styles being Rich's and "" none; `folds` at the edge of a terminal."""

    pieces: list[tuple[str, str]]
    folds: bool = False
