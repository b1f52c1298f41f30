"""Vectors of a newly chosen model: made beside those in use, which answer meanwhile, and put in their place at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from notesearch.index.semantic import TABLES, identity_of, make_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.embedding.embedder import ModelInfo
    from notesearch.index.database import Database
    from notesearch.index.semantic import Vectors

# What was noted of a chunk holds while the chunk has that content.
_SEEN = "FROM next_chunks WHERE chunk = chunks.id AND next_chunks.hash = chunks.hash"
_EMBEDDED = "SELECT count(*) FROM next_chunks WHERE embedded = 1"


class Succession:
    """The vectors that are to take the place of `vectors`. They are noted by chunk and content: notes may change."""

    def __init__(self, database: Database, vectors: Vectors) -> None:
        self._db = database
        self._vectors = vectors
        self._counts: tuple[tuple[int, int], tuple[int, int]] | None = None

    @property
    def model_hash(self) -> str | None:
        """The sha256 of the model that is to take over; None when there is none."""
        stored = self._db.value("SELECT value FROM meta WHERE key = 'next model'")
        return str(json.loads(str(stored))["sha256"]) if stored else None

    @property
    def _table(self) -> str:
        return TABLES[1 - TABLES.index(self._vectors.table)]

    def begin(self, model: ModelInfo) -> None:
        """Make room for this model's vectors, unless that was done; those of a third model are dropped."""
        if self.model_hash == model.sha256:
            return
        with self._db.transaction():
            make_table(self._db, self._table, model)
            self._db.rows("DELETE FROM next_chunks")
            self._db.rows("INSERT OR REPLACE INTO meta VALUES ('next model', ?)", (identity_of(model, self._table),))

    def waiting(self, limit: int) -> list[tuple[int, bytes]]:
        """Return (chunk, content hash) of those that this model has not seen yet, newest notes first."""
        rows = self._db.rows(
            f"SELECT id, hash FROM chunks WHERE NOT EXISTS (SELECT 1 {_SEEN}) ORDER BY recency DESC LIMIT ?",
            (limit,),
        )
        return [(int(chunk), bytes(content_hash)) for chunk, content_hash in rows]

    def counts(self) -> tuple[int, int]:
        """Return about how many chunks have a vector of this model, and how many wait for one."""
        revision = self._db.revision()
        if self._counts is None or self._counts[0] != revision:
            number = self._db.number
            seen, embedded = number("SELECT count(*) FROM next_chunks"), number(_EMBEDDED)
            self._counts = (revision, (embedded, max(0, number("SELECT count(*) FROM chunks") - seen)))
        return self._counts[1]

    def put(self, vectors: Iterable[tuple[int, bytes, bytes]]) -> int:
        """Keep (chunk, content hash, vector); returns how many. One transaction."""
        kept = 0
        with self._db.transaction():
            for chunk, content_hash, vector in vectors:
                self._note(chunk, content_hash, embedded=1)
                self._db.rows(f"DELETE FROM {self._table} WHERE chunk = ?", (chunk,))
                self._db.rows(f"INSERT INTO {self._table} (chunk, embedding) VALUES (?, ?)", (chunk, vector))
                kept += 1
        return kept

    def mark_failed(self, chunks: Iterable[tuple[int, bytes]]) -> None:
        """Note (chunk, content hash) that the model cannot embed, so that they are not offered again for ever."""
        with self._db.transaction():
            for chunk, content_hash in chunks:
                self._note(chunk, content_hash, embedded=-1)

    def _note(self, chunk: int, content_hash: bytes, *, embedded: int) -> None:
        self._db.rows("INSERT OR REPLACE INTO next_chunks VALUES (?, ?, ?)", (chunk, content_hash, embedded))

    def take_over(self, model: ModelInfo) -> None:
        """Put the vectors made in the place of those in use, in one transaction."""
        old, new = self._vectors.table, self._table
        with self._db.transaction():
            self._db.rows(f"UPDATE chunks SET embedded = coalesce((SELECT next_chunks.embedded {_SEEN}), 0)")
            gone = f"SELECT rowid FROM {new}_rowids WHERE rowid NOT IN (SELECT id FROM chunks WHERE embedded = 1)"
            for (chunk,) in self._db.rows(gone).fetchall():
                self._db.rows(f"DELETE FROM {new} WHERE chunk = ?", (chunk,))
            self._db.rows(f"DROP TABLE {old}")
            self._db.rows("DELETE FROM spare_vectors")
            self._vectors.take(model, new)
            self._forget()

    def give_up(self) -> None:
        """Drop what was made, if anything: the model in use stays."""
        if self.model_hash is not None:
            with self._db.transaction():
                self._db.rows(f"DROP TABLE IF EXISTS {self._table}")
                self._forget()

    def _forget(self) -> None:
        self._db.rows("DELETE FROM next_chunks")
        self._db.rows("DELETE FROM meta WHERE key = 'next model'")
