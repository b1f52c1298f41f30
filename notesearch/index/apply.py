"""Applies what a comparison found: reads what changed, follows what moved, removes what is gone."""

from __future__ import annotations

import functools
import itertools
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from notesearch.index.compact import Compaction
from notesearch.index.compare import GUARDED_NOTES, check_all_online
from notesearch.index.ledger import Place, Trouble, fitting
from notesearch.index.pool import ENDED, TOO_LONG, prepare_files
from notesearch.vault.note import SkippedFile
from notesearch.vault.read import GONE
from notesearch.vault.scan import stat_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from notesearch.index.compare import Difference
    from notesearch.index.database import Database
    from notesearch.index.ledger import KnownNote
    from notesearch.index.pool import Batch
    from notesearch.index.prepare import NoteRows
    from notesearch.index.whole import Index
    from notesearch.settings import Settings
    from notesearch.vault.note import NoteFile, Root

_WAIT_S = 0.01
_CHARACTERS_A_STEP = 32 * 1024  # takes 10 to 20 ms to write
_BYTES_A_TRANSACTION = 1 << 20
_REMOVED_A_STEP = 32
_TROUBLES_A_STEP = 256
_MUCH = 0.25  # of all notes: from there on it pays to merge the whole index


@dataclass(slots=True)
class Counts:
    """What syncing has done since it was begun."""

    added: int = 0
    updated: int = 0
    removed: int = 0

    @property
    def total(self) -> int:
        """How many notes were touched."""
        return self.added + self.updated + self.removed


@dataclass(slots=True)
class Progress:
    """How far the work at hand has come, in notes."""

    left: int = 0
    total: int = 0


@dataclass(slots=True)
class Work:
    """One difference while it is applied: notes that are gone by id, and what was known before, by root."""

    found: Difference
    gone_ids: dict[int, Place]
    before: dict[str, int]
    progress: Progress = field(default_factory=Progress)


class Applier:
    """Changes the index in bounded steps, each one transaction; `held` are notes that wait for agreement to go."""

    def __init__(self, index: Index, roots: Sequence[Root], settings: Settings, *, gentle: bool) -> None:
        self._database = index.database
        self._store, self._ledger, self._opens = index.store, index.ledger, index.opens
        self._gentle = gentle
        self._roots = {root.path: root for root in roots}
        self._settings = settings
        self.held: dict[Place, KnownNote] = {}
        self.counts = Counts()

    def run(self, found: Difference, rules: str, progress: Progress, *, agreed: bool) -> Iterator[None]:
        """Bring the index to what was found; without `agreed`, most notes at once are not removed but held."""
        for place in self.held.keys() & found.there:
            del self.held[place]
        for start in range(0, max(len(found.troubles), len(found.healed)), _TROUBLES_A_STEP):
            some = slice(start, start + _TROUBLES_A_STEP)
            self._ledger.note_troubles(found.troubles[some], found.healed[some])
            yield
        work = Work(
            found, {note.id: place for place, note in found.gone.items()}, self._ledger.counts_by_root(), progress
        )
        changed = sorted(found.changed, key=lambda file: -file.stamp.mtime_ns)
        progress.left = progress.total = len(changed) + len(found.gone)
        batches = prepare_files(changed, self._settings, _WAIT_S, gentle=self._gentle)
        write = functools.partial(self.write, rules=rules, work=work)
        for written in write_all(batches, write, self._database, gentle=self._gentle):
            progress.left -= written
            yield
        yield from self._remove(work, agreed=agreed)
        yield from self._compact(work)

    def _compact(self, work: Work) -> Iterator[None]:
        compaction = Compaction(self._database)
        if work.progress.total > self._store.counts()[0] * _MUCH:
            yield from compaction.wholly(gentle=self._gentle)
        while work.progress.total and compaction.a_little():
            yield

    def write(self, batch: Batch, rules: str, work: Work | None = None) -> None:
        """Store what was read of some files; `work` tells which notes may have moved to them."""
        ready: list[NoteRows] = []
        moved: dict[Place, int] = {}
        left: set[Place] = set()
        added = 0
        for file, rows in batch:
            if isinstance(rows, SkippedFile):
                self._refuse(file, rows, work)
                continue
            ready.append(rows)
            if self._ledger.known_note(file.root, file.path) is None:
                origin = self._origin(rows, work) if work else None
                added += origin is None
                if origin is not None:
                    moved[file.root, file.path] = origin[0]
                    left.add(origin[1])
        # Opens first: once the index holds a moved note, nothing tells any more where it came from.
        for rows in ready:
            self._opens.follow(rows.file.root, rows.file.path, rows.hash, functools.partial(self._is_there, left))
        self._store.write(ready, rules, moved)
        self.counts.added += added
        self.counts.updated += len(ready) - added

    def _origin(self, rows: NoteRows, work: Work) -> tuple[int, Place] | None:
        """Return the note that has moved here: one that is gone and had the same bytes, best with the same name."""
        if not work.gone_ids:
            return None
        twins = [(note, place) for note, place in self._ledger.with_content(rows.hash) if note in work.gone_ids]
        if not twins:
            return None
        name = os.path.basename(rows.file.path)  # noqa: PTH119 - names may hold surrogates
        note, place = min(twins, key=lambda twin: os.path.basename(twin[1][1]) != name)  # noqa: PTH119
        del work.gone_ids[note]
        del work.found.gone[place]
        self.held.pop(place, None)
        work.progress.left -= 1
        return note, place

    def _is_there(self, left: set[Place], root: str, path: str) -> bool:
        """Tell whether the index holds a note that has not just `left` for elsewhere."""
        return (root, path) not in left and self._ledger.known_note(root, path) is not None

    def _refuse(self, file: NoteFile, skipped: SkippedFile, work: Work | None) -> None:
        """Keep the reason; old rows stay when the file may be read later, and go when it is no note any more."""
        known = self._ledger.known_note(file.root, file.path)
        if skipped.reason == GONE:
            if known is not None and work is not None:
                work.found.gone[file.root, file.path] = known
            return
        stamp = fitting(file.stamp)
        try_again = skipped.failed and skipped.reason not in {ENDED, TOO_LONG}
        trouble = Trouble(skipped, None if try_again else (stamp.size, stamp.mtime_ns))
        if self._ledger.trouble((file.root, file.path)) != trouble:
            self._ledger.note_troubles([trouble])
        if known is not None and not skipped.failed:
            self.counts.removed += self._store.remove([known.id])

    def _remove(self, work: Work, *, agreed: bool) -> Iterator[None]:
        """Remove notes whose files are gone; over half of a root (and over 20) waits for the person's agreement."""
        gone = self.held | work.found.gone
        if not agreed and _is_most(gone, work.before):
            self.held = gone
            return
        self.held = {}
        places = list(gone)
        for start in range(0, len(places), _REMOVED_A_STEP):
            check_all_online(self._roots.values())  # all would look gone
            batch = [place for place in places[start : start + _REMOVED_A_STEP] if not self._is_back(place)]
            for root, path in batch:
                self._opens.hand_on(root, path, functools.partial(self._twins, gone[root, path].id))
            self.counts.removed += self._store.remove(gone[place].id for place in batch)
            work.progress.left = max(0, work.progress.left - _REMOVED_A_STEP)
            yield

    def _is_back(self, place: Place) -> bool:
        """Tell whether a file that was gone is there again; whoever put it there has left a hint."""
        root = self._roots.get(place[0])
        one = None if root is None else stat_note(root, place[1], self._settings.vault, list(self._roots.values()))
        return one is not None and not (isinstance(one, SkippedFile) and not one.failed)

    def _twins(self, note: int) -> list[Place]:
        return [place for _, place in self._ledger.with_content(self._store.content_hash(note))]


