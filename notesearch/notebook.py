"""A vault opened with its index and model: sync, search, preview, status, close. The whole program, no window."""

from __future__ import annotations

import datetime as dt
import os
import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import structs

from notesearch.embedding.opening import open_host, open_previous
from notesearch.errors import NoteSearchError, UsageError
from notesearch.index.check import check
from notesearch.index.database import in_words
from notesearch.index.naming import VaultNames, vault_names
from notesearch.index.rebuild import outdate
from notesearch.index.session import Session
from notesearch.paths import must_lie_outside
from notesearch.reports import (
    Activity,
    Around,
    EmbedProgress,
    IndexReport,
    Preview,
    Status,
    SyncProgress,
    coverage_status,
    index_report,
)
from notesearch.search.around import around
from notesearch.search.freshness import IndexFreshness
from notesearch.search.links import resolve
from notesearch.search.searcher import Searcher
from notesearch.settings import load as load_settings
from notesearch.vault.sources import vault_roots

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from notesearch.embedding.embedder import EmbeddingHost, HostState, QueryEmbedder, QueryVector
    from notesearch.paths import AppPaths
    from notesearch.search.request import SearchRequest
    from notesearch.search.results import Results
    from notesearch.settings import Settings
    from notesearch.vault.note import Root
    from notesearch.vault.watch import VaultWatcher

__all__ = ["Activity", "Around", "EmbedProgress", "IndexReport", "Notebook", "Preview", "Status", "SyncProgress"]

_LONG_STEP_S = 0.2
_OUTDATED = (
    "The index was made by another version of NoteSearch or with another chunk size. "
    "Until it is built again some words may not be found."
)


def _local_now() -> dt.datetime:
    return dt.datetime.now().astimezone()


