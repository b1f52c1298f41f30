"""Words -> chunks and notes with an absolute BM25 score, through FTS5."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from notesearch.index.filters import NoteFilter
from notesearch.index.phrases import Group, Phrase, any_of, phrases_of
from notesearch.index.schema import CHUNK_BITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notesearch.index.database import Database

K1 = 1.2  # FTS5's bm25(); its b is 0.75
COMMON_SHARE = 0.2
COMMON_FROM_CHUNKS = 5000
_ROWS = 1000
_LEAST_IDF = 0.05
_MAX_ROWS = 64_000
_CHUNKS_A_NOTE = 12
# FTS5's time for a row grows with the square of the phrases that it has: a long run of Thai, all of whose pairs are
# common, took 150 ms. With so many hits the rarest phrases choose the rows, so many, that all phrases then score.
_MANY_HITS = 20_000
_RAREST = 8
_CHOSEN: dict[str, int] = {"chunk_words": _ROWS, "note_words": 400}

# Factors on the frequency of a hit in each column, in the order of schema.CHUNK_COLUMNS and NOTE_COLUMNS.
CHUNK_WEIGHTS = (1.0, 2.0, 0.2)
NOTE_WEIGHTS = (1.0, 8.0, 8.0, 4.0, 3.0, 4.0, 2.0, 0.35)

_ENOUGH_NOTES = 200
ALL_NOTES = NoteFilter()

Table = Literal["chunk_words", "note_words"]


_Asked = tuple[tuple[Phrase, ...], NoteFilter, int]  # phrases, filter and most rows


_Rows = list[tuple[int, float]]  # ids of chunks or notes with their scores, 0..1, best first


class Lexical:
    """Searches the two FTS5 tables of one index."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._revision: tuple[int, int] | None = None
        self._counts: dict[tuple[Table, str | Phrase], int] = {}
        self._totals: dict[Table, int] = {}
        self._last: dict[Table, tuple[tuple[_Asked, float], _Rows]] = {}
        self._passed: dict[NoteFilter, dict[int, bool]] = {}

    def chunks(
        self, groups: Sequence[Group], only: NoteFilter, notes: int, also: NoteFilter = ALL_NOTES
    ) -> dict[int, float]:
        """Return the scores, 0..1, of the best chunks, best first, of `notes` notes; at most 12 chunks of one note.

        `also` narrows `only` further: where the rows that `only` gave hold enough, FTS5 is not asked again.
        None at all where every word is in over half of a large index's chunks, for that says nothing of any chunk.
        """
        self._refresh()
        if self._say_nothing(groups):
            return {}
        limit = self._rows_to_cover(notes)
        while True:
            rows = self._ranked("chunk_words", CHUNK_WEIGHTS, groups, only, limit)
            kept, covered = _cover(self._passing(rows, also, CHUNK_BITS), notes)
            if covered >= notes or len(rows) < limit or limit >= _MAX_ROWS:
                return kept
            if also:
                only, also = only & also, ALL_NOTES
            else:
                limit = _MAX_ROWS

    def _rows_to_cover(self, notes: int) -> int:
        """Return how many of the best chunks usually are of so many notes: an eighth of all that the notes have."""
        usual = notes * self._total("chunk_words") // max(1, self._total("note_words")) // 8
        return min(max(_ROWS, usual), _MAX_ROWS)

    def notes(self, groups: Sequence[Group], only: NoteFilter, also: NoteFilter = ALL_NOTES) -> dict[int, float]:
        """Return the scores, 0..1, of the best whole notes, best first; `also` as with `chunks`."""
        self._refresh()
        rows = self._ranked("note_words", NOTE_WEIGHTS, groups, only, _ROWS)
        passing = self._passing(rows, also, 0)
        if len(passing) >= _ENOUGH_NOTES or len(rows) < _ROWS:
            return dict(passing)
        return dict(self._ranked("note_words", NOTE_WEIGHTS, groups, only & also, _ROWS))

    def all_pass(self, chunks: dict[int, float], only: NoteFilter) -> bool:
        """Tell whether the notes of all these chunks pass."""
        return len(self._passing(list(chunks.items()), only, CHUNK_BITS)) == len(chunks)

    def _passing(self, rows: _Rows, only: NoteFilter, bits: int) -> _Rows:
        """Return the rows whose note passes; `bits` is how far an id is shifted to be its note's."""
        if not only:
            return rows
        known = self._passed.setdefault(only, {})
        unknown = [note for note in {id_ >> bits for id_, _ in rows} if note not in known]
        if unknown:
            found = self._db.rows(
                f"SELECT id FROM notes WHERE id IN (SELECT value FROM json_each(?)) AND ({only.where})",  # noqa: S608 - the filter's text is ours
                (json.dumps(unknown), *only.values),
            )
            known.update(dict.fromkeys(unknown, False))
            known.update((note, True) for (note,) in found)
        return [row for row in rows if known[row[0] >> bits]]

    def chunks_of(self, groups: Sequence[Group], notes: Iterable[int]) -> dict[int, float]:
        """Return the scores of these notes' best chunks, however many others are better; at most 12 of one note."""
        groups = self._drop_common(groups)
        phrases = phrases_of(group.closed() for group in groups)
        if not phrases:
            return {}
        # Not ordered by rank, so that only the rows of these notes are scored.
        rows = self._db.rows(
            f"SELECT rowid, {_bm25(CHUNK_WEIGHTS, 'chunk_words')} FROM chunk_words WHERE chunk_words MATCH ? "  # noqa: S608 - names from this module, values bound
            f"AND rowid >> {CHUNK_BITS} IN (SELECT value FROM json_each(?))",
            (any_of(phrases), json.dumps(list(notes))),
        )
        scored = _scored(rows, self._upper("chunk_words", groups))
        return _cover(sorted(scored, key=lambda row: (-row[1], row[0])), len(scored))[0]

    def _ranked(
        self, table: Table, weights: Iterable[float], groups: Sequence[Group], only: NoteFilter, limit: int
    ) -> _Rows:
        groups = self._drop_common(groups)
        # What stands nowhere still takes FTS5 a fifth of its time for each row.
        phrases = tuple(phrase for phrase in phrases_of(self._begun(table, groups)) if self._may_stand(table, phrase))
        if not phrases:
            return []
        asked, upper = (phrases, only, limit), self._upper(table, groups)
        if table not in self._last or self._last[table][0] != (asked, upper):
            self._last[table] = ((asked, upper), _scored(self._run(table, weights, asked), upper))
        return self._last[table][1]

    def _run(self, table: Table, weights: Iterable[float], asked: _Asked) -> list[tuple[int, float]]:
        phrases, only, limit = asked
        # The plus keeps SQLite from asking FTS5 once for each note that passes: 450 ms instead of 2.
        note = f"{table}.rowid >> {CHUNK_BITS}" if table == "chunk_words" else f"+{table}.rowid"
        # Ordered by SQLite and not by FTS5 (ORDER BY rank), which takes half as long again.
        best = f"SELECT rowid, {_bm25(weights, table)} FROM {table} WHERE {table} MATCH ?{{}} ORDER BY 2, 1 LIMIT ?"  # noqa: S608 - names from this module, values bound
        passing = f" AND {only.on(note)}" if only else ""
        rarest = self._rarest(table, phrases) if limit == _ROWS else ()
        if rarest:
            chosen = f" AND +rowid IN (SELECT rowid FROM ({best.format(passing)}))"  # noqa: S608 - as above
            values = (any_of(phrases), any_of(rarest), *only.values, _CHOSEN[table], limit)
            rows = self._db.rows(best.format(chosen), values).fetchall()
            if len(rows) == _CHOSEN[table]:
                return rows
        return self._db.rows(best.format(passing), (any_of(phrases), *only.values, limit)).fetchall()

    def _rarest(self, table: Table, phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
        """Return the rarest of the phrases that are there, when there are more and all of them have very many hits."""
        if len(phrases) <= _RAREST:
            return ()
        hits = {phrase: self._having(table, phrase) for phrase in phrases}
        there = sorted(filter(hits.__getitem__, phrases), key=hits.__getitem__)
        return tuple(there[:_RAREST]) if len(there) > _RAREST and sum(hits.values()) > _MANY_HITS else ()

    def _upper(self, table: Table, groups: Sequence[Group]) -> float:
        """Return what a perfect hit could score: the sum of idf * (k1 + 1) over the main phrases.

        BM25 as in Robertson and Zaragoza (2009), with FTS5's floor of 1e-6 for an idf.
        """
        known: set[Phrase] = set()
        total = 0.0
        for group in groups:
            phrases = dict.fromkeys(phrase for phrase in group.main if phrase not in known)
            known.update(phrases)
            weights = sorted(self._idf(table, phrase) for phrase in phrases)
            total += sum(weights[: -self._between_words(table, group) or None])
        return total * (K1 + 1) or 1.0

    def _between_words(self, table: Table, group: Group) -> int:
        """Return how many pairs of a run, up to half, stand nowhere: for they lie across the border of two words."""
        if not group.is_run:
            return 0
        return min(sum(not self._having(table, pair) for pair in group.main), len(group.main) // 2)

    def _idf(self, table: Table, phrase: Phrase) -> float:
        total, having = self._total(table), self._having(table, phrase)
        return max(1e-6, math.log((total - having + 0.5) / (having + 0.5)))

    def idf(self, token: str) -> float:
        """Return how much a token tells notes apart: BM25's idf over whole notes, at least .05."""
        self._refresh()
        total, having = self._total("note_words"), self.count("note_words", token)
        return max(_LEAST_IDF, math.log((total - having + 0.5) / (having + 0.5)))

    def _drop_common(self, groups: Sequence[Group]) -> Sequence[Group]:
        """Leave words out that stand in over a fifth of a large index, while a rarer one is asked for too."""
        total = self._total("chunk_words")
        if total <= COMMON_FROM_CHUNKS:
            return groups
        most = COMMON_SHARE * total
        rare = [group for group in groups if self._rows_with(group.main) <= most]
        if not any(self._rows_with(group.main) for group in rare):
            return groups
        # A rare word may have a common stem.
        return [
            replace(group, other=tuple(phrase for phrase in group.other if self._rows_with([phrase]) <= most))
            for group in rare
        ]

    def _begun(self, table: Table, groups: Sequence[Group]) -> Sequence[Group]:
        """Let a word of a few letters that is being typed go on in names only, if the index is a large one.

        For it begins half of all words: a key took 80 to 750 ms with 20,000 notes, and takes 50 so.
        """
        if self._total("chunk_words") <= COMMON_FROM_CHUNKS:
            return groups
        begun = Group.closed if table == "chunk_words" else Group.going_on_in_names
        return [begun(group) if group.is_barely_begun else group for group in groups]

    def _say_nothing(self, groups: Sequence[Group]) -> bool:
        """Tell whether each thing that is asked for is a word in over half of a large index's chunks."""
        total = self._total("chunk_words")
        if total <= COMMON_FROM_CHUNKS or any(len(phrase.tokens) > 1 for group in groups for phrase in group.main):
            return False
        return all(2 * self._rows_with(group.main) > total for group in groups)

    def _rows_with(self, phrases: Iterable[Phrase]) -> int:
        return max((self.count("chunk_words", token) for phrase in phrases for token in phrase.tokens), default=0)

    def _may_stand(self, table: Table, phrase: Phrase) -> bool:
        """Tell whether a phrase may be in a row: all of its tokens are in some, or it has an open end."""
        return phrase.prefix or all(self.count(table, token) for token in phrase.tokens)

    def _having(self, table: Table, phrase: Phrase) -> int:
        """Return in how many rows of `table` a phrase stands: what FTS5 makes its idf of."""
        if len(phrase.tokens) == 1 and not phrase.prefix and not phrase.columns:
            return self.count(table, phrase.tokens[0])
        key = (table, phrase)
        if key not in self._counts:
            sql = f"SELECT count(*) FROM {table} WHERE {table} MATCH ?"  # noqa: S608 - one of two names
            self._counts[key] = self._db.number(sql, (phrase.expression(),))
        return self._counts[key]

    def count(self, table: Table, token: str) -> int:
        """Return in how many rows of `table` a token stands, as of the last search."""
        key = (table, token)
        if key not in self._counts:
            terms = "chunk_terms" if table == "chunk_words" else "note_terms"
            self._counts[key] = self._db.number(f"SELECT doc FROM {terms} WHERE term = ?", (token,))  # noqa: S608 - one of two names
        return self._counts[key]

    def _total(self, table: Table) -> int:
        if table not in self._totals:
            rows = "chunks" if table == "chunk_words" else "notes"
            self._totals[table] = self._db.number(f"SELECT count(*) FROM {rows}")  # noqa: S608 - one of two names
        return self._totals[table]

    def _refresh(self) -> None:
        """Forget counts when the index has changed."""
        revision = self._db.revision()
        if revision != self._revision:
            self._revision = revision
            self._counts.clear()
            self._totals.clear()
            self._last.clear()
            self._passed.clear()

    def vocabulary(self) -> list[str]:
        """Return every token of the notes' words and forms."""
        return [str(row[0]) for row in self._db.rows("SELECT term FROM note_terms")]


def _bm25(weights: Iterable[float], *table: str) -> str:
    """Return the call of FTS5's ranking function with a weight for each column."""
    return f"bm25({', '.join([*table, *map(str, weights)])})"


def _scored(rows: Iterable[tuple[int, float]], upper: float) -> _Rows:
    return [(id_, min(1.0, -rank / upper)) for id_, rank in rows]


def _cover(rows: _Rows, notes: int) -> tuple[dict[int, float], int]:
    """Keep rows in order until `notes` notes are covered, at most 12 of one note; also returns how many are covered."""
    kept: dict[int, float] = {}
    held: dict[int, int] = {}
    for id_, score in rows:
        note = id_ >> CHUNK_BITS
        count = held.get(note, 0)
        if count < _CHUNKS_A_NOTE and (count or len(held) < notes):
            held[note] = count + 1
            kept[id_] = score
    return kept, len(held)
