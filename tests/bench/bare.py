"""The limit to measure against: the same rows in plain FTS5, `unicode61`, its text on disk, one transaction."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import apsw

if TYPE_CHECKING:
    from pathlib import Path

_WORD = re.compile(r"\w+")
_LIMIT = 200


def chunk_places(index: Path) -> dict[str, list[tuple[int, int, int]]]:
    """Return by path the (id, start, stop) of each chunk that our index has, so that both hold the same rows."""
    places: dict[str, list[tuple[int, int, int]]] = {}
    with apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        rows = connection.execute(
            "SELECT notes.path, chunks.id, start, stop FROM chunks JOIN notes ON notes.id = chunks.id >> 16"
        )
        for path, *place in rows:
            places.setdefault(path.decode(), []).append(tuple(place))
    return places


def build(vault: Path, places: dict[str, list[tuple[int, int, int]]], file: Path) -> float:
    """Read every note and insert its chunks and itself; returns the seconds that took."""
    for name in (file, file.with_name(f"{file.name}-wal")):
        name.unlink(missing_ok=True)
    started = time.perf_counter()
    connection = apsw.Connection(str(file))
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    connection.execute("CREATE VIRTUAL TABLE chunks USING fts5 (text); CREATE VIRTUAL TABLE notes USING fts5 (text)")
    with connection:
        for path, chunks in places.items():
            text = (vault / path).read_bytes().decode()
            rows = ((id_, text[start:stop]) for id_, start, stop in chunks)
            connection.executemany("INSERT INTO chunks (rowid, text) VALUES (?, ?)", rows)
            connection.execute("INSERT INTO notes (rowid, text) VALUES (?, ?)", (chunks[0][0] >> 16, text))
    connection.close()
    return time.perf_counter() - started


def any_word(text: str) -> str:
    """Return the FTS5 expression that any word of `text` makes true."""
    return " OR ".join(f'"{word}"' for word in _WORD.findall(text))


class Bare:
    """Asks the plain table for all words of a query."""

    def __init__(self, file: Path) -> None:
        self._connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        self._connection.execute("PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456")

    def ask(self, text: str) -> None:
        """Rank the chunks that hold any word of `text`."""
        query = "SELECT rowid, rank FROM chunks WHERE chunks MATCH ? ORDER BY rank LIMIT ?"
        self._connection.execute(query, (any_word(text), _LIMIT)).fetchall()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
