"""Changes the order of the best keyword hits by what their texts show: how near together, how complete, how literal."""

from __future__ import annotations

import math
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.schema import CHUNK_BITS
from notesearch.search.candidates import WordHits
from notesearch.search.glances import ALL_OF_IT
from notesearch.search.nearness import nearness
from notesearch.search.titles import is_named

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Mapping

    from notesearch.index.lexical import Lexical
    from notesearch.index.phrases import Group
    from notesearch.index.store import Store, StoredChunk
    from notesearch.search.glances import Glances
    from notesearch.search.query import Query
    from notesearch.search.snippet import Snippet

# Notes that are looked into; they are mostly shown, so that their texts are read but once. Fewer where very many are
# found: there ten give what twenty do.
_LOOKED_AT, _LOOKED_AT_OF_MANY = 20, 10
# Words that stand next to each other, in order, lift a score by this share. Measured together with the rule below,
# nDCG@10 words only, share 0 -> .1 -> .2: encyclopedia .9687 -> .9693 -> .9709; merged with e5: dated conversations
# .817 -> .823 -> .826, product help .808 -> .805 -> .807 (minilm .792 -> .784 -> .781), paraphrases as before (.934).
_NEAR_SHARE = 0.2
# A short question whose words a text has all is not answered better by one that lacks a third of them, however much
# shorter that is. Counted over more words, or at a smaller difference, this costs product help .003 to .03.
_SHORT_QUERY, _LACKING, _STEP = 4, 0.34, 0.05
_LEAST_STEP = 0.1
# A note that has them only in different chunks is better than one that lacks half of them.
_LACKING_HALF = 0.5
_BENT_FROM = 0.9


class _Sight(NamedTuple):
    """What was seen of a chunk: its score, which may be above 1 now, and the share, 0..1, of a short query in it."""

    place: StoredChunk
    title: str
    score: float
    share: float
    shown: Snippet

    @property
    def note(self) -> int:
        return self.place.id >> CHUNK_BITS


class SecondLook:
    """Looks at the best hits of one query after the other."""

    def __init__(self, store: Store, lexical: Lexical, glances: Glances) -> None:
        self._store = store
        self._lexical = lexical
        self._glances = glances

    def ranked(self, query: Query, hits: WordHits) -> WordHits:
        """Return the hits with higher scores for the best chunks of the best notes that have the words of a query near
        together, or all of them, or say just what was asked.
        """
        self._glances.forget()
        groups = self._glances.groups(query)
        if not groups or (len(groups) == 1 and _goes_on(groups[0])):
            return hits  # a word that is being typed may be any of those that begin so
        best = _best_chunks(hits.chunks, _LOOKED_AT_OF_MANY if hits.full else _LOOKED_AT)
        seen = self._look_at(query, best, hits.chunks)
        lacking = {sight.note for sight in seen.values() if sight.share < ALL_OF_IT}
        spread_over: set[int] = set()
        # Not while a word is being typed: all that begins so, in every chunk, takes 50 ms.
        if lacking and 1 < len(groups) <= _SHORT_QUERY and not any(map(_goes_on, groups)):
            further = [chunk for chunk in hits.chunks if chunk >> CHUNK_BITS in lacking and chunk not in seen]
            complete = self._lexical.having_all("chunk_words", groups, further)
            seen |= self._look_at(query, _best_chunks({chunk: hits.chunks[chunk] for chunk in complete}), hits.chunks)
            spread_over = self._lexical.having_all("note_words", groups, lacking)
        scores = {chunk: sight.score for chunk, sight in seen.items()}
        if len(groups) <= _SHORT_QUERY:
            scores = _complete_first(seen, scores, spread_over)
        return WordHits(_at_most_one(hits.chunks | self._said_first(query, seen, scores)), hits.full)

    def _look_at(self, query: Query, chunks: Iterable[int], scores: Mapping[int, float]) -> dict[int, _Sight]:
        places = self._store.chunks(chunks)
        self._glances.fetch(query, places.values())
        titles = self._store.titles({chunk >> CHUNK_BITS for chunk in places})
        return {
            chunk: self._sight(query, place, titles[chunk >> CHUNK_BITS], scores[chunk])
            for chunk, place in places.items()
            if chunk >> CHUNK_BITS in titles
        }

    def _sight(self, query: Query, place: StoredChunk, title: str, score: float) -> _Sight:
        groups = self._glances.groups(query)
        shown = self._glances.snippet(query, place, title)
        near = nearness(groups, shown.hits)
        share = self._glances.coverage(query, place, title) if len(groups) <= _SHORT_QUERY else 0.0
        return _Sight(place, title, score * (1 + _NEAR_SHARE * near), share, shown)

    def _said_first(self, query: Query, seen: Mapping[int, _Sight], scores: dict[int, float]) -> dict[int, float]:
        """Lift the chunks that say just what was asked, and those of notes whose names have all of it."""
        said = {chunk for chunk, sight in seen.items() if sight.shown.is_said}
        if not said:
            return scores
        others = seen.keys() - said
        names = self._store.names({seen[chunk].note for chunk in others})
        groups = self._glances.groups(query)
        said |= {chunk for chunk in others if is_named(groups, names.get(seen[chunk].note, ""))}
        said |= {chunk for chunk in others - said if self._is_headed(query, seen[chunk])}
        return _lifted(scores, said, seen.keys() - said)

    def _is_headed(self, query: Query, sight: _Sight) -> bool:
        above = self._glances.keys_above(query, sight.place, sight.title)
        return self._glances.share(query, above) >= ALL_OF_IT


