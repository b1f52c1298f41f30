"""Times things in turn, so that a busy moment of the machine falls on all of them."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_PASSES = 3


def in_turn(questions: Sequence[str], *askers: Callable[[str], object]) -> list[list[float]]:
    """Return for each asker the milliseconds of each question: the median of three passes, in turn, after one to warm up."""
    times: list[list[list[float]]] = [[[] for _ in questions] for _ in askers]
    for turn in range(_PASSES + 1):
        for number, text in enumerate(questions):
            for asker, taken in zip(askers, times, strict=True):
                started = time.perf_counter()
                asker(text)
                if turn:
                    taken[number].append((time.perf_counter() - started) * 1000)
    return [[statistics.median(each) for each in taken] for taken in times]


def p95(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20)[-1]
