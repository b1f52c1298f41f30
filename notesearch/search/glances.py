"""Looks into the texts of the best hits: what each shows of a query, and how much of it stands there."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from notesearch.search.groups import marks_of
from notesearch.search.section import heading_at
from notesearch.search.snippet import keys_in, snippet
from notesearch.search.strength import covered
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from notesearch.index.lexical import Lexical
    from notesearch.index.phrases import Group
    from notesearch.index.store import Store, StoredChunk
    from notesearch.search.query import Query
    from notesearch.search.snippet import Snippet

ALL_OF_IT = 0.99  # a share of a query that is all but for rounding


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
        self._texts: dict[int, str] = {}

    def snippet(self, query: Query, place: StoredChunk, title: str) -> Snippet:
        """Return what the chunk at `place`, of a note with this title, shows of `query`."""
        self._use(query)
        key = (place.id, title)
        if key not in self._seen:
            self._seen[key] = snippet(self.text(place, title), self._keys, query.together)
        return self._seen[key]

    def groups(self, query: Query) -> Sequence[Group]:
        """Return what is looked for of a query: what tells notes apart."""
        self._use(query)
        return self._groups

    def forget(self) -> None:
        """Look anew: notes may have been read again."""
        self._query = None

    def _use(self, query: Query) -> None:
        """Look for what tells notes apart from now on: in a large vault nobody wants to see each `the` marked."""
        if query is not self._query:
            self._query, self._groups = query, self._lexical.telling(query.groups)
            self._keys, self._idf = self._key_weights(query), cache(self._lexical.idf)
            self._seen.clear()
            self._texts.clear()

    def coverage(self, query: Query, place: StoredChunk, title: str) -> float:
        """Return the share, 0..1, of the query's weight that stands in a chunk and in the names above it."""
        inside = self.snippet(query, place, title).keys
        share = self.share(query, inside)
        if share >= ALL_OF_IT:
            return share
        above = self.keys_above(query, place, title)
        return self.share(query, inside | above) if above - inside else share

    def share(self, query: Query, found: Collection[str]) -> float:
        """Return the share, 0..1, of the query's weight that the keys `found` make up."""
        self._use(query)
        return covered(self._groups, found, self._idf)

    def keys_above(self, query: Query, place: StoredChunk, title: str) -> frozenset[str]:
        """Return the keys of the query that stand in the names above a chunk."""
        self._use(query)
        return keys_in(" / ".join((title, *place.heading)), self._keys)

    def heading(self, query: Query, place: StoredChunk, title: str) -> tuple[str, ...]:
        """Return the headings that the hits shown of a chunk stand under; without hits, those of its first line."""
        at = self.snippet(query, place, title).at
        if at is None:
            return place.heading
        markdown = self._markdown(place)
        return heading_at(markdown, place.heading, _without_title(markdown, title, place.heading), at)

    def text(self, place: StoredChunk, title: str) -> str:
        """Return a chunk's text as it is shown below its title and headings."""
        return _without_title(self._markdown(place), title, place.heading)

    def fetch(self, query: Query, places: Iterable[StoredChunk]) -> None:
        """Read the texts of chunks that will be looked at, all at once."""
        self._use(query)
        self._texts |= self._store.chunk_texts(place for place in places if place.id not in self._texts)

    def _markdown(self, place: StoredChunk) -> str:
        if place.id not in self._texts:
            self._texts[place.id] = self._store.chunk_text(place)
        return self._texts[place.id]

    def _key_weights(self, query: Query) -> dict[str, float]:
        """Weigh the keys to mark: rare ones draw the snippet to them."""
        telling = {key for group in self._groups for key in marks_of(group)}
        others = {key for group in query.groups for key in marks_of(group)} - telling
        counts = {key: self._lexical.count("chunk_words", key.rstrip("*")) for key in query.marks - others}
        return {key: 1.0 / (1 + count) ** 0.5 for key, count in counts.items()}


def _without_title(text: str, title: str, heading: tuple[str, ...]) -> str:
    """Return a chunk's text without the heading that it begins with, when that is shown above the snippet anyway."""
    first, _, rest = text.lstrip().partition("\n")
    if not first.startswith("#") or not rest.strip():
        return text
    named = plain_text(first).strip().lower()
    shown = {title.lower(), *(part.lower() for part in heading[-1:])}
    return rest if named in shown else text
