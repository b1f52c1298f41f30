"""The `model` commands: which models there are, fetching them, choosing one, removing one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from notesearch import settings as choices
from notesearch.cli import progress
from notesearch.cli.configure import store
from notesearch.cli.output import inert, write, write_json
from notesearch.embedding import models
from notesearch.embedding.catalogue import CATALOGUE
from notesearch.embedding.install import install

if TYPE_CHECKING:
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
    chosen = choices.load(paths.settings_file).model.name
    there = {model.name: model.size for model in models.installed(paths)}
    rows = [
        Row(
            known.name,
            known.gguf_bytes,
            known.name in there,
            known.name == chosen,
            _about(known.languages, known.licence),
        )
        for known in CATALOGUE
    ]
    names = {known.name for known in CATALOGUE}
    rows += [Row(name, size, True, name == chosen, "") for name, size in there.items() if name not in names]  # noqa: FBT003 - `installed`, named in the class
    if chosen and not any(row.chosen for row in rows):
        file = Path(chosen)
        rows.append(Row(chosen, file.stat().st_size if file.is_file() else 0, file.is_file(), True, ""))  # noqa: FBT003 - the same
    return rows


def _about(languages: str, licence: str) -> str:
    return f"{languages}, {licence}"


def _line(row: Row) -> str:
    state = (
        "in use" if row.chosen and row.installed else "installed" if row.installed else "missing" if row.chosen else "-"
    )
    return inert(f"{row.name:<8} {state:<10} {row.size / _MB:>6.1f} MB  {row.about}").rstrip() + "\n"


def install_model(name: str, paths: AppPaths) -> None:
    """Fetch, check and choose an installable model; raises NoteSearchError, and nothing is half-installed then."""
    with progress.bar() as show:
        model = install(name, paths, lambda done, total: show(f"Fetching {name}", done, total))
    _choose(model.path.stem, paths)
    write(f"{name} is installed and in use.\n")


def use_model(file: str, paths: AppPaths) -> None:
    """Check and choose an installed model by its name, or a GGUF file where it lies; raises ModelError."""
    if any(file in (model.name, model.path.name) for model in models.installed(paths)) and not Path(file).exists():
        chosen = models.resolve(file, paths).path.stem
    else:
        chosen = str(models.use(Path(file), paths).path)
    _choose(chosen, paths)
    write(f"{inert(chosen)} is in use.\n")


def remove_model(name: str, paths: AppPaths) -> None:
    """Delete an installed model; when it was in use, searches go by words alone from now on."""
    removed = models.remove(name, paths)
    write(f"{removed.name} is removed.\n")
    if choices.load(paths.settings_file).model.name in (removed.stem, removed.name):
        _choose("", paths)
        write("No model is in use now: search goes by words alone.\n")


def _choose(name: str, paths: AppPaths) -> None:
    store(paths.settings_file, _KEY, name)
