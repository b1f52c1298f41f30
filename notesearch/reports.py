"""What a notebook tells about itself: progress, coverage, previews. Frozen, so that it may cross threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notesearch.embedding.embedder import HostState, QueryVector
    from notesearch.index.coverage import Coverage
    from notesearch.index.sync import Sync
    from notesearch.index.whole import Index
    from notesearch.vault.note import SkippedFile


@dataclass(frozen=True, slots=True)
class SyncProgress:
    """How far a scan or a burst of changes has been worked off, in notes; `total` grows while scanning."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class EmbedProgress:
    """How many chunks have vectors; `seconds_left` is None until there is a rate to go by."""

    embedded: int
    total: int
    seconds_left: float | None = None
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Activity:
    """What one bounded step of background work did, and how everything stands after it.

    `busy`: there is more to do, call again at once. `revision` changes whenever the words or vectors in the
    index changed, or sentences to show results by have come, so that a shown list can be asked for again. `answers`
    are query vectors that came back, as (ticket, vector). `watching` is None while events work, else "Watching by
    polling: ..." and why. `offline` is None, else "Vault offline: ...". `held_back` counts known notes that a scan
    found gone but that wait for the person's agreement. `notices` are things to tell once. `troubles` counts files
    that failed or are left out.
    """

    busy: bool
    indexing: SyncProgress | None
    embedding: EmbedProgress
    model: HostState
    pending: int
    revision: int
    notes: int
    answers: tuple[tuple[int, QueryVector], ...] = ()
    watching: str | None = None
    offline: str | None = None
    held_back: int = 0
    notices: tuple[str, ...] = ()
    troubles: int = 0


@dataclass(frozen=True, slots=True)
class Status:
    """Coverage: `on_disk = indexed + pending + len(failed) + len(skipped)`, in files.

    `offline` is None, else "Vault offline: ..."; the counts are those of the last index then.
    """

    on_disk: int
    indexed: int
    pending: int
    failed: tuple[SkippedFile, ...]
    skipped: tuple[SkippedFile, ...]
    chunks: int
    embedded: int
    model: HostState
    mode: str
    reason: str | None
    offline: str | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """A whole note, rendered, with its matched chunk: see `vault/render.py` for what `html` may contain.

    `anchor` is the name of the HTML anchor at the chunk's start. `current` is False when the file has changed
    since it was indexed (the text shown is then the file's new one and `chunk` may be None).
    """

    note_id: int
    title: str
    path: str
    root: str
    html: str
    anchor: str
    hits: int
    current: bool = True


@dataclass(frozen=True, slots=True)
class LinkedNote:
    """A note that is named beside another one; `path` is relative to its root."""

    note_id: int
    title: str
    path: str


@dataclass(frozen=True, slots=True)
class Around:
    """What lies around a note: `related` ones, best first (`by_meaning`, else by words), and those that link to it."""

    note_id: int
    related: tuple[LinkedNote, ...]
    backlinks: tuple[LinkedNote, ...]
    by_meaning: bool = False


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What bringing the index up to date did; `offline` is None, else why the vault could not be read."""

    notes: int
    chunks: int
    embedded: int
    pending_embeddings: int
    added: int
    updated: int
    removed: int
    held_back: int
    skipped: tuple[SkippedFile, ...]
    seconds: float
    offline: str | None = None


def index_report(index: Index, sync: Sync, seconds: float) -> IndexReport:
    """Return what `sync` did to `index` in so many seconds."""
    notes, chunks, embedded = index.store.counts()
    return IndexReport(
        notes=notes,
        chunks=chunks,
        embedded=embedded,
        pending_embeddings=index.store.waiting(),
        added=sync.counts.added,
        updated=sync.counts.updated,
        removed=sync.counts.removed,
        held_back=sync.held_back,
        skipped=tuple(trouble.file for trouble in index.ledger.troubles().values()),
        seconds=seconds,
        offline=sync.offline,
    )


def coverage_status(index: Index, coverage: Coverage, model: HostState, no_vectors: str | None) -> Status:
    """Return how an index stands to the disk; `no_vectors` is None, else why queries go without a vector."""
    _, chunks, embedded = index.store.counts()
    reason = no_vectors or (None if embedded else "embedding: no chunk has a vector yet")
    return Status(
        on_disk=coverage.on_disk,
        indexed=coverage.indexed,
        pending=coverage.pending,
        failed=tuple(coverage.failed),
        skipped=tuple(coverage.skipped),
        chunks=chunks,
        embedded=embedded,
        model=model,
        mode="keyword" if reason else "hybrid",
        reason=reason,
        offline=coverage.offline,
    )
