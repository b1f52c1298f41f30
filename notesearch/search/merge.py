"""Word and meaning scores, brought to 0..1 separately -> one base score a chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

# Chosen by nDCG@10 of all questions of five sets with both models (words, meaning, merged without `trust`, merged):
# paraphrases e5 .859 .934 .933 .933, minilm .859 .967 .967 .965; dated conversations e5 .800 .678 .815 .815, minilm
# .800 .516 .759 .793; product help e5 .753 .735 .819 .819, minilm .753 .762 .795 .791; encyclopedia e5 .968 .967 .984
# .984, minilm .968 .944 .979 .978; Chinese e5 .964 .942 .979 .978. Without `trust` a steeper slope sinks exact words
# where meaning is poor, a flatter one wastes it where it is good.
_SLOPE = 2.2
_RANK, _CLEAR, _LEAST_TRUST = 20, 0.65, 0.4


class Merged(NamedTuple):
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
    """Return the score, 0..1, of an L2 distance `d` of unit vectors (0..2), whatever the words say.

    With `usual`, the query's median distance from the vault: `2.2 * (usual - d) / usual`, for the cosines of some
    models lie in a narrow band. Without it (too few vectors to tell): `1 - d / 2`.
    """
    score = 1.0 - distance / 2.0 if not usual else _SLOPE * (usual - distance) / usual
    return min(1.0, max(0.0, score))


def trust(nearest: Sequence[float], usual: float | None) -> float:
    """Return how far a query's nearest note stands out from those behind it, 0.4..1: the factor on vector scores.

    `nearest` are the distances of the nearest notes, nearest first. Where twenty are about as near as the first,
    meaning does not tell them apart: `min(1, lead / .65) ** 3`, `lead` being the part of the first one's distance
    from the median that the twentieth has not.
    """
    if not usual or not nearest or nearest[0] >= usual:
        return 1.0
    lead = (nearest[min(_RANK, len(nearest)) - 1] - nearest[0]) / (usual - nearest[0])
    return max(_LEAST_TRUST, min(1.0, lead / _CLEAR) ** 3)


def beside_words(vector: Mapping[int, float], text: Mapping[int, float]) -> dict[int, float]:
    """Return the vector scores of chunks that the words may have found too: `1 - (1 - f) * (1 - v)`.

    Two pieces of evidence, either of which may be enough: what is near lacks only what the words have not shown yet.
    So a clear meaning lifts a chunk wherever it stands, and a poor one does not sink it.
    """
    return {chunk: 1.0 - (1.0 - text.get(chunk, 0.0)) * (1.0 - score) for chunk, score in vector.items()}


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
    if not vector:
        return [Merged(chunk, f, None, f) for chunk, f in text.items()]
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
