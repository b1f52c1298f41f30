"""A text that is being typed: filters and what is left out are not embedded."""

from __future__ import annotations

import pytest

from notesearch.background.asking import meaning_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [("old bread", "old bread"), ("bread tag:x -rye", "bread"), ("tag:x", ""), ('"two words"', "two words")],
)
def test_only_what_is_meant_is_embedded(text: str, meant: str) -> None:
    assert meaning_of(text) == meant
