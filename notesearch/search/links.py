"""Where a link in a note leads, and which notes link to a note."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from notesearch.index.folding import fold
from notesearch.index.prepare import link_names, name_key, without_ending
from notesearch.reports import LinkedNote

if TYPE_CHECKING:
    from notesearch.index.store import Store, StoredNote

_MOST = 50


def resolve(store: Store, target: str, from_note: int) -> int | None:
    """Return the note that a wikilink, an alias or a relative link in `from_note` means, or None.

    A path is tried before a name; of several notes with that name, the one nearest to the linking note is meant.
    """
    origin = store.note(from_note)
    if origin is None or target.startswith("#"):
        return from_note if origin is not None else None
    for name in link_names(target):
        found = _by_path(store, origin, name)
        found = _by_name(store, origin, name) if found is None else found
        if found is not None:
            return found
    return None


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


def _by_name(store: Store, origin: StoredNote, name: str) -> int | None:
    """Look for a note of the same folder that bears a name or its last part."""
    last = posixpath.basename(without_ending(name))
    found = store.notes(store.named(name_key(name)) or store.named(name_key(last)))
    same_root = [note for note in found.values() if note.root == origin.root and _is_called(note, last)]
    nearest = sorted(same_root, key=lambda note: (-_shared(note.path, origin.path), len(note.path), note.path))
    return nearest[0].id if nearest else None


def _is_called(note: StoredNote, name: str) -> bool:
    """Tell whether a note that bears the key of `name` is called so: `Note#Part` is not the note `Note part`."""
    signs = set(name) & {"#", "^"}
    called = {fold(posixpath.basename(without_ending(note.path))), fold(note.title)}
    return signs <= set(name_key(name)) or fold(name) in called


def _shared(one: str, other: str) -> int:
    """Count the folders that two paths have in common from the top."""
    pairs = zip(one.split("/")[:-1], other.split("/")[:-1], strict=False)
    return next((count for count, (a, b) in enumerate(pairs) if a != b), min(one.count("/"), other.count("/")))
