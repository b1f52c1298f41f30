"""Reads notes and chunks for searches, previews and the model."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from notesearch.index.filters import note_filter
from notesearch.index.schema import CHUNK_BITS
from notesearch.index.text import headings, unpacked
from notesearch.vault.note import Stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from notesearch.index.database import Database
    from notesearch.index.filters import Condition, NoteFilter
    from notesearch.settings import Source


class StoredNote(NamedTuple):
    """A note's own columns; `date` is ISO text or None, `mtime_ns` the file's when it was read."""

    id: int
    root: str
    path: str
    stamp: Stamp
    title: str
    source: Source
    date: str | None


class StoredChunk(NamedTuple):
    """A chunk's place; lines are 1-based and inclusive, `start` and `stop` are offsets in the note's text.

    `opening` and `closing` are what it begins and ends inside of, as in `note.Chunk`.
    """

    id: int
    start: int
    stop: int
    first_line: int
    last_line: int
    heading: tuple[str, ...]
    opening: str
    closing: str

    def markdown(self, piece: str) -> str:
        """Return the chunk's Markdown, to be read by itself; `piece` is its slice of the text."""
        return f"{self.opening}{piece}{self.closing}"


_T = TypeVar("_T")
_NoteRow = tuple[
    int, str, str, int, int, int, str, "Source", "str | None"
]  # id, root, path, stamp, title, source, date
_MOST_TAGS = 12
_MOST_RECALLED = 20_000  # some 20 MB
_NOTE_QUERY = (
    "SELECT notes.id, roots.path, notes.path, size, mtime_ns, notes.inode, title, source, date "
    "FROM notes JOIN roots ON roots.id = notes.root"
)


