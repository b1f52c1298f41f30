"""Words -> chunks and notes with an absolute BM25 score, through FTS5."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

from notesearch.index.beside import Beside
from notesearch.index.commonness import Commonness
from notesearch.index.filters import NoteFilter
from notesearch.index.frequency import Frequencies
from notesearch.index.phrases import Group, Phrase, any_of, phrases_of
from notesearch.index.question import Question, Rows, bm25
from notesearch.index.rowids import chunk_of, note_of
from notesearch.index.schema import CHUNK_BITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notesearch.index.database import Database
    from notesearch.index.frequency import Table

_ROWS = 1000
_LEAST_IDF = 0.05
_MAX_ROWS = 64_000
_CHUNKS_A_NOTE = 12
# FTS5's time for a row grows with the square of the phrases that it has: a long run of Thai, all of whose pairs are
# common, took 150 ms. With so many hits the rarest phrases choose the rows, so many, that all phrases then score.
_MANY_HITS = 20_000
_RAREST = 8
_ENOUGH_NOTES = 200
ALL_NOTES = NoteFilter()


class Lexical:
    """Searches the two FTS5 tables of one index."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._revision: tuple[int, int] | None = None
        self._frequencies = Frequencies(database)
        self._commonness = Commonness(self._frequencies)
        self._beside = Beside(database)
        self._last: dict[Table, tuple[Question, Rows]] = {}
        self._passed: dict[NoteFilter, dict[int, bool]] = {}

    def chunks(
        self, groups: Sequence[Group], only: NoteFilter, notes: int, also: NoteFilter = ALL_NOTES
    ) -> dict[int, float]:
        """Return the scores, 0..1, of the best chunks, best first, of `notes` notes; at most 12 chunks of one note.

        `also` narrows `only` further: where the rows that `only` gave hold enough, FTS5 is not asked again.
        None at all where every word is in over half of a large index's chunks, for that says nothing of any chunk.
        """
        self._refresh()
        if self._commonness.say_nothing(groups):
            return {}
        limit = self._rows_to_cover(notes)
        while True:
            rows = self._ranked("chunk_words", groups, only, limit)
            kept, covered = _cover(self._passing(rows, also, CHUNK_BITS), notes)
            if covered >= notes or len(rows) < limit or limit >= _MAX_ROWS:
                return kept
            if also:
                only, also = only & also, ALL_NOTES
            else:
                limit = _MAX_ROWS

    def _rows_to_cover(self, notes: int) -> int:
        """Return how many of the best chunks usually are of so many notes: an eighth of all that the notes have."""
        usual = notes * self._frequencies.total("chunk_words") // max(1, self._frequencies.total("note_words")) // 8
        return min(max(_ROWS, usual), _MAX_ROWS)

    def notes(self, groups: Sequence[Group], only: NoteFilter, also: NoteFilter = ALL_NOTES) -> dict[int, float]:
        """Return the scores, 0..1, of the best whole notes, best first; `also` as with `chunks`."""
        self._refresh()
        rows = self._ranked("note_words", groups, only, _ROWS)
        passing = self._passing(rows, also, 0)
        if len(passing) >= _ENOUGH_NOTES or len(rows) < _ROWS:
            return dict(passing)
        return dict(self._ranked("note_words", groups, only & also, _ROWS))

    def all_pass(self, chunks: dict[int, float], only: NoteFilter) -> bool:
        """Tell whether the notes of all these chunks pass."""
        return len(self._passing(list(chunks.items()), only, CHUNK_BITS)) == len(chunks)

    def _passing(self, rows: Rows, only: NoteFilter, bits: int) -> Rows:
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
        groups = self._commonness.without_common(groups)
        phrases = phrases_of(group.closed() for group in groups)
        if not phrases:
            return {}
        # Not ordered by rank, so that only the rows of these notes are scored.
        rows = self._db.rows(
            f"SELECT {chunk_of('rowid')}, min(1.0, {bm25('chunk_words')} / -?) FROM chunk_words "  # noqa: S608 - names from this module, values bound
            f"WHERE chunk_words MATCH ? AND {note_of('rowid')} IN (SELECT value FROM json_each(?))",
            (self._frequencies.upper("chunk_words", groups), any_of(phrases), json.dumps(list(notes))),
        )
        scored = sorted(rows, key=lambda row: (-row[1], row[0]))
        return _cover(scored, len(scored))[0]

    def having_all(self, table: Table, groups: Sequence[Group], ids: Iterable[int]) -> set[int]:
        """Return those of `ids`, of notes or chunks, whose row has something of every group, of a run all of it.

        A note's body has no stems of words.
        """
        needed = [[pair] for group in groups if group.is_run for pair in group.main]
        needed += [[*group.main, *group.other] for group in groups if not group.is_run]
        found = chunk_of("rowid") if table == "chunk_words" else "+rowid"
        rows = self._db.rows(
            f"SELECT {found} FROM {table} WHERE {table} MATCH ? AND {found} IN (SELECT value FROM json_each(?))",  # noqa: S608 - names from this module, values bound
            (" AND ".join(f"({any_of(phrases)})" for phrases in needed), json.dumps(list(ids))),
        )
        return {int(id_) for (id_,) in rows}

    @contextmanager
    def asking_both(self, groups: Sequence[Group], only: NoteFilter) -> Iterator[None]:
        """Have a large index asked for whole notes by a second thread while `chunks` is asked for inside.

        `notes` has its answer then: a search takes 4 ms less of 30.
        """
        self._refresh()
        question = self._question("note_words", groups, only, _ROWS)
        if (
            question is None
            or not self._commonness.is_large
            or not self._beside.is_possible
            or self._is_known(question)
        ):
            yield
            return
        answer = self._beside.ask(question.ask)
        try:
            yield
        finally:
            rows = answer.wait()
            if rows is not None:
                self._last["note_words"] = (question, rows)

    def _ranked(self, table: Table, groups: Sequence[Group], only: NoteFilter, limit: int) -> Rows:
        question = self._question(table, groups, only, limit)
        if question is None:
            return []
        if not self._is_known(question):
            self._last[table] = (question, question.ask(self._db))
        return self._last[table][1]

    def _is_known(self, question: Question) -> bool:
        return question.table in self._last and self._last[question.table][0] == question

    def _question(self, table: Table, groups: Sequence[Group], only: NoteFilter, limit: int) -> Question | None:
        """Return what to ask FTS5 for; None when nothing that is asked for stands anywhere."""
        groups = self._commonness.without_common(groups)
        # What stands nowhere still takes FTS5 a fifth of its time for each row.
        may_stand = self._frequencies.may_stand
        phrases = tuple(phrase for phrase in phrases_of(self._begun(table, groups)) if may_stand(table, phrase))
        if not phrases:
            return None
        rarest = self._rarest(table, phrases) if limit == _ROWS else ()
        return Question(table, phrases, rarest, only, limit, self._frequencies.upper(table, groups))

    def _rarest(self, table: Table, phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
        """Return the rarest of the phrases that are there, when there are more and all of them have very many hits."""
        if len(phrases) <= _RAREST:
            return ()
        hits = {phrase: self._frequencies.of_phrase(table, phrase) for phrase in phrases}
        there = sorted(filter(hits.__getitem__, phrases), key=hits.__getitem__)
        return tuple(there[:_RAREST]) if len(there) > _RAREST and sum(hits.values()) > _MANY_HITS else ()

    def idf(self, token: str) -> float:
        """Return how much a token tells notes apart: BM25's idf over whole notes, at least .05."""
        self._refresh()
        return max(_LEAST_IDF, self._frequencies.idf("note_words", self.count("note_words", token)))

    def stands(self, token: str) -> bool:
        """Tell whether any note has a token: in its text or, for a stem, in one of its chunks."""
        return any(self.count(table, token) for table in ("note_words", "chunk_words"))

    def count(self, table: Table, token: str) -> int:
        """Return in how many rows of `table` a token stands, as of the last search."""
        return self._frequencies.of_token(table, token)

    def telling(self, groups: Sequence[Group]) -> Sequence[Group]:
        """Leave out what stands in over a fifth of a large index, while something rarer is asked for too."""
        return self._commonness.telling(groups)

    def _begun(self, table: Table, groups: Sequence[Group]) -> Sequence[Group]:
        """Let a word of a few letters that is being typed go on in names only, if the index is a large one.

        For it begins half of all words: a key took 80 to 750 ms with 20,000 notes, and takes 50 so.
        """
        if not self._commonness.is_large:
            return groups
        begun = Group.closed if table == "chunk_words" else Group.going_on_in_names
        return [begun(group) if group.is_barely_begun else group for group in groups]

    def close(self) -> None:
        """Close what was opened to search."""
        self._beside.close()

    def _refresh(self) -> None:
        """Forget counts when the index has changed."""
        revision = self._db.revision()
        if revision != self._revision:
            self._revision = revision
            self._frequencies.forget()
            self._commonness.forget()
            self._last.clear()
            self._passed.clear()

    def vocabulary(self) -> list[str]:
        """Return every token of the notes' words and forms."""
        return [str(row[0]) for row in self._db.rows("SELECT term FROM note_terms")]


def _cover(rows: Rows, notes: int) -> tuple[dict[int, float], int]:
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
