"""The index of one vault as one thing: opened, set aside and made anew when damaged, closed."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import apsw
from filelock import FileLock, Timeout

from notesearch.index.database import Database, DatabaseError, open_database
from notesearch.index.lexical import Lexical
from notesearch.index.opens import Opens
from notesearch.index.schema import migrate
from notesearch.index.semantic import Vectors
from notesearch.index.store import Store
from notesearch.paths import private_folder

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.paths import VaultPaths

_DAMAGED = (apsw.CorruptError, apsw.NotADBError)


@dataclass(slots=True)
class Index:
    """The parts of an open index. `writable` is False while another NoteSearch keeps this index up to date.

    `notice` says what was done about a damaged file, once.
    """

    database: Database
    store: Store
    lexical: Lexical
    vectors: Vectors
    opens: Opens
    lock: FileLock
    notice: str | None = None

    @property
    def writable(self) -> bool:
        """Whether this process is the one writer; it becomes so as soon as the other one has gone."""
        if self.lock.is_locked:
            return True
        with contextlib.suppress(Timeout):
            self.lock.acquire(blocking=False)
        return self.lock.is_locked

    def close(self) -> None:
        """Close the files and let another process write."""
        self.opens.close()
        self.database.close()
        self.lock.release()


def open_index(paths: VaultPaths) -> Index:
    """Open or create the index of a vault; raises DatabaseError in words when its folder cannot be written."""
    try:
        private_folder(paths.folder)
        # The operating system releases the lock with its process: none is ever stale, whatever became of a pid.
        lock = FileLock(paths.lock, mode=0o600)
        with contextlib.suppress(Timeout):
            lock.acquire(blocking=False)
    except OSError as error:
        raise DatabaseError(f"The index folder {paths.folder} cannot be used: {error.strerror}.") from error
    notice = None
    try:
        database = _open_whole(paths.index)
    except _DAMAGED:
        notice = f"The index was damaged; it was set aside as {_set_aside(paths.index).name} and is being built again."
        database = _open_whole(paths.index)
    try:
        opens = Opens(paths.opens)
    except _DAMAGED:
        notice = f"The record of opened notes was damaged; it was set aside as {_set_aside(paths.opens).name}."
        opens = Opens(paths.opens)
    vectors = Vectors(database)
    return Index(database, Store(database, vectors), Lexical(database), vectors, opens, lock, notice)


def _open_whole(file: Path) -> Database:
    """Open the file and look at all that every start needs, so that damage shows now."""
    database = open_database(file)
    try:
        migrate(database)
        for table in ("meta", "roots", "notes", "chunks", "chunk_words", "note_words"):
            database.rows(f"SELECT * FROM {table} LIMIT 1").fetchall()  # noqa: S608 - constants
    except BaseException:
        database.close()
        raise
    return database


def _set_aside(file: Path) -> Path:
    """Rename a damaged file and what SQLite keeps beside it, losing nothing."""
    aside = file.with_name(f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            file.with_name(file.name + ending).replace(aside.with_name(aside.name + ending))
    return aside
