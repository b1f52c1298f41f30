"""Opens the index file: one way for every use, with sqlite-vec when it can be loaded."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import apsw
import sqlite_vec

from notesearch.errors import NoteSearchError
from notesearch.paths import private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BUSY_MS = 5000
_CACHE_KIB = 32 * 1024
_MMAP_BYTES = 256 * 1024 * 1024


class DatabaseError(NoteSearchError):
    """The index file cannot be used; the words say why and what to do."""


@dataclass(slots=True)
class Database:
    """One connection, used by one thread. `vector_problem` says why there is no sqlite-vec; None means there is."""

    connection: apsw.Connection
    vector_problem: str | None

    def rows(self, sql: str, bindings: apsw.Bindings = None) -> apsw.Cursor:
        """Run `sql` and return its rows."""
        return self.connection.execute(sql, bindings)

    def value(self, sql: str, bindings: apsw.Bindings = None) -> apsw.SQLiteValue:
        """Return the first column of the first row, or None when there is no row."""
        row = self.connection.execute(sql, bindings).fetchone()
        return row[0] if row else None

    def number(self, sql: str, bindings: apsw.Bindings = None) -> int:
        """Return the first column of the first row as a number; no row and NULL count as 0."""
        found = self.value(sql, bindings)
        return int(found) if isinstance(found, (int, float)) else 0

    def revision(self) -> tuple[int, int]:
        """Return a value that changes whenever anyone has written to the file."""
        return self.number("PRAGMA data_version"), self.connection.total_changes()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Take the write lock, then commit all that was written inside, or none of it."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def close(self) -> None:
        """Close the connection; the file is then whole on its own."""
        self.connection.close()


def open_database(file: Path, *, read_only: bool = False) -> Database:
    """Open `file`, creating it for its owner only; raises DatabaseError in words when that is impossible."""
    try:
        if not read_only:
            private_folder(file.parent)
            _create_private(file)
        flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        connection = apsw.Connection(os.fspath(file), flags=flags)
    except (apsw.Error, OSError) as error:
        raise DatabaseError(f"The index {file} cannot be opened: {error}.") from error
    connection.set_busy_timeout(_BUSY_MS)
    problem = _load_vectors(connection)
    try:
        _tune(connection, read_only=read_only)
    except apsw.Error:
        connection.close()
        raise
    return Database(connection, problem)


def _create_private(file: Path) -> None:
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def _load_vectors(connection: apsw.Connection) -> str | None:
    """Load sqlite-vec and try it; an extension that loads but registers nothing is a problem too."""
    try:
        connection.enable_load_extension(True)  # noqa: FBT003 - apsw's own signature
        connection.load_extension(sqlite_vec.loadable_path())
        connection.execute("SELECT vec_version()").fetchall()
    except (apsw.Error, OSError) as error:
        return f"no vector extension: sqlite-vec cannot be loaded ({error})"
    finally:
        connection.enable_load_extension(False)  # noqa: FBT003 - apsw's own signature
    return None


def _tune(connection: apsw.Connection, *, read_only: bool) -> None:
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL")
        # In WAL mode a power cut loses the last transactions at most, never the file's integrity; they are made again.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    connection.execute(f"PRAGMA mmap_size = {_MMAP_BYTES}")
    connection.execute("PRAGMA temp_store = MEMORY")
