"""Opens the window, the only command that loads Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.cli.display import missing_display
from notesearch.errors import NoteSearchError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.paths import AppPaths


def show_window(vault: Path | None, paths: AppPaths, *, demo: bool = False) -> int:
    """Show the window until the person closes it; `vault` None opens the one that was open last.

    A `demo` always gets a window of its own; otherwise one that is open already is raised.

    Raises UsageError when `vault` is no folder and has no index, NoteSearchError when there is no display.
    """
    chosen = None if vault is None else vault.absolute()
    if chosen is not None and not (chosen.is_dir() or paths.vault(chosen).index.exists()):
        raise UsageError(f"{chosen} is not a folder; `notesearch --help` lists the commands.")
    problem = missing_display()
    if problem:
        raise NoteSearchError(f"{problem}; `notesearch search VAULT QUERY` works without one.")
    from notesearch.app import run  # noqa: PLC0415 - the commands load no Qt

    return run(chosen, paths, demo=demo)
