"""Where a link in a note leads, and which notes link to a note."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from notesearch.index.prepare import link_name, name_key, without_ending
from notesearch.reports import LinkedNote

if TYPE_CHECKING:
    from notesearch.index.store import Store, StoredNote

_MOST = 50


def resolve(store: Store, target: str, from_note: int) -> int | None:
    """Return the note that a wikilink, an alias or a relative link in `from_note` means, or None.

    A path is tried before a name; of several notes with that name, the one nearest to the linking note is meant.
    """
    origin = store.note(from_note)
    name = link_name(target)
    if origin is None or not name:
        return from_note if origin is not None and target.startswith("#") else None
    by_path = _by_path(store, origin, name)
    if by_path is not None:
        return by_path
    found = store.notes(store.named(name_key(name)) or store.named(name_key(posixpath.basename(without_ending(name)))))
    same_root = [note for note in found.values() if note.root == origin.root]
    nearest = sorted(same_root, key=lambda note: (-_shared(note.path, origin.path), len(note.path), note.path))
    return nearest[0].id if nearest else None


def backlinks(store: Store, note_id: int) -> tuple[LinkedNote, ...]:
    """Return the notes that link to a note, newest file first, at most 50; a link to itself does not count."""
    found: dict[int, None] = {}
    for origin, target in store.links_to(note_id):
        if origin not in found and origin != note_id and resolve(store, target, origin) == note_id:
            found[origin] = None
            if len(found) == _MOST:
                break
    return linked_notes(store, list(found))


def linked_notes(store: Store, ids: list[int]) -> tuple[LinkedNote, ...]:
    """Return what is shown of these notes, in their order; those that are gone are left out."""
    notes = store.notes(ids)
    return tuple(LinkedNote(each, notes[each].title, notes[each].path) for each in ids if each in notes)


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


def _shared(one: str, other: str) -> int:
    """Count the folders that two paths have in common from the top."""
    pairs = zip(one.split("/")[:-1], other.split("/")[:-1], strict=False)
    return next((count for count, (a, b) in enumerate(pairs) if a != b), min(one.count("/"), other.count("/")))
