"""The `demo` command: a model, a copy of the sample vault, and a window on it, or searches in the terminal."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch import paths as places
from notesearch.cli import progress
from notesearch.cli.display import missing_display
from notesearch.cli.model import install_model
from notesearch.cli.opening import load_settings, open_notebook
from notesearch.cli.output import complain, write
from notesearch.cli.printing import print_answer
from notesearch.cli.searching import SearchOptions
from notesearch.cli.window import show_window
from notesearch.embedding.catalogue import DEFAULT
from notesearch.embedding.models import resolve
from notesearch.errors import ModelError, NoteSearchError

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.notebook import Notebook
    from notesearch.paths import AppPaths

DONE = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A search that the README says to try; a test holds the two together."""

    query: str
    mmr: bool = False


EXAMPLES = (
    Example("load_user_profile"),
    Example("insomnia remedies"),
    Example("Was tun, wenn die Heizung nicht zündet?"),
    Example("红烧肉"),
    Example("Mum slippers radiator"),
    Example("bread recipe starter"),
    Example("bread recipe starter", mmr=True),
)


def demo(paths: AppPaths, *, fresh: bool) -> int:
    """Get ready what the demo needs, then open the window, or search in the terminal when there is no display."""
    _ensure_model(paths)
    vault = sample_vault(paths, fresh=fresh)
    problem = missing_display()
    if problem is None:
        return show_window(vault, paths, demo=True)
    complain(f"{problem}; searching in the terminal instead.")
    with open_notebook(vault, paths) as notebook:
        _search_all(notebook)
    return DONE


def _ensure_model(paths: AppPaths) -> None:
    """Install the chosen or the default model when it is missing; without one the demo goes on by words alone."""
    chosen = load_settings(paths.settings_file).model.name
    try:
        if not (chosen and _works(chosen, paths)):
            install_model(chosen or DEFAULT, paths)
    except NoteSearchError as error:
        complain(f"{error} - the demo goes on by words alone.")


def _works(name: str, paths: AppPaths) -> bool:
    try:
        resolve(name, paths)
    except ModelError:
        return False
    return True


def sample_vault(paths: AppPaths, *, fresh: bool) -> Path:
    """Return the person's copy of the sample vault, made when it is missing or to be `fresh`.

    Raises NoteSearchError when it cannot be written.
    """
    copy = paths.data / "sample-vault"
    try:
        if fresh and copy.exists():
            shutil.rmtree(copy)
        if not copy.exists():
            _copy_whole(places.resources() / "sample-vault", copy)
    except OSError as error:
        raise NoteSearchError(f"the sample vault cannot be copied to {copy}: {error.strerror or error}.") from error
    return copy


def _copy_whole(source: Path, target: Path) -> None:
    """Copy under another name first: a copy that was cut off must not pass for the whole vault."""
    partial = places.private_folder(target.parent) / f"{target.name}.part"
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(source, partial)
    partial.rename(target)


def _search_all(notebook: Notebook) -> None:
    with progress.bar() as show:
        notebook.index(embed=True, progress=progress.of_activity(show))
    saved = notebook.settings
    for example in EXAMPLES:
        options = SearchOptions(limit=3, mmr=example.mmr)
        settings = options.over(saved)
        notebook.use_settings(settings)
        write(f"> {example.query}{'   (MMR on)' if example.mmr else ''}\n\n")
        print_answer(notebook.search(options.request(example.query)), explain=True)
        write("\n")
