"""Word and meaning scores, brought to 0..1 separately -> one base score a chunk."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

# Chosen by nDCG@10 on six sets and both models together, 250 queries a set (words, meaning, merged with `1 - d / 2`
# and full trust, merged as here): paraphrases minilm .890 .970 .971 .972, e5 .890 .946 .930 .931; dated conversations
# minilm .835 .508 .742 .820; product help minilm .737 .762 .792 .777, e5 .737 .735 .811 .792; Chinese questions e5
# .957 .946 .979 .980. No merge with fixed weights stays within .05 of the better half on the conversations.
_CHANCE, _SLOPE = 0.1, 1.25
_RANK, _CLEAR_GAP, _LEAST_TRUST = 10, 0.18, 0.2


@dataclass(frozen=True, slots=True)
class Merged:
    """A chunk with the scores that found it (None where a half did not) and its merged `base`, 0..1.

    `contrast` is how much nearer it is to the query than the vault's median chunk, as a share of that one's distance;
    None when not known.
    """

    chunk: int
    text: float | None
    vector: float | None
    base: float
    contrast: float | None = None


def vector_score(distance: float, usual: float | None = None) -> float:
    """Return the score, 0..1, of an L2 distance `d` of unit vectors (0..2).

    With `usual`, the query's median distance from the vault: `0.1 + 1.25 * (usual - d) / usual`, for the cosines of
    some models lie in a narrow band. Without it (too few vectors to tell): `1 - d / 2`.
    """
    score = 1.0 - distance / 2.0 if not usual else _CHANCE + _SLOPE * (usual - distance) / usual
    return min(1.0, max(0.0, score))


def trust(nearest: Sequence[float], usual: float | None) -> float:
    """Return how far a query's neighbours stand out, 0.2..1: the factor on the weight of meaning.

    `nearest` are the distances of the nearest notes, nearest first. Where the tenth is as near as the first, meaning
    does not tell them apart: `min(1, (d_10 - d_1) / usual / 0.18) ** 1.5`.
    """
    if not usual or not nearest:
        return 1.0
    gap = (nearest[min(_RANK, len(nearest)) - 1] - nearest[0]) / usual
    return max(_LEAST_TRUST, math.pow(min(1.0, max(0.0, gap) / _CLEAR_GAP), 1.5))


def base_score(text: float | None, vector: float | None, text_weight: float, vector_weight: float) -> float:
    """Merge both scores of one chunk (`product.md`, step 6); a chunk is never below its keyword score.

    Found by both: `max(w_text * f + w_vec * v, f)`; by words only: `f`; by meaning only: `w_vec * v`.
    """
    if text is not None and vector is not None:
        return max(text_weight * text + vector_weight * vector, text)
    if text is not None:
        return text
    return vector_weight * vector if vector is not None else 0.0


def merge(
    text: Mapping[int, float],
    vector: Mapping[int, float],
    weights: tuple[float, float],
    waiting: Container[int] = (),
) -> list[Merged]:
    """Merge word and vector scores by chunk id; `waiting` are the chunks that have no vector yet.

    A keyword hit that waits must not fall behind noise that has a vector: it counts as found by both with
    `v = v_b * min(1, f / f_b)`, `v_b` and `f_b` being the largest among the keyword hits that have one.
    """
    both = [chunk for chunk in text if chunk in vector]
    best_vector = max((vector[chunk] for chunk in both), default=None)
    best_text = max((text[chunk] for chunk in both), default=0.0)
    merged = []
    for chunk in text.keys() | vector.keys():
        f, v = text.get(chunk), vector.get(chunk)
        lent = v
        if v is None and f is not None and best_vector is not None and best_text > 0 and chunk in waiting:
            lent = best_vector * min(1.0, f / best_text)
        merged.append(Merged(chunk, f, v, base_score(f, lent, *weights)))
    return merged
