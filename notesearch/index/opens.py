"""Remembers which notes the person opened from results; kept apart from what can be rebuilt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.index.database import open_database

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS opens (
    root BLOB NOT NULL, path BLOB NOT NULL, hash BLOB NOT NULL,
    count INTEGER NOT NULL, last REAL NOT NULL,
    PRIMARY KEY (root, path)
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Opened:
    """How often a note was opened, and when last (unix seconds)."""

    count: int
    last: float


class Opens:
    """One vault's opens, by root and path; they follow a note that is moved, known by its content."""

    def __init__(self, file: Path) -> None:
        self._db = open_database(file)
        self._db.rows(_SCHEMA)
        self._all: dict[tuple[str, str], Opened] | None = None

    def record(self, root: str, path: str, content_hash: bytes, now: float) -> None:
        """Count one opening of a note."""
        self._db.rows(
            "INSERT INTO opens VALUES (?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET count = count + 1, last = excluded.last, "
            "hash = excluded.hash",
            (os.fsencode(root), os.fsencode(path), content_hash, now),
        )
        self._all = None

    def of(self, root: str, path: str) -> Opened | None:
        """Return the opens of a note, or None when it was never opened."""
        return self._everything().get((root, path))

    def _everything(self) -> dict[tuple[str, str], Opened]:
        if self._all is None:
            rows = self._db.rows("SELECT root, path, count, last FROM opens")
            self._all = {(os.fsdecode(root), os.fsdecode(path)): Opened(count, last) for root, path, count, last in rows}
        return self._all

    def follow(self, root: str, path: str, content_hash: bytes, is_there: Callable[[str, str], bool]) -> None:
        """Tell of a note that was just indexed: its opens keep up with edits, and move with a moved note.

        `is_there(root, path)` says whether the index still holds a note under its old name.
        """
        if not self._everything():
            return
        place = (os.fsencode(root), os.fsencode(path))
        if (root, path) in self._everything():
            self._db.rows("UPDATE opens SET hash = ? WHERE root = ? AND path = ?", (content_hash, *place))
            return
        for old_root, old_path in self._db.rows("SELECT root, path FROM opens WHERE hash = ?", (content_hash,)).fetchall():
            if not is_there(os.fsdecode(old_root), os.fsdecode(old_path)):
                self._db.rows("UPDATE opens SET root = ?, path = ? WHERE root = ? AND path = ?", (*place, old_root, old_path))
                self._all = None
                return

    def clear(self) -> None:
        """Forget every opening."""
        self._db.rows("DELETE FROM opens")
        self._all = None

    def close(self) -> None:
        """Close the file."""
        self._db.close()
