"""Lines as a terminal shows them: in colours, and folded at its edge where they may be."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from notesearch.cli.lines import INDENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.cli.lines import Line

_NARROWEST = 20


def styled(lines: Iterable[Line]) -> str:
    """Return `lines` for the terminal that standard output is; colours as its environment wants them."""
    console = Console(highlight=False, soft_wrap=True)
    with console.capture() as printed:
        for line in lines:
            for part in _folded(console, line):
                console.print(part)
    return printed.get()


def _folded(console: Console, line: Line) -> list[Text]:
    """Return what `line` takes of a terminal's lines, each indented; one when it is not to be folded, or in a pipe."""
    text = Text.assemble(*line.pieces)
    if not line.folds or not sys.stdout.isatty():
        return [text]
    parts = text[len(INDENT) :].wrap(console, max(_NARROWEST, console.width - len(INDENT)))
    return [Text(INDENT).append_text(part) for part in parts]
