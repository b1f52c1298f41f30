"""What is measured of vaults of growing size: queries, no-change starts, and the memory of a first index."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.search.request import SearchRequest
from tests.bench.bare import any_word
from tests.bench.measures import Lab
from tests.bench.report import Row
from tests.bench.timing import in_turn, p95
from tests.bench.vaults import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_QUESTIONS = 100
ROOT = Path(__file__).parents[2]


def growth(place: Path, sizes: Sequence[int], repeats: int) -> Iterator[Row]:
    """Compare each size with the one before."""
    before: dict[str, float] = {}
    for size in sizes:
        now = _measured(place / f"growth {size}", size, repeats)
        for name, unit in (("query_p95", "ms"), ("start", "s"), ("peak", "MB")):
            yield Row(f"{size} notes: {_TOLD[name]}", now[name], unit)
        if before:
            grown = {name: now[name] / before[name] for name in now}
            yield Row(
                f"{size} notes: query p95 grows, to matching rows", grown["query_p95"] / grown["rows"], "times", 1
            )
            yield Row(f"{size} notes: no-change start grows, to notes", grown["start"] / grown["notes"], "times", 1)
            # What is known of each file, some 500 bytes, and caches that fill once.
            yield Row(f"{size} notes: peak memory grows", grown["peak"], "times", 1.5)
        before = now


_TOLD = {"query_p95": "query p95", "start": "no-change start", "peak": "peak memory of the first index"}


def _measured(place: Path, size: int, repeats: int) -> dict[str, float]:
    vault, writer = place / "vault", Writer()
    lab = Lab(vault, place, writer.write(vault, size))
    questions = writer.questions(_QUESTIONS)
    command = [sys.executable, "-m", "tests.bench.growth", str(place / "data"), str(vault)]
    ran = subprocess.run(command, cwd=ROOT, check=True, input=json.dumps(questions), capture_output=True, text=True)
    lab.run("index", str(vault), "--no-embed")  # compiles the program
    starts = [lab.run("index", str(vault), "--no-embed") for _ in range(repeats)]
    return {**json.loads(ran.stdout), "start": statistics.median(starts), "notes": size}


def visit(paths: AppPaths, vault: Path, questions: Sequence[str]) -> dict[str, float]:
    """Index a vault and search it; returns the peak memory of indexing in MB, queries in ms and matching rows."""
    with Notebook.open(vault, paths) as notebook:
        notebook.index(embed=False)
        peak = _peak_mb()
        (times,) = in_turn(questions, lambda text: notebook.search(SearchRequest(text, mode="keyword")))
    with apsw.Connection(str(paths.vault(vault).index), flags=apsw.SQLITE_OPEN_READONLY) as index:
        sql = "SELECT count(*) FROM chunk_words WHERE chunk_words MATCH ?"
        rows = [index.execute(sql, (any_word(text.lower()),)).fetchone()[0] for text in questions]
    return {"peak": peak, "query_p95": p95(times), "rows": p95(rows)}


def _peak_mb() -> float:
    """Return the most memory that this process had, in MB (Linux only; `getrusage` counts the parent's too)."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6


if __name__ == "__main__":
    told = visit(AppPaths.for_person(Path(sys.argv[1])), Path(sys.argv[2]), json.load(sys.stdin))
    sys.stdout.write(json.dumps(told))
