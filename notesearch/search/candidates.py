"""Steps 2 to 5 of the pipeline: which chunks may be what was meant, by words and by meaning."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from notesearch.index.filters import Evergreen, NoteFilter, note_filter
from notesearch.index.lexical import ALL_NOTES
from notesearch.index.schema import CHUNK_BITS
from notesearch.search.mending import mend
from notesearch.search.merge import trust, vector_score
from notesearch.search.strength import STRONG_TEXT
from notesearch.search.titles import SHARE, asked_for, names_score

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from notesearch.index.lexical import Lexical
    from notesearch.index.semantic import Vectors
    from notesearch.index.store import Store
    from notesearch.search.mending import Mended
    from notesearch.search.query import Query

POOL_NOTES = 200
_KNN_NOTES = 50
_FEW_NOTES = 30


@dataclass(frozen=True, slots=True)
class WordHits:
    """Keyword scores by chunk, 0..1; `full` when the list had to stop at the pool's size."""

    chunks: dict[int, float]
    full: bool = False

    @property
    def best(self) -> float:
        """The best score, 0 without any."""
        return max(self.chunks.values(), default=0.0)

    def scaled(self, factor: float) -> WordHits:
        """Return the same hits, counting less."""
        return WordHits({chunk: score * factor for chunk, score in self.chunks.items()}, self.full)


@dataclass(frozen=True, slots=True)
class VectorHits:
    """Vector scores by chunk, 0..1; `contrast` is how much nearer than the vault's median each one is.

    Without a median (too few vectors to tell) `contrast` is empty.
    """

    chunks: dict[int, float]
    contrast: dict[int, float]


class _Evidence:
    """What was looked up for one query beside the two lists, to be asked for once only."""

    def __init__(self, query: Query, lexical: Lexical, store: Store) -> None:
        self.query = query
        self._lexical = lexical
        self._store = store
        self._asked = asked_for(query.groups, lexical.idf)
        self._bearers = cache(store.bearers)
        self._names: dict[int, float] = {}
        self._chunks: dict[int, dict[int, float]] = {}

    def weighed(self, scores: dict[int, float]) -> dict[int, float]:
        """Let how well the query and the names of each note cover each other count as much as `titles.SHARE` says."""
        found = self._store.names(_notes(scores) - self._names.keys())
        for note, names in found.items():
            self._names[note] = names_score(self._asked, names, self._bearers)
        named = self._names
        return {
            chunk: (1 - SHARE) * score + SHARE * named.get(chunk >> CHUNK_BITS, 0.0) for chunk, score in scores.items()
        }

    def chunks_of(self, notes: set[int]) -> dict[int, float]:
        """Return the score of every chunk of `notes` that is found."""
        unknown = notes - self._chunks.keys()
        if unknown:
            self._chunks |= {note: {} for note in unknown}
            for chunk, score in self._lexical.chunks_of(self.query.groups, unknown).items():
                self._chunks[chunk >> CHUNK_BITS][chunk] = score
        return {chunk: score for note in notes for chunk, score in self._chunks[note].items()}