def write_all(
    batches: Iterable[Batch], write: Callable[[Batch], None], database: Database, *, gentle: bool
) -> Iterator[int]:
    """Write what was read, each step one transaction; yields after each how many files it took in.

    When not `gentle`, for then nobody waits for a step to end, a megabyte is one transaction: for each FTS5 writes a
    part, all of which have to be merged (20,000 notes: 8.7 s of FTS5 by batches, 5.5 by megabytes).
    """
    if gentle:
        compaction = Compaction(database)
        for part in itertools.chain.from_iterable(map(_parts, batches)):
            write(part)
            yield len(part)
            compaction.a_little()
            yield 0
    else:
        for megabyte in _megabytes(batches):
            with database.transaction():
                for batch in megabyte:
                    write(batch)
                    yield len(batch)


def _megabytes(batches: Iterable[Batch]) -> Iterator[Iterator[Batch]]:
    """Group batches, without waiting for more than the next one."""
    total = 0

    def number(batch: Batch) -> int:
        nonlocal total
        total += sum(file.stamp.size for file, _ in batch)
        return total // _BYTES_A_TRANSACTION

    return (group for _, group in itertools.groupby(batches, number))


def _parts(batch: Batch) -> Iterator[Batch]:
    """Cut a batch into parts that take no longer to write than a search may wait; an empty one is a step too."""
    part: Batch = []
    size = 0
    for file, rows in batch:
        part.append((file, rows))
        size += 0 if isinstance(rows, SkippedFile) else len(rows.text)
        if size >= _CHARACTERS_A_STEP:
            yield part
            part, size = [], 0
    if part or not batch:
        yield part


def _is_most(gone: dict[Place, KnownNote], before: dict[str, int]) -> bool:
    """Tell whether so much is gone, of one root or of all together, that it may be a mistake."""
    shares = [(sum(place[0] == root for place in gone), count) for root, count in before.items()]
    shares.append((len(gone), sum(before.values())))
    return any(missing > GUARDED_NOTES and missing * 2 > known for missing, known in shares)
