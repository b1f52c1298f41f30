"""Compares notes, chunks, words and vectors: what must always hold in an index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.index.database import DatabaseError, in_words
from notesearch.index.rowids import chunk_of
from notesearch.index.schema import CHUNK_BITS
from notesearch.index.semantic import Vectors
from notesearch.index.text import headings, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notesearch.index.database import Database

_IN_WORDS = f"SELECT {chunk_of('id')} AS chunk FROM chunk_words_docsize"  # noqa: S608 - constants of ours
# Each query counts rows that must not be; the words say what they would be.
_INVARIANTS = (
    ("notes without a root", "SELECT count(*) FROM notes WHERE root NOT IN (SELECT id FROM roots)"),
    ("notes without a text", "SELECT count(*) FROM notes WHERE id NOT IN (SELECT note FROM texts)"),
    ("texts without a note", "SELECT count(*) FROM texts WHERE note NOT IN (SELECT id FROM notes)"),
    (
        "notes without a chunk",
        f"SELECT count(*) FROM notes WHERE NOT EXISTS (SELECT 1 FROM chunks WHERE id = notes.id << {CHUNK_BITS})",  # noqa: S608 - a constant of ours
    ),
    ("chunks without a note", f"SELECT count(*) FROM chunks WHERE id >> {CHUNK_BITS} NOT IN (SELECT id FROM notes)"),  # noqa: S608 - a constant of ours
    ("notes without words", "SELECT count(*) FROM notes WHERE id NOT IN (SELECT id FROM note_words_docsize)"),
    ("words without a note", "SELECT count(*) FROM note_words_docsize WHERE id NOT IN (SELECT id FROM notes)"),
    ("chunks without words", f"SELECT count(*) FROM chunks WHERE id NOT IN ({_IN_WORDS})"),  # noqa: S608 - constants of ours
    ("words without a chunk", f"SELECT count(*) FROM ({_IN_WORDS}) WHERE chunk NOT IN (SELECT id FROM chunks)"),  # noqa: S608 - as above
    ("links without a note", "SELECT count(*) FROM links WHERE note NOT IN (SELECT id FROM notes)"),
    ("names without a note", "SELECT count(*) FROM names WHERE note NOT IN (SELECT id FROM notes)"),
    ("tags without a note", "SELECT count(*) FROM tags WHERE note NOT IN (SELECT id FROM notes)"),
    ("properties without a note", "SELECT count(*) FROM properties WHERE note NOT IN (SELECT id FROM notes)"),
)
_VECTOR_INVARIANTS = (
    (
        "vectors without a chunk",
        "SELECT count(*) FROM {table}_rowids WHERE rowid NOT IN (SELECT id FROM chunks WHERE embedded = 1)",
    ),
    (
        "chunks that lost their vector",
        "SELECT count(*) FROM chunks WHERE embedded = 1 AND id NOT IN (SELECT rowid FROM {table}_rowids)",
    ),
)


def check(database: Database) -> list[str]:
    """Return what is wrong with an index, in words; an empty list when all holds."""
    try:
        with in_words(database.file):
            return [*_pages(database), *_rows(database), *_texts(database), *_words(database)]
    except DatabaseError as error:
        return [str(error)]


def _pages(database: Database) -> Iterator[str]:
    return (str(row[0]) for row in database.rows("PRAGMA quick_check").fetchall() if row[0] != "ok")


def _rows(database: Database) -> Iterator[str]:
    table = Vectors(database).table
    has_vectors = database.value("SELECT 1 FROM sqlite_master WHERE name = ?", (f"{table}_rowids",)) is not None
    for words, sql in (*_INVARIANTS, *(_VECTOR_INVARIANTS if has_vectors else ())):
        if (count := database.number(sql.format(table=table))) > 0:
            yield f"{count} {words}"


def _texts(database: Database) -> Iterator[str]:
    """Read every text, title and heading; one that makes no sense raises CorruptError."""
    ends = f"SELECT id >> {CHUNK_BITS}, max(stop) FROM chunks GROUP BY 1"  # noqa: S608 - a constant of ours
    last: dict[int, int] = dict(database.rows(ends))
    beyond = sum(
        last.get(note, 0) > len(unpacked(text)) for note, text in database.rows("SELECT note, text FROM texts")
    )
    if beyond:
        yield f"{beyond} notes with chunks beyond their text"
    for _ in database.rows("SELECT title, place, warnings FROM notes"):
        pass
    for (heading,) in database.rows("SELECT DISTINCT heading FROM chunks"):
        headings(heading)


def _words(database: Database) -> Iterator[str]:
    """Have FTS5 look at its own tables, which it regards as writing."""
    if database.connection.readonly("main"):
        return
    for table in ("note_words", "chunk_words"):
        database.rows(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")  # noqa: S608 - constants
    yield from ()
