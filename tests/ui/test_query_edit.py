"""Filters go into the question's text and come out of it, and leave the rest as it was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.ui.query_edit import filter_value, with_filter

WHEN = ("on", "after", "before")


@pytest.mark.parametrize(
    ("text", "names", "value", "after"),
    [
        ("bread", ("source",), "journal", "bread source:journal"),
        ("bread source:note oven", ("source",), "journal", "bread oven source:journal"),
        ("bread source:note", ("source",), None, "bread"),
        ("bread", ("folder",), "My notes/a", 'bread folder:"My notes/a"'),
        ("on:this week bread", WHEN, "last month", 'bread on:"last month"'),
        ("bread after:2026-01-01", WHEN, None, "bread"),
        ("-folder:Old bread", ("folder",), "New", "-folder:Old bread folder:New"),
        ("resource:x", ("source",), None, "resource:x"),
        ("", ("source",), None, ""),
    ],
)
def test_a_filter_replaces_those_of_its_names(text: str, names: tuple[str, ...], value: str | None, after: str) -> None:
    assert with_filter(text, names, value) == after


@given(st.text(max_size=40), st.text(st.characters(exclude_characters='"'), min_size=1, max_size=20).filter(str.strip))
def test_what_is_put_in_is_what_is_found_and_taken_out(text: str, value: str) -> None:
    put = with_filter(text, ("folder",), value)
    assert filter_value(put, ("folder",)) is not None
    assert filter_value(with_filter(put, ("folder",), None), ("folder",)) is None
