"""Opens a vault for a command: not watched, and closed when the command is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch import notebook

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.paths import AppPaths
    from notesearch.settings import Settings


def open_notebook(vault: Path, paths: AppPaths, settings: Settings | None = None) -> notebook.Notebook:
    """Open `vault`; raises UsageError or VaultOfflineError when there is nothing to open."""
    return notebook.Notebook.open(vault.absolute(), paths, settings=settings)
