"""Keeps the index small and quick: merges what FTS5 has written in parts and gives free pages back to the disk."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notesearch.index.database import Database

_TABLES = ("chunk_words", "note_words")
_STEP_S = 0.01
_PAGES, _PAGES_A_LARGE_STEP = 16, 1000  # 3.7 s for 20,000 notes in small steps, 1.3 s in large ones
_LEAST_CHANGES = 2  # FTS5 says by fewer that there was nothing to merge


class Compaction:
    """Works in bounded steps, each one transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def a_little(self) -> bool:
        """Merge for about 10 ms where parts have piled up; returns whether there may be more to merge."""
        deadline = time.monotonic() + _STEP_S
        with self._db.transaction():
            more = [table for table in _TABLES if self._merged(table, deadline)]
        return bool(more)

    def _merged(self, table: str, deadline: float) -> bool:
        while self._merge(table, _PAGES):
            if time.monotonic() >= deadline:
                return True
        return False

    def wholly(self, *, gentle: bool) -> Iterator[None]:
        """Merge all parts of each table into one and cut the file down to what is used; `gentle` in small steps.

        For after a first index, measured on 20,000 notes: the file falls from 3.1 to 2.9 times the notes' size, and
        a query's time in FTS5 by a sixth.
        """
        pages = _PAGES if gentle else _PAGES_A_LARGE_STEP
        for table in _TABLES:
            self._merge(table, -pages)  # below zero: of whatever size they are
            yield
            while self._merge(table, pages):
                yield
        while self._gave_back(pages):
            yield

    def _gave_back(self, pages: int) -> bool:
        """Give so many free pages back to the disk; tells whether there were any, and the file is made for it."""
        before = self._db.number("PRAGMA freelist_count")
        self._db.rows(f"PRAGMA incremental_vacuum({pages})").fetchall()
        return self._db.number("PRAGMA freelist_count") < before

    def _merge(self, table: str, pages: int) -> bool:
        """Merge about so many pages' worth; tells whether there was anything to merge."""
        before = self._db.connection.total_changes()
        self._db.rows(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', ?)", (pages,))  # noqa: S608 - one of two names
        return self._db.connection.total_changes() - before >= _LEAST_CHANGES
