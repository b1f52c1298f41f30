"""A note as it is shown beside the results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.errors import NoteSearchError
from notesearch.reports import Preview
from notesearch.search.snippet import find_hits
from notesearch.vault.frontmatter import parse
from notesearch.vault.note import NoteFile, SkippedFile
from notesearch.vault.read import read_note
from notesearch.vault.render import render

if TYPE_CHECKING:
    from notesearch.index.store import Store
    from notesearch.settings import Settings


def preview(store: Store, settings: Settings, note_id: int, chunk_id: int | None, terms: frozenset[str]) -> Preview:
    """Render a note as it is on disk now, with the hits of `terms` marked; an unreadable file as it was indexed.

    Raises NoteSearchError when the note is no longer in the index.
    """
    note = store.note(note_id)
    if note is None:
        raise NoteSearchError("This note is gone: it was removed since the search. Search again.")
    indexed = store.text(note_id)
    read = read_note(NoteFile(note.root, note.path, note.stamp))
    text = indexed if isinstance(read, SkippedFile) else read.text
    place = store.chunk(chunk_id) if chunk_id is not None and text == indexed else None
    rendered = render(
        text,
        parse(text, settings.vault.date_keys),
        (place.start, place.stop) if place else None,
        lambda piece: find_hits(piece, terms),
    )
    return Preview(
        note_id=note_id,
        title=note.title,
        path=note.path,
        root=note.root,
        html=rendered.html,
        anchor=rendered.anchor,
        hits=rendered.hits,
        current=text == indexed,
    )
