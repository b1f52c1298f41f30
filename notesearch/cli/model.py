"""The `model` commands: which models there are, fetching them, choosing one, removing one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from notesearch.cli import progress
from notesearch.cli.configure import store
from notesearch.cli.opening import load_settings
from notesearch.cli.output import inert, write, write_json
from notesearch.embedding import models
from notesearch.embedding.catalogue import CATALOGUE
from notesearch.embedding.install import install
from notesearch.errors import UsageError
from notesearch.paths import absolute

if TYPE_CHECKING:
    from notesearch.embedding.catalogue import Installable
    from notesearch.paths import AppPaths

_KEY = "model.name"
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """A line of `model list`; `size` is in bytes on disk, `chosen` says that searches use it."""

    name: str
    size: int
    installed: bool
    chosen: bool
    about: str


def list_models(paths: AppPaths, *, as_json: bool) -> None:
    """List the models that can be installed, those that are, and the one that is chosen."""
    rows = _rows(paths)
    if as_json:
        write_json({"models": [{field: getattr(row, field) for field in Row.__slots__} for row in rows]})
    else:
        write("".join(_line(row) for row in rows))


def _rows(paths: AppPaths) -> list[Row]:
    chosen = load_settings(paths.settings_file).model.name
    there = {model.name: model.size for model in models.installed(paths)}
    rows = {known.name: _known(known, chosen, installed=known.name in there) for known in CATALOGUE}
    for name, size in there.items():
        rows.setdefault(name, Row(name=name, size=size, installed=True, chosen=name == chosen, about=""))
    if chosen and chosen not in rows:
        file = Path(chosen)
        size = file.stat().st_size if file.is_file() else 0
        rows[chosen] = Row(name=chosen, size=size, installed=file.is_file(), chosen=True, about="")
    return list(rows.values())


def _known(known: Installable, chosen: str, *, installed: bool) -> Row:
    about = f"{known.languages}, {known.licence}"
    return Row(known.name, known.gguf_bytes, installed, known.name == chosen, about)


def _line(row: Row) -> str:
    return inert(f"{row.name:<8} {_state(row):<10} {row.size / _MB:>6.1f} MB  {row.about}").rstrip() + "\n"


def _state(row: Row) -> str:
    if row.installed:
        return "in use" if row.chosen else "installed"
    return "missing" if row.chosen else "-"


def install_model(name: str, paths: AppPaths) -> None:
    """Fetch, check and choose an installable model; raises NoteSearchError, and nothing is half-installed then."""
    with progress.bar() as show:
        model = install(name, paths, lambda done, total: show(f"Fetching {name}", done, total))
    _choose(model.path.stem, paths)
    write(f"{name} is installed and in use.\n")


def use_model(file: str, paths: AppPaths) -> None:
    """Check and choose an installed model by its name, or a GGUF file where it lies; raises ModelError."""
    if not file:
        raise UsageError("model use needs a FILE, or the name of an installed model.")
    if any(file in (model.name, model.path.name) for model in models.installed(paths)) and not Path(file).exists():
        chosen = models.resolve(file, paths).path.stem
    else:
        chosen = str(models.use(absolute(file), paths).path)
    _choose(chosen, paths)
    write(f"{inert(chosen)} is in use.\n")


def remove_model(name: str, paths: AppPaths) -> None:
    """Delete an installed model; when it was in use, searches go by words alone from now on."""
    removed = models.remove(name, paths)
    write(f"{removed.name} is removed.\n")
    if load_settings(paths.settings_file).model.name in (removed.stem, removed.name):
        _choose("", paths)
        write("No model is in use now: search goes by words alone.\n")


def _choose(name: str, paths: AppPaths) -> None:
    store(paths.settings_file, _KEY, name)
