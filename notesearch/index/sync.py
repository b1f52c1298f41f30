"""Brings the index up to date with the disk, in bounded steps: the truth is disk against index, an event is a hint."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from notesearch.errors import VaultOfflineError
from notesearch.index.apply import Applier, Progress
from notesearch.index.compare import Comparison, check_all_online
from notesearch.index.coverage import Coverage, survey
from notesearch.index.database import DamagedError, DatabaseError, in_words
from notesearch.index.ledger import Place, fitting
from notesearch.index.pool import INLINE_NOTE_BYTES, prepare_file
from notesearch.index.prepare import index_identity, tables_identity
from notesearch.index.rebuild import Rebuild, begin_tables, discard, is_outdated
from notesearch.vault.mounts import identity
from notesearch.vault.note import Stamp

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from notesearch.index.apply import Counts
    from notesearch.index.compare import Difference
    from notesearch.index.whole import Index
    from notesearch.settings import Settings
    from notesearch.vault.note import Root

_REMOVED_A_STEP = 32
_LOOKED_A_STEP = 16
_FEW = 50  # as many changed notes go before a scan that is under way
_REFRESH_S = 0.05
_RETRY_S = 30.0
_RETRY_OFFLINE_S = 5.0


class Sync:
    """Works off scans and dirty paths of one vault, a bounded step at a time; only for the one writer.

    When `gentle`, other programs go first wherever notes are prepared by processes.
    """

    def __init__(self, index: Index, roots: Sequence[Root], settings: Settings, *, gentle: bool = True) -> None:
        self._index = index
        self._store, self._ledger = index.store, index.ledger
        self._roots = list(roots)
        self._settings, self._gentle = settings, gentle
        self._rules, self._tables = index_identity(settings), tables_identity(settings)
        self._applier = Applier(index, roots, settings, gentle=gentle)
        self._dirty: dict[Place, None] = {}
        self._dirty_folders: dict[Place, None] = {}
        self._scan_wanted = False
        self._agreed = False
        self._bulk: Generator[None] | None = None
        self._quick: Generator[None] | None = None
        self._bulk_progress, self._quick_progress = Progress(), Progress()
        self._not_before = 0.0
        self.offline: str | None = None
        self.problem: str | None = None

    @property
    def pending(self) -> int:
        """How many notes are known to need work; a folder that is to be looked through counts as one."""
        under_way = self._bulk_progress.left + self._quick_progress.left
        return under_way + len(self._dirty) + len(self._dirty_folders)

    @property
    def total(self) -> int:
        """How many notes the work at hand comprises, done or not."""
        return max(self.pending, self._bulk_progress.total, self._quick_progress.total)

    @property
    def counts(self) -> Counts:
        """What was done since this vault was opened."""
        return self._applier.counts

    @property
    def held_back(self) -> int:
        """How many notes are gone but wait for the person's agreement to be removed."""
        return len(self._applier.held)

    @property
    def busy(self) -> bool:
        """Whether there is anything that can be done now."""
        if time.monotonic() < self._not_before:
            return False
        return bool(self._quick or self._bulk or self._scan_wanted or self._dirty or self._dirty_folders)

    def want_scan(self) -> None:
        """Compare the whole disk with the whole index next, also when the index could not be written just now."""
        self._scan_wanted = True
        self._not_before = 0.0

    def accept_deletions(self) -> None:
        """Let the next scan remove however many notes it finds gone."""
        self._agreed = True
        self.want_scan()

    def look_at(self, files: Iterable[Place], folders: Iterable[Place] = ()) -> None:
        """Take hints: these files, and all that lies in these folders, may have changed."""
        self._dirty.update(dict.fromkeys(files))
        self._dirty_folders.update(dict.fromkeys(folders))

    def step(self, budget: float) -> bool:
        """Work for about `budget` seconds, at least one bounded step; returns whether there is more to do.

        When the index cannot be written, `problem` says why, and it is tried again in a while. Raises DamagedError.
        """
        deadline = time.monotonic() + budget
        try:
            with in_words(self._index.database.file):
                while self.busy:
                    self._step()
                    if time.monotonic() >= deadline:
                        break
        except VaultOfflineError as error:
            self._wait_for_vault(error)
        except DamagedError:
            self._drop_tasks()
            raise
        except DatabaseError as error:
            self._wait_for_disk(error)
        return self.busy

    def _wait_for_vault(self, error: VaultOfflineError) -> None:
        self.offline = str(error)
        self._retry_in(_RETRY_OFFLINE_S)

    def _wait_for_disk(self, error: DatabaseError) -> None:
        self.problem = str(error)
        self._retry_in(_RETRY_S)

    def _retry_in(self, seconds: float) -> None:
        """Give up what is under way; a scan finds all of it again."""
        self._drop_tasks()
        self._scan_wanted = True
        self._not_before = time.monotonic() + seconds

    def _step(self) -> None:
        """Do one step; a few changed notes go before the scan that is under way."""
        few = not self._dirty_folders and len(self._dirty) <= _FEW
        if self._quick is None and (self._dirty or self._dirty_folders) and (few or not self._bulk):
            self._quick_progress = Progress(len(self._dirty) + len(self._dirty_folders))
            self._quick = self._look(self._take(self._dirty), self._take(self._dirty_folders), self._quick_progress)
        elif self._bulk is None and self._scan_wanted:
            self._scan_wanted = False
            self._bulk_progress = Progress()
            self._bulk = self._scan(self._bulk_progress)
        if self._quick is not None:
            if next(self._quick, self) is self:
                self._quick, self._quick_progress = None, Progress()
        elif self._bulk is not None and next(self._bulk, self) is self:
            self._bulk, self._bulk_progress = None, Progress()
            self.problem = None

    @staticmethod
    def _take(places: dict[Place, None]) -> list[Place]:
        taken = list(places)
        places.clear()
        return taken

    def _drop_tasks(self) -> None:
        for task in (self._quick, self._bulk):
            if task is not None:
                task.close()
        self._quick = self._bulk = None
        self._quick_progress, self._bulk_progress = Progress(), Progress()

    def close(self) -> None:
        """Stop in between two notes; processes that prepare notes end."""
        self._drop_tasks()

    def _scan(self, progress: Progress) -> Generator[None]:
        """Compare everything; when the vault cannot be read, nothing counts as gone."""
        agreed, self._agreed = self._agreed, False
        touched = self.counts.total
        if not (outdated := self.is_outdated):
            begin_tables(self._index.database, self._tables)
            discard(self._index.paths.rebuilt)
        self._ledger.add_roots(self._roots)
        yield from self._forget_other_roots()
        before = [identity(root.path) for root in self._roots]
        comparison = self._comparison()
        yield from comparison.everything(believe_empty=agreed)
        self.offline = None
        self._applier.held.clear()
        yield from self._applier.run(comparison.found, self._rules, progress, agreed=agreed)
        for root, folder in zip(self._roots, before, strict=True):
            if folder is not None and root.path not in comparison.strange:
                self._ledger.keep_folder_identity(root.path, folder)
        self._index.vectors.sweep()
        if outdated:
            made = yield from Rebuild(self._index, self._settings, gentle=self._gentle).run(progress)
            self.counts.updated += max(0, made - (self.counts.total - touched))
            self._scan_wanted = True  # for what was missed meanwhile

    @property
    def is_outdated(self) -> bool:
        """Whether the index was made with another tokenizer or chunker; it answers until a new one is built."""
        return is_outdated(self._index.database, self._tables)

    def _forget_other_roots(self) -> Generator[None]:
        """Remove what was indexed of folders that are no longer searched."""
        for root in self._ledger.other_roots(self._roots):
            for page in self._ledger.known(root):
                for start in range(0, len(page), _REMOVED_A_STEP):
                    self._store.remove(note.id for _, note in page[start : start + _REMOVED_A_STEP])
                    yield
            self._ledger.forget_root(root)

    def _comparison(self) -> Comparison:
        """Compare with what is read again only when it has changed while all of it is to be made anew anyway."""
        rules = None if self.is_outdated else self._rules
        return Comparison(self._ledger, self._roots, self._settings.vault, rules)

    def _look(self, files: list[Place], folders: list[Place], progress: Progress) -> Generator[None]:
        """Compare only these files and folders."""
        check_all_online(self._roots)
        self._ledger.add_roots(self._roots)  # no scan may have come before, of the vault or of a folder just chosen
        comparison = self._comparison()
        for count, place in enumerate(files, start=1):
            comparison.file(*place)
            if count % _LOOKED_A_STEP == 0:
                yield
        for place in folders:
            yield from comparison.folder(*place)
        self.offline = None
        self._doubt(comparison.found)
        yield from self._applier.run(comparison.found, self._rules, progress, agreed=False)

    def _doubt(self, found: Difference) -> None:
        """Leave it to a whole scan what is gone of a folder that was replaced: it may be an empty mount point."""
        away = self._roots_away()
        doubtful = [place for place in found.gone if place[0] in away]
        for place in doubtful:
            del found.gone[place]
        if doubtful:
            self.want_scan()

    def _roots_away(self) -> set[str]:
        """Return the roots that are gone, or not the folder that was last scanned."""
        return {root.path for root in self._roots if self._ledger.is_other_folder(root.path, identity(root.path))}

    def survey(self) -> Coverage:
        """Look at the whole disk and tell of every file whether it is indexed; changes nothing."""
        return survey(self._ledger, self._roots, self._settings.vault, self._rules)

    def stale(self, notes: Iterable[int]) -> set[int]:
        """Return those of `notes` whose file is gone or not what was indexed.

        None while the vault is offline; what is gone with its whole folder is not missed either.
        """
        try:
            check_all_online(self._roots)
        except VaultOfflineError as error:
            self._wait_for_vault(error)
            return set()
        away = self._roots_away()
        return {
            note.id
            for note in self._store.notes(notes).values()
            if not _unchanged(note.root, note.path, note.stamp, if_gone=note.root in away)
        }

    def refresh(self, notes: Iterable[int]) -> set[int]:
        """Re-read notes for a search that is waiting: at most 50 ms of it, none while a burst is being worked off.

        Returns those that cannot be shown now; they are looked at soon.
        """
        asked = set(notes)
        stored = self._store.notes(asked).values()
        deadline = time.monotonic() + _REFRESH_S
        for note in stored:
            if (
                self.pending > _FEW
                or self.problem
                or time.monotonic() >= deadline
                or not self._reread(note.root, note.path)
            ):
                self.look_at([(note.root, note.path)])
        return self.stale(asked) | (asked - {note.id for note in stored})

    def _reread(self, root: str, path: str) -> bool:
        """Index one file now, when it is there and small enough."""
        comparison = self._comparison()
        comparison.file(root, path)
        changed = comparison.found.changed
        if not changed or changed[0].stamp.size > INLINE_NOTE_BYTES:
            return False
        try:
            with in_words(self._index.database.file):
                self._applier.write([(file, prepare_file(file, self._settings)) for file in changed], self._rules)
        except DamagedError:
            raise
        except DatabaseError as error:
            self._wait_for_disk(error)
            return False
        return True


def _unchanged(root: str, path: str, stamp: Stamp, *, if_gone: bool) -> bool:
    try:
        status = os.stat(f"{root}/{path}")  # noqa: PTH116 - names may hold surrogates
    except OSError:
        return if_gone
    now = fitting(Stamp(status.st_size, status.st_mtime_ns, status.st_ino))
    return (now.size, now.mtime_ns) == (stamp.size, stamp.mtime_ns)
