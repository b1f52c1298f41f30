"""Graded sets that are unpacked, and indexed with the real pipeline, once a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import graded_sets
import pytest
from shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from graded_sets import GradedSet


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory, model_dir: Callable[[str], Path]) -> Shelf:
    """Return the indexes of this run."""
    return Shelf(tmp_path_factory.mktemp("shelf"), model_dir)


@pytest.fixture(scope="session")
def sample() -> GradedSet:
    """Return the sample vault and its sixty questions."""
    return graded_sets.sample_set()


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], GradedSet]:
    """Return a function: the name of a set -> the set, unpacked; it skips the test where the data is not there."""
    done: dict[str, GradedSet] = {}

    def unpack(name: str) -> GradedSet:
        if not graded_sets.DATA.is_dir():
            pytest.skip("the graded sets do not lie beside the checkout")
        if name not in done:
            done[name] = graded_sets.unpack(name, tmp_path_factory.mktemp(name))
        return done[name]

    return unpack