class Reader:
    """What is stored of the notes of one index; changes nothing."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.file = database.file
        self._counts: tuple[tuple[int, int], tuple[int, int, int, int]] | None = None
        self._revision: tuple[int, int] | None = None
        # As plain tuples, which the garbage collector does not look through again: 20,000 notes took it 40 ms.
        self._notes: dict[int, _NoteRow] = {}
        self._names: dict[int, str] = {}

    def note(self, note: int) -> StoredNote | None:
        """Return a note's own columns, or None when it is gone."""
        row = self._read_notes([note]).get(note)
        return _stored(row) if row else None

    def notes(self, ids: Iterable[int]) -> dict[int, StoredNote]:
        """Return the notes of these ids that are there."""
        rows = self._recalled(self._notes, ids, self._read_notes)
        return {id_: _stored(row) for id_, row in rows.items()}

    def _recalled(
        self, known: dict[int, _T], ids: Iterable[int], read: Callable[[list[int]], dict[int, _T]]
    ) -> dict[int, _T]:
        """Return what is known of these ids, read what is not; all is forgotten when anyone has written.

        As someone types, the same notes come with each letter: 2 ms less a key.
        """
        revision, wanted = self._db.revision(), list(ids)
        if revision != self._revision:
            self._revision = revision
            self._notes.clear()
            self._names.clear()
        if len(known) > _MOST_RECALLED:
            known.clear()
        unknown = [id_ for id_ in wanted if id_ not in known]
        if unknown:
            known.update(read(unknown))
        return {id_: known[id_] for id_ in wanted if id_ in known}

    def _read_notes(self, ids: list[int]) -> dict[int, _NoteRow]:
        rows = self._db.rows(
            f"{_NOTE_QUERY} WHERE notes.id IN (SELECT value FROM json_each(?))",  # noqa: S608 - a constant of ours
            (json.dumps(ids),),
        )
        return {row[0]: (row[0], _root_name(row[1]), os.fsdecode(row[2]), *row[3:]) for row in rows}

    def matching(self, only: NoteFilter, limit: int) -> list[int]:
        """Return notes that pass a filter, newest file first."""
        where = only.on("id") if only else "1"
        rows = self._db.rows(
            f"SELECT id FROM notes WHERE {where} ORDER BY mtime_ns DESC, id LIMIT ?",  # noqa: S608 - the filter's text is ours
            (*only.values, limit),
        )
        return [int(row[0]) for row in rows]

    def any_has(self, condition: Condition) -> bool:
        """Tell whether a condition holds for any note."""
        only = note_filter(condition)
        return bool(self._db.number(f"SELECT EXISTS (SELECT 1 FROM notes WHERE {only.where})", only.values))  # noqa: S608 - the filter's text is ours

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
            "SELECT id FROM chunks WHERE embedded = 0 AND id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(chunks)),),
        )
        return frozenset(int(row[0]) for row in rows)

    def content_hash(self, note: int) -> bytes:
        """Return the hash of the bytes that a note was read from; empty when it is gone."""
        found = self._db.value("SELECT hash FROM notes WHERE id = ?", (note,))
        return found if isinstance(found, bytes) else b""

    def titles(self, notes: Iterable[int]) -> dict[int, str]:
        """Return the titles of those of `notes` that are there."""
        wanted = json.dumps(list(notes))
        rows = self._db.rows("SELECT id, title FROM notes WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
        return {int(id_): str(title) for id_, title in rows}

    def text(self, note: int) -> str:
        """Return a note's whole text as it was indexed; empty when it is gone."""
        return unpacked(self._db.value("SELECT text FROM texts WHERE note = ?", (note,)))

    def chunk(self, chunk: int) -> StoredChunk | None:
        """Return a chunk's place, or None when it is gone."""
        return self.chunks([chunk]).get(chunk)

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        """Return the places of these chunks, those that are there."""
        rows = self._db.rows(
            "SELECT id, start, stop, first_line, last_line, heading, opening, closing FROM chunks "
            "WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
        return {chunk.id: chunk for chunk in map(_stored_chunk, rows)}

    def chunk_texts(self, chunks: Iterable[StoredChunk]) -> dict[int, str]:
        """Return the Markdown of these chunks, as `chunk_text` does, by their ids."""
        places = {chunk.id: chunk for chunk in chunks}
        rows = self._db.rows(
            "SELECT chunks.id, iif(typeof(text) = 'blob', text, substr(text, start + 1, stop - start)) "
            "FROM chunks JOIN texts ON texts.note = chunks.id >> ? WHERE chunks.id IN (SELECT value FROM json_each(?))",
            (CHUNK_BITS, json.dumps(list(places))),
        )
        return {id_: _markdown(places[id_], text) for id_, text in rows}

    def chunk_text(self, chunk: StoredChunk) -> str:
        """Return the Markdown of a chunk: its slice of the note's text, with what it begins and ends inside of."""
        return self.chunk_texts([chunk]).get(chunk.id, "")

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

    def bearers(self, key: str) -> int:
        """Return how many notes have this key (`prepare.name_key`) among their names."""
        return self._db.number("SELECT count(*) FROM names WHERE name = ?", (key,))

    def tags_of(self, notes: Iterable[int]) -> tuple[str, ...]:
        """Return the folded tags of these notes, the most frequent first, at most twelve."""
        rows = self._db.rows(
            "SELECT tag FROM tags WHERE note IN (SELECT value FROM json_each(?)) "
            "GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ?",
            (json.dumps(list(notes)), _MOST_TAGS),
        )
        return tuple(str(tag) for (tag,) in rows)

    def names(self, notes: Iterable[int]) -> dict[int, str]:
        """Return the prepared names (title, aliases, file name) of each of these notes: `words TAB forms`, a line each.

        As one text, for a search sees hundreds of notes and most bear none of its words.
        """
        return self._recalled(self._names, notes, self._read_names)

    def _read_names(self, notes: list[int]) -> dict[int, str]:
        rows = self._db.rows(
            "SELECT note, group_concat(name || char(9) || forms, char(10)) FROM names "
            "WHERE note IN (SELECT value FROM json_each(?)) GROUP BY note",
            (json.dumps(notes),),
        )
        return dict(rows)

    def links_to(self, note: int) -> list[tuple[int, str]]:
        """Return (note, target) of each link that may mean `note`, for it bears one of its names; newest file first."""
        rows = self._db.rows(
            "SELECT DISTINCT links.note, links.target FROM names JOIN links ON links.key = names.name "
            "JOIN notes ON notes.id = links.note WHERE names.note = ? ORDER BY mtime_ns DESC, links.note, links.target",
            (note,),
        )
        return [(int(origin), str(target)) for origin, target in rows]

    def waiting_chunks(self, limit: int) -> list[tuple[int, bytes]]:
        """Return (chunk, content hash) of those that have no vector yet, newest notes first."""
        rows = self._db.rows("SELECT id, hash FROM chunks WHERE embedded = 0 ORDER BY recency DESC LIMIT ?", (limit,))
        return [(int(chunk), bytes(content_hash)) for chunk, content_hash in rows]

    def counts(self) -> tuple[int, int, int]:
        """Return how many notes, chunks and chunks with a vector there are."""
        return self._counted()[:3]

    def waiting(self) -> int:
        """Return how many chunks can still get a vector; those that the model cannot embed are not among them."""
        _, chunks, embedded, failed = self._counted()
        return chunks - embedded - failed

    def _counted(self) -> tuple[int, int, int, int]:
        """Count notes, chunks, chunks with a vector and failed ones, again only after someone has written."""
        revision = self._db.revision()
        if self._counts is None or self._counts[0] != revision:
            number = self._db.number
            chunks = number("SELECT count(*) FROM chunks")
            waiting = number("SELECT count(*) FROM chunks WHERE embedded = 0")
            failed = number("SELECT count(*) FROM chunks WHERE embedded = -1")
            counted = (number("SELECT count(*) FROM notes"), chunks, chunks - waiting - failed, failed)
            self._counts = (revision, counted)
        return self._counts[1]


def _stored(row: _NoteRow) -> StoredNote:
    id_, root, path, size, mtime_ns, inode, title, source, date = row
    return StoredNote(id_, root, path, Stamp(size, mtime_ns, inode), title, source, date)


@lru_cache(maxsize=64)  # a search sees the same one in hundreds of rows
def _root_name(root: bytes) -> str:
    return os.fsdecode(root)


def _stored_chunk(row: tuple[Any, ...]) -> StoredChunk:
    id_, start, stop, first_line, last_line, heading, *around = row
    return StoredChunk(id_, start, stop, first_line, last_line, headings(heading), *around)


def _markdown(chunk: StoredChunk, found: str | bytes) -> str:
    """Return the Markdown of a chunk out of its slice, or out of its note's packed text."""
    text = unpacked(found)
    return chunk.markdown(text[chunk.start : chunk.stop] if isinstance(found, bytes) else text)
