"""Under which row FTS5 keeps the words of a chunk: close together, for it writes the distance from each to the next.

The first chunks of a note lie beside those of the next note, those behind them far off. With the chunks' own ids,
65,536 apart for each note, the index of 20,000 notes was a fifteenth larger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.index.schema import CHUNK_BITS, ROW_BITS_KEY

if TYPE_CHECKING:
    from notesearch.index.database import Database

_FAR = 1 << 45
# How many bits of a row count a note's chunks; an index of before that was noted has its chunks' ids.
_BITS = f"(SELECT coalesce(max(value), {CHUNK_BITS}) FROM meta WHERE key = '{ROW_BITS_KEY}')"  # noqa: S608 - constants


def row_bits(database: Database) -> int:
    """Return how many bits of a row count a note's chunks in this index."""
    return database.number(f"SELECT {_BITS}")


def word_row(chunk: int, bits: int) -> int:
    """Return the row of a chunk's words."""
    number = chunk & ((1 << CHUNK_BITS) - 1)
    return (chunk >> CHUNK_BITS << bits) | number if number < 1 << bits else _FAR + chunk


def note_of(row: str) -> str:
    """Return the SQL expression of the note whose words are in `row`, an SQL expression."""
    return f"iif({row} < {_FAR}, {row} >> {_BITS}, {row} - {_FAR} >> {CHUNK_BITS})"


def chunk_of(row: str) -> str:
    """Return the SQL expression of the chunk whose words are in `row`, an SQL expression."""
    near = f"({row} >> {_BITS} << {CHUNK_BITS}) + ({row} & (1 << {_BITS}) - 1)"
    return f"iif({row} < {_FAR}, {near}, {row} - {_FAR})"
