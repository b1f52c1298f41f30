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


def start_window(place: str | None, paths: AppPaths, *, toggle: bool = False, background: bool = False) -> int:
    """Show the window on `place`: a folder, a `notesearch:` link, or None for the vault that was open last.

    One that is open already is raised, or put away by a `toggle`. See `_show`.
    """
    link = place if place is not None and is_link(place) else ""
    vault = None if place is None or link else Path(place)
    return _show(Asked(vault, toggle=toggle, background=background, link=link), paths, demo=False)


def show_window(vault: Path, paths: AppPaths, *, demo: bool) -> int:
    """Show the window on `vault`; a `demo` always gets one of its own. See `_show`."""
    return _show(Asked(vault), paths, demo=demo)


def _show(asked: Asked, paths: AppPaths, *, demo: bool) -> int:
    """Show the window until the person closes it.

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
