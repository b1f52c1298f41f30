"""Queries that wait for their vector, each with its time limit and its one answer."""

from __future__ import annotations

import time
from dataclasses import dataclass

from notesearch.embedding.embedder import QueryVector, Status


@dataclass(frozen=True, slots=True)
class WaitingQuery:
    """A query under way; times are those of `time.monotonic`, `allowed` is in seconds."""

    text: str
    asked: float
    allowed: float

    @property
    def deadline(self) -> float:
        """When it has taken too long."""
        return self.asked + self.allowed


class QueryDesk:
    """Gives out tickets and collects the answers; an answer that comes after its time limit is dropped."""

    def __init__(self) -> None:
        self.waiting: dict[int, WaitingQuery] = {}
        self._tickets = 0

    def ticket(self) -> int:
        """Return a new number, never given out before."""
        self._tickets += 1
        return self._tickets

    def wait(self, ticket: int, text: str, allowed: float) -> None:
        """Let a query wait for at most `allowed` seconds from now."""
        self.waiting[ticket] = WaitingQuery(text, time.monotonic(), allowed)

    def answer(self, ticket: int, vector: bytes | None, reason: str | None = None) -> list[tuple[int, QueryVector]]:
        """Return the answer to a waiting query, or nothing when it does not wait any more."""
        query = self.waiting.pop(ticket, None)
        if query is None:
            return []
        status: Status = "done" if vector is not None else "failed"
        return [(ticket, QueryVector(vector, status, reason, (time.monotonic() - query.asked) * 1000))]

    def fail_all(self, reason: str) -> list[tuple[int, QueryVector]]:
        """Return a failed answer for every waiting query."""
        return [answer for ticket in tuple(self.waiting) for answer in self.answer(ticket, None, reason)]

    def expired(self) -> list[tuple[int, QueryVector]]:
        """Return the answers of those whose time is over."""
        now = time.monotonic()
        late = [(ticket, query.allowed) for ticket, query in self.waiting.items() if query.deadline <= now]
        return [
            answer
            for ticket, allowed in late
            for answer in self.answer(ticket, None, f"timeout: no answer within {allowed:g} s")
        ]

    def next_deadline(self) -> float:
        """Return when the next one expires, infinity when none waits."""
        return min((query.deadline for query in self.waiting.values()), default=float("inf"))
