"""Writes notes: every note's rows are there as a whole or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.ledger import Place, fitting
from notesearch.index.reader import Reader, StoredChunk, StoredNote
from notesearch.index.rowids import row_bits, word_row
from notesearch.index.schema import CHUNK_BITS, CHUNK_COLUMNS, NOTE_COLUMNS
from notesearch.index.text import storable
from notesearch.index.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from notesearch.index.database import Database
    from notesearch.index.prepare import ChunkRow, NoteRows
    from notesearch.index.semantic import Vectors

__all__ = ["Store", "StoredChunk", "StoredNote"]


def _insert(table: str, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - constants


_NOTE_SQL = f"INSERT INTO notes VALUES ({', '.join('?' * 15)})"  # noqa: S608 - constants of ours
_CHUNK_SQL = f"INSERT INTO chunks VALUES ({', '.join('?' * 11)})"  # noqa: S608 - constants of ours
_NOTE_WORDS_SQL = _insert("note_words", ("rowid", *NOTE_COLUMNS))
_CHUNK_WORDS_SQL = _insert("chunk_words", ("rowid", *CHUNK_COLUMNS))


class _Writing(NamedTuple):
    """A note to be written at (root, path) under the id `note`, 0 for a new one; `same` if its rows are there."""

    rows: NoteRows
    root: int
    path: bytes
    note: int
    same: bool


class Store(Reader):
    """The notes of one index, to be read and written."""

    def __init__(self, database: Database, vectors: Vectors) -> None:
        super().__init__(database)
        self._vectors = vectors
        self.vocabulary = Vocabulary(database)
        self._bits = CHUNK_BITS

    def write(self, notes: Iterable[NoteRows], identity: str, moved: Mapping[Place, int] | None = None) -> None:
        """Store notes in one transaction, replacing what their paths held; unchanged chunks keep their vectors.

        `moved` gives the ids of notes that lay elsewhere until now: they keep their id.
        """
        try:
            with self._writing():
                last = {(rows.file.root, rows.file.path): rows for rows in notes}
                self._write_all([self._replacing(rows, identity, moved or {}) for rows in last.values()], identity)
        except BaseException:
            self.vocabulary.forget_learned()
            raise

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Begin a transaction, and see how rows are numbered: another index may have come into this one's place."""
        with self._db.transaction():
            self._bits = row_bits(self._db)
            yield

    def _replacing(self, rows: NoteRows, identity: str, moved: Mapping[Place, int]) -> _Writing:
        """Say what is to be done for a note: which one it takes the place of, and whether only its stamp is new."""
        root = self._db.number("SELECT id FROM roots WHERE path = ?", (os.fsencode(rows.file.root),))
        path = os.fsencode(rows.file.path)
        self._db.rows("DELETE FROM troubles WHERE root = ? AND path = ?", (root, path))
        old = self._db.rows("SELECT id, hash, identity FROM notes WHERE root = ? AND path = ?", (root, path)).fetchone()
        if old is None:
            return _Writing(rows, root, path, moved.get((rows.file.root, rows.file.path), 0), same=False)
        return _Writing(rows, root, path, int(old[0]), same=old[1:] == (rows.hash, identity))

    def _write_all(self, writings: Sequence[_Writing], identity: str) -> None:
        """Take out all that is replaced, then put in all that is new, each by id.

        FTS5 writes out what it has gathered whenever a row comes that is not after the last one, and merges at that:
        note by note, 5,000 changed ones made steps of 200 ms.
        """
        known = sorted((each for each in writings if each.note), key=lambda each: each.note)
        kept: dict[int, frozenset[int]] = {}
        for each in known:
            if not each.same:
                kept[each.note] = self._vectors.release(each.note, [row.hash for row in each.rows.chunks])
                self._clear(each.note)
        for each in (*known, *(each for each in writings if not each.note)):
            if each.same:
                self._restamp(each.note, each.rows)
                continue
            note = self._insert_note(each, identity)
            self._write_words(note, each.rows)
            self._write_chunks(note, each.rows, kept.get(note, frozenset()))

    def _restamp(self, note: int, rows: NoteRows) -> None:
        """Take the file's new stamp; its bytes, and so its rows, are the same."""
        stamp = fitting(rows.file.stamp)
        self._db.rows(
            "UPDATE notes SET size = ?, mtime_ns = ?, inode = ? WHERE id = ?",
            (stamp.size, stamp.mtime_ns, stamp.inode, note),
        )
        self._db.rows("UPDATE chunks SET recency = ? WHERE id BETWEEN ? AND ?", (_recency(rows), *span(note)))

    def _insert_note(self, writing: _Writing, identity: str) -> int:
        rows, place = writing.rows, (writing.note or None, writing.root, writing.path)
        stamp = fitting(rows.file.stamp)
        file = (stamp.size, stamp.mtime_ns, stamp.inode, rows.hash, identity)
        shown = (storable(rows.title), rows.source, rows.date, storable(rows.place))
        self._db.rows(_NOTE_SQL, (*place, *file, *shown, rows.open_tasks, rows.done_tasks, storable(rows.warnings)))
        note = writing.note or self._db.connection.last_insert_rowid()
        self._db.rows("INSERT INTO texts VALUES (?, ?)", (note, rows.text))
        return note

    def _write_words(self, note: int, rows: NoteRows) -> None:
        many = self._db.connection.executemany
        many(
            "INSERT OR IGNORE INTO names (note, name, forms) VALUES (?, ?, ?)",
            ((note, storable(name), storable(forms)) for name, forms in rows.names),
        )
        many("INSERT OR IGNORE INTO tags VALUES (?, ?)", ((storable(tag), note) for tag in rows.tags))
        links = ((storable(key), note, storable(target)) for key, target in rows.links)
        many("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", links)
        many("INSERT INTO properties VALUES (?, ?, ?)", ((storable(k), storable(v), note) for k, v in rows.properties))
        self._db.rows(_NOTE_WORDS_SQL, (note, *map(storable, rows.words)))
        self.vocabulary.learn(map(storable, rows.words))

    def _write_chunks(self, note: int, rows: NoteRows, kept: frozenset[int]) -> None:
        numbered = list(enumerate(rows.chunks, note << CHUNK_BITS))
        recency = _recency(rows)
        many = self._db.connection.executemany
        state = ((row.hash, recency, int(id_ in kept)) for id_, row in numbered)
        places = ((id_, *_place(row)) for id_, row in numbered)
        signs = ((storable(row.opening), row.closing) for _, row in numbered)
        many(_CHUNK_SQL, ((*place, *kind, *around) for place, kind, around in zip(places, state, signs, strict=True)))
        many(_CHUNK_WORDS_SQL, ((word_row(id_, self._bits), *map(storable, row.words)) for id_, row in numbered))
        for id_, row in numbered:
            if id_ not in kept:
                self._vectors.adopt(id_, row.hash)

    def remove(self, notes: Iterable[int]) -> int:
        """Delete notes with all that belongs to them, in one transaction; returns how many were there."""
        removed = 0
        with self._writing():
            for note in notes:
                self._vectors.release(note, [])
                removed += self._clear(note)
        return removed

    def _clear(self, note: int) -> bool:
        """Delete all rows of a note but its vectors; tells whether it was there."""
        ids = self._db.rows("SELECT id FROM chunks WHERE id BETWEEN ? AND ?", span(note)).fetchall()
        rows = ((word_row(id_, self._bits),) for (id_,) in ids)
        self._db.connection.executemany("DELETE FROM chunk_words WHERE rowid = ?", rows)
        self._db.rows("DELETE FROM chunks WHERE id BETWEEN ? AND ?", span(note))
        self._db.rows("DELETE FROM note_words WHERE rowid = ?", (note,))
        for table in ("names", "tags", "links", "properties", "texts"):
            self._db.rows(f"DELETE FROM {table} WHERE note = ?", (note,))  # noqa: S608 - one of four names
        self._db.rows("DELETE FROM notes WHERE id = ?", (note,))
        return self._db.connection.changes() > 0


def span(note: int) -> tuple[int, int]:
    """Return the first and the last id that a note's chunks can have."""
    return note << CHUNK_BITS, ((note + 1) << CHUNK_BITS) - 1


def _place(row: ChunkRow) -> tuple[int, int, int, int, str]:
    return row.start, row.stop, row.first_line, row.last_line, storable(row.heading)


def _recency(rows: NoteRows) -> int:
    return fitting(rows.file.stamp).mtime_ns // 1_000_000_000
