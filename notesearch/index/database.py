"""Opens the index file: one way for every use, with sqlite-vec when it can be loaded."""

from __future__ import annotations

import importlib.util
import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol
from urllib.parse import quote

import apsw

from notesearch.errors import NoteSearchError
from notesearch.paths import private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Mode = Literal["write", "read", "frozen", "memory"]
_BUSY_MS = 5000
_CACHE_KIB = 32 * 1024
_MMAP_BYTES = 256 * 1024 * 1024
# How much is gathered in the journal before it is moved to the file: a search may have to wait for the former.
_JOURNAL_BYTES, _LARGE_JOURNAL_BYTES = 4 << 20, 32 << 20
_FULL_BYTES = 1024 * 1024  # a disk with less room than this counts as full
# Where a text is no UTF-8, SQLite does not mind and apsw does; notes themselves are never decoded strictly.
_DAMAGED = (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError)
_UNWRITABLE = (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError)


class Rows(Protocol):
    """The rows that a statement gives, each a tuple of its columns."""

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Yield them one by one."""

    def fetchone(self) -> tuple[Any, ...] | None:
        """Return the next one, None after the last."""

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return all that are left."""


class Pages(NamedTuple):
    """How a new file is made: the bytes of a page, and SQLite's auto_vacuum: 2 lets `compact` give free ones back."""

    size: int
    vacuum: int


USUAL_PAGES = Pages(4096, 0)
# Of larger pages less is left empty behind the texts of notes: a thirtieth of an index of 20,000.
INDEX_PAGES = Pages(16384, 2)


class DatabaseError(NoteSearchError):
    """The index file cannot be used; the words say why and what to do."""


class TooNewError(DatabaseError):
    """The file was written by a newer program."""


class DamagedError(DatabaseError):
    """The file contradicts itself: it is to be set aside and built again."""


@contextmanager
def in_words(file: Path) -> Iterator[None]:
    """Turn what the disk and other programs do to `file` into a DatabaseError; a bug of ours stays what it is."""
    try:
        yield
    except _DAMAGED as error:
        raise DamagedError(f"The index {file} is damaged ({error}).") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise DatabaseError(f"Another program keeps {file} busy; it is tried again in a while.") from error
    except (apsw.FullError, apsw.IOError, *_UNWRITABLE) as error:
        raise DatabaseError(f"{_cause(file, error)}. Searches go over what is indexed; it is tried again.") from error


def _cause(file: Path, error: apsw.Error) -> str:
    """Say what is wrong with the disk; SQLite reports a full one in several ways."""
    if isinstance(error, apsw.FullError) or has_no_room(file.parent):
        return f"The disk is full: {file.parent} has no room for the index"
    if isinstance(error, _UNWRITABLE):
        return f"The index folder {file.parent} cannot be written ({error})"
    return f"The disk reports an error on {file} ({error})"


def has_no_room(folder: Path) -> bool:
    """Tell whether the disk that holds `folder` is as good as full."""
    try:
        return shutil.disk_usage(folder).free < _FULL_BYTES
    except OSError:
        return False


