"""A text that is being typed: its last word goes on from three letters on, and filters are not embedded."""

from __future__ import annotations

import pytest

from notesearch.background.asking import goes_on, meaning_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s", False),
        ("st", False),
        ("sto", True),
        ("bread s", False),
        ("tag:w", False),
        ("家", True),
        ("ž", True),
        ("", False),
    ],
)
def test_short_ascii_words_stand_for_themselves(text: str, expected: bool) -> None:  # noqa: FBT001 - a case
    assert goes_on(text) is expected


@pytest.mark.parametrize(
    ("text", "meant"),
    [("old bread", "old bread"), ("bread tag:x -rye", "bread"), ("tag:x", ""), ('"two words"', "two words")],
)
def test_only_what_is_meant_is_embedded(text: str, meant: str) -> None:
    assert meaning_of(text) == meant
