"""What may stand at the cursor: operators once begun, values after them, nothing where there is nothing to complete."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.index.naming import VaultNames
from notesearch.search.syntax import FIELDS
from notesearch.ui.completion import complete, operators

NAMES = VaultNames(
    tags=("work", "bird/heron", "birthday", "读书"),
    folders=("Kitchen", "Work/Old (2020)"),
    properties=("status", "due"),
)


def offered(text: str, cursor: int | None = None) -> list[str]:
    found = complete(text, len(text) if cursor is None else cursor, NAMES)
    return [each.text for each in found.suggestions] if found else []


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("bread tag:b", ["tag:bird/heron", "tag:birthday"]),
        ("#her", ["#bird/heron"]),
        ("#读", ["#读书"]),
        ("-#wo", ["#work"]),
        ("folder:", ["folder:Kitchen", 'folder:"Work/Old (2020)"']),
        ('folder:"work/o', ['folder:"Work/Old (2020)"']),
        ("path:kit", ["path:Kitchen"]),
        ("[st", ["[status]"]),
        ("source:j", ["source:journal"]),
        ("is:", ["is:task", "is:done", "is:todo"]),
        ("before:last", ['before:"last week"', 'before:"last month"']),
        ("(fol", ["folder:"]),
        ("TIT", ["title:"]),
    ],
)
def test_values_and_operators_are_offered(text: str, texts: list[str]) -> None:
    assert offered(text) == texts


@pytest.mark.parametrize(
    "text", ["", "bread", "is", "on", "e-mail", "tag:none-such", "#work ", "https://x", "C#", "title:bre", "tag:work"]
)
def test_nothing_is_offered_for_plain_text_or_what_is_complete(text: str) -> None:
    assert offered(text) == []


def test_only_the_word_at_the_cursor_is_completed() -> None:
    assert offered("#wo bread", 3) == ["#work"]
    assert offered("#work", 3) == []  # in the middle of a word
    found = complete("bread #wo", 9, NAMES)
    assert found is not None
    assert (found.start, found.sure) == (6, True)


def test_every_operator_of_the_query_language_is_listed() -> None:
    assert {each.text.rstrip(":") for each in operators()} == {*FIELDS, "["}


@given(st.text(max_size=60), st.integers(0, 60))
def test_any_text_can_be_completed_at_any_place(text: str, cursor: int) -> None:
    found = complete(text, min(cursor, len(text)), NAMES)
    assert found is None or (0 <= found.start <= cursor and found.suggestions)
