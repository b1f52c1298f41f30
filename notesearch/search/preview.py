"""A note as it is shown beside the results, and where a link in it leads."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from notesearch.errors import NoteSearchError
from notesearch.index.prepare import name_key
from notesearch.reports import Preview
from notesearch.search.snippet import find_hits
from notesearch.vault.frontmatter import parse
from notesearch.vault.note import NoteFile, SkippedFile
from notesearch.vault.read import read_note
from notesearch.vault.render import render

if TYPE_CHECKING:
    from notesearch.index.store import Store, StoredNote
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


def resolve(store: Store, target: str, from_note: int) -> int | None:
    """Return the note that a wikilink, an alias or a relative link in `from_note` means, or None.

    A path is tried before a name; of several notes with that name, the one nearest to the linking note is meant.
    """
    origin = store.note(from_note)
    name = unquote(target).split("#", 1)[0].split("^", 1)[0].strip()
    if origin is None or not name:
        return from_note if origin is not None and target.startswith("#") else None
    by_path = _by_path(store, origin, name)
    if by_path is not None:
        return by_path
    found = store.notes(store.named(name_key(name)) or store.named(name_key(posixpath.basename(_stem(name)))))
    same_root = [note for note in found.values() if note.root == origin.root]
    nearest = sorted(same_root, key=lambda note: (-_shared(note.path, origin.path), len(note.path), note.path))
    return nearest[0].id if nearest else None


def _by_path(store: Store, origin: StoredNote, name: str) -> int | None:
    """Look a path up relative to the note's folder, then to the vault; never outside of it."""
    folder = posixpath.dirname(origin.path)
    for path in (posixpath.normpath(posixpath.join(folder, name)), posixpath.normpath(name.lstrip("/"))):
        if path.startswith(".."):
            continue
        for candidate in (path, f"{path}.md", f"{path}.markdown"):
            if (note := store.at(origin.root, candidate)) is not None:
                return note
    return None


def _stem(name: str) -> str:
    return name.rsplit(".", 1)[0] if name.lower().endswith((".md", ".markdown")) else name


def _shared(one: str, other: str) -> int:
    """Count the folders that two paths have in common from the top."""
    pairs = zip(one.split("/")[:-1], other.split("/")[:-1], strict=False)
    return next((count for count, (a, b) in enumerate(pairs) if a != b), min(one.count("/"), other.count("/")))
