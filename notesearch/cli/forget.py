"""The `forget` command: removes what NoteSearch keeps about one vault, never anything of the vault itself."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import filelock
import typer

from notesearch.cli.output import complain, inert, write
from notesearch.errors import NoteSearchError

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.paths import AppPaths, VaultPaths


def forget(vault: Path, paths: AppPaths, *, sure: bool) -> None:
    """Delete the index, the opens and the settings of `vault`: at once when `sure` or nobody can be asked.

    Raises NoteSearchError when a window has the vault open.
    """
    places = paths.vault(vault.absolute())
    if not (places.folder.exists() or places.settings_file.exists()):
        complain(f"nothing is kept about {vault}.")
        return
    if not sure and _can_be_asked():
        _ask(vault)
    _delete(places)
    write(f"Forgot {inert(str(vault))}: its index, opens and settings are gone, its notes are untouched.\n")


def _can_be_asked() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _ask(vault: Path) -> None:
    question = f"Delete index, opens and settings of {inert(str(vault))}? Its notes stay."
    if not typer.confirm(question, err=True):
        raise typer.Abort


def _delete(places: VaultPaths) -> None:
    try:
        if places.folder.exists():
            _empty(places)
            shutil.rmtree(places.folder)
        places.settings_file.unlink(missing_ok=True)
    except filelock.Timeout as error:
        raise NoteSearchError("this vault is open in NoteSearch; close it there first.") from error
    except OSError as error:
        raise NoteSearchError(f"{error.filename} cannot be deleted: {error.strerror}.") from error


def _empty(places: VaultPaths) -> None:
    """Delete all but the lock while holding it, so that nobody opens a vault that is half gone."""
    with filelock.FileLock(places.lock, timeout=0):
        for entry in places.folder.iterdir():
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            elif entry != places.lock:
                entry.unlink()
