"""Stands in for the embedding process when no model can be used."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from notesearch.embedding.embedder import HostState, QueryVector
from notesearch.embedding.queries import QueryDesk

if TYPE_CHECKING:
    from notesearch.embedding.embedder import Event, Passage


class NoHost:
    """An `EmbeddingHost` that gives `reason` for everything."""

    def __init__(self, reason: str) -> None:
        self._state = HostState("off", reason)
        self._desk = QueryDesk()
        self._answers: list[Event] = []

    @property
    def state(self) -> HostState:
        """Off, for the reason given."""
        return self._state

    def start(self) -> None:
        """Do nothing."""

    def embed_query(self, text: str) -> QueryVector:  # noqa: ARG002 - the protocol's signature
        """Return that it was not tried, and why."""
        return QueryVector(None, "skipped", self._state.reason)

    def request_query(self, text: str) -> int:
        """Answer at the next `poll` that it was not tried."""
        ticket = self._desk.ticket()
        self._answers.append((ticket, self.embed_query(text)))
        return ticket

    def offer(self, passages: tuple[Passage, ...]) -> bool:  # noqa: ARG002 - the protocol's signature
        """Take none."""
        return False

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Return the answers to the queries asked since; waits for `timeout` when there are none."""
        if not self._answers:
            time.sleep(timeout)
        answers, self._answers = self._answers, []
        return answers

    def fileno(self) -> int:
        """No process, no descriptor."""
        return -1

    def pause(self) -> None:
        """Do nothing."""

    def resume(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
