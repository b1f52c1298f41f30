"""Step 1 of the pipeline: how much is brought up to date before a search, and what it says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.search.searcher import SyncOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from notesearch.index.sync import Sync
    from notesearch.index.whole import Index
    from notesearch.search.request import SearchRequest

_BOUND_S = 0.05
_BURST = 50
_LONG_STEP_S = 0.2


class IndexFreshness:
    """Keeps searches fresh from one vault's `Sync`; `progress` is called while a full one runs."""

    def __init__(self, sync: Sync, index: Index, progress: Callable[[], None]) -> None:
        self._sync = sync
        self._index = index
        self._progress = progress
        self._left_to_another = 0

    @property
    def pending(self) -> int:
        """How many notes' words may be out of date; those that this process may not index are as last counted."""
        return self._sync.pending + self._left_to_another

    def before_search(self, request: SearchRequest) -> SyncOutcome:
        """Bring up to date what `request.sync` allows for."""
        if request.sync == "none":
            return SyncOutcome(None, "not asked for")
        if not self._index.writable:
            return self._look_only(request)
        if request.sync == "bounded" and self._sync.pending > _BURST:
            return SyncOutcome(None, f"{self._sync.pending} changed notes are being indexed")
        before = self._sync.counts.total
        if request.sync == "full":
            self._sync.want_scan()
            while self._sync.step(_LONG_STEP_S):
                self._progress()
        else:
            self._sync.step(_BOUND_S)
        done = self._sync.counts.total - before
        trouble = self._sync.offline or self._sync.problem
        return SyncOutcome(done, trouble, failed=trouble is not None)

    def _look_only(self, request: SearchRequest) -> SyncOutcome:
        """Count what the index lacks where it can only be read; a window does not look at the whole disk for it."""
        if request.sync == "full":
            coverage = self._sync.survey()
            self._left_to_another = coverage.pending
            if coverage.offline:
                return SyncOutcome(None, coverage.offline, failed=True)
        return SyncOutcome(None, self._index.read_only)

    def stale(self, notes: Iterable[int]) -> set[int]:
        """Return those of `notes` whose file no longer is what was indexed."""
        return self._sync.stale(notes)

    def refresh(self, notes: Iterable[int]) -> set[int]:
        """Re-read these notes now; returns those that still cannot be shown."""
        return self._sync.refresh(notes) if self._index.writable else set(notes)
