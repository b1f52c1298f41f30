"""Opens a vault for a command: not watched, and closed when the command is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch import notebook
from notesearch.cli.output import complain
from notesearch.index.whole import ANOTHER

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.paths import AppPaths
    from notesearch.settings import Settings


def open_notebook(vault: Path, paths: AppPaths, settings: Settings | None = None) -> notebook.Notebook:
    """Open `vault` and say what was done about a damaged index; raises UsageError when there is nothing to open."""
    opened = notebook.Notebook.open(vault.absolute(), paths, settings=settings)
    for notice in opened.news():
        if notice != ANOTHER:  # the trace of a search says so
            complain(notice)
    return opened
