"""Writes and reads notes: every note's rows are there as a whole or not at all."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from notesearch.index.schema import CHUNK_BITS, CHUNK_COLUMNS, NOTE_COLUMNS
from notesearch.vault.note import SkippedFile, Stamp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.index.database import Database
    from notesearch.index.filters import NoteFilter
    from notesearch.index.prepare import ChunkRow, NoteRows
    from notesearch.index.semantic import Vectors
    from notesearch.settings import Source
    from notesearch.vault.note import NoteFile, Root

_PLACES = {"chunk_words": ", ".join("?" * (1 + len(CHUNK_COLUMNS))), "note_words": ", ".join("?" * (1 + len(NOTE_COLUMNS)))}
_NOTE_SQL = f"INSERT INTO notes VALUES ({', '.join('?' * 15)})"
_CHUNK_SQL = "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)"


@dataclass(frozen=True, slots=True)
class KnownNote:
    """What the index holds of a file: enough to see without reading whether it is up to date."""

    id: int
    stamp: Stamp
    identity: str


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note's own columns; `date` is ISO text or None, `mtime_ns` the file's when it was read."""

    id: int
    root: str
    path: str
    stamp: Stamp
    title: str
    source: Source
    date: str | None


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk's place; lines are 1-based and inclusive, `start` and `stop` are offsets in the note's text."""

    id: int
    start: int
    stop: int
    first_line: int
    last_line: int
    heading: tuple[str, ...]


_NOTE_QUERY = (
    "SELECT notes.id, roots.path, notes.path, size, mtime_ns, inode, title, source, date "
    "FROM notes JOIN roots ON roots.id = notes.root"
)


class Store:
    """The notes of one index."""

    def __init__(self, database: Database, vectors: Vectors) -> None:
        self._db = database
        self._vectors = vectors

    def root_id(self, root: Root) -> int:
        """Return the row of `root`, made at first sight."""
        path = os.fsencode(root.path)
        self._db.rows("INSERT OR IGNORE INTO roots (path, is_global) VALUES (?, ?)", (path, root.is_global))
        return self._db.number("SELECT id FROM roots WHERE path = ?", (path,))

    def forget_other_roots(self, keep: Iterable[Root]) -> list[int]:
        """Remove roots that are no longer searched, with their notes; returns the removed notes' ids."""
        kept = [self.root_id(root) for root in keep]
        gone = [int(row[0]) for row in self._db.rows("SELECT id FROM roots") if row[0] not in kept]
        removed = []
        for root in gone:
            notes = [int(row[0]) for row in self._db.rows("SELECT id FROM notes WHERE root = ?", (root,)).fetchall()]
            self.remove(notes)
            removed += notes
            self._db.rows("DELETE FROM troubles WHERE root = ?", (root,))
            self._db.rows("DELETE FROM roots WHERE id = ?", (root,))
        return removed

    def known(self, root: Root) -> dict[str, KnownNote]:
        """Return every note of `root` by its path."""
        rows = self._db.rows(
            "SELECT path, id, size, mtime_ns, inode, identity FROM notes WHERE root = ?", (self.root_id(root),)
        )
        return {
            os.fsdecode(path): KnownNote(id_, Stamp(size, mtime_ns, inode), identity)
            for path, id_, size, mtime_ns, inode, identity in rows
        }

    def known_note(self, root: Root, path: str) -> KnownNote | None:
        """Return what is known of one path, or None."""
        row = self._db.rows(
            "SELECT id, size, mtime_ns, inode, identity FROM notes WHERE root = ? AND path = ?",
            (self.root_id(root), os.fsencode(path)),
        ).fetchone()
        return KnownNote(row[0], Stamp(*row[1:4]), row[4]) if row else None

    def write(self, notes: Iterable[NoteRows], identity: str) -> None:
        """Store notes, replacing what their paths held; vectors of unchanged chunks stay. One transaction."""
        with self._db.transaction():
            for rows in notes:
                self._write_note(rows, identity)

    def _write_note(self, rows: NoteRows, identity: str) -> None:
        file, stamp = rows.file, rows.file.stamp
        root = self._db.number("SELECT id FROM roots WHERE path = ?", (os.fsencode(file.root),))
        path = os.fsencode(file.path)
        old = self._db.value("SELECT id FROM notes WHERE root = ? AND path = ?", (root, path))
        if old is not None:
            self._clear(int(str(old)))
        self._db.rows("DELETE FROM troubles WHERE root = ? AND path = ?", (root, path))
        row = (root, path, stamp.size, stamp.mtime_ns, stamp.inode, rows.hash, identity, _clean(rows.title), rows.source)
        rest = (rows.date, _clean(rows.place), rows.open_tasks, rows.done_tasks, _clean(rows.warnings))
        self._db.rows(_NOTE_SQL, (old, *row, *rest))
        note = int(str(old)) if old is not None else self._db.connection.last_insert_rowid()
        self._db.rows("INSERT INTO texts VALUES (?, ?)", (note, _clean(rows.text)))
        self._write_words(note, rows)
        self._write_chunks(note, rows.chunks, stamp.mtime_ns // 1_000_000_000)

    def _write_words(self, note: int, rows: NoteRows) -> None:
        many = self._db.connection.executemany
        many("INSERT OR IGNORE INTO names VALUES (?, ?)", ((_clean(name), note) for name in rows.names))
        many("INSERT OR IGNORE INTO tags VALUES (?, ?)", ((_clean(tag), note) for tag in rows.tags))
        many("INSERT INTO properties VALUES (?, ?, ?)", ((_clean(k), _clean(v), note) for k, v in rows.properties))
        self._db.rows(
            f"INSERT INTO note_words (rowid, {', '.join(NOTE_COLUMNS)}) VALUES ({_PLACES['note_words']})",  # noqa: S608 - constants
            (note, *map(_clean, rows.words)),
        )

    def _write_chunks(self, note: int, chunks: tuple[ChunkRow, ...], recency: int) -> None:
        first = note << CHUNK_BITS
        many = self._db.connection.executemany
        many(
            _CHUNK_SQL,
            (
                (first + n, row.start, row.stop, row.first_line, row.last_line, _clean(row.heading), row.hash, recency)
                for n, row in enumerate(chunks)
            ),
        )
        many(
            f"INSERT INTO chunk_words (rowid, {', '.join(CHUNK_COLUMNS)}) VALUES ({_PLACES['chunk_words']})",  # noqa: S608 - constants
            ((first + n, *map(_clean, row.words)) for n, row in enumerate(chunks)),
        )
        for n, row in enumerate(chunks):
            self._vectors.adopt(first + n, row.hash)

    def remove(self, notes: Iterable[int]) -> None:
        """Delete notes with all that belongs to them, in one transaction; unknown ids are passed over."""
        with self._db.transaction():
            for note in notes:
                self._clear(note)

    def _clear(self, note: int) -> None:
        """Delete all rows of a note; its vectors are set aside by their content."""
        self._vectors.remove(note)
        chunks = (note << CHUNK_BITS, ((note + 1) << CHUNK_BITS) - 1)
        ids = self._db.rows("SELECT id FROM chunks WHERE id BETWEEN ? AND ?", chunks).fetchall()
        self._db.connection.executemany("DELETE FROM chunk_words WHERE rowid = ?", ids)
        self._db.rows("DELETE FROM chunks WHERE id BETWEEN ? AND ?", chunks)
        self._db.rows("DELETE FROM note_words WHERE rowid = ?", (note,))
        for table in ("names", "tags", "properties", "texts"):
            self._db.rows(f"DELETE FROM {table} WHERE note = ?", (note,))  # noqa: S608 - one of four names
        self._db.rows("DELETE FROM notes WHERE id = ?", (note,))

    def outdate(self) -> None:
        """Make every note count as changed; vectors stay with their content."""
        self._db.rows("UPDATE notes SET identity = ''")
        self._db.rows("DELETE FROM troubles")

    def move(self, note: int, root: Root, path: str) -> None:
        """Say that a note's file has another name now; its id, and with it its vectors, stay."""
        self._db.rows("UPDATE notes SET root = ?, path = ? WHERE id = ?", (self.root_id(root), os.fsencode(path), note))

    def note(self, note: int) -> StoredNote | None:
        """Return a note's own columns, or None when it is gone."""
        row = self._db.rows(f"{_NOTE_QUERY} WHERE notes.id = ?", (note,)).fetchone()
        return _stored(row) if row else None

    def notes(self, ids: Iterable[int]) -> dict[int, StoredNote]:
        """Return the notes of these ids that are there."""
        rows = self._db.rows(f"{_NOTE_QUERY} WHERE notes.id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),))
        return {row[0]: _stored(row) for row in rows}

    def matching(self, only: NoteFilter, limit: int) -> list[int]:
        """Return notes that pass a filter, newest file first."""
        where = only.on("id") if only else "1"
        rows = self._db.rows(
            f"SELECT id FROM notes WHERE {where} ORDER BY mtime_ns DESC, id LIMIT ?",  # noqa: S608 - the filter's text is ours
            (*only.values, limit),
        )
        return [int(row[0]) for row in rows]

    def passing(self, notes: Iterable[int], only: NoteFilter) -> list[int]:
        """Return those of `notes` that pass a filter, by id."""
        if not only:
            return list(notes)
        rows = self._db.rows(
            f"SELECT value FROM json_each(?) WHERE {only.on('value')} ORDER BY value",  # noqa: S608 - the filter's text is ours
            (json.dumps(list(notes)), *only.values),
        )
        return [int(row[0]) for row in rows]

    def unembedded(self, chunks: Iterable[int]) -> frozenset[int]:
        """Return those of `chunks` that wait for a vector."""
        rows = self._db.rows(
            "SELECT id FROM chunks WHERE embedded = 0 AND id IN (SELECT value FROM json_each(?))", (json.dumps(list(chunks)),)
        )
        return frozenset(int(row[0]) for row in rows)

    def content_hash(self, note: int) -> bytes:
        """Return the hash of the bytes that a note was read from; empty when it is gone."""
        found = self._db.value("SELECT hash FROM notes WHERE id = ?", (note,))
        return found if isinstance(found, bytes) else b""

    def text(self, note: int) -> str:
        """Return a note's whole text as it was indexed; empty when it is gone."""
        return str(self._db.value("SELECT text FROM texts WHERE note = ?", (note,)) or "")

    def chunk(self, chunk: int) -> StoredChunk | None:
        """Return a chunk's place, or None when it is gone."""
        return self.chunks([chunk]).get(chunk)

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        """Return the places of these chunks, those that are there."""
        rows = self._db.rows(
            "SELECT id, start, stop, first_line, last_line, heading FROM chunks "
            "WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
        return {row[0]: StoredChunk(*row[:5], tuple(json.loads(row[5]))) for row in rows}

    def chunk_text(self, chunk: StoredChunk) -> str:
        """Return the exact slice of the note's text that a chunk is."""
        found = self._db.value(
            "SELECT substr(text, ?, ?) FROM texts WHERE note = ?",
            (chunk.start + 1, chunk.stop - chunk.start, chunk.id >> CHUNK_BITS),
        )
        return str(found or "")

    def at(self, root: str, path: str) -> int | None:
        """Return the note of exactly this root and path, or None."""
        found = self._db.value(
            "SELECT notes.id FROM notes JOIN roots ON roots.id = notes.root WHERE roots.path = ? AND notes.path = ?",
            (os.fsencode(root), os.fsencode(path)),
        )
        return found if isinstance(found, int) else None

    def named(self, key: str) -> list[int]:
        """Return the notes whose title, alias or file name has this key (`prepare.name_key`), oldest id first."""
        return [int(row[0]) for row in self._db.rows("SELECT note FROM names WHERE name = ? ORDER BY note", (key,))]

    def waiting_chunks(self, limit: int) -> list[tuple[int, bytes]]:
        """Return (chunk, content hash) of those that have no vector yet, newest notes first."""
        rows = self._db.rows("SELECT id, hash FROM chunks WHERE embedded = 0 ORDER BY recency DESC LIMIT ?", (limit,))
        return [(int(chunk), bytes(content_hash)) for chunk, content_hash in rows]

    def set_trouble(self, file: SkippedFile, stamp: Stamp | None = None) -> None:
        """Remember a file that is not indexed and why; with its stamp, it is left alone until it changes."""
        size, mtime = (stamp.size, stamp.mtime_ns) if stamp else (-1, -1)
        self._db.rows(
            "INSERT OR REPLACE INTO troubles SELECT id, ?, ?, ?, ?, ? FROM roots WHERE path = ?",
            (os.fsencode(file.path), file.failed, _clean(file.reason), size, mtime, os.fsencode(file.root)),
        )

    def clear_trouble(self, root: Root, path: str) -> None:
        """Forget a trouble: the file is gone or indexed."""
        self._db.rows("DELETE FROM troubles WHERE root = ? AND path = ?", (self.root_id(root), os.fsencode(path)))

    def troubles(self) -> list[SkippedFile]:
        """Return every file that is not indexed, by path."""
        rows = self._db.rows(
            "SELECT roots.path, troubles.path, reason, failed FROM troubles JOIN roots ON roots.id = troubles.root "
            "ORDER BY 1, 2"
        )
        return [SkippedFile(os.fsdecode(root), os.fsdecode(path), reason, bool(failed)) for root, path, reason, failed in rows]

    def trouble_stamps(self, root: Root) -> dict[str, tuple[int, int]]:
        """Return (size, mtime_ns) of the files of `root` that could not be indexed as they are now."""
        rows = self._db.rows("SELECT path, size, mtime_ns FROM troubles WHERE root = ?", (self.root_id(root),))
        return {os.fsdecode(path): (size, mtime) for path, size, mtime in rows}

    def counts(self) -> tuple[int, int, int]:
        """Return how many notes, chunks and chunks with a vector there are."""
        waiting = self._db.number("SELECT count(*) FROM chunks WHERE embedded = 0")
        chunks = self._db.number("SELECT count(*) FROM chunks")
        embedded = self._vectors.count() if waiting else self._db.number("SELECT count(*) FROM chunks WHERE embedded = 1")
        return self._db.number("SELECT count(*) FROM notes"), chunks, embedded


def is_current(known: KnownNote | None, file: NoteFile, identity: str) -> bool:
    """Tell whether the index holds this file as it is on disk, made by this program's tokenizer and chunker."""
    return known is not None and known.stamp == file.stamp and known.identity == identity


def _stored(row: tuple[Any, ...]) -> StoredNote:
    id_, root, path, size, mtime_ns, inode, title, source, date = row
    return StoredNote(id_, os.fsdecode(root), os.fsdecode(path), Stamp(size, mtime_ns, inode), title, source, date)


def _clean(text: str) -> str:
    """Return text that SQLite can hold: lone surrogates (names that are not UTF-8) become question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text
