"""Word and meaning scores are merged as `product.md`, step 6 says; the numbers are those of its sources or by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.search.merge import base_score, beside_words, merge, trust, vector_score

THIRDS = (0.3, 0.7)
unit = st.floats(0, 1)
scores = st.dictionaries(st.integers(0, 12), unit, max_size=12)


def bases(*args: object, **kwargs: object) -> dict[int, float]:
    return {hit.chunk: hit.base for hit in merge(*args, **kwargs)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("f", "v", "base"),
    [
        pytest.param(1.0, 0.9, 1.0, id="48: lifted to f"),
        pytest.param(0.5, 0.9, 0.78, id="49"),
        pytest.param(0.2, 0.9, 0.69, id="50"),
        pytest.param(0.6, 0.3, 0.6, id="51: lifted to f"),
        pytest.param(None, 0.9, 0.63, id="52 and 37 a"),
        pytest.param(None, 1.0, 0.7, id="52"),
        pytest.param(0.8, None, 0.8, id="words only keep their full score"),
        pytest.param(0.8, 0.5, 0.8, id="39, second: 0.59 lifted to f"),
        pytest.param(0.0, 0.5, 0.35, id="39, third"),
        pytest.param(None, None, 0.0, id="found by nothing"),
    ],
)
def test_base_score(f: float | None, v: float | None, base: float) -> None:
    assert base_score(f, v, *THIRDS) == pytest.approx(base)


def test_38_equal_weights_would_give_less_than_the_words_alone() -> None:
    assert base_score(1.0, 0.2, 0.5, 0.5) == 1.0  # theirs is 0.6; ours is never below f


@pytest.mark.parametrize(
    ("distance", "score"),
    [(0.0, 1.0), (0.2, 0.9), (0.5, 0.75), (1.0, 0.5), (1.41421356, 0.29289322), (2.0, 0.0), (2.5, 0.0)],
    ids=lambda value: f"53: {value}",
)
def test_vector_score(distance: float, score: float) -> None:
    assert vector_score(distance) == pytest.approx(score)


@pytest.mark.parametrize(
    ("distance", "usual", "score"),
    [(0.6, 0.8, 0.55), (0.8, 0.8, 0.0), (1.0, 0.8, 0.0), (0.4, 0.8, 1.0), (0.1, 0.8, 1.0)],
)
def test_the_median_distance_is_no_score_and_half_of_it_a_full_one(distance: float, usual: float, score: float) -> None:
    assert vector_score(distance, usual) == pytest.approx(score)


@pytest.mark.parametrize(
    ("nearest", "usual", "factor"),
    [
        pytest.param([0.4] + [0.8] * 30, 0.8, 1.0, id="the first alone stands out"),
        pytest.param([0.4] * 30, 0.8, 0.4, id="twenty are as near"),
        pytest.param([0.4] * 19 + [0.608], 0.8, 0.512, id="the twentieth lacks .52 of .65 of it: .8 ** 3"),
        pytest.param([0.4, 0.66], 0.8, 1.0, id="of two notes the second counts: .65 of it"),
        pytest.param([0.9, 0.9], 0.8, 1.0, id="nothing is nearer than the median"),
        pytest.param([0.4] * 30, None, 1.0, id="no median is known"),
        pytest.param([], 0.8, 1.0, id="nothing is near"),
    ],
)
def test_meaning_counts_as_far_as_it_tells_notes_apart(
    nearest: list[float], usual: float | None, factor: float
) -> None:
    assert trust(nearest, usual) == pytest.approx(factor)


def test_meaning_takes_up_where_the_words_leave_off() -> None:
    # 1 - (1 - .5) * (1 - .4) = .7; a chunk without words keeps its score.
    assert beside_words({1: 0.4, 2: 0.4}, {1: 0.5, 3: 0.9}) == {1: pytest.approx(0.7), 2: pytest.approx(0.4)}


@given(unit, unit, unit)
def test_a_nearer_chunk_and_a_better_word_never_count_less(f: float, v: float, more: float) -> None:
    def base(f: float, v: float) -> float:
        return base_score(f, beside_words({1: v}, {1: f})[1], *THIRDS)

    assert base(f, v) <= base(max(f, more), v) + 1e-12
    assert base(f, v) <= base(f, max(v, more)) + 1e-12


def test_each_chunk_appears_once_with_what_found_it() -> None:
    found = {hit.chunk: (hit.text, hit.vector, hit.base) for hit in merge({1: 0.5, 2: 0.4}, {1: 0.9, 3: 0.9}, THIRDS)}
    assert found == {
        1: (0.5, 0.9, pytest.approx(0.78)),
        2: (0.4, None, 0.4),
        3: (None, 0.9, pytest.approx(0.63)),
    }


def test_a_waiting_hit_borrows_in_proportion() -> None:
    # v_b = 0.8, f_b = 0.5 (chunk 1); chunk 2 waits with f 0.25: v = 0.8 * 0.5 = 0.4, base = 0.3 * 0.25 + 0.7 * 0.4.
    assert bases({1: 0.5, 2: 0.25}, {1: 0.8}, THIRDS, {2})[2] == pytest.approx(0.355)


def test_a_waiting_hit_borrows_no_more_than_the_best() -> None:
    # f is beyond f_b: v = v_b = 0.8, base = 0.3 * 0.9 + 0.7 * 0.8 = 0.83, below f = 0.9 and so f.
    assert bases({1: 0.5, 2: 0.9}, {1: 0.8}, THIRDS, {2})[2] == pytest.approx(0.9)
    assert bases({1: 0.5, 2: 0.6}, {1: 0.8}, THIRDS, {2})[2] == pytest.approx(0.74)  # 0.18 + 0.56


def test_the_best_vector_and_the_best_words_may_be_of_two_hits() -> None:
    # v_b = 0.9 (chunk 1), f_b = 0.6 (chunk 2): v = 0.9 * 0.3 / 0.6 = 0.45, base = 0.09 + 0.315.
    assert bases({1: 0.2, 2: 0.6, 3: 0.3}, {1: 0.9, 2: 0.5}, THIRDS, {3})[3] == pytest.approx(0.405)


def test_only_keyword_hits_lend() -> None:
    assert bases({2: 0.25}, {1: 0.99}, THIRDS, {2}) == {1: pytest.approx(0.693), 2: 0.25}


def test_a_hit_that_has_a_vector_somewhere_far_away_borrows_nothing() -> None:
    assert bases({1: 0.5, 2: 0.25}, {1: 0.8}, THIRDS, ())[2] == 0.25


def test_what_was_lent_is_not_shown_as_found() -> None:
    (waiting,) = (hit for hit in merge({1: 0.5, 2: 0.25}, {1: 0.8}, THIRDS, {2}) if hit.chunk == 2)
    assert (waiting.text, waiting.vector) == (0.25, None)


def test_a_hit_of_no_worth_divides_nothing_by_nothing() -> None:
    assert bases({1: 0.0, 2: 0.0}, {1: 0.8}, THIRDS, {2})[2] == 0.0


@given(scores, scores, unit, st.sets(st.integers(0, 12)))
def test_no_hit_is_below_its_words_or_out_of_bounds(
    text: dict[int, float], vector: dict[int, float], share: float, waiting: set[int]
) -> None:
    for hit in merge(text, vector, (share, 1 - share), waiting):
        assert math.isfinite(hit.base)
        assert text.get(hit.chunk, 0.0) <= hit.base <= 1 + 1e-9
    assert {hit.chunk for hit in merge(text, vector, (share, 1 - share))} == text.keys() | vector.keys()


@given(scores, scores)
def test_waiting_hits_keep_the_order_of_their_words(text: dict[int, float], vector: dict[int, float]) -> None:
    waiting = [chunk for chunk in text if chunk not in vector]
    base = bases(text, vector, THIRDS, waiting)
    ordered = sorted(waiting, key=lambda chunk: text[chunk])
    assert [base[chunk] for chunk in ordered] == sorted(base[chunk] for chunk in waiting)
