"""Ranked notes -> results that can be shown: places, snippets with marks, and what is weak."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.tokenizer import word_set
from notesearch.search.mmr import Candidate
from notesearch.search.results import FoundBy, Move, OtherChunk, Result
from notesearch.search.strength import is_weak
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notesearch.index.store import Store, StoredChunk
    from notesearch.search.glances import Glances
    from notesearch.search.merge import Merged
    from notesearch.search.query import Query
    from notesearch.search.ranking import Ranked


class _Asked(NamedTuple):
    """What all results of a search share; `weights` are those of words and meaning."""

    query: Query
    weights: tuple[float, float]
    mended: bool


class Presenter:
    """Turns ranked notes into results."""

    def __init__(self, store: Store, glances: Glances) -> None:
        self._store = store
        self._glances = glances

    def present(
        self, ranked: Sequence[Ranked], query: Query, weights: tuple[float, float], *, mended: bool
    ) -> tuple[Result, ...]:
        """Return one result for each ranked note, in that order; `mended`: other words were searched than typed.

        `weights` are those of words and meaning in the merge.
        """
        places = self._store.chunks([hit.chunk for item in ranked for hit, _ in item.chunks])
        best = (places.get(item.chunks[0][0].chunk) for item in ranked)
        self._glances.fetch(query, filter(None, best))
        asked = _Asked(query, weights, mended)
        results: list[Result] = []
        for item in ranked:
            if item.chunks[0][0].chunk in places:
                weak = bool(results) and results[0].weak  # what stands below a weak result is no better
                results.append(self._result(item, places, asked, weak=weak))
        return tuple(results)

    def _result(self, item: Ranked, places: dict[int, StoredChunk], asked: _Asked, *, weak: bool) -> Result:
        best, score = item.chunks[0]
        place, note, weights = places[best.chunk], item.note, item.factors
        shown = self._glances.snippet(asked.query, place, note.title)
        coverage = partial(self._glances.coverage, asked.query, place, note.title)
        return Result(
            note_id=note.id,
            chunk_id=best.chunk,
            path=note.path,
            root=note.root,
            title=note.title,
            heading=self._glances.heading(asked.query, place, note.title),
            start_line=place.first_line,
            end_line=place.last_line,
            snippet=shown.text,
            marks=shown.marks,
            score=score,
            base=best.base,
            exact=item.exact,
            found_by=_found_by(best),
            text_score=best.text,
            vector_score=best.vector,
            source=note.source,
            age_days=weights.age_days,
            decay=weights.decay,
            source_weight=weights.source_weight,
            opens=weights.opens,
            access_boost=weights.access_boost,
            mmr=None if item.moved is None else Move(item.moved),
            weak=weak or (not item.exact and is_weak(best, coverage, mended=asked.mended)),
            more=tuple(_other(places[hit.chunk], score) for hit, score in item.chunks[1:] if hit.chunk in places),
            weights=asked.weights,
        )

    def text_of(self, result: Result) -> str:
        """Return the text that a result's snippet is cut out of; empty when its chunk has gone meanwhile."""
        place = self._store.chunk(result.chunk_id)
        return self._glances.text(place, result.title) if place else ""

    def candidate(self, item: Ranked) -> Candidate:
        """Return what MMR compares: the words of a result's best chunk."""
        place = self._store.chunk(item.chunks[0][0].chunk)
        text = plain_text(self._store.chunk_text(place)) if place else ""
        return Candidate(item.score, text, word_set(text))


def _found_by(hit: Merged) -> tuple[FoundBy, ...]:
    words: tuple[FoundBy, ...] = ("words",) if hit.text is not None else ()
    return (*words, "meaning") if hit.vector is not None else words


def _other(place: StoredChunk, score: float) -> OtherChunk:
    return OtherChunk(place.id, place.first_line, place.last_line, place.heading, score)