class Candidates:
    """Asks the index for what a query may mean."""

    def __init__(self, lexical: Lexical, vectors: Vectors, store: Store) -> None:
        self._lexical = lexical
        self._vectors = vectors
        self._store = store
        self._evidence: _Evidence | None = None

    def by_words(self, query: Query, also: NoteFilter = ALL_NOTES) -> WordHits:
        """Return the best chunks of the best 200 notes, by the evidence of chunk, whole note and the note's names.

        A query of conditions alone finds every note that they hold for, with a full score.
        """
        only = note_filter(*query.conditions)
        if not query.groups:
            if not query.conditions:
                return WordHits({})
            notes = self._store.matching(only & also, POOL_NOTES)
            return WordHits({note << CHUNK_BITS: 1.0 for note in notes}, full=len(notes) == POOL_NOTES)
        evidence = self._evidence_for(query, again=bool(also))
        exact = self._store.passing(self._store.named(query.key), only & also)
        with self._lexical.asking_both(query.groups, only):
            chunks = self._lexical.chunks(query.groups, only, POOL_NOTES, also)
        whole = dict.fromkeys(exact, 0.0) | self._lexical.notes(query.groups, only, also)
        hits = _pool(evidence.weighed(_fuse(chunks, whole)), exact)
        if unseen := self._unseen(hits, chunks):
            hits = _seen(hits, evidence.weighed(_halves(evidence.chunks_of(unseen), whole)))
        return self._with_wordless(hits, only & also) if query.conditions_suffice else hits

    @staticmethod
    def _unseen(hits: WordHits, chunks: Collection[int]) -> set[int]:
        """Return the notes whose chunks are to be asked for: the list was full before theirs came, or is empty."""
        if not chunks:
            return set(_best_notes(hits.chunks)[:_FEW_NOTES])
        return _notes(hits.chunks) - _notes(chunks) if hits.full else set()

    def _with_wordless(self, hits: WordHits, only: NoteFilter) -> WordHits:
        """Add the notes that may be asked for without having any of the words, as just strong enough."""
        others = set(self._store.matching(only, POOL_NOTES)) - _notes(hits.chunks)
        return WordHits(hits.chunks | {note << CHUNK_BITS: STRONG_TEXT for note in others}, hits.full)

    def _evidence_for(self, query: Query, *, again: bool) -> _Evidence:
        """Return the evidence for a query; that of its last search when the same is asked `again` more narrowly."""
        if self._evidence is None or self._evidence.query is not query or not again:
            self._evidence = _Evidence(query, self._lexical, self._store)
        return self._evidence

    def mended(self, query: Query, *, careful: bool) -> Mended | None:
        """Return what `query` may have meant, if one of its words is in no note; see `mending`."""
        vocabulary = self._store.vocabulary
        return mend(query, vocabulary, self._lexical.stands, careful=careful)

    def evergreen(self, query: Query, found: WordHits) -> WordHits:
        """Return what the same query finds among evergreen notes and the first list does not have."""
        only = note_filter(Evergreen())
        if self._lexical.all_pass(found.chunks, only):  # then the best evergreen notes are these
            return WordHits({})
        more = self.by_words(query, only)
        return WordHits({chunk: score for chunk, score in more.chunks.items() if chunk not in found.chunks})

    def by_meaning(self, query: Query, vector: bytes) -> VectorHits:
        """Return the chunks nearest to the query's vector, covering at least 50 notes where there are so many."""
        found = self._vectors.nearest(vector, note_filter(*query.conditions), _KNN_NOTES)
        return self._vector_hits(vector, {neighbour.chunk: neighbour.distance for neighbour in found})

    def _vector_hits(self, vector: bytes, distances: dict[int, float]) -> VectorHits:
        """Score the neighbours, given nearest first, by how far they stand out from the vault and from each other."""
        usual = self._vectors.background(vector)
        nearest: dict[int, float] = {}
        for chunk, distance in distances.items():
            nearest.setdefault(chunk >> CHUNK_BITS, distance)
        factor = trust(list(nearest.values()), usual)
        return VectorHits(
            {chunk: factor * vector_score(distance, usual) for chunk, distance in distances.items()},
            {} if not usual else {chunk: (usual - distance) / usual for chunk, distance in distances.items()},
        )


def _notes(chunks: Iterable[int]) -> set[int]:
    return {chunk >> CHUNK_BITS for chunk in chunks}


def _fuse(chunks: dict[int, float], notes: dict[int, float]) -> dict[int, float]:
    """Bring chunk and note scores together: `(f_chunk + f_note) / 2`.

    A note that only its own row finds (alias, tag, property) stands with its first chunk; so do the best 200 of these.
    """
    scores = _halves(chunks, notes)
    with_chunks = _notes(chunks)
    alone = islice((note for note in notes if note not in with_chunks), POOL_NOTES)
    return scores | {note << CHUNK_BITS: notes[note] / 2 for note in alone}


def _halves(chunks: dict[int, float], notes: dict[int, float]) -> dict[int, float]:
    """Return half the evidence of each chunk and half that of its note."""
    return {chunk: (score + notes.get(chunk >> CHUNK_BITS, 0.0)) / 2 for chunk, score in chunks.items()}


def _seen(hits: WordHits, chunks: dict[int, float]) -> WordHits:
    """Let notes of the pool that stood with their first chunk stand with these: no note falls out of it by that."""
    notes = _notes(chunks)
    others = {chunk: score for chunk, score in hits.chunks.items() if chunk >> CHUNK_BITS not in notes}
    return WordHits(others | chunks, hits.full)


def _pool(scores: dict[int, float], exact: Iterable[int]) -> WordHits:
    """Keep the chunks of the best 200 notes, and of the `exact` ones: the pool is counted in notes."""
    best = _best_notes(scores)
    pool = {*best[:POOL_NOTES], *exact}
    kept = {chunk: score for chunk, score in scores.items() if chunk >> CHUNK_BITS in pool}
    return WordHits(kept, full=len(best) >= POOL_NOTES)


def _best_notes(scores: dict[int, float]) -> list[int]:
    """Return the notes of the scored chunks, best first."""
    best: dict[int, float] = {}
    for chunk, score in scores.items():
        note = chunk >> CHUNK_BITS
        if score > best.get(note, -1.0):
            best[note] = score
    notes = sorted(best)
    notes.sort(key=best.__getitem__, reverse=True)  # of equals the older one stays first
    return notes
