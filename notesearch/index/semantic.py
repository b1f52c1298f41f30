"""Vectors in sqlite-vec: kept under their chunk's hash, found by nearness, one model at a time."""

from __future__ import annotations

import json
import struct
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.index.schema import CHUNK_BITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.embedding.embedder import ModelInfo
    from notesearch.index.database import Database
    from notesearch.index.filters import NoteFilter

MAX_K = 4096  # sqlite-vec refuses a larger k
_FIRST_K = 256
_SPARE_SECONDS = 7 * 24 * 3600
_SPARE_ROWS = 20_000
_SAMPLE = 128


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A chunk and the L2 distance of its unit vector from the query's, 0..2."""

    chunk: int
    distance: float


class Vectors:
    """The vectors of one index. Without sqlite-vec or before a first model there are none, and that is no error."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._sample: tuple[int, ...] | None = None
        self.available = database.vector_problem is None
        self.dimensions = self._stored_dimensions() if self.available else 0

    def _stored_dimensions(self) -> int:
        stored = self._db.value("SELECT value FROM meta WHERE key = 'model'")
        return int(json.loads(str(stored))["dimensions"]) if stored else 0

    @property
    def model_hash(self) -> str | None:
        """The sha256 of the model whose vectors these are; None before the first."""
        stored = self._db.value("SELECT value FROM meta WHERE key = 'model'")
        return str(json.loads(str(stored))["sha256"]) if stored else None

    def use_model(self, model: ModelInfo) -> None:
        """Make room for this model's vectors; another model's are dropped in the same transaction, never mixed."""
        if not self.available or self.model_hash == model.sha256:
            return
        identity = {"name": model.name, "sha256": model.sha256, "dimensions": model.dimensions}
        with self._db.transaction():
            self._db.rows("DROP TABLE IF EXISTS vectors")
            self._db.rows(
                f"CREATE VIRTUAL TABLE vectors USING vec0 (chunk INTEGER PRIMARY KEY, embedding FLOAT[{model.dimensions}])"
            )
            self._db.rows("DELETE FROM spare_vectors")
            self._db.rows("UPDATE chunks SET embedded = 0")
            self._db.rows("INSERT OR REPLACE INTO meta VALUES ('model', ?)", (json.dumps(identity),))
        self.dimensions = model.dimensions
        self._sample = None

    def put(self, vectors: Iterable[tuple[int, bytes, bytes]]) -> int:
        """Store (chunk, content hash, vector) of chunks that still have that content and no vector yet.

        Returns how many were stored. One transaction.
        """
        stored = 0
        with self._db.transaction():
            for chunk, content_hash, vector in vectors:
                if len(vector) == 4 * self.dimensions and self._waits(chunk, content_hash):
                    self._insert(chunk, vector)
                    stored += 1
        return stored

    def mark_failed(self, chunks: Iterable[int]) -> None:
        """Note chunks that the model cannot embed, so that they are not offered again for ever."""
        with self._db.transaction():
            self._db.connection.executemany("UPDATE chunks SET embedded = -1 WHERE id = ?", ((chunk,) for chunk in chunks))

    def _waits(self, chunk: int, content_hash: bytes) -> bool:
        return self._db.value("SELECT embedded FROM chunks WHERE id = ? AND hash = ?", (chunk, content_hash)) == 0

    def _insert(self, chunk: int, vector: bytes) -> None:
        self._db.rows("DELETE FROM vectors WHERE chunk = ?", (chunk,))
        self._db.rows("INSERT INTO vectors (chunk, embedding) VALUES (?, ?)", (chunk, vector))
        self._db.rows("UPDATE chunks SET embedded = 1 WHERE id = ?", (chunk,))

    def adopt(self, chunk: int, content_hash: bytes) -> None:
        """Give a new chunk the vector that its content already has: from a note just removed, or from a twin."""
        if not self.dimensions:
            return
        vector = self._db.value("SELECT vector FROM spare_vectors WHERE hash = ?", (content_hash,))
        if vector is None:
            twin = self._db.value("SELECT id FROM chunks WHERE hash = ? AND embedded = 1 LIMIT 1", (content_hash,))
            vector = None if twin is None else self._db.value("SELECT embedding FROM vectors WHERE chunk = ?", (twin,))
        if isinstance(vector, bytes):
            self._insert(chunk, vector)

    def remove(self, note: int) -> None:
        """Take the note's vectors out, keeping them aside by content for a week in case the text comes back."""
        if not self.dimensions:
            return
        now = int(time.time())
        for chunk, content_hash in self._db.rows(
            "SELECT id, hash FROM chunks WHERE id BETWEEN ? AND ? AND embedded = 1", _span(note)
        ).fetchall():
            self._db.rows(
                "INSERT OR REPLACE INTO spare_vectors SELECT ?, embedding, ? FROM vectors WHERE chunk = ?",
                (content_hash, now, chunk),
            )
            self._db.rows("DELETE FROM vectors WHERE chunk = ?", (chunk,))

    def sweep(self) -> None:
        """Drop kept-aside vectors that are older than a week, or too many."""
        with self._db.transaction():
            self._db.rows("DELETE FROM spare_vectors WHERE since < ?", (int(time.time()) - _SPARE_SECONDS,))
            self._db.rows(
                "DELETE FROM spare_vectors WHERE hash NOT IN (SELECT hash FROM spare_vectors ORDER BY since DESC LIMIT ?)",
                (_SPARE_ROWS,),
            )

    def count(self) -> int:
        """How many chunks have a vector."""
        return self._db.number("SELECT count(*) FROM chunks WHERE embedded = 1") if self.dimensions else 0

    def nearest(self, vector: bytes, only: NoteFilter, notes: int) -> list[Neighbour]:
        """Return the nearest chunks, nearest first, until they cover `notes` notes or there are no more.

        The filter works inside the KNN, so that a small folder still gets its full list.
        """
        if not self.dimensions or len(vector) != 4 * self.dimensions:
            return []
        k = _FIRST_K
        while True:
            found = self._knn(vector, only, k)
            covered = len({neighbour.chunk >> CHUNK_BITS for neighbour in found})
            if covered >= notes or len(found) < k or k >= MAX_K:
                return found
            k = min(MAX_K, k * 4)

    def _knn(self, vector: bytes, only: NoteFilter, k: int) -> list[Neighbour]:
        inside = f" AND chunk IN (SELECT id FROM chunks WHERE {only.on('id >> 16')})" if only else ""
        rows = self._db.rows(
            f"SELECT chunk, distance FROM vectors WHERE embedding MATCH ? AND k = ?{inside} ORDER BY distance, chunk",  # noqa: S608 - the filter's text is ours, its values are bound
            (vector, k, *only.values),
        )
        return [Neighbour(int(chunk), float(distance)) for chunk, distance in rows if distance is not None]

    def distances(self, vector: bytes, chunks: Iterable[int]) -> dict[int, float]:
        """Return the L2 distance of each of `chunks` that has a vector."""
        if len(vector) != 4 * self.dimensions or not self.dimensions:
            return {}
        found = {}
        for chunk in chunks:
            distance = self._db.value("SELECT vec_distance_l2(embedding, ?) FROM vectors WHERE chunk = ?", (vector, chunk))
            if isinstance(distance, float):
                found[chunk] = distance
        return found

    def background(self, vector: bytes) -> float | None:
        """Return the median distance of the query from a fixed sample of the vault; None with too few vectors."""
        if self._sample is None:
            self._sample = self._draw_sample()
        distances = sorted(self.distances(vector, self._sample).values())
        return distances[len(distances) // 2] if len(distances) >= _SAMPLE // 8 else None

    def _draw_sample(self) -> tuple[int, ...]:
        """Draw chunks evenly by their hash: the same vault gives the same sample on every machine."""
        rows = self._db.rows("SELECT id FROM chunks WHERE embedded = 1 ORDER BY hash LIMIT ?", (_SAMPLE,))
        return tuple(int(row[0]) for row in rows)

    def forget_sample(self) -> None:
        """Draw the sample anew next time: the vault has changed."""
        self._sample = None

    def vector_of(self, chunk: int) -> tuple[float, ...] | None:
        """Return a chunk's unit vector, or None."""
        blob = self._db.value("SELECT embedding FROM vectors WHERE chunk = ?", (chunk,)) if self.dimensions else None
        return struct.unpack(f"<{self.dimensions}f", blob) if isinstance(blob, bytes) else None


def _span(note: int) -> tuple[int, int]:
    return note << CHUNK_BITS, ((note + 1) << CHUNK_BITS) - 1
