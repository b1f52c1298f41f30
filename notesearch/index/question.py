"""One question to one of the two FTS5 tables, ready to be asked by any connection: the best rows with their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.phrases import any_of
from notesearch.index.rowids import chunk_of, note_of

if TYPE_CHECKING:
    from notesearch.index.database import Database
    from notesearch.index.filters import NoteFilter
    from notesearch.index.frequency import Table
    from notesearch.index.phrases import Phrase

# Factors on the frequency of a hit in each column, in the order of schema.CHUNK_COLUMNS and NOTE_COLUMNS.
CHUNK_WEIGHTS = (1.0, 2.0, 0.2)
NOTE_WEIGHTS = (1.0, 8.0, 8.0, 4.0, 3.0, 4.0, 2.0, 0.35)

_CHOSEN: dict[Table, int] = {"chunk_words": 1000, "note_words": 400}

Rows = list[tuple[int, float]]  # ids of chunks or notes with their scores, 0..1, best first


class Question(NamedTuple):
    """The rows of `table` that have any of `phrases` and pass `only`, the best `limit`; `upper` is a perfect score.

    With `rarest`, some of the phrases, those choose the rows, if there are enough of them.
    """

    table: Table
    phrases: tuple[Phrase, ...]
    rarest: tuple[Phrase, ...]
    only: NoteFilter
    limit: int
    upper: float

    def ask(self, database: Database) -> Rows:
        """Return the best rows."""
        table, passing = self.table, self._passing()
        # Ordered by SQLite and not by FTS5 (ORDER BY rank), which takes half as long again.
        best = (
            f"SELECT rowid, {bm25(table)} AS score FROM {table} WHERE {table} MATCH ?{{}} "  # noqa: S608 - names from this module, values bound
            "ORDER BY score, rowid LIMIT ?"
        )
        found = chunk_of("rowid") if table == "chunk_words" else "rowid"
        scored = f"SELECT {found}, min(1.0, score / -?) FROM ({best})"  # noqa: S608 - as above
        if self.rarest:
            chosen = f" AND +rowid IN (SELECT rowid FROM ({best.format(passing)}))"  # noqa: S608 - as above
            among = (any_of(self.rarest), *self.only.values, _CHOSEN[table])
            values = (self.upper, any_of(self.phrases), *among, self.limit)
            rows = database.rows(scored.format(chosen), values).fetchall()
            if len(rows) == _CHOSEN[table]:
                return rows
        values = (self.upper, any_of(self.phrases), *self.only.values, self.limit)
        return database.rows(scored.format(passing), values).fetchall()

    def _passing(self) -> str:
        if not self.only:
            return ""
        # The plus keeps SQLite from asking FTS5 once for each note that passes: 450 ms instead of 2.
        note = note_of("chunk_words.rowid") if self.table == "chunk_words" else "+note_words.rowid"
        return f" AND {self.only.on(note)}"


def bm25(table: Table) -> str:
    """Return the call of FTS5's ranking function with a weight for each column of a table."""
    weights = CHUNK_WEIGHTS if table == "chunk_words" else NOTE_WEIGHTS
    return f"bm25({', '.join([table, *map(str, weights)])})"
