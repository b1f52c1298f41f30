"""The `doctor` command: tries out each part that a search needs and says which one is wrong."""

from __future__ import annotations

import importlib.util
import os
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from notesearch import settings as choices
from notesearch.cli.opening import open_notebook
from notesearch.cli.output import inert, write, write_json
from notesearch.embedding.models import resolve
from notesearch.errors import NoteSearchError, UsageError
from notesearch.index.database import open_database
from notesearch.index.schema import migrate
from notesearch.index.whole import ANOTHER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notesearch.paths import AppPaths

HEALTHY, WRONG = 0, 1


@dataclass(frozen=True, slots=True)
class Check:
    """One part that was tried. A *note* is no fault: something is left out on purpose, such as the model."""

    name: str
    status: Literal["ok", "note", "wrong"]
    detail: str


def doctor(vault: Path | None, paths: AppPaths, *, as_json: bool) -> int:
    """Check the installation, the model and, with `vault`, its index; returns 1 when something is wrong.

    Raises UsageError when there is no such vault.
    """
    checks = [*_installation(), _data_folder(paths.data), *_choices(paths, vault)]
    if vault is not None:
        checks += _index(vault, paths)
    healthy = all(check.status != "wrong" for check in checks)
    if as_json:
        listed = [{"name": check.name, "status": check.status, "detail": check.detail} for check in checks]
        write_json({"ok": healthy, "checks": listed})
    else:
        write("".join(f"{check.status:<5}  {check.name}: {inert(check.detail)}\n" for check in checks))
    return HEALTHY if healthy else WRONG


def _installation() -> Iterator[Check]:
    """Make an index of nothing, which uses SQLite, FTS5 and sqlite-vec as a real one does."""
    with tempfile.TemporaryDirectory(prefix="notesearch-doctor-") as folder:
        try:
            database = open_database(Path(folder) / "index.db")
        except NoteSearchError as error:
            yield Check("database", "wrong", str(error))
            return
        try:
            migrate(database)
            yield Check("database", "ok", f"apsw {_version('apsw')} with FTS5")
        except Exception as error:  # noqa: BLE001 - whatever SQLite lacks here is what is to be reported
            yield Check("database", "wrong", str(error))
        finally:
            problem = database.vector_problem
            database.close()
    yield Check("vectors", "wrong" if problem else "ok", problem or f"sqlite-vec {_version('sqlite-vec')}")
    yield _llama()


def _llama() -> Check:
    """Look for the package without loading it: that can end the process, which is why only a child does it."""
    if importlib.util.find_spec("llama_cpp") is None:
        return Check("llama-cpp-python", "note", "not installed: search goes by words alone")
    return Check("llama-cpp-python", "ok", _version("llama-cpp-python"))


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "(version unknown)"


def _data_folder(folder: Path) -> Check:
    """Ask whether what NoteSearch keeps can be written, where nothing is kept yet whether its folder can be made."""
    there = next((place for place in (folder, *folder.parents) if os.path.exists(place)), folder)  # noqa: PTH110 - never raises
    as_is = os.access in os.supports_effective_ids
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK, effective_ids=as_is):
        return Check("data folder", "ok", str(folder))
    return Check("data folder", "wrong", f"{there} cannot be written; --data-dir names another place")


def _choices(paths: AppPaths, vault: Path | None) -> Iterator[Check]:
    files = [paths.settings_file] + ([paths.vault(vault).settings_file] if vault is not None else [])
    chosen, problems = choices.load(*files)
    for problem in problems:
        yield Check("settings", "wrong", problem)
    if not problems:
        yield Check("settings", "ok", str(paths.settings_file))
    yield _model(chosen.model.name, paths)


def _model(name: str, paths: AppPaths) -> Check:
    if not name:
        return Check("model", "note", "no model: search goes by words alone; `notesearch model install` fetches one")
    try:
        info = resolve(name, paths).info
    except NoteSearchError as error:
        return Check("model", "wrong", str(error))
    return Check("model", "ok", f"{info.name}, {info.dimensions} dimensions, {info.languages}")


def _index(vault: Path, paths: AppPaths) -> list[Check]:
    try:
        settings, _ = choices.load(paths.settings_file, paths.vault(vault).settings_file)
        with open_notebook(vault, paths, settings) as notebook:
            offline = notebook.status().offline
            faults = notebook.check()
            if notebook.read_only not in {None, ANOTHER}:
                faults.append(str(notebook.read_only))
    except UsageError:  # there is no such vault
        raise
    except NoteSearchError as error:
        return [Check("index", "wrong", str(error))]
    return [
        Check("vault", "wrong", offline) if offline else Check("vault", "ok", str(vault)),
        *([Check("index", "wrong", fault) for fault in faults] or [Check("index", "ok", "whole")]),
    ]
