"""What other programs of the kind take for the same, where they are installed."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
from typing import TYPE_CHECKING

from tests.bench.report import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.measures import Lab


def recoll(lab: Lab, repeats: int) -> Iterator[Row]:
    """Index the vault with Recoll from nothing, and once more with nothing changed."""
    program = shutil.which("recollindex")
    if program is None:
        return
    first, again = [], []
    for _ in range(repeats):
        place = lab.place / "recoll"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        (place / "recoll.conf").write_text(f"topdirs = {lab.vault}\nloglevel = 1\n", "utf-8")
        (place / "mimemap").write_text(".md = text/plain\n", "utf-8")
        first.append(_seconds(program, place))
        again.append(_seconds(program, place))
    yield Row("Recoll, first index", statistics.median(first), "s")
    yield Row("Recoll, nothing changed", statistics.median(again), "s")


def _seconds(program: str, place: os.PathLike[str]) -> float:
    started = time.perf_counter()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([program, "-c", os.fspath(place)], check=True, **quiet)
    return time.perf_counter() - started
