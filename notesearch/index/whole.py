"""The index of one vault as one thing: opened for writing or only for reading, made anew when damaged, closed."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import apsw
from filelock import FileLock, Timeout

from notesearch.index.check import check
from notesearch.index.database import (
    INDEX_PAGES,
    DamagedError,
    Database,
    DatabaseError,
    TooNewError,
    has_no_room,
    in_words,
    open_database,
)
from notesearch.index.ledger import Ledger
from notesearch.index.lexical import Lexical
from notesearch.index.opens import Opens, no_opens, open_opens
from notesearch.index.schema import is_current, migrate
from notesearch.index.semantic import Vectors
from notesearch.index.store import Store
from notesearch.index.succession import Succession
from notesearch.paths import private_folder
from notesearch.vault.mounts import identity

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.paths import VaultPaths

ANOTHER = "Another NoteSearch is keeping this index up to date."
_TABLES = (
    *("meta", "roots", "notes", "texts", "chunks", "troubles", "spare_vectors", "next_chunks", "vocabulary"),
    *("names", "tags", "links", "properties", "chunk_words", "note_words", "chunk_terms", "note_terms"),
)


@dataclass(slots=True)
class Index:
    """The parts of an open index.

    `read_only` is None for the one writer, else why this process only reads. `notice` says, once, what was done about
    a damaged file.
    """

    paths: VaultPaths
    lock: FileLock
    read_only: str | None
    database: Database
    store: Store
    ledger: Ledger
    lexical: Lexical
    vectors: Vectors
    succession: Succession
    opens: Opens
    notice: str | None
    file: tuple[int, int] | None

    @property
    def writable(self) -> bool:
        """Whether this process is the one writer."""
        return self.read_only is None

    def should_reopen(self) -> bool:
        """Whether opening it again would help: the file was replaced, or this process could now write."""
        if identity(os.fspath(self.paths.index)) != self.file:
            return True
        if self.writable:
            return False
        return os.access(self.paths.folder, os.W_OK) and not has_no_room(self.paths.folder) and _is_free(self.lock)

    def close(self) -> None:
        """Close the files and let another process write."""
        self.opens.close()
        self.lexical.close()
        self.database.close()
        self.lock.release()


def open_index(paths: VaultPaths) -> Index:
    """Open or create the index of a vault; raises DatabaseError in words when it can be neither written nor read.

    A damaged file is set aside and made anew. When its folder cannot be written, what is indexed can still be read.
    """
    # The operating system releases the lock with its process: none is ever stale, whatever became of a pid.
    lock = FileLock(paths.lock, mode=0o600)
    try:
        return _opened(paths, lock)
    except OSError as error:
        reason: Exception = DatabaseError(f"The index folder {paths.folder} cannot be written: {error.strerror}.")
    except (DamagedError, TooNewError):
        lock.release()
        raise
    except DatabaseError as error:
        reason = error
    lock.release()
    if not paths.index.exists():
        raise reason
    return _frozen(paths, lock, reason)


def _opened(paths: VaultPaths, lock: FileLock) -> Index:
    private_folder(paths.folder)
    if not _is_free(lock, keep=True):
        return _assembled(paths, lock, _open_whole(paths.index), open_opens(paths.opens), read_only=ANOTHER)
    notices = []
    try:
        database = _open_whole(paths.index, look_closely=_ended_badly(paths.index))
    except DamagedError:
        notices.append(_replaced(paths.index))
        database = _open_whole(paths.index)
    try:
        opens = open_opens(paths.opens)
    except DamagedError:
        notices.append(f"The record of opened notes was damaged; it was set aside as {_set_aside(paths.opens)}.")
        opens = open_opens(paths.opens)
    except BaseException:
        database.close()
        raise
    index = _assembled(paths, lock, database, opens, notice=" ".join(notices) or None)
    with in_words(paths.index):
        index.vectors.mend()
    return index


def _assembled(
    paths: VaultPaths,
    lock: FileLock,
    database: Database,
    opens: Opens,
    *,
    read_only: str | None = None,
    notice: str | None = None,
) -> Index:
    vectors = Vectors(database)
    parts = (database, Store(database, vectors), Ledger(database), Lexical(database), vectors)
    succession = Succession(database, vectors)
    return Index(paths, lock, read_only, *parts, succession, opens, notice, identity(os.fspath(paths.index)))


def _is_free(lock: FileLock, *, keep: bool = False) -> bool:
    """Tell whether the lock could be taken, and take it with `keep`. Raises OSError only with `keep`."""
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return False
    except OSError:
        if keep:
            raise
        return False
    if not keep:
        lock.release()
    return True


def _frozen(paths: VaultPaths, lock: FileLock, reason: Exception) -> Index:
    """Open what is there without writing anything; raises the reason why it was not opened as usual when that fails."""
    for mode in ("read", "frozen"):
        try:
            database = open_database(paths.index, mode)
        except DatabaseError:
            continue
        if not _is_whole(database):
            database.close()
            continue
        return _assembled(paths, lock, database, no_opens(paths.opens), read_only=str(reason))
    raise reason


def _open_whole(file: Path, *, look_closely: bool = False) -> Database:
    """Open the file and look at what every start needs, so that damage shows now; `look_closely` at all of it."""
    database = open_database(file, pages=INDEX_PAGES)
    try:
        with in_words(file):
            migrate(database)
        _look_at(database)
        if look_closely:
            _must_hold(database)
    except BaseException:
        database.close()
        raise
    return database


def _is_whole(database: Database) -> bool:
    """Tell whether a file that cannot be written has all that a search needs."""
    try:
        with in_words(database.file):
            if not is_current(database):
                return False
        _look_at(database)
    except TooNewError:
        database.close()
        raise
    except DatabaseError:
        return False
    return True


def _must_hold(database: Database) -> None:
    faults = check(database)
    if faults:
        raise DamagedError(f"The index {database.file} is damaged ({faults[0]}).")


def _look_at(database: Database) -> None:
    with in_words(database.file):
        for table in _TABLES:
            try:
                database.rows(f"SELECT * FROM {table} LIMIT 1").fetchall()  # noqa: S608 - constants
            except apsw.SQLError as error:  # there is no such table
                raise DamagedError(f"The index {database.file} is damaged ({error}).") from error


def _ended_badly(file: Path) -> bool:
    """Tell whether the last writer did not close: SQLite's journal is merged and removed when one does."""
    try:
        return file.with_name(f"{file.name}-wal").stat().st_size > 0
    except OSError:
        return False


def _set_aside(file: Path) -> str:
    """Rename a damaged file and what SQLite keeps beside it, and return its new name."""
    aside = f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            file.with_name(file.name + ending).replace(file.with_name(aside + ending))
    return aside


def replace_damaged(index: Index) -> Index:
    """Close an index that proved damaged while in use, set it aside and open a new one; opens are kept."""
    if not index.writable:
        raise DatabaseError(f"The index is damaged. {ANOTHER} It is made anew there.")
    index.close()
    notice = _replaced(index.paths.index)
    fresh = open_index(index.paths)
    fresh.notice = notice
    return fresh


def _replaced(file: Path) -> str:
    """Set a damaged index aside, in place of an earlier one (they are large), and return what to tell the person."""
    for old in file.parent.glob(f"{file.name}.damaged-*"):
        old.unlink()
    return f"The index was damaged; it was set aside as {_set_aside(file)} and is being built again."
