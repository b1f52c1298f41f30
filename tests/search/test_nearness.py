"""Words are the nearer the fewer characters stand between them, and in the order of the query."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.index.phrases import Group, Phrase
from notesearch.search.hits import Hit
from notesearch.search.nearness import nearness

RED, FOX, DEN = (Group((Phrase((word,)),), (Phrase(("~" + word,)),)) for word in ("red", "fox", "den"))


def hit(start: int, key: str) -> Hit:
    return Hit(start, start + 3, key, 1.0)


@pytest.mark.parametrize(
    ("hits", "near"),
    [
        ([hit(0, "red"), hit(4, "fox")], 1.0),
        ([hit(0, "red"), hit(4, "~fox")], 1.0),
        ([hit(0, "red"), hit(34, "fox")], 0.5),  # 30 characters more than the space
        ([hit(0, "fox"), hit(4, "red")], 0.8),  # turned round
        ([hit(0, "red"), hit(34, "fox"), hit(38, "red")], 0.8),  # the nearest two places count
        ([hit(0, "red")], 0.0),
        ([], 0.0),
    ],
)
def test_two_words(hits: list[Hit], near: float) -> None:
    assert nearness((RED, FOX), hits) == pytest.approx(near)


def test_the_mean_over_neighbours_in_the_query() -> None:
    assert nearness((RED, FOX, DEN), [hit(0, "red"), hit(4, "fox"), hit(38, "den")]) == pytest.approx(0.75)
    assert nearness((RED, FOX, DEN), [hit(0, "red"), hit(4, "fox")]) == pytest.approx(0.5)


def test_a_single_word_is_near_nothing() -> None:
    assert nearness((RED,), [hit(0, "red")]) == 0.0


def test_a_beginning_stands_where_a_word_begins_so() -> None:
    begun = Group((Phrase(("fo",), prefix=True),))
    assert nearness((RED, begun), [hit(0, "red"), hit(4, "fox")]) == pytest.approx(1.0)


@given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from(("red", "fox", "den", "~fox", "other")))))
def test_it_is_a_share(places: list[tuple[int, str]]) -> None:
    assert 0.0 <= nearness((RED, FOX, DEN), [hit(*place) for place in sorted(places)]) <= 1.0
