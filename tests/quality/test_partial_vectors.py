"""Promises that hybrid search does not fall behind words alone while half of the vectors are still to be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scores import mean, ndcg
from shelf import MODELS, rank

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from graded_sets import GradedSet
    from shelf import ModelName, Shelf

MOST_LOST = 0.015


def assert_no_worse_than_words(shelf: Shelf, graded: GradedSet, model: ModelName, folder: Path) -> None:
    words = mean(ndcg, shelf.rankings(graded, model, "keyword"), graded.grades)
    with shelf.half_embedded(graded, model, folder) as notebook:
        hybrid = mean(ndcg, rank(notebook, graded), graded.grades)
        status = notebook.status()
    assert status.embedded == (status.chunks + 1) // 2
    assert hybrid >= words - MOST_LOST


@pytest.mark.parametrize("model", MODELS[1:])
def test_on_the_sample_vault(shelf: Shelf, sample: GradedSet, tmp_path: Path, model: ModelName) -> None:
    assert_no_worse_than_words(shelf, sample, model, tmp_path)


@pytest.mark.long
@pytest.mark.model
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("model", ["minilm", "e5"])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ("xquad-en", "stackfaq")]
)
def test_on_large_sets(
    shelf: Shelf, unpacked: Callable[[str], GradedSet], name: str, model: ModelName, tmp_path: Path
) -> None:
    assert_no_worse_than_words(shelf, unpacked(name), model, tmp_path)
