"""A vault opened with its index and model: sync, search, preview, status, close. The whole program, no window."""

from __future__ import annotations

import datetime as dt
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

from notesearch.embedding.embedder import QueryVector
from notesearch.embedding.opening import open_host
from notesearch.errors import NoteSearchError, UsageError
from notesearch.index.check import check
from notesearch.index.feeder import Feeder
from notesearch.index.sync import Sync
from notesearch.index.whole import Index, open_index
from notesearch.reports import Activity, EmbedProgress, IndexReport, Preview, Status, SyncProgress
from notesearch.search.freshness import IndexFreshness
from notesearch.search.preview import preview, resolve
from notesearch.search.searcher import Searcher
from notesearch.settings import load as load_settings
from notesearch.vault.sources import vault_roots
from notesearch.vault.watch import VaultWatcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.embedding.embedder import EmbeddingHost, QueryEmbedder
    from notesearch.paths import AppPaths
    from notesearch.search.request import SearchRequest
    from notesearch.search.results import Results
    from notesearch.settings import Settings
    from notesearch.vault.note import Root

__all__ = ["Activity", "EmbedProgress", "IndexReport", "Notebook", "Preview", "Status", "SyncProgress"]

_LONG_STEP_S = 0.2


class Notebook:
    """One vault, its index and its model. All calls come from the thread that opened it."""

    def __init__(self, vault: Path, paths: AppPaths, settings: Settings, index: Index, host: EmbeddingHost) -> None:
        self.vault = vault
        self.paths = paths
        self.settings = settings
        self._index = index
        self._host = host
        self._feeder = Feeder(index.store, index.vectors, host)
        self._sync = self._new_sync()
        self._searcher = self._new_searcher()
        self._watcher: VaultWatcher | None = None
        self._notices = [index.notice] if index.notice else []
        self.progress: Callable[[SyncProgress], None] = lambda _: None
        if settings.model.paused:
            self._feeder.pause(paused=True)

    @classmethod
    def open(
        cls,
        vault: Path,
        paths: AppPaths,
        *,
        settings: Settings | None = None,
        host: EmbeddingHost | None = None,
        watch: bool = False,
    ) -> Self:
        """Open a vault; raises UsageError when it is no folder and was never indexed, DatabaseError in words."""
        vault = Path(os.path.abspath(vault.expanduser()))  # noqa: PTH100 - links in it are the person's own names
        places = paths.vault(vault)
        if not vault.is_dir() and not places.index.exists():
            raise UsageError(f"{vault} is not a folder that can be opened.")
        chosen = settings or load_settings(paths.settings_file, places.settings_file)
        notebook = cls(vault, paths, chosen, open_index(places), host or open_host(chosen.model, paths, spare_a_core=watch))
        notebook.rescan()
        if watch:
            notebook._watcher = VaultWatcher(notebook._roots(), chosen.vault)
            notebook._watcher.start()
        return notebook

    def _roots(self) -> tuple[Root, ...]:
        return vault_roots(str(self.vault), self.settings.vault)

    def _new_sync(self) -> Sync:
        roots = self._roots()
        if self._index.writable:
            self._index.store.forget_other_roots(roots)
        return Sync(self._index.store, self._index.opens, roots, self.settings)

    def _new_searcher(self) -> Searcher:
        freshness = IndexFreshness(self._sync, self._index, lambda: self.progress(self._indexing()))
        return Searcher(self._index.store, self._index.lexical, self._index.vectors, self._index.opens, freshness)

    def use_settings(self, settings: Settings) -> None:
        """Take other settings from now on; another vault section or chunk size has the notes looked at again."""
        old, self.settings = self.settings, settings
        if (old.vault, old.chunks) != (settings.vault, settings.chunks):
            self._sync.close()
            self._sync = self._new_sync()
            self._searcher = self._new_searcher()
            self.rescan()
        if old.model.paused != settings.model.paused:
            self.pause_embedding(settings.model.paused)
        if (old.model.name, old.model.threads) != (settings.model.name, settings.model.threads):
            self._host.close()
            self._host = open_host(settings.model, self.paths, spare_a_core=self._watcher is not None)
            self._feeder = Feeder(self._index.store, self._index.vectors, self._host)

    def search(self, request: SearchRequest, embed: QueryEmbedder | None = None) -> Results:
        """Answer a question; without `embed` the model is asked and waited for (the command line)."""
        return self._searcher.search(request, self.settings, dt.datetime.now().astimezone(), embed or self._embed)

    def _embed(self, text: str) -> QueryVector:
        """Embed a query now, unless the stored vectors are another model's."""
        answer = self._host.embed_query(text)
        return self._comparable(answer)

    def _comparable(self, answer: QueryVector) -> QueryVector:
        model = self._host.state.model
        if answer.vector is None or (model is not None and self._index.vectors.model_hash == model.sha256):
            return answer
        reason = self._index.database.vector_problem or "rebuilding: there are no vectors of this model yet"
        return QueryVector(None, "skipped", reason, answer.ms)

    def request_vector(self, text: str) -> int:
        """Ask for a query's vector without waiting; it comes in `Activity.answers` under this ticket."""
        return self._host.request_query(text)

    def work(self, budget: float = 0.03) -> Activity:
        """Do one bounded step of whatever there is to do, and tell how everything stands."""
        self._take_hints()
        busy = self._sync.step(budget) if self._index.writable else False
        _, answers = self._feeder.step()
        return self._activity(busy=busy, answers=tuple((ticket, self._comparable(each)) for ticket, each in answers))

    def _take_hints(self) -> None:
        if self._watcher is None:
            return
        hints = self._watcher.take()
        if hints.everything:
            self._sync.want_scan()
        self._sync.look_at(hints.files, hints.folders)

    def _activity(self, *, busy: bool, answers: tuple[tuple[int, QueryVector], ...]) -> Activity:
        notes, chunks, embedded = self._index.store.counts()
        notices, self._notices = tuple(self._notices), []
        return Activity(
            busy=busy,
            indexing=self._indexing() if busy else None,
            embedding=EmbedProgress(embedded, chunks, self._feeder.seconds_left(chunks - embedded), self._feeder.paused),
            model=self._host.state,
            pending=self._sync.pending,
            revision=hash(self._index.database.revision()),
            notes=notes,
            answers=answers,
            watching=self._watcher.problem if self._watcher else None,
            offline=self._sync.offline,
            held_back=self._sync.held_back,
            notices=notices,
        )

    def _indexing(self) -> SyncProgress:
        return SyncProgress(max(0, self._sync.total - self._sync.pending), self._sync.total)

    def index(self, *, embed: bool, progress: Callable[[Activity], None] = lambda _: None) -> IndexReport:
        """Bring words and (with `embed`) vectors up to date, however long it takes."""
        started = time.monotonic()
        if not self._index.writable:
            raise NoteSearchError("Another NoteSearch is keeping this index up to date; nothing was done here.")
        self._sync.want_scan()
        while self._sync.step(_LONG_STEP_S):
            progress(self._activity(busy=True, answers=()))
        while embed and self._embed_more():
            progress(self._activity(busy=True, answers=()))
        return self._report(time.monotonic() - started)

    def _embed_more(self) -> bool:
        """Wait for the next vectors; False when every chunk has one or none will come."""
        _, chunks, embedded = self._index.store.counts()
        if embedded >= chunks or not self._index.store.waiting_chunks(1) or not self._index.vectors.available:
            return False
        self._host.start()
        self._feeder.step(_LONG_STEP_S)
        return self._host.state.phase in {"loading", "ready"} and not self._feeder.paused

    def _report(self, seconds: float) -> IndexReport:
        notes, chunks, embedded = self._index.store.counts()
        counts = self._sync.counts
        return IndexReport(
            notes=notes,
            chunks=chunks,
            embedded=embedded,
            pending_embeddings=chunks - embedded,
            added=counts.added,
            updated=counts.updated,
            removed=counts.removed,
            held_back=self._sync.held_back,
            skipped=tuple(self._index.store.troubles()),
            seconds=seconds,
            offline=self._sync.offline,
        )

    def rescan(self) -> None:
        """Compare the whole vault with the index next."""
        self._sync.want_scan()

    def rebuild(self) -> None:
        """Have every note read again at the next scan."""
        self._index.store.outdate()
        self._sync.want_scan()

    def accept_deletions(self) -> None:
        """Agree that however many notes are gone are to be removed from the index."""
        self._sync.accept_deletions()

    def pause_embedding(self, paused: bool) -> None:  # noqa: FBT001 - the one thing it says
        """Stop making vectors for chunks, or go on; queries are embedded all the same."""
        self._feeder.pause(paused=paused)

    def record_open(self, note_id: int) -> None:
        """Count that the person opened this note from a result."""
        note = self._index.store.note(note_id)
        if note is not None:
            self._index.opens.record(note.root, note.path, self._index.store.content_hash(note_id), time.time())

    def forget_opens(self) -> None:
        """Forget what the person opened."""
        self._index.opens.clear()

    def note_path(self, note_id: int) -> Path | None:
        """Return where a note's file lies, or None when the note is gone."""
        note = self._index.store.note(note_id)
        return Path(note.root, note.path) if note else None

    def preview(self, note_id: int, chunk_id: int | None, terms: frozenset[str]) -> Preview:
        """Render a note as it is on disk now; the chunk is left out when the file has changed since it was indexed."""
        return preview(self._index.store, self.settings, note_id, chunk_id, terms)

    def resolve_link(self, target: str, from_note: int) -> int | None:
        """Return the note that a wikilink, alias or relative link in `from_note` means, or None."""
        return resolve(self._index.store, target, from_note)

    def status(self) -> Status:
        """Look at the disk and tell what is indexed and what is not, without changing anything."""
        on_disk, pending, indexed = self._sync.survey()
        troubles = self._index.store.troubles()
        _, chunks, embedded = self._index.store.counts()
        model = self._host.state
        hybrid = embedded > 0 and model.phase != "failed" and model.model is not None
        return Status(
            on_disk=on_disk,
            indexed=indexed,
            pending=pending,
            failed=tuple(each for each in troubles if each.failed),
            skipped=tuple(each for each in troubles if not each.failed),
            chunks=chunks,
            embedded=embedded,
            model=model,
            mode="hybrid" if hybrid else "keyword",
            reason=self._index.database.vector_problem or model.reason,
        )

    def check(self) -> list[str]:
        """Return what is wrong with the index, in words; empty when all holds."""
        return check(self._index.database)

    def close(self) -> None:
        """Stop everything in order; whole notes only are left in the index."""
        if self._watcher is not None:
            self._watcher.close()
        self._sync.close()
        self._host.close()
        self._index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
