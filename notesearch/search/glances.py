"""Looks into the texts of the best hits: how much of a query stands in each, and how near together."""

from __future__ import annotations

from functools import cache
from heapq import nlargest
from typing import TYPE_CHECKING

from notesearch.index.schema import CHUNK_BITS
from notesearch.search.candidates import WordHits
from notesearch.search.groups import marks_of
from notesearch.search.nearness import nearness
from notesearch.search.snippet import keys_in, snippet
from notesearch.search.strength import covered
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from notesearch.index.lexical import Lexical
    from notesearch.index.phrases import Group
    from notesearch.index.store import Store, StoredChunk
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
_SHORT_QUERY, _ALL_OF_IT, _LACKING, _STEP = 4, 0.99, 0.34, 0.05


class Glances:
    """Remembers what it saw for one query: the best keyword hits are mostly the results that are shown."""

    def __init__(self, store: Store, lexical: Lexical) -> None:
        self._store = store
        self._lexical = lexical
        self._query: Query | None = None
        self._groups: Sequence[Group] = ()
        self._idf: Callable[[str], float] = lexical.idf
        self._keys: dict[str, float] = {}
        self._seen: dict[tuple[int, str], Snippet] = {}

    def snippet(self, query: Query, place: StoredChunk, title: str) -> Snippet:
        """Return what the chunk at `place`, of a note with this title, shows of `query`."""
        self._use(query)
        key = (place.id, title)
        if key not in self._seen:
            self._seen[key] = snippet(self.text(place, title), self._keys)
        return self._seen[key]

    def _use(self, query: Query) -> None:
        """Look for what tells notes apart from now on: in a large vault nobody wants to see each `the` marked."""
        if query is not self._query:
            self._query, self._groups = query, self._lexical.telling(query.groups)
            self._keys, self._idf = self._key_weights(query), cache(self._lexical.idf)
            self._seen.clear()

    def coverage(self, query: Query, place: StoredChunk, title: str) -> float:
        """Return the share, 0..1, of the query's weight that stands in a chunk and in the names above it."""
        inside = self.snippet(query, place, title).keys
        share = covered(self._groups, inside, self._idf)
        if share >= _ALL_OF_IT:
            return share
        above = keys_in(" / ".join((title, *place.heading)), self._keys)
        return covered(self._groups, inside | above, self._idf) if above - inside else share

    def text(self, place: StoredChunk, title: str) -> str:
        """Return a chunk's text as it is shown below its title and headings."""
        return _without_title(self._store.chunk_text(place), title, place.heading)

    def _key_weights(self, query: Query) -> dict[str, float]:
        """Weigh the keys to mark: rare ones draw the snippet to them."""
        telling = {key for group in self._groups for key in marks_of(group)}
        others = {key for group in query.groups for key in marks_of(group)} - telling
        counts = {key: self._lexical.count("chunk_words", key.rstrip("*")) for key in query.marks - others}
        return {key: 1.0 / (1 + count) ** 0.5 for key, count in counts.items()}

    def ranked(self, query: Query, hits: WordHits) -> WordHits:
        """Return the hits with higher scores for the best chunks of the best notes that have the words of a query of
        several words near together, or all of them; no score falls.
        """
        self._query = None  # notes may have been read again
        self._use(query)
        if len(self._groups) < 2:  # noqa: PLR2004 - a single word is near itself
            return hits
        chosen = _best_chunks(hits.chunks, _LOOKED_AT_OF_MANY if hits.full else _LOOKED_AT)
        titles = self._store.titles({chunk >> CHUNK_BITS for chunk in chosen})
        places = [place for place in self._store.chunks(chosen).values() if place.id >> CHUNK_BITS in titles]
        better: dict[int, float] = {}
        coverage: dict[int, float] = {}
        for place in places:
            title = titles[place.id >> CHUNK_BITS]
            near = nearness(self._groups, self.snippet(query, place, title).hits)
            better[place.id] = min(1.0, hits.chunks[place.id] * (1 + _NEAR_SHARE * near))
            if len(self._groups) <= _SHORT_QUERY:
                coverage[place.id] = self.coverage(query, place, title)
        return WordHits(hits.chunks | _complete_first(better, coverage), hits.full)


def _best_chunks(scores: dict[int, float], notes: int) -> list[int]:
    """Return the best chunk of each of the best `notes`, in no order; of equals the first one."""
    best: dict[int, int] = {}
    for chunk, score in scores.items():
        known = best.setdefault(chunk >> CHUNK_BITS, chunk)
        if (score, -chunk) > (scores[known], -known):
            best[chunk >> CHUNK_BITS] = chunk
    return nlargest(notes, best.values(), key=lambda chunk: (scores[chunk], -chunk))


def _complete_first(scores: dict[int, float], coverage: dict[int, float]) -> dict[int, float]:
    """Lift what has the whole query just above the best of what lacks a third of it; in their order."""
    lacking = max((scores[chunk] for chunk, share in coverage.items() if share <= 1 - _LACKING), default=0.0)
    top = max(scores.values(), default=0.0)
    lifted = dict(scores)
    for chunk, share in coverage.items():
        if share >= _ALL_OF_IT and scores[chunk] < lacking:
            lifted[chunk] = min(1.0, lacking * (1 + _STEP * scores[chunk] / top))
    return lifted


def _without_title(text: str, title: str, heading: tuple[str, ...]) -> str:
    """Return a chunk's text without the heading that it begins with, when that is shown above the snippet anyway."""
    first, _, rest = text.lstrip().partition("\n")
    if not first.startswith("#") or not rest.strip():
        return text
    named = plain_text(first).strip().lower()
    shown = {title.lower(), *(part.lower() for part in heading[-1:])}
    return rest if named in shown else text
