"""Numbers and texts read as a person would write them, and overlong words can be broken."""

from __future__ import annotations

import pytest

from notesearch.ui.words import breakable, milliseconds


@pytest.mark.parametrize(
    ("took", "decimals", "text"),
    [(0.04, 1, "0.0 ms"), (178.6, 0, "179 ms"), (999.4, 0, "999 ms"), (1000, 1, "1.0 s"), (5190, 0, "5.2 s")],
)
def test_a_second_and_more_is_told_in_seconds(took: float, decimals: int, text: str) -> None:
    assert milliseconds(took, decimals) == text


def test_only_overlong_words_can_be_broken() -> None:
    plain = "words of every usual length"
    assert breakable(plain) == plain
    assert breakable("x" * 32) == "x" * 32
    assert breakable("x" * 70) == "\u200b".join(("x" * 32, "x" * 32, "x" * 6))
