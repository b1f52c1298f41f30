"""A slip of the finger or the ear is told from another word."""

from __future__ import annotations

import pytest

from notesearch.index.slips import is_slip


@pytest.mark.parametrize(
    ("typed", "meant", "slip"),
    [
        ("mongodv", "mongodb", True),  # the next key
        ("kubernetws", "kubernetes", True),
        ("kubermetes", "kubernetes", True),
        ("separete", "separate", True),  # a vowel for a vowel
        ("resipe", "recipe", True),  # as it sounds
        ("quokaa", "quokka", True),  # the next letter twice
        ("kubernets", "kubernetes", True),  # a letter left out
        ("recieve", "receive", True),  # two letters swapped
        ("настрайка", "настройка", True),
        ("resolution", "revolution", False),
        ("house", "horse", False),
        ("septicemia", "septicemic", True),  # another ending
        ("parent", "patent", True),  # t and r lie side by side
        ("better", "letter", False),
    ],
)
def test_slips(typed: str, meant: str, slip: bool) -> None:  # noqa: FBT001 - expected outcome
    assert is_slip(typed, meant) is slip
