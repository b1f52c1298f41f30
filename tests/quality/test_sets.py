"""Promises the scores of six public sets, where they lie beside the checkout: one index and one run a set, no options.

The floors are what was agreed on, nDCG@10 unless it says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from graded_sets import NAMES
from scores import mean, ndcg, recall
from shelf import rank

if TYPE_CHECKING:
    from collections.abc import Callable

    from graded_sets import GradedSet
    from shelf import ModelName, Shelf

    Unpack = Callable[[str], GradedSet]

pytestmark = [pytest.mark.long, pytest.mark.model, pytest.mark.timeout(3600)]

FLOORS: dict[str, dict[ModelName, float]] = {
    "obsidian-help-golden": {"e5": 0.76, "minilm": 0.74, "": 0.69},
    "stackfaq": {"e5": 0.93, "minilm": 0.965, "": 0.86},
    "locomo": {"e5": 0.82, "minilm": 0.795, "": 0.80},
    "xquad-en": {"e5": 0.97, "minilm": 0.97, "": 0.97},
    "xquad-zh": {"e5": 0.98, "minilm": 0.96, "": 0.96},
    "xquad-th": {"e5": 0.95, "minilm": 0.93, "": 0.93},
}
MOST_LOST = 0.015

each_set = pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in NAMES])


@each_set
@pytest.mark.parametrize("model", ["", "minilm", "e5"])
def test_a_set_reaches_its_floor(shelf: Shelf, unpacked: Unpack, name: str, model: ModelName) -> None:
    graded = unpacked(name)
    assert mean(ndcg, shelf.rankings(graded, model), graded.grades) >= FLOORS[name][model]


@each_set
@pytest.mark.parametrize("model", ["minilm", "e5"])
def test_hybrid_is_hardly_below_its_better_half(shelf: Shelf, unpacked: Unpack, name: str, model: ModelName) -> None:
    graded = unpacked(name)
    both, *halves = (
        mean(ndcg, shelf.rankings(graded, model, mode), graded.grades) for mode in ("auto", "keyword", "meaning")
    )
    assert both >= max(halves) - MOST_LOST


@pytest.mark.xdist_group("obsidian-help-golden")
def test_the_first_five_are_as_good(shelf: Shelf, unpacked: Unpack) -> None:
    graded = unpacked("obsidian-help-golden")
    assert mean(ndcg, shelf.rankings(graded, "e5"), graded.grades, 5) >= 0.735


@pytest.mark.xdist_group("xquad-en")
@pytest.mark.parametrize("language", ["zh", "th"])
def test_questions_in_one_language_find_notes_in_another(shelf: Shelf, unpacked: Unpack, language: str) -> None:
    notes = unpacked("xquad-en")
    with shelf.opened(notes, "e5") as notebook:
        rankings = rank(notebook, unpacked(f"xquad-{language}"))
    assert mean(recall, rankings, notes.grades) >= 0.92
