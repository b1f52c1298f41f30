"""Opens a vault for a command, not watched; loads settings; both tell what is wrong on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch import notebook
from notesearch.cli.output import complain
from notesearch.settings import load

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.paths import AppPaths
    from notesearch.settings import Settings


def open_notebook(vault: Path, paths: AppPaths, settings: Settings | None = None) -> notebook.Notebook:
    """Open `vault` and say what was done about a damaged index; raises UsageError when there is nothing to open.

    That the index cannot be written here is for the command to say, which knows what that means for it.
    """
    opened = notebook.Notebook.open(vault.absolute(), paths, settings=settings)
    for notice in opened.news():
        if notice != opened.read_only:
            complain(notice)
    return opened


def load_settings(*files: Path) -> Settings:
    """Return the settings of these files, and say what is wrong with them."""
    settings, problems = load(*files)
    for problem in problems:
        complain(problem)
    return settings
