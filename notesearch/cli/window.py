"""Opens the window, the only command that loads Qt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from notesearch.cli.display import missing_display
from notesearch.errors import NoteSearchError, UsageError
from notesearch.ui.asked import Asked, is_link

if TYPE_CHECKING:
    from notesearch.paths import AppPaths


def read_place(place: str | None) -> Asked:
    """Return what the VAULT of `notesearch [VAULT]` asks for: a folder, a `notesearch:` link, or nothing."""
    if place is None:
        return Asked()
    return Asked(link=place) if is_link(place) else Asked(vault=Path(place))


def show_window(asked: Asked, paths: AppPaths, *, demo: bool = False) -> int:
    """Show the window until the person closes it; without a vault it opens the one that was open last.

    A `demo` always gets a window of its own; otherwise one that is open already is raised, or put away by a toggle.

    Raises UsageError when the vault is no folder and has no index, NoteSearchError when there is no display.
    """
    chosen = None if asked.vault is None else asked.vault.absolute()
    if chosen is not None and not (chosen.is_dir() or paths.vault(chosen).index.exists()):
        raise UsageError(f"{chosen} is not a folder; `notesearch --help` lists the commands.")
    problem = missing_display()
    if problem:
        raise NoteSearchError(f"{problem}; `notesearch search VAULT QUERY` works without one.")
    from notesearch.app import run  # noqa: PLC0415 - the commands load no Qt

    return run(replace(asked, vault=chosen), paths, demo=demo)
