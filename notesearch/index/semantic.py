"""Vectors in sqlite-vec: found again by their chunk's hash, found by nearness, one model at a time."""

from __future__ import annotations

import json
import math
import struct
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.embedding.embedder import ModelInfo
from notesearch.index.schema import CHUNK_BITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from notesearch.index.database import Database
    from notesearch.index.filters import NoteFilter

MAX_K = 4096  # sqlite-vec refuses a larger k
_FIRST_K = 256
_SPARE_SECONDS = 7 * 24 * 3600
_SPARE_ROWS = 20_000
_SAMPLE = 128
_CENTRE_CHUNKS = 64


# The vectors in use are in one of them, those of a model that is to take its place in the other.
TABLES = ("vectors", "other_vectors")

_NEW_TABLE = "CREATE VIRTUAL TABLE {} USING vec0 (chunk INTEGER PRIMARY KEY, embedding FLOAT[{}])"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A chunk and the L2 distance of its unit vector from the query's, 0..2."""

    chunk: int
    distance: float


class Vectors:
    """The vectors of one index. Without sqlite-vec or before a first model there are none, and that is no error."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._sample: tuple[tuple[int, int], tuple[int, ...]] | None = None
        self._model: tuple[int, str | None, int, str] | None = None
        self.problem = database.vector_problem
        self.available = self.problem is None

    @property
    def model_hash(self) -> str | None:
        """The sha256 of the model whose vectors these are; None before the first."""
        return self._identity()[0]

    @property
    def model(self) -> ModelInfo | None:
        """What is remembered of the model whose vectors these are: name, sha256 and dimensions."""
        stored = self._db.value("SELECT value FROM meta WHERE key = 'model'") if self.available else None
        return _model(str(stored)) if stored else None

    @property
    def dimensions(self) -> int:
        """The width of the vectors, 0 when there are none."""
        return self._identity()[1] if self.available else 0

    @property
    def table(self) -> str:
        """The name of the table that holds the vectors; there is none before the first model."""
        return self._identity()[2]

    def _identity(self) -> tuple[str | None, int, str]:
        """Return the model's (sha256, dimensions) and the table, read again when another process has written."""
        version = self._db.number("PRAGMA data_version")
        if self._model is None or self._model[0] != version:
            stored = self._db.value("SELECT value FROM meta WHERE key = 'model'")
            model = json.loads(str(stored)) if stored else {}
            table = str(model.get("table", TABLES[0]))
            self._model = (version, model.get("sha256"), int(model.get("dimensions", 0)), table)
        return self._model[1:]

    def use_model(self, model: ModelInfo) -> None:
        """Make room for this model's vectors; another model's are dropped in the same transaction, never mixed.

        To be called when the model is ready, not before: until then the old vectors may still be of use.
        """
        if not self.available or self._identity()[:2] == (model.sha256, model.dimensions):
            return
        with self._db.transaction():
            make_table(self._db, self.table, model)
            self._db.rows("DELETE FROM spare_vectors")
            self._db.rows("UPDATE chunks SET embedded = 0 WHERE embedded <> 0")
            self.take(model, self.table)

    def take(self, model: ModelInfo, table: str) -> None:
        """Have `table` hold the vectors, which are of `model`, from now on; to be called in a transaction."""
        self._db.rows("INSERT OR REPLACE INTO meta VALUES ('model', ?)", (identity_of(model, table),))
        self._model = None

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

    def mark_failed(self, chunks: Iterable[tuple[int, bytes]]) -> None:
        """Note (chunk, content hash) that the model cannot embed, so that they are not offered again for ever."""
        with self._db.transaction():
            self._db.connection.executemany(
                "UPDATE chunks SET embedded = -1 WHERE id = ? AND hash = ? AND embedded = 0", chunks
            )

    def _waits(self, chunk: int, content_hash: bytes) -> bool:
        return self._db.value("SELECT embedded FROM chunks WHERE id = ? AND hash = ?", (chunk, content_hash)) == 0

    def _insert(self, chunk: int, vector: bytes) -> None:
        self._db.rows(f"DELETE FROM {self.table} WHERE chunk = ?", (chunk,))
        self._db.rows(f"INSERT INTO {self.table} (chunk, embedding) VALUES (?, ?)", (chunk, vector))
        self._db.rows("UPDATE chunks SET embedded = 1 WHERE id = ?", (chunk,))

    def adopt(self, chunk: int, content_hash: bytes) -> None:
        """Give a new chunk the vector that its content already has: from a note just removed, or from a twin."""
        vector = self.of_content(content_hash) if self.dimensions else None
        if vector is not None:
            self._insert(chunk, vector)

    def of_content(self, content_hash: bytes) -> bytes | None:
        """Return the vector that some chunk of this content has or had, None when there is none."""
        vector = self._db.value("SELECT vector FROM spare_vectors WHERE hash = ?", (content_hash,))
        if vector is None:
            twin = self._db.value("SELECT id FROM chunks WHERE hash = ? AND embedded = 1 LIMIT 1", (content_hash,))
            vector = (
                None if twin is None else self._db.value(f"SELECT embedding FROM {self.table} WHERE chunk = ?", (twin,))
            )
        return vector if isinstance(vector, bytes) else None

    def release(self, note: int, hashes: Sequence[bytes]) -> frozenset[int]:
        """Take out the vectors of a note whose chunks will have these content hashes, but for those that stay right.

        Returns the chunks that keep their vector. The others' are kept aside by content for a week, in case the
        text comes back or has only moved.
        """
        if not self.dimensions:
            self._leave_behind()
            return frozenset()
        first, last = note << CHUNK_BITS, ((note + 1) << CHUNK_BITS) - 1
        kept, now = set(), int(time.time())
        found = self._db.rows("SELECT id, hash FROM chunks WHERE id BETWEEN ? AND ? AND embedded = 1", (first, last))
        for chunk, content_hash in found.fetchall():
            if chunk - first < len(hashes) and hashes[chunk - first] == content_hash:
                kept.add(int(chunk))
                continue
            self._db.rows(
                f"INSERT OR REPLACE INTO spare_vectors SELECT ?, embedding, ? FROM {self.table} WHERE chunk = ?",
                (content_hash, now, chunk),
            )
            self._db.rows(f"DELETE FROM {self.table} WHERE chunk = ?", (chunk,))
        return frozenset(kept)

    def _leave_behind(self) -> None:
        """Note that vectors stay of chunks that go, since sqlite-vec cannot be loaded just now."""
        if not self.available:
            has_model = "SELECT 1 FROM meta WHERE key = 'model'"
            self._db.rows(f"INSERT OR IGNORE INTO meta SELECT 'left behind', 1 WHERE EXISTS ({has_model})")

    def mend(self) -> None:
        """Drop vectors that were left behind while sqlite-vec could not be loaded."""
        if self.dimensions and self._db.value("SELECT 1 FROM meta WHERE key = 'left behind'"):
            with self._db.transaction():
                self._db.rows(f"DELETE FROM {self.table} WHERE chunk NOT IN (SELECT id FROM chunks WHERE embedded = 1)")
                self._db.rows("DELETE FROM meta WHERE key = 'left behind'")

    def sweep(self) -> None:
        """Drop kept-aside vectors that a chunk has too, that are older than a week, or too many."""
        with self._db.transaction():
            self._db.rows("DELETE FROM spare_vectors WHERE since < ?", (int(time.time()) - _SPARE_SECONDS,))
            self._db.rows("DELETE FROM spare_vectors WHERE hash IN (SELECT hash FROM chunks WHERE embedded = 1)")
            self._db.rows(
                "DELETE FROM spare_vectors "
                "WHERE hash NOT IN (SELECT hash FROM spare_vectors ORDER BY since DESC LIMIT ?)",
                (_SPARE_ROWS,),
            )

    def nearest(self, vector: bytes, only: NoteFilter, notes: int) -> list[Neighbour]:
        """Return the nearest chunks, nearest first, until they cover `notes` notes or there are no more.

        The filter works inside the KNN, so that a small folder still gets its full list.
        """
        if not self.dimensions or len(vector) != 4 * self.dimensions:
            return []
        self._db.map_file()
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
            f"SELECT chunk, distance FROM {self.table} WHERE embedding MATCH ? AND k = ?{inside} ORDER BY distance",
            (vector, k, *only.values),
        )
        found = [Neighbour(int(chunk), float(distance)) for chunk, distance in rows if distance is not None]
        return sorted(found, key=lambda neighbour: (neighbour.distance, neighbour.chunk))

    def distances(self, vector: bytes, chunks: Iterable[int]) -> dict[int, float]:
        """Return the L2 distance of each of `chunks` that has a vector."""
        if len(vector) != 4 * self.dimensions or not self.dimensions:
            return {}
        found = {}
        for chunk in chunks:
            distance = self._db.value(
                f"SELECT vec_distance_l2(embedding, ?) FROM {self.table} WHERE chunk = ?", (vector, chunk)
            )
            if isinstance(distance, float):
                found[chunk] = distance
        return found

    def background(self, vector: bytes) -> float | None:
        """Return the median distance of the query from a fixed sample of the vault; None with too few vectors."""
        distances = sorted(self.distances(vector, self._drawn_sample()).values())
        return distances[len(distances) // 2] if len(distances) >= _SAMPLE // 8 else None

    def _drawn_sample(self) -> tuple[int, ...]:
        """Draw chunks evenly by their hash: the same vault gives the same sample on every machine."""
        revision = self._db.revision()
        if self._sample is None or self._sample[0] != revision:
            rows = self._db.rows("SELECT id FROM chunks WHERE embedded = 1 ORDER BY hash LIMIT ?", (_SAMPLE,))
            self._sample = (revision, tuple(int(row[0]) for row in rows))
        return self._sample[1]

    def centre(self, note: int) -> bytes | None:
        """Return the unit mean of a note's vectors (of its first 64 chunks), or None when it has none."""
        if not self.dimensions:
            return None
        rows = self._db.rows(
            "SELECT id FROM chunks WHERE id BETWEEN ? AND ? AND embedded = 1 ORDER BY id LIMIT ?",
            (note << CHUNK_BITS, ((note + 1) << CHUNK_BITS) - 1, _CENTRE_CHUNKS),
        )
        # One by one: asked for several at once, sqlite-vec reads them all.
        vectors = [vector for (chunk,) in rows.fetchall() if (vector := self.vector_of(chunk)) is not None]
        total = [math.fsum(values) for values in zip(*vectors, strict=True)]
        length = math.hypot(*total)
        return struct.pack(f"<{self.dimensions}f", *(value / length for value in total)) if length else None

    def vector_of(self, chunk: int) -> tuple[float, ...] | None:
        """Return a chunk's unit vector, or None."""
        blob = (
            self._db.value(f"SELECT embedding FROM {self.table} WHERE chunk = ?", (chunk,)) if self.dimensions else None
        )
        return struct.unpack(f"<{self.dimensions}f", blob) if isinstance(blob, bytes) else None

    def _blob(self, chunk: int) -> apsw.SQLiteValue:
        return self._db.value(f"SELECT embedding FROM {self.table} WHERE chunk = ?", (chunk,))


def make_table(database: Database, table: str, model: ModelInfo) -> None:
    """Make one of TABLES anew, empty, for this model's vectors; to be called in a transaction."""
    database.rows(f"DROP TABLE IF EXISTS {table}")
    database.rows(_NEW_TABLE.format(table, model.dimensions))


def identity_of(model: ModelInfo, table: str) -> str:
    """Return what is remembered of a model whose vectors are in `table`."""
    kept = {"name": model.name, "sha256": model.sha256, "dimensions": model.dimensions, "table": table}
    return json.dumps(kept)


def _model(stored: str) -> ModelInfo:
    kept = json.loads(stored)
    return ModelInfo(kept["name"], kept["sha256"], kept["dimensions"])