@dataclass(slots=True)
class Database:
    """One connection, used by one thread. `vector_problem` says why there is no sqlite-vec; None means there is."""

    file: Path
    connection: apsw.Connection
    vector_problem: str | None

    def rows(self, sql: str, bindings: apsw.Bindings | None = None) -> Rows:
        """Run `sql` and return its rows."""
        return self.connection.execute(sql, bindings)

    def value(self, sql: str, bindings: apsw.Bindings | None = None) -> apsw.SQLiteValue:
        """Return the first column of the first row, or None when there is no row."""
        row = self.connection.execute(sql, bindings).fetchone()
        return row[0] if row else None

    def number(self, sql: str, bindings: apsw.Bindings | None = None) -> int:
        """Return the first column of the first row as a number; no row and NULL count as 0."""
        found = self.value(sql, bindings)
        return int(found) if isinstance(found, (int, float)) else 0

    def revision(self) -> tuple[int, int]:
        """Return a value that changes whenever anyone has written to the file."""
        return self.number("PRAGMA data_version"), self.connection.total_changes()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Take the write lock, then commit all that was written inside, or none of it.

        Inside another one it is a part of that.
        """
        is_part = self.connection.in_transaction
        if is_part:
            yield
            return
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:  # a full disk has rolled back by itself
                self.connection.execute("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Have all that is read inside come from one moment, whatever another process writes meanwhile."""
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def expect_much(self) -> None:
        """Move what is written from the journal to the file 32 MB at a time and not 4: a quarter of the disk's flushes.

        Not beside a window, where a search would wait for it.
        """
        self.connection.wal_autocheckpoint(_LARGE_JOURNAL_BYTES // self.pages().size)

    def pages(self) -> Pages:
        """Return how the file was made."""
        return Pages(self.number("PRAGMA page_size"), self.number("PRAGMA auto_vacuum"))

    def map_file(self) -> None:
        """Read the file where the system keeps it in memory, which then counts as this process's.

        A search by meaning reads all vectors: 53,000 in 61 ms so, in 99 otherwise. Words gain nothing by it.
        """
        self.connection.execute(f"PRAGMA mmap_size = {_MMAP_BYTES}")

    def close(self) -> None:
        """Close the connection; the file is then whole on its own."""
        self.connection.close()


def open_database(file: Path, mode: Mode = "write", *, pages: Pages = USUAL_PAGES) -> Database:
    """Open `file`, creating it for its owner only when it is to be written.

    `read` needs a folder in which SQLite may put its helper files; `frozen` does not, and is only for a file that
    nobody is writing; `memory` leaves the file alone and starts empty. `pages` is how a new file is made.
    Raises DatabaseError in words when that is impossible, DamagedError for a damaged file.
    """
    try:
        if mode == "write":
            private_folder(file.parent)
            _create_private(file)
        with in_words(file):
            return _connected(file, mode, pages)
    except OSError as error:
        raise DatabaseError(f"The index {file} cannot be opened: {error.strerror}.") from error


def _connected(file: Path, mode: Mode, pages: Pages) -> Database:
    writable = mode in {"write", "memory"}
    kind = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if writable else apsw.SQLITE_OPEN_READONLY
    query = {"frozen": "?immutable=1", "memory": "?mode=memory"}.get(mode, "")
    connection = apsw.Connection(f"file:{quote(os.fsencode(file))}{query}", flags=kind | apsw.SQLITE_OPEN_URI)
    try:
        connection.set_busy_timeout(_BUSY_MS)
        problem = _load_vectors(connection)
        if writable:
            _prepare_for_writing(connection, pages)
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except BaseException:
        connection.close()
        raise
    return Database(file, connection, problem)


def _create_private(file: Path) -> None:
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def _load_vectors(connection: apsw.Connection) -> str | None:
    """Load sqlite-vec and try it; an extension that loads but registers nothing is a problem too."""
    try:
        connection.enable_load_extension(True)  # noqa: FBT003 - apsw's own signature
        connection.load_extension(_vector_extension())
        connection.execute("SELECT vec_version()").fetchall()
    except (apsw.Error, OSError) as error:
        return f"no vector extension: sqlite-vec cannot be loaded ({error})"
    finally:
        connection.enable_load_extension(False)  # noqa: FBT003 - apsw's own signature
    return None


def _vector_extension() -> str:
    """Return where sqlite-vec lies; importing its package to ask for that would load numpy, a fifth of a second."""
    found = importlib.util.find_spec("sqlite_vec")
    if found is None or found.origin is None:
        raise OSError("its package is not installed")
    return os.path.join(os.path.dirname(found.origin), "vec0")  # noqa: PTH118, PTH120 - what SQLite takes


def _prepare_for_writing(connection: apsw.Connection, pages: Pages) -> None:
    if connection.execute("PRAGMA page_count").fetchall() == [(0,)]:
        connection.execute(f"PRAGMA page_size = {pages.size}")
        connection.execute(f"PRAGMA auto_vacuum = {pages.vacuum}")
    connection.execute("PRAGMA journal_mode = WAL")
    # In WAL mode a power cut loses the last transactions at most, never the file's integrity; they are made again.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    size: int = connection.pragma("page_size")
    connection.wal_autocheckpoint(_JOURNAL_BYTES // size)
