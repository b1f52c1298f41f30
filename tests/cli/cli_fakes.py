"""A notebook that only remembers what it was asked, and answers to give; what a command that was run left behind."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from notesearch.embedding.embedder import HostState, ModelInfo
from notesearch.notebook import Status
from notesearch.search.results import STAGES, Move, OtherChunk, Result, Results, TraceRow
from notesearch.vault.note import SkippedFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import SimpleNamespace

    from notesearch.notebook import Activity
    from notesearch.search.request import SearchRequest
    from notesearch.settings import Settings

RESULT = Result(
    note_id=1,
    chunk_id=65537,
    path="Journal/2026-03-01.md",
    root="/notes",
    title="2026-03-01",
    heading=("2026-03-01", "Water"),
    start_line=3,
    end_line=9,
    snippet="the tide was high",
    marks=((4, 8),),
    score=0.48,
    base=0.6,
    exact=False,
    found_by=("words", "meaning"),
    text_score=0.25,
    vector_score=0.75,
    source="session",
    age_days=15.0,
    decay=0.8,
    source_weight=1.0,
    opens=0,
    access_boost=1.0,
    mmr=None,
    weak=False,
    more=(OtherChunk(65538, 11, 20, ("2026-03-01",), 0.2),),
)
"""0.6 = 0.3 x 0.25 + 0.7 x 0.75, and 0.48 = 0.6 x 0.8."""

MOVED = Move(-2)

TRACE = tuple(TraceRow(stage, "done", None, 1, 0.5) for stage in STAGES)


def answer(query: str, *results: Result, **changes: object) -> Results:
    """Return a whole answer to `query`, with the fields in `changes` set."""
    usual = Results(query, mode="hybrid", reason=None, pending=0, took_ms=12.34567, results=results, trace=TRACE)
    return dataclasses.replace(usual, **changes)  # type: ignore[arg-type]


@dataclass
class FakeNotebook:
    """Stands where the real one does; `respond` answers a search, `asked` keeps what came."""

    vault: Path
    settings: Settings
    respond: Callable[[SearchRequest], Results]
    report: SimpleNamespace
    asked: list[Any] = field(default_factory=list)

    @property
    def read_only(self) -> str | None:
        reason: str | None = self.report.read_only
        return reason

    @property
    def held_back(self) -> int:
        return int(self.report.held_back)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.asked.append("closed")

    def search(self, request: SearchRequest) -> Results:
        self.asked.append(request)
        return self.respond(request)

    def index(self, *, embed: bool, progress: Callable[[Activity], None]) -> SimpleNamespace:
        self.asked.append(("index", embed))
        return self.report

    def use_settings(self, settings: Settings) -> None:
        self.settings = settings

    def news(self) -> tuple[str, ...]:
        return ()

    def rebuild(self) -> None:
        self.asked.append("rebuild")

    def accept_deletions(self) -> None:
        self.asked.append("accept_deletions")

    def check(self) -> list[str]:
        return list(self.report.faults)

    def status(self) -> Status:
        model = ModelInfo("e5", "ab" * 32, 384)
        return Status(
            on_disk=10,
            indexed=6,
            pending=2,
            failed=(SkippedFile("/notes", "torn.md", "cannot be read"),),
            skipped=(SkippedFile("/notes", "caf\udce9.md", "too large"),),
            chunks=20,
            embedded=15,
            model=HostState("ready", None, model),
            mode="hybrid",
            reason=None,
            offline=self.report.offline,
        )


@dataclass(frozen=True)
class Ran:
    """What a command left behind: its exit code and both streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.out))

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]
