"""MMR picks as its sources do; the vector numbers are those of the reference."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.index.tokenizer import word_set
from notesearch.search.mmr import Candidate, clamp_lambda, rerank, similarity

RUST = ("rust async programming patterns", "rust async programming tutorial", "python web framework flask")
FRUIT = ("apple banana cherry", "apple banana date", "elderberry fig grape")
MACHINES = (
    "machine learning neural networks",
    "machine learning deep learning",
    "database optimization sql queries",
    "machine learning gradient descent",
)
# Jaccard 6/11 = .545 between the first two and 5/13 = .385 to the third: the .386 and .235 of the reference.
ROUTER = (
    "a b c d e f g h",
    "a b c d e f x y z",
    "a b c d e p q r s t",
    "unlike",
)


def candidates(texts: tuple[str, ...], scores: tuple[float, ...]) -> list[Candidate]:
    return [Candidate(score, text, word_set(text)) for text, score in zip(texts, scores, strict=True)]


@pytest.mark.parametrize(
    ("texts", "scores", "lambda_", "order"),
    [
        pytest.param(RUST, (1.0, 0.95, 0.9), 0.5, "acb", id="89"),
        pytest.param(RUST, (1.0, 0.95, 0.9), 0.7, "abc", id="90"),
        pytest.param(RUST, (1.0, 0.95, 0.9), 0.9, "abc", id="90"),
        pytest.param(RUST, (1.0, 0.95, 0.9), 0.0, "acb", id="91"),
        pytest.param(("exact same content here",) * 2 + ("different",), (1.0, 0.99, 0.5), 0.5, "acb", id="92"),
        pytest.param(("Some Text", "some text", "other words"), (1.0, 0.95, 0.9), 0.5, "acb", id="93"),
        pytest.param(RUST, (1.0, 0.95, 0.9), 1.0, "abc", id="95"),
        pytest.param(RUST, (1.0, 0.95, 0.9), 5.0, "abc", id="96"),
        pytest.param(RUST, (1.0, 0.95, 0.9), -3.0, "acb", id="96"),
        pytest.param(FRUIT, (1.0, 0.9, 0.8), 0.0, "acb", id="100"),
        pytest.param(FRUIT, (1.0, 0.9, 0.8), -0.5, "acb", id="100"),
        pytest.param(FRUIT, (1.0, 0.9, 0.8), 1.0, "abc", id="101"),
        pytest.param(FRUIT, (1.0, 0.9, 0.8), 1.5, "abc", id="101"),
        pytest.param(FRUIT, (1.0, 0.9, 0.8), 0.5, "abc", id="102: a tie goes to the higher relevance"),
        pytest.param(FRUIT, (0.9, 0.7, 0.5), 0.5, "abc", id="102: a tie but for the last bit"),
        pytest.param(MACHINES, (1.0, 0.95, 0.9, 0.85), 0.5, "acbd", id="103"),
        pytest.param(MACHINES, (1.0, 0.95, 0.9, 0.85), 0.7, "abcd", id="104"),
        pytest.param(("same",) * 3, (1.0, 0.9, 0.8), 0.7, "abc", id="105"),
        pytest.param(("one", "two"), (-0.5, -1.0), 0.7, "ab", id="106"),
        pytest.param(
            ("今天我们讨论了项目进展", "今天我们讨论了项目进度", "完全不同"), (1.0, 0.95, 0.9), 0.5, "acb", id="111"
        ),
        pytest.param(ROUTER, (0.92, 0.89, 0.85, 0.78), 0.7, "abcd", id="112"),
    ],
)
def test_order(texts: tuple[str, ...], scores: tuple[float, ...], lambda_: float, order: str) -> None:
    assert "".join("abcd"[index] for index in rerank(candidates(texts, scores), lambda_, len(texts))) == order


def test_94_relevance_not_the_place_decides_the_first_pick() -> None:
    assert rerank(candidates(("one", "two"), (1.0, 1.25)), 0.7, 2) == [1, 0]


def test_equal_scores_keep_their_order_at_no_difference() -> None:
    assert rerank(candidates(("one", "two", "three"), (0.4, 0.4, 0.4)), 0.7, 3) == [0, 1, 2]


def test_one_and_none_are_left_as_they_are() -> None:
    assert rerank([], 0.5, 5) == []
    assert rerank(candidates(("one",), (1.0,)), 0.5, 5) == [0]


def test_those_not_picked_follow_in_their_order() -> None:
    assert rerank(candidates(RUST, (1.0, 0.95, 0.9)), 0.5, 2) == [0, 2, 1]
    assert rerank(candidates(RUST, (1.0, 0.95, 0.9)), 0.5, 1) == [0, 1, 2]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("rust async programming", "rust web programming", 0.5, id="97"),
        pytest.param("", "", 1.0, id="97: both empty and equal"),
        pytest.param("", "word", 0.0, id="97: one empty"),
        pytest.param("...", "!!!", 0.0, id="110: two empty sets of two texts"),
        pytest.param("!!!", "!!!", 1.0, id="110: equal"),
        pytest.param("привет мир", "другие слова", 0.0, id="110: Cyrillic"),
        pytest.param("привет мир", "мир привет", 1.0, id="110: Cyrillic, equal"),
        pytest.param("مرحبا بك", "كلمات أخرى", 0.0, id="110: Arabic"),
        pytest.param("🚀", "🎉", 0.0, id="110: emoji"),
        pytest.param("今天我们讨论了项目进展", "今天我们讨论了会议安排", 13 / 29, id="109"),
    ],
)
def test_similarity(one: str, other: str, expected: float) -> None:
    first, second = candidates((one, other), (1.0, 1.0))
    assert similarity(first, second) == pytest.approx(expected)
    assert similarity(second, first) == similarity(first, second)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("hello, world! rust_code", {"hello", "world", "rust_code"}, id="98"),
        pytest.param("我a好", {"我", "a", "好"}, id="107"),
        pytest.param("今天讨论", {"今", "天", "讨", "论", "今天", "天讨", "讨论"}, id="108"),
        pytest.param("Straße STRASSE", {"strasse"}, id="folded"),
    ],
)
def test_word_set(text: str, words: set[str]) -> None:
    assert word_set(text) == words


@pytest.mark.parametrize(
    ("value", "clamped"),
    [(5.0, 1.0), (-3.0, 0.0), (0.25, 0.25), (math.nan, 0.7), (math.inf, 0.7), (-math.inf, 0.7)],
)
def test_96_lambda_is_clamped(value: float, clamped: float) -> None:
    assert clamp_lambda(value) == clamped


words = st.lists(st.sampled_from("abcdefgh"), max_size=5).map(" ".join)
ranked = st.lists(st.tuples(words, st.floats(0, 1)), max_size=12).map(
    lambda pairs: [Candidate(score, text, word_set(text)) for text, score in sorted(pairs, key=lambda pair: -pair[1])]
)


@given(ranked, st.floats(-1, 2), st.integers(0, 15))
def test_the_order_is_a_permutation(pool: list[Candidate], lambda_: float, picks: int) -> None:
    assert sorted(rerank(pool, lambda_, picks)) == list(range(len(pool)))


@given(ranked, st.integers(0, 15))
def test_a_lambda_of_1_changes_nothing(pool: list[Candidate], picks: int) -> None:
    assert rerank(pool, 1.0, picks) == list(range(len(pool)))


@given(ranked, st.floats(0, 1), st.integers(0, 6), st.integers(0, 6))
def test_the_first_picks_stay_when_more_are_picked(pool: list[Candidate], lambda_: float, few: int, more: int) -> None:
    assert rerank(pool, lambda_, few)[:few] == rerank(pool, lambda_, few + more)[:few]


@given(ranked, st.floats(0, 1))
def test_the_most_relevant_comes_first(pool: list[Candidate], lambda_: float) -> None:
    assert rerank(pool, lambda_, len(pool))[:1] == [0][: len(pool)]


@given(ranked, st.floats(0.01, 0.99))
def test_each_pick_is_the_best_by_the_formula(pool: list[Candidate], lambda_: float) -> None:
    order = rerank(pool, lambda_, len(pool))
    scores = [candidate.score for candidate in pool]
    low, high = min(scores, default=0), max(scores, default=0)

    def worth(index: int, picked: list[int]) -> float:
        relevance = (scores[index] - low) / (high - low) if high > low else 0.0
        return lambda_ * relevance - (1 - lambda_) * max(
            (similarity(pool[index], pool[one]) for one in picked), default=0
        )

    for place, index in enumerate(order):
        best = max(worth(other, order[:place]) for other in order[place:])
        assert worth(index, order[:place]) == pytest.approx(best, abs=1e-9)
