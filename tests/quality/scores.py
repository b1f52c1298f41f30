"""How good a ranking is against graded judgements: nDCG, recall, and their mean over the judged questions.

A ranking is a list of paths, best first; grades are path -> grade over 0. Each score lies in 0..1. A path
counts once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Ranking = Sequence[str]
    Grades = Mapping[str, float]


def ndcg(ranking: Ranking, grades: Grades, k: int = 10) -> float:
    """Return the discounted gain of the first `k` as a share of the best possible one.

    The gain is the grade itself, the discount log2(rank + 1) with ranks from 1 (Järvelin and Kekäläinen 2002).
    """
    found = [grades.get(path, 0.0) for path in _first(ranking, k)]
    return _discounted(found) / _discounted(sorted(grades.values(), reverse=True)[:k])


def recall(ranking: Ranking, grades: Grades, k: int = 10) -> float:
    """Return the share of the graded paths that are among the first `k`."""
    return sum(path in grades for path in _first(ranking, k)) / len(grades)


def mean(
    score: Callable[[Ranking, Grades, int], float],
    rankings: Mapping[str, Ranking],
    judged: Mapping[str, Grades],
    k: int = 10,
) -> float:
    """Return the mean score of all judged questions; one without a ranking has found nothing."""
    return sum(score(rankings.get(question, ()), grades, k) for question, grades in judged.items()) / len(judged)


def _first(ranking: Ranking, k: int) -> list[str]:
    return list(dict.fromkeys(ranking))[:k]


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
