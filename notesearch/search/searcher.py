"""Runs the ten stages of a search in their order; every failure is part of the answer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from notesearch.index.schema import CHUNK_BITS
from notesearch.search.candidates import Candidates, VectorHits, WordHits
from notesearch.search.closest import show_closest
from notesearch.search.glances import Glances
from notesearch.search.merge import Merged, beside_words, merge
from notesearch.search.presenter import Presenter
from notesearch.search.query import Query, parse_query
from notesearch.search.ranking import Factors, Ranked, diversify, factors, gate_and_group
from notesearch.search.results import Result, Results
from notesearch.search.second_look import SecondLook
from notesearch.search.strength import WORTH_MENDING
from notesearch.search.syntax import advice
from notesearch.search.trace import Trace
from notesearch.vault.sources import moment

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from notesearch.embedding.embedder import QueryEmbedder, QueryVector, Status
    from notesearch.index.lexical import Lexical
    from notesearch.index.opens import Opens
    from notesearch.index.semantic import Vectors
    from notesearch.index.store import Store, StoredNote
    from notesearch.search.closest import SentenceVectors
    from notesearch.search.request import SearchRequest
    from notesearch.settings import Settings

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class SyncOutcome:
    """What step 1 did: how many notes it re-read or removed, or None and why it was not tried or failed."""

    notes: int | None
    reason: str | None = None
    failed: bool = False


class Freshness(Protocol):
    """What the searcher asks of the synchronisation with the disk."""

    @property
    def pending(self) -> int:
        """How many notes' words may be out of date."""

    def before_search(self, request: SearchRequest) -> SyncOutcome:
        """Bring up to date what the request allows for."""

    def stale(self, notes: Iterable[int]) -> set[int]:
        """Return those of `notes` whose file no longer is what was indexed."""

    def refresh(self, notes: Iterable[int]) -> set[int]:
        """Re-read these notes now; returns those that still cannot be shown."""


@dataclass(slots=True)
class _Search:
    """One search while it runs."""

    request: SearchRequest
    settings: Settings
    now: dt.datetime
    query: Query
    trace: Trace
    vector: QueryVector | None = None
    hidden: set[int] = field(default_factory=set)
    corrected: str | None = None
    is_guess: bool = False


