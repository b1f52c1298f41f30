"""Remembers which notes the person opened from results; kept apart from what can be rebuilt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.index.database import DatabaseError, TooNewError, in_words, open_database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from notesearch.index.database import Database

_VERSION = 1
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS opens (
    root BLOB NOT NULL, path BLOB NOT NULL, hash BLOB NOT NULL,
    count INTEGER NOT NULL, last REAL NOT NULL,
    PRIMARY KEY (root, path)
) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
"""


@dataclass(frozen=True, slots=True)
class Opened:
    """How often a note was opened, and when last (unix seconds)."""

    count: int
    last: float


class Opens:
    """One vault's opens, by root and path; they follow a note that is moved, known by its content."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._all: dict[tuple[str, str], Opened] | None = None

    def record(self, root: str, path: str, content_hash: bytes, now: float) -> None:
        """Count one opening of a note; raises DatabaseError when that cannot be kept."""
        self._all = None
        with in_words(self._db.file):
            self._db.rows(
                "INSERT INTO opens VALUES (?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET "
                "count = count + 1, last = excluded.last, hash = excluded.hash",
                (os.fsencode(root), os.fsencode(path), content_hash, now),
            )

    def of(self, root: str, path: str) -> Opened | None:
        """Return the opens of a note, or None when it was never opened."""
        return self._everything().get((root, path))

    def _everything(self) -> dict[tuple[str, str], Opened]:
        if self._all is None:
            rows = self._db.rows("SELECT root, path, count, last FROM opens")
            self._all = {
                (os.fsdecode(root), os.fsdecode(path)): Opened(count, last) for root, path, count, last in rows
            }
        return self._all

    def follow(self, root: str, path: str, content_hash: bytes, is_there: Callable[[str, str], bool]) -> None:
        """Tell of a note that was just indexed: its opens keep up with edits, and move with a moved note.

        `is_there(root, path)` says whether the index still holds a note under its old name.
        """
        if not self._everything():
            return
        if (root, path) in self._everything():
            place = (os.fsencode(root), os.fsencode(path))
            self._db.rows(
                "UPDATE opens SET hash = ? WHERE root = ? AND path = ? AND hash <> ?1", (content_hash, *place)
            )
            return
        for old_root, old_path in self._db.rows(
            "SELECT root, path FROM opens WHERE hash = ?", (content_hash,)
        ).fetchall():
            old = (os.fsdecode(old_root), os.fsdecode(old_path))
            if not is_there(*old):
                self._move(old, (root, path))
                return

    def hand_on(self, root: str, path: str, twins: Callable[[], Iterable[tuple[str, str]]]) -> None:
        """Tell of a note that is about to be removed: its opens go to the first of `twins`, notes of the same content.

        This is how a note is followed whose new name was met before its old one was missed.
        """
        if (root, path) in self._everything():
            heir = next((twin for twin in twins() if twin != (root, path) and twin not in self._everything()), None)
            if heir is not None:
                self._move((root, path), heir)

    def _move(self, old: tuple[str, str], new: tuple[str, str]) -> None:
        old_place, new_place = (tuple(map(os.fsencode, place)) for place in (old, new))
        self._db.rows("UPDATE opens SET root = ?, path = ? WHERE root = ? AND path = ?", (*new_place, *old_place))
        self._all = None

    def clear(self) -> None:
        """Forget every opening; raises DatabaseError when that cannot be kept."""
        self._all = None
        with in_words(self._db.file):
            self._db.rows("DELETE FROM opens")

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def open_opens(file: Path) -> Opens:
    """Open or create the record; raises DatabaseError in words, DamagedError for a damaged file."""
    database = open_database(file)
    try:
        with in_words(file):
            _prepare(database)
    except BaseException:
        database.close()
        raise
    return Opens(database)


def no_opens(file: Path) -> Opens:
    """Return the record of a folder that cannot be written: what `file` holds if it can be read, else nothing."""
    try:
        database = open_database(file, "frozen")
        with in_words(file):
            database.rows("SELECT count(*) FROM opens").fetchall()
    except DatabaseError:
        database = open_database(file, "memory")
        _prepare(database)
    return Opens(database)


def _prepare(database: Database) -> None:
    version = database.number("PRAGMA user_version")
    if version > _VERSION:
        raise TooNewError(f"{database.file} was written by a newer NoteSearch: update the program.")
    if version < _VERSION:
        with database.transaction():
            database.rows(_SCHEMA)
    database.rows("SELECT count(*) FROM opens").fetchall()  # damage shows now
