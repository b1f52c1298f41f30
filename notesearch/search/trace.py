"""Keeps the stages of one search in order, with their reasons, counts and times."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from notesearch.search.results import STAGES, TraceRow

if TYPE_CHECKING:
    from notesearch.embedding.embedder import Status


class Trace:
    """Each call ends one stage: its time is the time since the one before ended."""

    def __init__(self) -> None:
        self._started = self._since = time.perf_counter()
        self._rows: dict[str, TraceRow] = {}

    def end(self, stage: str, count: int | None = None, *, status: Status = "done", reason: str | None = None) -> None:
        """Note that `stage` has ended."""
        now = time.perf_counter()
        self._rows[stage] = TraceRow(stage, status, reason, count, (now - self._since) * 1000)
        self._since = now

    def skip(self, stage: str, reason: str) -> None:
        """Note that `stage` was not tried."""
        self.end(stage, status="skipped", reason=reason)

    @property
    def took_ms(self) -> float:
        """Milliseconds since the search began."""
        return (time.perf_counter() - self._started) * 1000

    def rows(self) -> tuple[TraceRow, ...]:
        """Return all ten stages in the order of the pipeline."""
        return tuple(self._rows.get(stage, TraceRow(stage, "skipped", "not reached")) for stage in STAGES)