class Notebook(AbstractContextManager["Notebook"]):
    """One vault, its index and its model. All calls come from the thread that opened it."""

    def __init__(
        self,
        vault: Path,
        paths: AppPaths,
        settings: Settings,
        host: EmbeddingHost,
        clock: Callable[[], dt.datetime],
        *,
        gentle: bool,
    ) -> None:
        self.vault = vault
        self.paths = paths
        self.settings = settings
        self._clock = clock
        self._watcher: VaultWatcher | None = None
        self._problems: tuple[str, ...] = ()
        self.progress: Callable[[SyncProgress], None] = lambda _: None
        self._session = Session(paths.vault(vault), self._roots(), settings, host, gentle=gentle)
        self._session.changed = self._use_session
        self._use_session()
        self._use_host(host)

    @classmethod
    def open(
        cls,
        vault: Path,
        paths: AppPaths,
        *,
        settings: Settings | None = None,
        host: EmbeddingHost | None = None,
        watch: bool = False,
        clock: Callable[[], dt.datetime] = _local_now,
    ) -> Self:
        """Open a vault; raises UsageError when it is no folder and was never indexed, DatabaseError in words.

        `watch` is for a window: changes are heard of, and other programs go first. `clock` gives the time, with its
        zone, that ages and opens are counted by. Without `settings` those of the
        files hold, and `news` tell what is wrong with them.
        """
        vault = Path(os.path.abspath(vault.expanduser()))  # noqa: PTH100 - links in it are the person's own names
        places = paths.vault(vault)
        if not vault.is_dir() and not places.index.exists():
            raise UsageError(f"{vault} is not a folder that can be opened.")
        must_lie_outside(paths, vault)
        chosen, problems = (settings, ()) if settings else load_settings(paths.settings_file, places.settings_file)
        host = host or open_host(chosen.model, paths, spare_a_core=watch)
        notebook = cls(vault, paths, chosen, host, clock, gentle=watch)
        notebook._problems = problems
        if watch:
            notebook._watch()
        return notebook

    def _use_session(self) -> None:
        """Search what the session works on now."""
        self._index, self._sync = self._session.index, self._session.sync
        freshness = IndexFreshness(self._sync, self._index, lambda: self.progress(self._indexing()))
        index = self._index
        self._searcher = Searcher(index.store, index.lexical, index.vectors, index.opens, freshness)

    def _roots(self) -> tuple[Root, ...]:
        return vault_roots(str(self.vault), self.settings.vault)

    def _watch(self) -> None:
        from notesearch.vault.watch import VaultWatcher  # noqa: PLC0415 - a command does not watch

        self._watcher = VaultWatcher(self._roots(), self.settings.vault)
        self._watcher.start()

    def use_settings(self, settings: Settings) -> None:
        """Take other settings from now on; another vault section or chunk size has the notes looked at again."""
        old, self.settings = self.settings, settings
        if (old.vault, old.chunks) != (settings.vault, settings.chunks):
            self._sync.close()
            self._session.use_roots(self._roots(), settings)
            if self._watcher is not None:
                self._watcher.close()
                self._watch()
        if structs.replace(old.model, paused=False) != structs.replace(settings.model, paused=False):
            self._host.close()
            self._use_host(open_host(settings.model, self.paths, spare_a_core=self._watcher is not None))
        self.pause_embedding(settings.model.paused)

    def _use_host(self, host: EmbeddingHost) -> None:
        """Have this model embed; while the vectors there are another's, that one goes on with the queries."""
        self._host = host
        previous = open_previous(self._index.vectors.model_hash, host, self.settings.model, self.paths)
        self._session.use_host(host, previous)

    def search(self, request: SearchRequest, embed: QueryEmbedder | None = None) -> Results:
        """Answer a question; without `embed` the model is asked and waited for (the command line)."""
        self._take_hints()
        return self._session.read(lambda: self._answer(request, embed or self._session.feeder.embed))

    def _answer(self, request: SearchRequest, embed: QueryEmbedder) -> Results:
        database = self._index.database
        # The one writer need not fear another, and brings notes up to date in the midst of a search.
        with nullcontext() if self._index.writable else database.snapshot():
            sentences = self._session.feeder.sentence_vectors
            found = self._searcher.search(request, self.settings, self._clock(), embed, sentences)
            return replace(found, warnings=(*found.warnings, _OUTDATED)) if self._sync.is_outdated else found

    @property
    def model_state(self) -> HostState:
        """How the embedding process is doing."""
        return self._host.state

    def request_vector(self, text: str) -> int:
        """Ask for a query's vector without waiting; it comes in `Activity.answers` under this ticket."""
        return self._session.feeder.request_query(text)

    def work(self, budget: float = 0.03) -> Activity:
        """Do one bounded step of whatever there is to do, and tell how everything stands."""
        self._take_hints()
        busy, answers = self._session.step(budget)
        return self._session.read(lambda: self._activity(busy=busy, answers=answers, notices=self.news()))

    def news(self) -> tuple[str, ...]:
        """Return what is to be told once, as `Activity.notices` does: for those who do not call `work`."""
        problems, self._problems = self._problems, ()
        return (*problems, *self._session.news())

    @property
    def read_only(self) -> str | None:
        """Why the index cannot be written here, None when it can."""
        return self._index.read_only

    @property
    def held_back(self) -> int:
        """How many notes are gone but stay in the index until the person agrees."""
        return self._sync.held_back

    def _take_hints(self) -> None:
        if self._watcher is None:
            return
        hints = self._watcher.take()
        if hints.everything:
            self._sync.want_scan()
        self._sync.look_at(hints.files, hints.folders)

    def _activity(
        self, *, busy: bool, answers: tuple[tuple[int, QueryVector], ...] = (), notices: tuple[str, ...] = ()
    ) -> Activity:
        feeder = self._session.feeder
        embedded, waiting = feeder.progress()
        return Activity(
            busy=busy,
            indexing=self._indexing() if busy else None,
            embedding=EmbedProgress(embedded, embedded + waiting, feeder.seconds_left(waiting), feeder.paused),
            model=self._host.state,
            pending=self._sync.pending,
            revision=hash((self._index.file, self._index.database.revision(), feeder.sentences.revision)),
            notes=self._index.store.counts()[0],
            answers=answers,
            watching=self._watcher.problem if self._watcher else None,
            offline=self._sync.offline,
            held_back=self._sync.held_back,
            notices=notices,
            troubles=self._index.ledger.count_troubles(),
        )

    def _indexing(self) -> SyncProgress:
        return SyncProgress(max(0, self._sync.total - self._sync.pending), self._sync.total)

    def index(self, *, embed: bool, progress: Callable[[Activity], None] = lambda _: None) -> IndexReport:
        """Bring words and (with `embed`) vectors up to date, however long it takes.

        Raises NoteSearchError when another process does that already, DatabaseError when the index cannot be written.
        """
        started = time.monotonic()
        self._must_write()
        self._sync.want_scan()
        while self._session.index_more(_LONG_STEP_S):
            progress(self._session.read(self._busy))
        if embed and self._session.feeder.has_work:
            self._host.start()
            while self._session.embed_more(_LONG_STEP_S):
                progress(self._session.read(self._busy))
        return self._session.read(lambda: index_report(self._index, self._sync, time.monotonic() - started))

    def _busy(self) -> Activity:
        return self._activity(busy=True)

    def _must_write(self) -> None:
        if self._index.read_only is not None:
            raise NoteSearchError(f"{self._index.read_only} Nothing was changed here.")

    def rescan(self) -> None:
        """Compare the whole vault with the index next."""
        self._sync.want_scan()

    def rebuild(self) -> None:
        """Have the index built anew at the next scan; raises NoteSearchError when another process writes."""
        self._must_write()
        with in_words(self._index.database.file):
            outdate(self._index)
        self._sync.want_scan()

    def retry(self) -> None:
        """Have every file that is not indexed tried again next; raises NoteSearchError when that cannot be noted."""
        self._must_write()
        with in_words(self._index.database.file):
            self._index.ledger.forget_troubles()
        self._sync.want_scan()

    def accept_deletions(self) -> None:
        """Agree that however many notes are gone are to be removed from the index."""
        self._sync.accept_deletions()

    def pause_embedding(self, paused: bool) -> None:  # noqa: FBT001 - the one thing it says
        """Stop making vectors for chunks, or go on; queries are embedded all the same."""
        self._session.pause(paused=paused)

    def record_open(self, note_id: int) -> None:
        """Count that the person opened this note from a result; when that cannot be kept, a notice says why."""
        self._session.read(lambda: self._session.record_open(note_id, time.time()))

    def forget_opens(self) -> None:
        """Forget what the person opened."""
        self._index.opens.clear()

    def note_path(self, note_id: int) -> Path | None:
        """Return where a note's file lies, or None when the note or its file is gone; looks at the file first."""
        note = self._session.read(lambda: self._index.store.note(note_id))
        if note is None:
            return None
        if self._sync.stale([note_id]):
            self._sync.look_at([(note.root, note.path)])
        path = Path(note.root, note.path)
        return path if path.exists() else None

    def preview(self, note_id: int, chunk_id: int | None, terms: frozenset[str]) -> Preview:
        """Render a note as it is on disk now; the chunk is left out when the file has changed since it was indexed."""
        from notesearch.search.preview import preview  # noqa: PLC0415 - a command renders nothing

        return self._session.read(lambda: preview(self._index.store, self.settings, note_id, chunk_id, terms))

    def resolve_link(self, target: str, from_note: int) -> int | None:
        """Return the note that a wikilink, alias or relative link in `from_note` means, or None."""
        return self._session.read(lambda: resolve(self._index.store, target, from_note))

    def around(self, note_id: int) -> Around:
        """Return the notes that are related to a note, by meaning or else by words, and those that link to it."""
        return self._session.read(lambda: around(self._index.store, self._index.vectors, self.search, note_id))

    def tags_of(self, notes: Sequence[int]) -> tuple[str, ...]:
        """Return the tags that these notes carry, the most frequent first, at most twelve."""
        return self._session.read(lambda: self._index.store.tags_of(notes))

    def names(self) -> VaultNames:
        """Return the tags, folders and property names of the vault's notes, the most frequent first."""
        return self._session.read(lambda: vault_names(self._index.database))

    def status(self) -> Status:
        """Look at the disk and tell what is indexed and what is not, without changing anything."""
        return self._session.read(self._status)

    def _status(self) -> Status:
        why_not = self._session.feeder.why_not_comparable()
        return coverage_status(self._index, self._sync.survey(), self._host.state, why_not)

    def check(self) -> list[str]:
        """Return what is wrong with the index, in words; empty when all holds."""
        return check(self._index.database)

    def close(self) -> None:
        """Stop everything in order; whole notes only are left in the index."""
        if self._watcher is not None:
            self._watcher.close()
        self._sync.close()
        self._host.close()
        self._session.feeder.let_go()
        self._session.close()

    def __exit__(self, *_: object) -> None:
        self.close()
