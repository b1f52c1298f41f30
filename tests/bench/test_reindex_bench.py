"""While 5,000 changed files are indexed again, and while all of it is built anew, 95 % of searches take under 100 ms.

Measured from when the search is asked for: the step that is under way then comes first, and it may be a long one.
Where other programs keep the machine busy, the processor time that is printed beside it tells what is our own part.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import TYPE_CHECKING

import pytest

from notesearch.embedding.absent import NoHost
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.search.request import SearchRequest
from notesearch.settings import Chunks, Settings
from tests.bench.vaults import Writer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

NOTES = 5000
LIMIT_MS = 100


class Waits:
    """Milliseconds of each search, alone and with what was left of the step before it, and of each step."""

    def __init__(self) -> None:
        self.searches: list[float] = []
        self.waits: list[float] = []
        self.steps: list[float] = []
        self.own: list[float] = []

    def measure(self, notebook: Notebook, questions: list[str], dice: random.Random) -> bool:
        """Do one step of work and one search; returns whether there is more to do."""
        share = dice.random()  # it is asked for at any moment of the step
        own, started = time.thread_time(), time.perf_counter()
        activity = notebook.work()
        own_stepped, stepped = time.thread_time(), time.perf_counter()
        notebook.search(SearchRequest(dice.choice(questions), mode="keyword", typing=True))
        done = time.perf_counter()
        self.steps.append((stepped - started) * 1000)
        self.searches.append((done - stepped) * 1000)
        self.waits.append((done - stepped + share * (stepped - started)) * 1000)
        self.own.append((time.thread_time() - own_stepped + share * (own_stepped - own)) * 1000)
        return activity.busy or activity.pending > 0

    def tell(self, what: str) -> float:
        """Print the figures; returns the p95 of what a person waits."""
        sys.stdout.write(
            f"{what}: {len(self.waits)} searches, waits p50 {statistics.median(self.waits):.0f} p95 {p95(self.waits):.0f} "
            f"max {max(self.waits):.0f} ms; searches p95 {p95(self.searches):.0f} max {max(self.searches):.0f}, "
            f"steps p95 {p95(self.steps):.0f} max {max(self.steps):.0f}; own time of waits p95 {p95(self.own):.0f} ms\n"
        )
        return p95(self.waits)


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def test_searches_are_answered_while_5000_files_are_indexed_again(tmp_path: Path) -> None:
    vault, writer, dice = tmp_path / "vault", Writer(), random.Random(3)
    writer.write(vault, NOTES)
    questions = writer.questions(200)
    host = NoHost("no model: none is chosen")
    with Notebook.open(
        vault, AppPaths.for_person(tmp_path / "data"), settings=Settings(), host=host, watch=True
    ) as notebook:
        notebook.index(embed=False)
        while notebook.work().busy:
            pass
        changed = _measured(notebook, questions, dice, lambda: _check_out(vault))
        notebook.use_settings(Settings(chunks=Chunks(size=1200)))
        rebuilt = _measured(notebook, questions, dice, lambda: None)
        assert notebook.check() == []
    told = (changed.tell("5,000 files changed"), rebuilt.tell("built anew"))
    assert max(told) < LIMIT_MS


def _check_out(vault: Path) -> None:
    """Change every note at once, as `git checkout` does."""
    for file in vault.rglob("*.md"):
        text = file.read_text("utf-8")
        file.unlink()
        file.write_text(f"{text}\non another branch\n", "utf-8")


def _measured(notebook: Notebook, questions: list[str], dice: random.Random, change: Callable[[], None]) -> Waits:
    waits = Waits()
    change()
    deadline = time.monotonic() + 5
    while not waits.measure(notebook, questions, dice):  # until the first event has come
        assert time.monotonic() < deadline
    while waits.measure(notebook, questions, dice):
        pass
    return waits