def _goes_on(group: Group) -> bool:
    return any(phrase.prefix for phrase in (*group.main, *group.other))


def _best_chunks(scores: Mapping[int, float], notes: int = _LOOKED_AT) -> list[int]:
    """Return the best chunk of each of the best `notes`, in no order; of equals the first one."""
    best: dict[int, int] = {}
    for chunk, score in scores.items():
        known = best.setdefault(chunk >> CHUNK_BITS, chunk)
        if (score, -chunk) > (scores[known], -known):
            best[chunk >> CHUNK_BITS] = chunk
    return nlargest(notes, best.values(), key=lambda chunk: (scores[chunk], -chunk))


def _complete_first(
    seen: Mapping[int, _Sight], scores: dict[int, float], spread_over: Container[int]
) -> dict[int, float]:
    """Lift the chunks that have the whole query, and those of the notes that it is `spread_over`."""
    spread = {chunk for chunk, sight in seen.items() if sight.note in spread_over}
    scores = _lifted(scores, spread, _lacking(seen, _LACKING_HALF) - spread)
    whole = {chunk for chunk, sight in seen.items() if sight.share >= ALL_OF_IT}
    return _lifted(scores, whole, _lacking(seen, _LACKING))


def _lacking(seen: Mapping[int, _Sight], share: float) -> set[int]:
    """Return the chunks that lack this share of the query, or more."""
    return {chunk for chunk, sight in seen.items() if sight.share <= 1 - share}


def _lifted(scores: dict[int, float], better: Collection[int], worse: Iterable[int]) -> dict[int, float]:
    """Return the scores with those of `better` just above the best of `worse`; among each other in their order."""
    most = max((scores[chunk] for chunk in worse), default=0.0)
    low = [chunk for chunk in better if scores[chunk] <= most]
    room = min((scores[chunk] for chunk in better if scores[chunk] > most), default=math.inf)
    step = min(most * _STEP, (room - most) / 2)
    top = max((scores[chunk] for chunk in low), default=1.0) or 1.0
    return scores | {chunk: most + step * (_LEAST_STEP + scores[chunk] / top) / (_LEAST_STEP + 1) for chunk in low}


def _at_most_one(scores: dict[int, float]) -> dict[int, float]:
    """Bend scores so that none is above 1, in their order; those under .9 stay as they are."""
    if max(scores.values(), default=0.0) <= 1:
        return scores
    room = 1 - _BENT_FROM
    bent = {chunk: (score - _BENT_FROM) / room for chunk, score in scores.items() if score > _BENT_FROM}
    return scores | {chunk: 1 - room * math.exp(-above) for chunk, above in bent.items()}
