"""Feeds chunks that have no vector to the model, newest notes first, and stores what comes back."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from notesearch.embedding.embedder import HostState, Passage, PassageVectors
from notesearch.index.prepare import embedding_text
from notesearch.index.schema import CHUNK_BITS
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from notesearch.embedding.embedder import EmbeddingHost, QueryVector
    from notesearch.index.semantic import Vectors
    from notesearch.index.store import Store

_BATCH = 16
_RATE_WINDOW_S = 30.0


class Feeder:
    """Keeps the embedding process busy. The index is the truth: whatever has no vector is offered, again if need be."""

    def __init__(self, store: Store, vectors: Vectors, host: EmbeddingHost) -> None:
        self._store = store
        self._vectors = vectors
        self._host = host
        self._offered: dict[int, bytes] = {}
        self._recent: deque[tuple[float, int]] = deque()
        self.paused = False

    def pause(self, *, paused: bool) -> None:
        """Stop or go on embedding; queries are embedded all the same."""
        self.paused = paused
        if paused:
            self._host.pause()
        else:
            self._host.resume()

    def step(self, wait_s: float = 0.0) -> tuple[int, list[tuple[int, QueryVector]]]:
        """Take what has come back (waiting at most `wait_s` seconds for the first) and hand over more.

        Returns how many vectors were stored, and the query vectors that came back, as (ticket, vector).
        """
        answers: list[tuple[int, QueryVector]] = []
        stored = 0
        for event in self._host.poll(wait_s):
            if isinstance(event, PassageVectors):
                stored += self._keep(event)
            elif isinstance(event, HostState):
                self._heed(event)
            else:
                answers.append(event)
        self._offer()
        return stored, answers

    def _keep(self, event: PassageVectors) -> int:
        known = [(key, self._offered.pop(key), vector) for key, vector in event.vectors if key in self._offered]
        stored = self._vectors.put(known) if known else 0
        if event.failed:
            self._vectors.mark_failed(key for key, _ in event.failed)
            for key, _ in event.failed:
                self._offered.pop(key, None)
        self._recent.append((time.monotonic(), stored))
        return stored

    def _heed(self, state: HostState) -> None:
        if state.phase == "failed":
            self._offered.clear()
        elif state.phase == "ready" and state.model is not None:
            self._vectors.use_model(state.model)

    def _offer(self) -> None:
        """Offer the next chunks; a model is started only when there is something for it to do."""
        if self.paused or not self._vectors.available or self._host.state.phase == "failed":
            return
        waiting = self._store.waiting_chunks(_BATCH + len(self._offered))
        fresh = [(chunk, content) for chunk, content in waiting if self._offered.get(chunk) != content][:_BATCH]
        if not fresh:
            return
        passages = tuple(Passage(chunk, self._text(chunk)) for chunk, _ in fresh)
        if self._host.offer(passages):
            self._offered.update(fresh)

    def _text(self, chunk: int) -> str:
        place, note = self._store.chunk(chunk), self._store.note(chunk >> CHUNK_BITS)
        if place is None or note is None:
            return ""
        return embedding_text(note.title, place.heading, plain_text(self._store.chunk_text(place)))

    @property
    def can_work(self) -> bool:
        """Whether chunks without a vector will get one without anyone doing anything."""
        return self._vectors.available and not self.paused and self._host.state.phase in {"loading", "ready"}

    def seconds_left(self, waiting: int) -> float | None:
        """Estimate how long `waiting` chunks take at the rate of the last half minute; None without a rate."""
        now = time.monotonic()
        while self._recent and now - self._recent[0][0] > _RATE_WINDOW_S:
            self._recent.popleft()
        done = sum(count for _, count in self._recent)
        if done == 0 or self._recent[-1][0] == self._recent[0][0]:
            return None
        return waiting * (self._recent[-1][0] - self._recent[0][0]) / done
