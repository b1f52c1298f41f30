"""Brings the index up to date with the disk, in bounded steps: the truth is disk against index, an event is a hint."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from notesearch.errors import VaultOfflineError
from notesearch.index.pool import Prepared, prepare_files
from notesearch.index.prepare import NoteRows, index_identity
from notesearch.index.store import KnownNote, is_current
from notesearch.vault.note import NoteFile, Root, SkippedFile
from notesearch.vault.scan import Unreadable, check_online, stat_note, walk, walk_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notesearch.index.opens import Opens
    from notesearch.index.store import Store
    from notesearch.settings import Settings
    from notesearch.vault.note import Stamp
    from notesearch.vault.scan import Found

Place = tuple[str, str]  # (root, path)

_FILES_A_STEP = 256
_WAIT_S = 0.01
_REMOVED_A_STEP = 64
_GUARDED_NOTES = 20


@dataclass(slots=True)
class Counts:
    """What syncing has done since it was last asked."""

    added: int = 0
    updated: int = 0
    removed: int = 0

    @property
    def total(self) -> int:
        """How many notes were touched."""
        return self.added + self.updated + self.removed


@dataclass(slots=True)
class _Difference:
    """What a look at the disk found: files to read, and notes whose file is gone."""

    changed: list[NoteFile] = field(default_factory=list)
    gone: dict[Place, KnownNote] = field(default_factory=dict)


class Sync:
    """Works off scans and dirty paths of one vault, a bounded step at a time."""

    def __init__(self, store: Store, opens: Opens, roots: Sequence[Root], settings: Settings) -> None:
        self._store = store
        self._opens = opens
        self._roots = {root.path: root for root in roots}
        self._settings = settings
        self._identity = index_identity(settings.chunks)
        self._dirty: dict[Place, None] = {}
        self._dirty_folders: dict[Place, None] = {}
        self._scan_wanted = False
        self._deletions_accepted = False
        self._task: Iterator[None] | None = None
        self._left = 0
        self.total = 0
        self.offline: str | None = None
        self.held_back = 0
        self.counts = Counts()
        for root in roots:
            store.root_id(root)

    @property
    def pending(self) -> int:
        """How many notes are known to need work."""
        return self._left + len(self._dirty)

    @property
    def busy(self) -> bool:
        """Whether there is anything to do."""
        return bool(self._task or self._scan_wanted or self._dirty or self._dirty_folders)

    def want_scan(self) -> None:
        """Compare the whole disk with the whole index next."""
        self._scan_wanted = True

    def accept_deletions(self) -> None:
        """Let the next scan remove however many notes it finds gone."""
        self._deletions_accepted = True
        self._scan_wanted = True

    def look_at(self, files: Iterable[Place], folders: Iterable[Place] = ()) -> None:
        """Take hints: these files, and all that lies in these folders, may have changed."""
        self._dirty.update(dict.fromkeys(files))
        self._dirty_folders.update(dict.fromkeys(folders))

    def step(self, budget: float) -> bool:
        """Work for about `budget` seconds, at least one bounded step; returns whether there is more to do."""
        deadline = time.monotonic() + budget
        while self.busy:
            if self._task is None:
                self._task = self._next_task()
            try:
                next(self._task)
            except StopIteration:
                self._task = None
                self._left = 0
            if time.monotonic() >= deadline:
                break
        return self.busy

    def close(self) -> None:
        """Stop in between two notes; processes that prepare notes end."""
        if self._task is not None:
            self._task.close()  # type: ignore[attr-defined] - every task is a generator
            self._task = None

    def _next_task(self) -> Iterator[None]:
        if self._scan_wanted:
            self._scan_wanted = False
            self._dirty.clear()
            self._dirty_folders.clear()
            return self._scan()
        places, folders = list(self._dirty), list(self._dirty_folders)
        self._dirty.clear()
        self._dirty_folders.clear()
        return self._look(places, folders)

    def _scan(self) -> Iterator[None]:
        """Compare everything; when the vault cannot be read, nothing counts as gone."""
        difference = _Difference()
        known = {(root.path, path): note for root in self._roots.values() for path, note in self._store.known(root).items()}
        troubles = self._troubles()
        found = walk(list(self._roots.values()), self._settings.vault)
        try:
            yield from self._compare(found, known, troubles, difference)
        except VaultOfflineError as error:
            self.offline = str(error)
            return
        self.offline = None
        for root, path in troubles:
            self._store.clear_trouble(self._roots[root], path)
        yield from self._apply(difference)

    def _compare(
        self,
        found: Iterator[Found],
        known: dict[Place, KnownNote],
        troubles: dict[Place, tuple[int, int]],
        difference: _Difference,
    ) -> Iterator[None]:
        """Sort what is on disk into current, changed and gone; empties `known` and `troubles` of what is there."""
        remaining = dict(known)
        unreadable: list[Unreadable] = []
        listed = 0
        for count, one in enumerate(found):
            if count % _FILES_A_STEP == _FILES_A_STEP - 1:
                yield
            if isinstance(one, Unreadable):
                unreadable.append(one)
                continue
            listed += isinstance(one, NoteFile)
            note = remaining.pop((one.root, one.path), None)
            self._sort_in(one, note, troubles, difference)
        if known and not listed and len(known) > _GUARDED_NOTES and not self._deletions_accepted:
            raise VaultOfflineError("Vault offline: the folder is there but holds no notes (is it mounted?)")
        for place, note in remaining.items():
            if not any(folder.covers(*place) for folder in unreadable):
                difference.gone[place] = note
        for folder in unreadable:
            self._store.set_trouble(SkippedFile(folder.root, folder.path, folder.reason, failed=True))

    def _sort_in(
        self,
        one: NoteFile | SkippedFile,
        note: KnownNote | None,
        troubles: dict[Place, tuple[int, int]],
        difference: _Difference,
    ) -> None:
        place = (one.root, one.path)
        trouble = troubles.pop(place, None)
        if isinstance(one, SkippedFile):
            self._store.set_trouble(one)
            if note is not None and not one.failed:
                difference.gone[place] = note
        elif not is_current(note, one, self._identity) and trouble != (one.stamp.size, one.stamp.mtime_ns):
            difference.changed.append(one)

    def _troubles(self) -> dict[Place, tuple[int, int]]:
        return {
            (root.path, path): stamp
            for root in self._roots.values()
            for path, stamp in self._store.trouble_stamps(root).items()
        }

    def _look(self, places: list[Place], folders: list[Place]) -> Iterator[None]:
        """Compare only these files and folders."""
        difference = _Difference()
        self._left = len(places)
        try:
            for root in self._roots.values():
                check_online(root)
            for root, path in places:
                self._look_at_file(root, path, difference)
                yield
            for root, folder in folders:
                yield from self._look_at_folder(root, folder, difference)
        except VaultOfflineError as error:
            self.offline = str(error)
            return
        self.offline = None
        yield from self._apply(difference)

    def _look_at_file(self, root_path: str, path: str, difference: _Difference) -> None:
        root = self._roots.get(root_path)
        if root is None:
            return
        note = self._store.known_note(root, path)
        one = stat_note(root, path, self._settings.vault, list(self._roots.values()))
        if one is not None:
            self._sort_in(one, note, {}, difference)
            return
        self._store.clear_trouble(root, path)
        if note is not None:
            difference.gone[root_path, path] = note

    def _look_at_folder(self, root_path: str, folder: str, difference: _Difference) -> Iterator[None]:
        root = self._roots.get(root_path)
        if root is None:
            return
        below = f"{folder}/" if folder else ""
        known = {(root_path, path): note for path, note in self._store.known(root).items() if path.startswith(below)}
        found = walk_folder(root, folder, self._settings.vault, list(self._roots.values()))
        yield from self._compare(found, known, {}, difference)

    def _apply(self, difference: _Difference) -> Iterator[None]:
        """Read what changed (newest first), move what moved, then remove what is gone unless that is most of it."""
        changed = sorted(difference.changed, key=lambda file: -file.stamp.mtime_ns)
        self._left = self.total = len(changed) + len(difference.gone)
        hashes = {self._store.content_hash(note.id): place for place, note in difference.gone.items()}
        for batch in prepare_files(changed, self._settings, _WAIT_S):
            self._write(batch, difference.gone, hashes)
            self._left -= len(batch)
            yield
        yield from self._remove(difference.gone)

    def _write(
        self, batch: list[tuple[NoteFile, Prepared]], gone: dict[Place, KnownNote], hashes: dict[bytes, Place]
    ) -> None:
        ready: list[NoteRows] = []
        for file, rows in batch:
            if isinstance(rows, SkippedFile):
                self._refuse(file, rows)
                continue
            ready.append(rows)
            known = self._store.known_note(self._roots[file.root], file.path)
            origin = hashes.pop(rows.hash, None) if known is None else None
            if origin in gone:
                self._store.move(gone.pop(origin).id, self._roots[file.root], file.path)
                known = self._store.known_note(self._roots[file.root], file.path)
            self.counts.added += known is None
            self.counts.updated += known is not None
        self._store.write(ready, self._identity)
        for rows in ready:
            self._opens.follow(rows.file.root, rows.file.path, rows.hash, self._is_known)

    def _is_known(self, root: str, path: str) -> bool:
        return root in self._roots and self._store.known_note(self._roots[root], path) is not None

    def _refuse(self, file: NoteFile, skipped: SkippedFile) -> None:
        """Keep the reason; old rows stay when the file may be read later, and go when it is no note any more."""
        self._store.set_trouble(skipped, file.stamp)
        known = self._store.known_note(self._roots[file.root], file.path)
        if known is not None and not skipped.failed:
            self._store.remove([known.id])
            self.counts.removed += 1

    def _remove(self, gone: dict[Place, KnownNote]) -> Iterator[None]:
        """Remove notes whose files are gone; over half of all (and over 20) waits for the person's agreement."""
        notes, _, _ = self._store.counts()
        if len(gone) > _GUARDED_NOTES and len(gone) * 2 > notes and not self._deletions_accepted:
            self.held_back = len(gone)
            return
        self.held_back = 0
        self._deletions_accepted = False
        ids = [note.id for note in gone.values()]
        for start in range(0, len(ids), _REMOVED_A_STEP):
            batch = ids[start : start + _REMOVED_A_STEP]
            self._store.remove(batch)
            self.counts.removed += len(batch)
            self._left -= len(batch)
            yield

    def survey(self) -> tuple[int, int, int]:
        """Look at the whole disk without changing anything: files on disk, pending ones, and indexed ones.

        Files on disk are pending, indexed, or among the store's troubles. Offline, what is indexed counts as there.
        """
        current = pending = troubled = 0
        stamps = self._troubles()
        known = {(root.path, path): note for root in self._roots.values() for path, note in self._store.known(root).items()}
        try:
            for one in walk(list(self._roots.values()), self._settings.vault):
                place = (one.root, one.path)
                if isinstance(one, NoteFile):
                    as_it_is = (one.stamp.size, one.stamp.mtime_ns)
                    if is_current(known.get(place), one, self._identity):
                        current += 1
                    elif stamps.get(place) != as_it_is:
                        pending += 1
        except VaultOfflineError as error:
            self.offline = str(error)
            current, pending = len(known), 0
        troubled = len(self._store.troubles())
        return current + pending + troubled, pending, current

    def stale(self, notes: Iterable[int]) -> set[int]:
        """Return those of `notes` whose file is gone or not what was indexed; none while the vault is offline."""
        try:
            for root in self._roots.values():
                check_online(root)
        except VaultOfflineError as error:
            self.offline = str(error)
            return set()
        return {note.id for note in self._store.notes(notes).values() if not _unchanged(note.root, note.path, note.stamp)}

    def refresh(self, notes: Iterable[int]) -> set[int]:
        """Re-read these notes now; returns those that still cannot be shown (gone, unreadable)."""
        stored = self._store.notes(notes)
        difference = _Difference()
        for note in stored.values():
            self._look_at_file(note.root, note.path, difference)
        self.look_at(difference.gone)
        for batch in prepare_files(difference.changed, self._settings, _WAIT_S):
            self._write(batch, {}, {})
        return self.stale(stored)


def _unchanged(root: str, path: str, stamp: Stamp) -> bool:
    try:
        status = os.stat(f"{root}/{path}")
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns) == (stamp.size, stamp.mtime_ns)