class Searcher:
    """Answers questions over one index."""

    def __init__(self, store: Store, lexical: Lexical, vectors: Vectors, opens: Opens, freshness: Freshness) -> None:
        self._store = store
        self._vectors = vectors
        self._opens = opens
        self._freshness = freshness
        self._candidates = Candidates(lexical, vectors, store)
        glances = Glances(store, lexical)
        self._second_look = SecondLook(store, lexical, glances)
        self._presenter = Presenter(store, glances)

    def search(
        self,
        request: SearchRequest,
        settings: Settings,
        now: dt.datetime,
        embed: QueryEmbedder,
        sentences: SentenceVectors | None = None,
    ) -> Results:
        """Answer `request` at the time `now`; never raises for anything that was typed.

        With `sentences`, and when the request allows for it, results without a hit begin at the closest sentence.
        """
        trace = Trace()
        outcome = self._freshness.before_search(request)
        query = parse_query(request.text, now.date(), typing=request.typing, is_used=self._store.any_has)
        search = _Search(request, settings, now, query, trace)
        status: Status = "failed" if outcome.failed else "skipped" if outcome.notes is None else "done"
        trace.end("sync", outcome.notes, status=status, reason=outcome.reason)
        shown = self._fresh_results(search, embed)
        vector = search.vector.vector if search.vector else None
        if sentences is not None and vector is not None and request.closest_s is not None:
            shown = show_closest(shown, self._presenter.text_of, vector, sentences, request.closest_s)
        return self._answer(search, shown)

    def _fresh_results(self, search: _Search, embed: QueryEmbedder) -> tuple[Result, ...]:
        """Rank; when a result's file has changed meanwhile, re-read it and rank again; never show a stale one."""
        merged = self._find(search, embed)
        ranked = self._rank(search, merged)
        for _ in range(_ROUNDS):
            stale = self._freshness.stale([item.note.id for item in ranked]) - search.hidden
            if not stale:
                break
            hidden = self._freshness.refresh(stale)
            search.hidden |= hidden
            if hidden != stale:  # some were read again; else what was found holds but for those
                merged = self._find(search, embed)
            ranked = self._rank(search, merged)
        else:  # they change faster than they can be read
            stale = self._freshness.stale([item.note.id for item in ranked])
            ranked = [item for item in ranked if item.note.id not in stale]
        weights = search.settings.weights.shares()
        return self._presenter.present(ranked, search.query, weights, mended=search.is_guess)

    def _find(self, search: _Search, embed: QueryEmbedder) -> list[Merged]:
        words = self._by_words(search)
        return self._merge(search, words, self._by_meaning(search, embed))

    def _rank(self, search: _Search, merged: list[Merged]) -> list[Ranked]:
        weighed = self._weigh(search, merged)
        ranked = self._gate(search, merged, *weighed)
        return self._cut(search, self._diversify(search, ranked))

    def _by_words(self, search: _Search) -> WordHits:
        trace, query = search.trace, search.query
        filters_alone = bool(query.conditions) and not query.groups  # what they hold for is the answer in every mode
        if search.request.mode == "meaning" and not filters_alone:
            trace.skip("keyword", "meaning only was asked for")
            trace.skip("supplement", "meaning only was asked for")
            return WordHits({})
        if query.is_empty:
            trace.end("keyword", 0, reason="no words")
            trace.end("supplement", 0)
            return WordHits({})
        found = self._candidates.by_words(query)
        if not found.chunks and query.loose_text is not None:
            found = self._loosened(search, query.loose_text)
        found = self._mended(search, found)
        trace.end("keyword", len(found.chunks), reason=search.corrected and f"showing results for {search.corrected}")
        more = self._candidates.evergreen(query, found) if found.full else WordHits({})
        trace.end("supplement", len(more.chunks))
        return self._second_look.ranked(search.query, WordHits(found.chunks | more.chunks, full=found.full))

    def _loosened(self, search: _Search, text: str) -> WordHits:
        """Look for the words of a question whose quoted part stands nowhere, and say so."""
        loose = parse_query(text, search.now.date())
        hint = "No note has the quoted words as they stand; these have some of the words."
        search.query = replace(loose, hints=(*search.query.hints, hint))
        return self._candidates.by_words(search.query)

    def _mended(self, search: _Search, found: WordHits) -> WordHits:
        """Look for what may have been meant; what was typed stays unless that finds something better."""
        mended = self._candidates.mended(search.query, careful=found.best >= WORTH_MENDING)
        if mended is None:
            return found
        query = mended.query
        if query.conditions:
            meant = parse_query(mended.asked, search.now.date(), is_used=self._store.any_has)
            query = replace(query, conditions=meant.conditions)
        better = self._candidates.by_words(query).scaled(mended.share)
        if better.best <= found.best:
            return found
        search.query, search.corrected, search.is_guess = query, query.text, mended.is_guess
        return better

    def _by_meaning(self, search: _Search, embed: QueryEmbedder) -> VectorHits:
        trace = search.trace
        if search.request.mode == "keyword":
            trace.skip("embed", "keyword only was asked for")
        elif not search.query.meaning.strip():
            trace.skip("embed", "no words to embed")
        else:
            search.vector = search.vector or self._embed(search.query.meaning, embed)
            trace.end("embed", status=search.vector.status, reason=search.vector.reason)
        if search.vector is None or search.vector.vector is None:
            trace.skip("knn", "no query vector")
            return VectorHits({}, {})
        found = self._candidates.by_meaning(search.query, search.vector.vector)
        trace.end("knn", len(found.chunks))
        return found

    def _embed(self, text: str, embed: QueryEmbedder) -> QueryVector:
        """Embed the query, unless this index has no vectors that it could be compared with."""
        answer = embed(text)
        if answer.vector is not None and not self._is_comparable(answer):
            return replace(answer, vector=None, status="skipped", reason="rebuilding: no vectors of this model yet")
        return answer

    def _is_comparable(self, answer: QueryVector) -> bool:
        """Tell whether a query's vector is of the model whose vectors are there now."""
        is_ours = answer.model is None or answer.model == self._vectors.model_hash
        return is_ours and len(answer.vector or b"") == 4 * self._vectors.dimensions

    def _merge(self, search: _Search, words: WordHits, nearby: VectorHits) -> list[Merged]:
        waiting = self._store.unembedded(words.chunks) if nearby.chunks else frozenset()
        vector = beside_words(nearby.chunks, words.chunks) if nearby.contrast else nearby.chunks
        merged = merge(words.chunks, vector, search.settings.weights.shares(), waiting)
        if nearby.contrast:
            merged = [hit._replace(contrast=nearby.contrast.get(hit.chunk)) for hit in merged]
        search.trace.end("merge", len(merged), reason=None if nearby.chunks else "keyword only")
        return merged

    def _weigh(self, search: _Search, merged: list[Merged]) -> tuple[dict[int, StoredNote], dict[int, Factors]]:
        notes = self._store.notes({hit.chunk >> CHUNK_BITS for hit in merged} - search.hidden)
        now, opens = moment(search.now), self._opens.of
        weights = {
            id_: factors(note, opens(note.root, note.path), search.settings, now, has_date=search.query.has_date)
            for id_, note in notes.items()
        }
        search.trace.end("weigh", len(merged))
        return notes, weights

    def _gate(
        self, search: _Search, merged: list[Merged], notes: dict[int, StoredNote], weights: dict[int, Factors]
    ) -> list[Ranked]:
        exact = set(self._store.named(search.query.key)) if search.query.key else set()
        ranked = gate_and_group(merged, notes, weights, exact, search.settings.search.min_score)
        search.trace.end("gate", len(ranked))
        return ranked

    def _diversify(self, search: _Search, ranked: list[Ranked]) -> list[Ranked]:
        mmr = search.settings.mmr
        if not mmr.enabled:
            search.trace.skip("mmr", "off")
            return ranked
        picks = self._limit(search)
        ranked = diversify(ranked, mmr.lambda_, picks, self._presenter.candidate)
        search.trace.end("mmr", len(ranked))
        return ranked

    def _cut(self, search: _Search, ranked: list[Ranked]) -> list[Ranked]:
        cut = ranked[: self._limit(search)]
        search.trace.end("cut", len(cut))
        return cut

    def _limit(self, search: _Search) -> int:
        return search.request.limit or search.settings.search.max_results

    def _answer(self, search: _Search, results: tuple[Result, ...]) -> Results:
        hybrid = search.vector is not None and search.vector.vector is not None
        mode = search.request.mode
        return Results(
            query=search.request.text,
            mode="meaning" if mode == "meaning" else "hybrid" if hybrid else "keyword",
            reason=self._reason(search, hybrid=hybrid),
            pending=self._freshness.pending,
            took_ms=search.trace.took_ms,
            results=results,
            trace=search.trace.rows(),
            corrected=search.corrected,
            warnings=(*search.query.hints, *advice(search.request.text)),
            terms=search.query.marks,
        )

    def _reason(self, search: _Search, *, hybrid: bool) -> str | None:
        """Say why no vector took part, or how much is embedded while vectors are still being made."""
        if search.vector is None:
            return None if search.request.mode == "keyword" else "no words to embed"
        if not hybrid or search.vector.reason:
            return search.vector.reason
        _, chunks, embedded = self._store.counts()
        return f"embedding: {embedded} of {chunks} chunks have vectors" if self._store.waiting() else None
