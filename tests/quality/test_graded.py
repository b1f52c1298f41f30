"""Promises that the sixty graded questions over the sample vault are answered as well as they were, default settings.

A floor is what was measured on 2026-11-30 less .02, nDCG@10: by words .674, hybrid with `minilm` .716, with `e5` .741.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scores import mean, ndcg
from shelf import MODELS

if TYPE_CHECKING:
    from graded_sets import GradedSet
    from shelf import ModelName, Shelf

FLOORS = {"": 0.654, "minilm": 0.696, "e5": 0.721}
MOST_LOST = 0.015


@pytest.mark.parametrize("model", MODELS)
def test_the_sixty_questions_find_their_notes(shelf: Shelf, sample: GradedSet, model: ModelName) -> None:
    assert mean(ndcg, shelf.rankings(sample, model), sample.grades) >= FLOORS[model]


@pytest.mark.parametrize("model", MODELS[1:])
def test_meaning_never_makes_it_worse_than_its_better_half(shelf: Shelf, sample: GradedSet, model: ModelName) -> None:
    both, *halves = (
        mean(ndcg, shelf.rankings(sample, model, mode), sample.grades) for mode in ("auto", "keyword", "meaning")
    )
    assert both >= max(halves) - MOST_LOST
