"""A query and a note's names cover each other: the numbers are done by hand, with every word as rare as any other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from notesearch.index.phrases import Group, Phrase
from notesearch.index.tokenizer import prepare
from notesearch.search.titles import asked_for, names_score

if TYPE_CHECKING:
    from collections.abc import Callable


def one(_key: str) -> int:
    return 1


def score(query: str, *names: str, bearers: Callable[[str], int] = one) -> float:
    groups = [Group((Phrase((word,)),)) for word in query.split()]
    lines = "\n".join("\t".join(prepare(name)) for name in names)
    return names_score(asked_for(groups, lambda _token: 2.0), lines, bearers)


@pytest.mark.parametrize(
    ("query", "name", "expected"),
    [
        pytest.param("tax return", "tax return", 1.0, id="all of both"),
        pytest.param("tax return", "Tax", 0.5, id="half of the query, all of the name"),
        pytest.param("tax", "tax return", math.sqrt(1 / 2), id="all of the query, half of the name"),
        pytest.param("tax return", "tax office", 0.5 * math.sqrt(1 / 2), id="half of each"),
        pytest.param("tax", "the tax", 1.0, id="stop words do not count"),
        pytest.param("tax", "return", 0.0, id="nothing"),
        pytest.param("tax tax", "tax", 1.0, id="a word counts once"),
    ],
)
def test_coverage(query: str, name: str, expected: float) -> None:
    assert score(query, name) == pytest.approx(expected)


def test_the_best_name_counts() -> None:
    assert score("tax return", "2026-03", "tax return", "tax") == 1.0


def test_a_name_that_many_notes_have_says_less() -> None:
    assert score("readme", "README", bearers=lambda key: 20 if key == "readme" else 1) == pytest.approx(
        1 / (1 + math.log(20))
    )


def test_a_shared_title_does_not_hide_a_name_of_ones_own() -> None:
    # The title alone: 1 / (1 + ln 20) = .25; the file name: half of it, sqrt(1/2) = .71.
    assert score("readme", "README", "printer readme", bearers=lambda key: 20 if key == "readme" else 1) == (
        pytest.approx(math.sqrt(1 / 2))
    )


def test_a_query_without_words_fits_no_name() -> None:
    assert score("", "anything") == 0.0
