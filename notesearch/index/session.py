"""An open index at work: kept up to date, fed to the model, opened again when that helps, replaced when damaged."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from notesearch.index.database import DamagedError, DatabaseError, in_words
from notesearch.index.feeder import Feeder
from notesearch.index.sync import Sync
from notesearch.index.whole import open_index, replace_damaged

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from notesearch.embedding.embedder import EmbeddingHost, QueryVector
    from notesearch.index.whole import Index
    from notesearch.paths import VaultPaths
    from notesearch.settings import Settings
    from notesearch.vault.note import Root

_REOPEN_S = 1.0
_LONG_STEP_S = 0.2
_Read = TypeVar("_Read")


class Session:
    """The index of one vault and all that works on it; `changed` is called when `index` or `sync` is another one.

    When `gentle`, as beside a window, other programs go first.
    """

    def __init__(
        self, paths: VaultPaths, roots: Sequence[Root], settings: Settings, host: EmbeddingHost, *, gentle: bool = True
    ) -> None:
        self._paths = paths
        self._roots = roots
        self._settings = settings
        self._gentle = gentle
        self._host = host
        self._previous: EmbeddingHost | None = None
        self._reopen_at = 0.0
        self._notices: list[str] = []
        self._told: set[str] = set()
        self._paused = settings.model.paused
        self.changed: Callable[[], None] = lambda: None
        self._use(open_index(paths))

    def _use(self, index: Index) -> None:
        self.index = index
        if index.writable and not self._gentle:
            index.database.expect_much()
        if index.notice:
            self._notices.append(index.notice)
        self.use_host(self._host, self._previous)
        self.use_roots(self._roots, self._settings)

    def use_roots(self, roots: Sequence[Root], settings: Settings) -> None:
        """Keep the notes of these folders from now on, beginning with a look at all of them."""
        self._roots, self._settings = roots, settings
        self.sync = Sync(self.index, roots, settings, gentle=self._gentle)
        self.sync.want_scan()
        self.changed()

    def use_host(self, host: EmbeddingHost, previous: EmbeddingHost | None = None) -> None:
        """Have this model embed from now on; `previous` is that of the vectors there, for queries until then."""
        if self._previous is not None and self._previous is not previous:
            self._previous.close()
        self._host, self._previous = host, previous
        self.feeder = Feeder(self.index, host, previous)
        self.pause(paused=self._paused)

    def pause(self, *, paused: bool) -> None:
        """Stop embedding chunks, or go on; queries are embedded all the same."""
        self._paused = paused
        self.feeder.pause(paused=paused)

    def record_open(self, note_id: int, now: float) -> None:
        """Count that the person opened a note at `now` (unix seconds); when that cannot be kept, news say why."""
        store, opens = self.index.store, self.index.opens
        note = store.note(note_id)
        if note is not None:
            try:
                opens.record(note.root, note.path, store.content_hash(note_id), now)
            except DatabaseError as error:
                self._notices.append(str(error))

    def news(self) -> tuple[str, ...]:
        """Return what is to be told: each trouble once, until it is over and comes again."""
        troubles = {each for each in (self.index.read_only, self.sync.problem, self.feeder.problem) if each}
        news = (*self._notices, *sorted(troubles - self._told))
        self._notices, self._told = [], troubles
        return news

    def step(self, budget: float) -> tuple[bool, tuple[tuple[int, QueryVector], ...]]:
        """Do one bounded step; returns whether there is more to index, and the query vectors that came back."""
        self._reopen_if_it_helps()
        writing = self.index.writable
        busy = writing and self._index(budget)
        try:
            _, answers = self.feeder.step(writing=writing)
        except DamagedError:
            self.replace()
            return True, ()
        return busy, answers

    def index_more(self, seconds: float) -> bool:
        """Work on the words for about `seconds`; False when they are up to date. Raises DatabaseError."""
        more = self._index(seconds)
        if self.sync.problem and not more:  # while there is more, it is of an earlier time
            raise DatabaseError(self.sync.problem)
        return more

    def _index(self, seconds: float) -> bool:
        try:
            return self.sync.step(seconds)
        except DamagedError:
            self.replace()
            return True

    def embed_more(self, seconds: float) -> bool:
        """Wait at most `seconds` for the next vectors; False when no more will come. Raises DatabaseError."""
        self.feeder.step(seconds)
        if self.feeder.problem:
            raise DatabaseError(self.feeder.problem)
        return self.feeder.has_work and self.feeder.is_running

    def _reopen_if_it_helps(self) -> None:
        """Become the writer when the other one has gone, or the folder can be written again; follow a replaced file."""
        now = time.monotonic()
        if now >= self._reopen_at:
            self._reopen_at = now + _REOPEN_S
            if self.index.should_reopen():
                self.close()
                self._use(open_index(self._paths))

    def read(self, read: Callable[[], _Read]) -> _Read:
        """Return what `read` finds in the index; if that proves damaged, it is built anew and read once more.

        A command waits until the words are there again. Raises DatabaseError in words.
        """
        try:
            with in_words(self.index.database.file):
                return read()
        except DamagedError:
            self.replace()
        while not self._gentle and self._index(_LONG_STEP_S):
            pass
        with in_words(self.index.database.file):
            return read()

    def replace(self) -> None:
        """Build a damaged index again from the notes."""
        self.sync.close()
        self._use(replace_damaged(self.index))

    def close(self) -> None:
        """Stop in between two notes and close the files."""
        self.sync.close()
        self.index.close()
