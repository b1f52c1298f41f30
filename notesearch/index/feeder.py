"""Stands between the index and the model: chunks without a vector go there, newest notes first, and queries."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
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
    from notesearch.index.whole import Index

_BATCH = 16
_RATE_WINDOW_S = 30.0
_RETRY_S = 30.0
_UNTIL_THEN = "rebuilding: the model before answers until every chunk has a vector of the new one"


class Feeder:
    """Keeps the embedding process busy. The index is the truth: whatever has no vector is offered, again if need be.

    After another model was chosen, `previous` is the host of the one whose vectors are there: it goes on embedding
    queries until every chunk has a vector of the new one.
    """

    def __init__(self, index: Index, host: EmbeddingHost, previous: EmbeddingHost | None = None) -> None:
        self._store = index.store
        self._vectors = index.vectors
        self._next = index.succession
        self._host = host
        self._previous = previous
        self._awaited: set[int] = set()  # queries that `previous` was asked; their tickets are given out below zero
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
                answers.append((event[0], self._comparable(event[1], self._host)))
        answers += self._answers_of_previous()
        stored = self._heed_all(news) if writing else 0
        return stored, tuple(answers)

    def _answers_of_previous(self) -> list[tuple[int, QueryVector]]:
        """Take what the host of the model before has embedded, and let it go when it is needed no more."""
        if self._previous is None:
            return []
        events = [event for event in self._previous.poll() if not isinstance(event, (PassageVectors, HostState))]
        self._awaited.difference_update(ticket for ticket, _ in events)
        answers = [(~ticket, self._comparable(answer, self._previous)) for ticket, answer in events]
        if not self._asks_previous and not self._awaited:
            self.let_go()
        return answers

    def let_go(self) -> None:
        """Close the host of the model before."""
        if self._previous is not None:
            self._previous.close()
            self._previous = None

    @property
    def _asks_previous(self) -> bool:
        """Whether the vectors there are of the model before, which can be asked still."""
        info = self._previous.state.model if self._previous else None
        return info is not None and info.sha256 == self._vectors.model_hash

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
        kept_in = self._next if self._asks_previous else self._vectors
        stored = kept_in.put(known) if known else 0
        hopeless = [(key, self._offered.pop(key)) for key, _ in event.failed if key in self._offered]
        if hopeless:
            kept_in.mark_failed(hopeless)
        self._recent.append((time.monotonic(), stored))
        return stored

    def _follow_model(self, news: list[PassageVectors | HostState]) -> None:
        """Make room for this model's vectors once it is ready, and before the first of them is kept."""
        state = self._host.state
        if state.model is not None and (
            state.phase == "ready" or any(isinstance(event, PassageVectors) for event in news)
        ):
            if self._asks_previous:
                self._next.begin(state.model)
            elif self._next.model_hash == state.model.sha256:
                self._next.take_over(state.model)
            else:
                self._next.give_up()
                self._vectors.use_model(state.model)

    def _heed(self, state: HostState) -> None:
        if state.phase == "failed":
            self._offered.clear()

    def _offer(self) -> None:
        """Offer the next chunks; a model is started only when there is something for it to do."""
        state = self._host.state
        if self.paused or not self._vectors.available or state.phase == "failed" or state.model is None:
            return
        many = _BATCH + len(self._offered)
        if self._vectors.model_hash in {None, state.model.sha256}:
            waiting = self._store.waiting_chunks(many)
        elif self._next.model_hash == state.model.sha256:
            waiting = self._next.waiting(many)
            if not waiting:
                self._next.take_over(state.model)
        else:
            self._host.offer(())  # starts it: the vectors of another model are to be replaced
            return
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
                plain = plain_text(place.markdown(texts[note][place.start : place.stop]))
                passages.append(Passage(chunk, embedding_text(notes[note].title, place.heading, plain)))
        return tuple(passages)

    def sentence_vectors(self, texts: Iterable[str], wait_s: float) -> dict[str, bytes]:
        """Return the vectors of sentences that are there in `wait_s` seconds; the others may come later."""
        texts = tuple(texts)
        if self.why_not_comparable() is None and not self._asks_previous:
            self.sentences.ask(texts)
            self.sentences.wait(wait_s, lambda seconds: self.step(seconds, writing=False))
        return self.sentences.known(texts) if not self._asks_previous else {}

    def embed(self, text: str) -> QueryVector:
        """Embed a query and wait for it; it comes without a vector while the stored ones are another model's."""
        return self._comparable(self._asked.embed_query(text), self._asked)

    def request_query(self, text: str) -> int:
        """Ask for a query's vector without waiting; `step` gives it out under this ticket."""
        ticket = self._asked.request_query(text)
        if self._asked is self._host:
            return ticket
        self._awaited.add(ticket)
        return ~ticket

    @property
    def _asked(self) -> EmbeddingHost:
        return self._previous if self._previous and self._asks_previous else self._host

    def why_not_comparable(self) -> str | None:
        """Say why a query cannot be compared with the stored vectors, None when it can."""
        return self._why_not_with(self._asked)

    def _why_not_with(self, host: EmbeddingHost) -> str | None:
        state = host.state
        if self._vectors.problem or state.model is None or state.phase == "failed":
            return self._vectors.problem or state.reason
        same = self._vectors.model_hash == state.model.sha256
        return None if same else "rebuilding: there are no vectors of this model yet"

    def _comparable(self, answer: QueryVector, host: EmbeddingHost) -> QueryVector:
        """Say which model an answer of `host` is of, or leave its vector out when there are none to compare it with."""
        if answer.vector is None:
            return answer
        reason = self._why_not_with(host)
        if reason is not None:
            return QueryVector(None, "skipped", reason, answer.ms)
        return replace(answer, model=self._vectors.model_hash, reason=_UNTIL_THEN if host is self._previous else None)

    def progress(self) -> tuple[int, int]:
        """Return how many chunks have a vector of the chosen model, and how many wait for one."""
        if self._asks_previous:
            return self._next.counts()
        return self._store.counts()[2], self._store.waiting()

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
