"""Stands between the index and the model: chunks without a vector go there, newest notes first, and queries."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from notesearch.embedding.embedder import HostState, Passage, PassageVectors, QueryVector
from notesearch.embedding.sentences import Sentences
from notesearch.index.database import DamagedError, DatabaseError, in_words
from notesearch.index.prepare import embedding_text
from notesearch.index.schema import CHUNK_BITS
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.embedding.embedder import EmbeddingHost
    from notesearch.index.semantic import Vectors
    from notesearch.index.store import Store

_BATCH = 16
_RATE_WINDOW_S = 30.0
_RETRY_S = 30.0


class Feeder:
    """Keeps the embedding process busy. The index is the truth: whatever has no vector is offered, again if need be."""

    def __init__(self, store: Store, vectors: Vectors, host: EmbeddingHost) -> None:
        self._store = store
        self._vectors = vectors
        self._host = host
        self.sentences = Sentences(host)
        self._offered: dict[int, bytes] = {}
        self._recent: deque[tuple[float, int]] = deque()
        self._not_before = 0.0
        self.paused = False
        self.problem: str | None = None

    def pause(self, *, paused: bool) -> None:
        """Stop or go on embedding; queries are embedded all the same."""
        self.paused = paused
        if paused:
            self._host.pause()
        else:
            self._host.resume()

    def step(self, wait_s: float = 0.0, *, writing: bool = True) -> tuple[int, tuple[tuple[int, QueryVector], ...]]:
        """Take what has come back (waiting at most `wait_s` seconds for the first) and hand over more.

        Returns how many vectors were stored, and the query vectors that came back, as (ticket, vector). Without
        `writing` only queries are served. When the index cannot be written, `problem` says why, and it is tried
        again in a while; raises DamagedError.
        """
        answers: list[tuple[int, QueryVector]] = []
        news: list[PassageVectors | HostState] = []
        for event in self._host.poll(wait_s):
            if isinstance(event, PassageVectors):
                ours = self.sentences.take(event)
                news += [ours] if ours.vectors or ours.failed else []
            elif isinstance(event, HostState):
                news.append(event)
            else:
                answers.append((event[0], self._comparable(event[1])))
        stored = self._heed_all(news) if writing else 0
        return stored, tuple(answers)

    def _heed_all(self, news: list[PassageVectors | HostState]) -> int:
        """Keep what has come and offer more; what could not be kept is offered again."""
        stored = 0
        try:
            with in_words(self._store.file):
                self._follow_model(news)
                for event in news:
                    if isinstance(event, PassageVectors):
                        stored += self._keep(event)
                    else:
                        self._heed(event)
                if time.monotonic() >= self._not_before:
                    self._offer()
        except DamagedError:
            raise
        except DatabaseError as error:
            self._offered.clear()
            self.problem, self._not_before = str(error), time.monotonic() + _RETRY_S
        else:
            self.problem = None
        return stored

    def _keep(self, event: PassageVectors) -> int:
        known = [(key, self._offered.pop(key), vector) for key, vector in event.vectors if key in self._offered]
        stored = self._vectors.put(known) if known else 0
        hopeless = [(key, self._offered.pop(key)) for key, _ in event.failed if key in self._offered]
        if hopeless:
            self._vectors.mark_failed(hopeless)
        self._recent.append((time.monotonic(), stored))
        return stored

    def _follow_model(self, news: list[PassageVectors | HostState]) -> None:
        """Make room for this model's vectors once it is ready, and before the first of them is kept."""
        state = self._host.state
        if state.model is not None and (
            state.phase == "ready" or any(isinstance(event, PassageVectors) for event in news)
        ):
            self._vectors.use_model(state.model)

    def _heed(self, state: HostState) -> None:
        if state.phase == "failed":
            self._offered.clear()

    def _offer(self) -> None:
        """Offer the next chunks; a model is started only when there is something for it to do."""
        state = self._host.state
        if self.paused or not self._vectors.available or state.phase == "failed" or state.model is None:
            return
        if self._vectors.model_hash not in {None, state.model.sha256}:
            self._host.offer(())  # starts it: the vectors of another model are to be replaced
            return
        waiting = self._store.waiting_chunks(_BATCH + len(self._offered))
        fresh = [(chunk, content) for chunk, content in waiting if self._offered.get(chunk) != content][:_BATCH]
        if fresh and self._host.offer(()) and self._host.offer(self._passages([chunk for chunk, _ in fresh])):
            self._offered.update(fresh)

    def _passages(self, chunks: list[int]) -> tuple[Passage, ...]:
        """Return the texts to embed; a note of many chunks is fetched once."""
        notes, places = self._store.notes({chunk >> CHUNK_BITS for chunk in chunks}), self._store.chunks(chunks)
        texts = {note: self._store.text(note) for note in notes}
        passages = []
        for chunk, place in places.items():
            note = chunk >> CHUNK_BITS
            if note in notes:
                plain = plain_text(texts[note][place.start : place.stop])
                passages.append(Passage(chunk, embedding_text(notes[note].title, place.heading, plain)))
        return tuple(passages)

    def sentence_vectors(self, texts: Iterable[str], wait_s: float) -> dict[str, bytes]:
        """Return the vectors of sentences that are there in `wait_s` seconds; the others may come later."""
        texts = tuple(texts)
        if self.why_not_comparable() is None:
            self.sentences.ask(texts)
            self.sentences.wait(wait_s, lambda seconds: self.step(seconds, writing=False))
        return self.sentences.known(texts)

    def embed(self, text: str) -> QueryVector:
        """Embed a query and wait for it; it comes without a vector while the stored ones are another model's."""
        return self._comparable(self._host.embed_query(text))

    def why_not_comparable(self) -> str | None:
        """Say why a query cannot be compared with the stored vectors, None when it can."""
        state = self._host.state
        if self._vectors.problem or state.model is None or state.phase == "failed":
            return self._vectors.problem or state.reason
        same = self._vectors.model_hash == state.model.sha256
        return None if same else "rebuilding: there are no vectors of this model yet"

    def _comparable(self, answer: QueryVector) -> QueryVector:
        reason = None if answer.vector is None else self.why_not_comparable()
        return answer if reason is None else QueryVector(None, "skipped", reason, answer.ms)

    @property
    def has_work(self) -> bool:
        """Whether there are chunks that a model could embed now: without a vector, or with another model's."""
        model = self._host.state.model
        if self.paused or not self._vectors.available or model is None:
            return False
        return self._store.waiting() > 0 or self._vectors.model_hash not in {None, model.sha256}

    @property
    def is_running(self) -> bool:
        """Whether the model works, or will again by itself."""
        state = self._host.state
        return state.phase != "failed" or "it is started again in" in (state.reason or "")

    def seconds_left(self, waiting: int) -> float | None:
        """Estimate how long `waiting` chunks take at the rate of the last half minute; None without a rate."""
        now = time.monotonic()
        while self._recent and now - self._recent[0][0] > _RATE_WINDOW_S:
            self._recent.popleft()
        done = sum(count for _, count in self._recent)
        if done == 0 or self._recent[-1][0] == self._recent[0][0]:
            return None
        return waiting * (self._recent[-1][0] - self._recent[0][0]) / done
