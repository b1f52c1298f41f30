"""Promises that the scores are those of the literature, on rankings worked out by hand."""

from __future__ import annotations

import pytest
from scores import mean, ndcg, recall

GRADES = {"a": 3.0, "b": 1.0}
BEST = 3 + 1 / 1.584963  # 3 / log2(2) + 1 / log2(3) = 3.630930


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (["a", "b", "x"], 1.0),
        (["x", "b", "a"], (1 / 1.584963 + 3 / 2) / BEST),  # ranks 2 and 3: log2(3), log2(4)
        (["b"], 1 / BEST),
        (["b", "b", "b", "a"], (1 + 3 / 1.584963) / BEST),  # a path counts once
        (["x", "y"], 0.0),
        ([], 0.0),
    ],
)
def test_ndcg_discounts_the_grade_by_the_rank(ranking: list[str], expected: float) -> None:
    assert ndcg(ranking, GRADES) == pytest.approx(expected, abs=1e-6)


def test_ndcg_looks_at_the_first_k_only_and_so_does_its_best() -> None:
    assert ndcg(["b", "a"], GRADES, 1) == pytest.approx(1 / 3)
    assert ndcg(["a", "x"], GRADES, 1) == 1.0


def test_recall_is_the_share_of_graded_paths_among_the_first_k() -> None:
    assert recall(["x", "a", "b"], GRADES) == 1.0
    assert recall(["x", "a", "b"], GRADES, 2) == 0.5
    assert recall([], GRADES) == 0.0


def test_the_mean_counts_a_question_without_a_ranking_as_nothing_found() -> None:
    assert mean(ndcg, {"q1": ["a", "b"]}, {"q1": GRADES, "q2": GRADES}) == pytest.approx(0.5)
    assert mean(recall, {"q1": ["x", "a"], "other": ["a"]}, {"q1": GRADES}, 2) == 0.5
