"""Remembers what a check has found out about a model file, so that a start does not read all of it again."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from notesearch.paths import private_folder

if TYPE_CHECKING:
    from notesearch.paths import AppPaths

Stamp = tuple[int, int]

_FILE_NAME = "facts.json"


class Facts(msgspec.Struct, frozen=True):
    """What is known of a file as long as its `stamp`, (size in bytes, modification time in ns), is the same."""

    stamp: Stamp
    sha256: str
    dimensions: int
    architecture: str
    name: str


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of a file; raises OSError."""
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file in hex; raises OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def recall(path: Path, paths: AppPaths) -> Facts | None:
    """Return what is remembered of `path`, also when the file has changed since, else None."""
    return _read(paths).get(str(path))


def place_of(sha256: str, paths: AppPaths) -> Path | None:
    """Return where a file of this hash lay when it was looked at, or None when none is remembered."""
    return next((Path(place) for place, facts in _read(paths).items() if facts.sha256 == sha256), None)


def remember(path: Path, facts: Facts | None, paths: AppPaths) -> None:
    """Keep `facts` for `path`, or forget them (None). A folder that cannot be written only costs time at each start."""
    known = {key: value for key, value in _read(paths).items() if key != str(path)}
    if facts is not None:
        known[str(path)] = facts
    with contextlib.suppress(OSError):
        _write(known, paths)


def _read(paths: AppPaths) -> dict[str, Facts]:
    try:
        return msgspec.json.decode((paths.models / _FILE_NAME).read_bytes(), type=dict[str, Facts])
    except (OSError, msgspec.DecodeError):
        return {}


def _write(known: dict[str, Facts], paths: AppPaths) -> None:
    folder = private_folder(paths.models)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".facts-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(known)))
        Path(temporary).replace(folder / _FILE_NAME)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
