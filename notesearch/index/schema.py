"""The tables of the index and the numbered migrations that lead to them."""

from __future__ import annotations

import hashlib
import string
from typing import TYPE_CHECKING

from notesearch.index.database import TooNewError

if TYPE_CHECKING:
    from notesearch.index.database import Database

# A space alone separates tokens: our tokenizer has folded and cut the text, FTS5 must not do it again.
_TOKENCHARS = string.punctuation.replace("'", "''").replace('"', '""')
_FTS = f"""content='', contentless_delete=1, tokenize="ascii tokenchars '{_TOKENCHARS}'\""""

# The body comes first: FTS5 keeps two bytes less for each word in the first column, a tenth of the index.
CHUNK_COLUMNS = ("body", "context", "forms")
NOTE_COLUMNS = ("body", "title", "aliases", "tags", "headings", "place", "properties", "forms")

# A chunk's id holds its note's: note = chunk >> 16. Grouping by note and filtering need no join.
CHUNK_BITS = 16
MAX_CHUNKS = 1 << CHUNK_BITS
# Where the words of chunks lie in a new index: see `rowids`.
ROW_BITS_KEY, ROW_BITS = "row_bits", 5

# Names the columns and their order, which ranking weighs by place. An index that was made with others is built again;
# should a column get another name or go, the old index cannot answer meanwhile: that takes a migration too.
LAYOUT = hashlib.blake2b(repr((CHUNK_COLUMNS, NOTE_COLUMNS, _FTS, ROW_BITS)).encode(), digest_size=4).hexdigest()

_FIRST = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE roots (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, is_global INTEGER NOT NULL);
CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    root INTEGER NOT NULL REFERENCES roots,
    path BLOB NOT NULL,
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
    hash BLOB NOT NULL,
    identity TEXT NOT NULL,
    title TEXT NOT NULL, source TEXT NOT NULL, date TEXT,
    place TEXT NOT NULL, open_tasks INTEGER NOT NULL, done_tasks INTEGER NOT NULL,
    warnings TEXT NOT NULL,
    UNIQUE (root, path)
);
CREATE INDEX notes_hash ON notes (hash);
CREATE TABLE texts (note INTEGER PRIMARY KEY, text BLOB NOT NULL);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY,
    start INTEGER NOT NULL, stop INTEGER NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL,
    heading TEXT NOT NULL,
    hash BLOB NOT NULL,
    recency INTEGER NOT NULL,
    embedded INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX chunks_hash ON chunks (hash);
CREATE INDEX chunks_waiting ON chunks (recency DESC) WHERE embedded = 0;
CREATE TABLE names (
    note INTEGER NOT NULL, name TEXT NOT NULL, forms TEXT NOT NULL, PRIMARY KEY (note, name)
) WITHOUT ROWID;
CREATE INDEX names_name ON names (name);
CREATE TABLE tags (tag TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY (tag, note)) WITHOUT ROWID;
CREATE INDEX tags_note ON tags (note);
CREATE TABLE properties (key TEXT NOT NULL, value TEXT NOT NULL, note INTEGER NOT NULL);
CREATE INDEX properties_key ON properties (key);
CREATE INDEX properties_note ON properties (note);
CREATE TABLE troubles (
    root INTEGER NOT NULL REFERENCES roots,
    path BLOB NOT NULL,
    failed INTEGER NOT NULL,
    reason TEXT NOT NULL,
    size INTEGER NOT NULL DEFAULT -1, mtime_ns INTEGER NOT NULL DEFAULT -1,
    PRIMARY KEY (root, path)
) WITHOUT ROWID;
CREATE TABLE spare_vectors (hash BLOB PRIMARY KEY, vector BLOB NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE chunk_words USING fts5 ({", ".join(CHUNK_COLUMNS)}, {_FTS});
CREATE VIRTUAL TABLE note_words USING fts5 ({", ".join(NOTE_COLUMNS)}, {_FTS});
CREATE VIRTUAL TABLE chunk_terms USING fts5vocab (chunk_words, row);
CREATE VIRTUAL TABLE note_terms USING fts5vocab (note_words, row);
"""

# Which folder a root was, to tell when another has taken its place; and failed chunks counted without a scan.
_SECOND = """
ALTER TABLE roots DROP COLUMN is_global;
ALTER TABLE roots ADD COLUMN device INTEGER NOT NULL DEFAULT 0;
ALTER TABLE roots ADD COLUMN inode INTEGER NOT NULL DEFAULT 0;
CREATE INDEX chunks_failed ON chunks (id) WHERE embedded = -1;
"""

# The distinct words of the notes, which are read again for it.
_THIRD = """
CREATE TABLE vocabulary (term TEXT PRIMARY KEY) WITHOUT ROWID;
UPDATE notes SET identity = '';
"""

# What notes link to, as written and by the key of the name, to find the notes that link to one; all are read again.
_FOURTH = """
CREATE TABLE links (key TEXT NOT NULL, note INTEGER NOT NULL, target TEXT NOT NULL, PRIMARY KEY (key, note, target))
    WITHOUT ROWID;
CREATE INDEX links_note ON links (note);
UPDATE notes SET identity = '';
"""

# FTS5 merges what was written by and by, but a megabyte at a time while a search waits: `compact` does it in small
# steps. Only should so many parts pile up in spite of that does FTS5 merge by itself.
_FIFTH = "".join(
    f"INSERT INTO {table} ({table}, rank) VALUES ('{what}', {value});"  # noqa: S608 - constants
    for table in ("chunk_words", "note_words")
    for what, value in (("automerge", 0), ("crisismerge", 64), ("deletemerge", 40))
)

# Which chunks have a vector of a model that is to take the place of the one in use, and of what content.
_SIXTH = """
CREATE TABLE next_chunks (chunk INTEGER PRIMARY KEY, hash BLOB NOT NULL, embedded INTEGER NOT NULL);
"""

# FTS5 writes a part whenever it has gathered a megabyte; of fewer, larger ones there is less to merge.
_SEVENTH = "".join(
    f"INSERT INTO {table} ({table}, rank) VALUES ('hashsize', {16 << 20});"  # noqa: S608 - constants
    for table in ("chunk_words", "note_words")
)

# The signs of the fence or comment that a chunk begins or ends inside of.
_EIGHTH = """
ALTER TABLE chunks ADD COLUMN opening TEXT NOT NULL DEFAULT '';
ALTER TABLE chunks ADD COLUMN closing TEXT NOT NULL DEFAULT '';
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH, _SEVENTH, _EIGHTH)


def migrate(database: Database) -> None:
    """Bring the file to this program's schema in one transaction; a newer file is refused in words."""
    if _version(database) < len(MIGRATIONS):
        with database.transaction():
            # Asked again under the lock: another process may have done it meanwhile.
            begun = _version(database)
            for number in range(begun, len(MIGRATIONS)):
                database.rows(MIGRATIONS[number])
                database.rows(f"PRAGMA user_version = {number + 1}")
            if begun == 0:
                database.rows("INSERT INTO meta VALUES ('layout', ?), (?, ?)", (LAYOUT, ROW_BITS_KEY, ROW_BITS))


def is_current(database: Database) -> bool:
    """Tell whether the file has this program's schema; a newer file is refused in words."""
    return _version(database) == len(MIGRATIONS)


def _version(database: Database) -> int:
    version = database.number("PRAGMA user_version")
    if version > len(MIGRATIONS):
        raise TooNewError(
            f"The index was written by a newer NoteSearch (schema {version}, this one knows {len(MIGRATIONS)}): "
            "update the program, or remove the index to have it built again."
        )
    return version
