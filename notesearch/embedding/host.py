"""Feeds the embedding process and hands out what comes back; queries go before passages."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from notesearch.embedding import child
from notesearch.embedding.embedder import Event, HostState, Passage, PassageVectors, QueryVector
from notesearch.embedding.families import unknown_script
from notesearch.embedding.keeper import Keeper, Limits
from notesearch.embedding.passages import PassageQueue
from notesearch.embedding.queries import QueryDesk
from notesearch.embedding.wire import Answer, Asleep, Drop, Embed, Failure, Ready, Refused, Vector

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from notesearch.embedding.families import ModelFile
    from notesearch.embedding.process import ModelProcess

_LONGEST_TEXT: Final = 20_000  # characters; every model cuts off long before


def threads_for(chosen: int, *, spare_a_core: bool) -> int:
    """Return how many threads the model gets: `chosen`, or for 0 all cores, less one when a window is in use."""
    if chosen:
        return chosen
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1) if spare_a_core else cores


class LlamaHost:
    """The embedding process of one model; an `EmbeddingHost`.

    Call `poll` after each request, when `fileno` is readable, and every 100 ms or so while anything is awaited: that is
    what moves time limits and restarts along. The index is the truth about passages: whatever has no vector is offered.
    When a state `failed` comes out of `poll`, every passage that was offered and has not come back is forgotten.
    """

    def __init__(
        self,
        model: ModelFile,
        threads: int,
        idle_minutes: float = 0,
        limits: Limits | None = None,
        entry: Callable[[Connection, child.Orders], None] = child.main,
        *,
        gentle: bool = True,
    ) -> None:
        self._info = model.info
        self._limits = limits or Limits()
        self._events: list[Event] = []
        orders = child.Orders(str(model.path), threads, idle_minutes * 60, gentle)
        self._keeper = Keeper(model, orders, self._limits, entry, self._events.append)
        self._queries = QueryDesk()
        self._passages = PassageQueue()
        self._paused = False

    @property
    def state(self) -> HostState:
        """How the process is doing now."""
        return self._keeper.state

    @property
    def pid(self) -> int | None:
        """The number of the running process, for diagnosis."""
        return self._keeper.process.pid if self._keeper.process else None

    @property
    def cut(self) -> int:
        """How many passages so far were longer than the model's context and lost their end."""
        return self._passages.cut

    def start(self) -> None:
        """Start loading the model, also when it was refused or has died too often before."""
        self._keeper.force()

    def embed_query(self, text: str) -> QueryVector:
        """Embed a query and wait for it; see `EmbeddingHost`."""
        ticket = self.request_query(text)
        while ticket in self._queries.waiting:
            self._turn(float("inf"))
        for place, event in enumerate(self._events):
            if isinstance(event, tuple) and event[0] == ticket:
                del self._events[place]
                return event[1]
        raise AssertionError("a query that waits no more has an answer")

    def request_query(self, text: str) -> int:
        """Ask for a query's vector; see `EmbeddingHost`."""
        ticket = self._queries.ticket()
        script = unknown_script(text, self._info)
        if script is not None:
            reason = f"language not known: this model knows {self._info.languages}, the query is in {script}"
            self._events.append((ticket, QueryVector(None, "skipped", reason)))
        elif not self._usable():
            self._events.append((ticket, QueryVector(None, "skipped", self.state.reason)))
        else:
            self._ask(ticket, text)
        return ticket

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        """Hand over a batch of passages; False while paused, when enough are waiting, or when no model runs."""
        if self._paused or self._passages.full or not self._usable():
            return False
        self._passages.add(passages)
        self._send_passages()
        return True

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Return what has come back; see `EmbeddingHost`."""
        deadline = time.monotonic() + timeout
        self._turn(0.0)
        while not self._events and time.monotonic() < deadline:
            self._turn(deadline)
        events = self._events.copy()
        self._events.clear()
        return events

    def fileno(self) -> int:
        """A descriptor to wait on, -1 when the process is not running."""
        return self._keeper.process.fileno() if self._keeper.process else -1

    def pause(self) -> None:
        """Stop working on passages; those already offered stay here and go on with `resume`."""
        self._paused = True
        self._passages.recall()
        if self._keeper.ready:
            self._keeper.ready.send(Drop())

    def resume(self) -> None:
        """Work on passages again."""
        self._paused = False
        self._send_passages()

    def close(self) -> None:
        """End the process and wait for its end, at most a second. What was asked is not answered any more."""
        self._keeper.close()
        self._queries.waiting.clear()
        self._passages.clear()
        self._events.clear()

    @property
    def _busy(self) -> bool:
        return bool(self._queries.waiting) or self._passages.sent

    def _usable(self) -> bool:
        """Return whether the process runs or could be started now; the state says why not."""
        problem = self._keeper.process and self._keeper.file_problem()
        if problem:
            self._abandon(problem)
            self._keeper.give_up(problem)
        return self._keeper.ensure()

    def _ask(self, ticket: int, text: str) -> None:
        process = self._keeper.ready
        self._expect_an_answer()
        self._queries.wait(ticket, text, self._limits.query if process else self._limits.query_while_loading)
        if process:
            self._send_query(process, ticket)

    def _send_query(self, process: ModelProcess, ticket: int) -> None:
        text = self._info.query_prefix + self._queries.waiting[ticket].text[:_LONGEST_TEXT]
        process.send(Embed(ticket, text, urgent=True))

    def _send_passages(self) -> None:
        process = self._keeper.ready
        while process and not self._paused:
            self._expect_an_answer()
            passage = self._passages.next()
            if passage is None:
                return
            serial, text = passage
            process.send(Embed(serial, self._info.passage_prefix + text[:_LONGEST_TEXT], urgent=False))

    def _expect_an_answer(self) -> None:
        if not self._busy:
            self._keeper.heard()

    def _turn(self, until: float) -> None:
        """One round, over at the moment `until` at the latest: wait, hear the process, let time limits pass."""
        wait = min(until, self._queries.next_deadline(), self._keeper.next_change(busy=self._busy)) - time.monotonic()
        if self._keeper.process:
            self._keeper.process.wait(wait)
            self._hear(self._keeper.process)
        else:
            time.sleep(max(0.0, wait))
            self._keeper.restart_if_due()
        late = self._keeper.overdue(busy=self._busy)
        if late:
            self._lost(late)
        self._events.extend(self._queries.expired())
        self._send_passages()

    def _hear(self, process: ModelProcess) -> None:
        answers = process.receive()
        if answers:
            self._keeper.heard()
        collected = self._passages.collect(answers)
        if collected:
            self._events.append(collected)
        for answer in answers:
            self._take(answer)
        if process.ended and self._keeper.process is process:
            self._lost(None)

    def _take(self, answer: Answer) -> None:
        match answer:
            case Ready():
                self._begin(self._keeper.loaded(answer))
            case Refused():
                self._reject(self._keeper.refused(answer))
            case Vector(urgent=True):
                self._events.extend(self._queries.answer(answer.key, answer.vector))
            case Failure(urgent=True):
                reason = f"query embedding failed: {answer.detail}"
                self._events.extend(self._queries.answer(answer.key, None, reason))
            case Asleep():
                self._wake_if_needed()
            case _:
                pass

    def _begin(self, problem: str | None) -> None:
        process = self._keeper.ready
        if problem or not process:
            self._reject(problem or "model stopped: it ended while it was loaded")
            return
        for ticket in self._queries.waiting:
            self._send_query(process, ticket)

    def _reject(self, reason: str) -> None:
        self._abandon(reason)
        self._keeper.give_up(reason)

    def _wake_if_needed(self) -> None:
        """Take the process's word that it sleeps; what was asked in the same moment is asked again."""
        self._passages.recall()
        self._keeper.asleep()
        if len(self._passages) or self._queries.waiting:
            self._keeper.ensure()

    def _lost(self, why: str | None) -> None:
        reason = self._keeper.died(why)
        killer = self._passages.mourn()
        if killer is not None:
            self._events.append(PassageVectors((), ((killer, reason),)))
        self._events.extend(self._queries.fail_all(reason))

    def _abandon(self, reason: str) -> None:
        self._events.extend(self._queries.fail_all(reason))
        self._passages.clear()
