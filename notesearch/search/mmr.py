"""Maximal marginal relevance: greedy re-ranking that trades relevance for diversity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_DEFAULT_LAMBDA = 0.7
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """What MMR needs of a result: its score, the text it stands for, and that text's set of words."""

    score: float
    text: str
    words: frozenset[str]


def clamp_lambda(value: float) -> float:
    """Return `value` clamped to 0..1; a non-finite one counts as 0.7."""
    return min(1.0, max(0.0, value)) if math.isfinite(value) else _DEFAULT_LAMBDA


def similarity(one: Candidate, other: Candidate) -> float:
    """Return the Jaccard index of the word sets, 0..1; two empty sets are alike only if the texts are equal."""
    if not one.words and not other.words:
        return float(one.text == other.text)
    return len(one.words & other.words) / len(one.words | other.words)


def rerank(candidates: Sequence[Candidate], lambda_: float, picks: int) -> list[int]:
    """Return the order of the candidates (given best first) as indices; all are returned, `picks` of them chosen.

    Each pick maximises `lambda * relevance - (1 - lambda) * largest similarity to those picked` (Carbonell and
    Goldstein, 1998), relevance being the score min-max scaled; ties go to the higher relevance, then the earlier
    one. A lambda of 1 leaves the order as it is. Time: picks * candidates.
    """
    lambda_ = clamp_lambda(lambda_)
    if lambda_ == 1.0 or len(candidates) < 2:  # noqa: PLR2004 - one candidate has no order
        return list(range(len(candidates)))
    relevance = _scaled([candidate.score for candidate in candidates])
    nearest = [0.0] * len(candidates)
    left = list(range(len(candidates)))
    order: list[int] = []
    while left and len(order) < picks:
        best = max(
            left,
            # Rounded, so that a tie is a tie whatever the last bit of a float says.
            key=lambda i: (round(lambda_ * relevance[i] - (1 - lambda_) * nearest[i], _DIGITS), relevance[i], -i),
        )
        left.remove(best)
        order.append(best)
        for index in left:
            nearest[index] = max(nearest[index], similarity(candidates[best], candidates[index]))
    return order + left


def _scaled(scores: Sequence[float]) -> list[float]:
    """Scale to 0..1; equal scores are all equally relevant."""
    low, high = min(scores), max(scores)
    return [(score - low) / (high - low) if high > low else 0.0 for score in scores]
