"""What lies around a note: notes about the same, by meaning or else by words, and notes that link to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.index.filters import NoteFilter
from notesearch.index.prepare import name_key
from notesearch.index.schema import CHUNK_BITS
from notesearch.reports import Around
from notesearch.search.links import backlinks, linked_notes
from notesearch.search.request import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.index.semantic import Vectors
    from notesearch.index.store import Store
    from notesearch.search.results import Results

_RELATED = 6
# A note is related when it is nearer than the vault's median chunk by this share of that one's distance. Chosen by
# looking at the sample vault with both models: below it stand notes that share no more than the language.
_CONTRAST = 0.12
_ALL = NoteFilter()


def around(store: Store, vectors: Vectors, search: Callable[[SearchRequest], Results], note_id: int) -> Around:
    """Return a note's related notes, best first, and its backlinks; `search` answers questions."""
    by_meaning = _by_meaning(vectors, note_id)
    related = by_meaning if by_meaning is not None else _by_words(store, search, note_id)
    return Around(note_id, linked_notes(store, related), backlinks(store, note_id), by_meaning=by_meaning is not None)


def _by_meaning(vectors: Vectors, note_id: int) -> list[int] | None:
    """Return the notes nearest to the mean of the note's vectors; None when it has none."""
    centre = vectors.centre(note_id)
    if centre is None:
        return None
    usual = vectors.background(centre)
    nearest = vectors.nearest(centre, _ALL, _RELATED + 1)
    close = [each for each in nearest if not usual or (usual - each.distance) / usual >= _CONTRAST]
    notes = dict.fromkeys(each.chunk >> CHUNK_BITS for each in close)
    return [note for note in notes if note != note_id][:_RELATED]


def _by_words(store: Store, search: Callable[[SearchRequest], Results], note_id: int) -> list[int]:
    """Return the notes that the words of the note's title find clearly."""
    note = store.note(note_id)
    if note is None:
        return []
    request = SearchRequest(name_key(note.title), mode="keyword", limit=_RELATED + 1, sync="none")
    found = [result.note_id for result in search(request).results if not result.weak]
    return [each for each in found if each != note_id][:_RELATED]
