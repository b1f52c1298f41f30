"""A text becomes a typed query: what is scored, what must hold, what is embedded, and what was not understood."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.index.filters import Dated, Either, Not, Place, Property, SourceIs, Tag, Tasks, Words
from notesearch.search.query import Query, parse_query

TODAY = dt.date(2026, 3, 4)


def query(text: str, *, typing: bool = False) -> Query:
    return parse_query(text, TODAY, typing=typing)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("path:Zoo/Café", Place("path", "zoo/cafe")),
        ("folder:Zoo", Place("folder", "zoo")),
        ('file:"My Note"', Place("file", "my note")),
        ("tag:Project/A", Tag("project/a")),
        ("#Été", Tag("ete")),
        ("source:journal", SourceIs("session")),
        ("source:Note", SourceIs("workspace")),
        ("source:evergreen", SourceIs("global")),
        ("is:task", Tasks(None)),
        ("is:done", Tasks(done=True)),
        ("is:open", Tasks(done=False)),
        ("[Status]", Property("status")),
        ("[Status:In Progress]", Property("status", "in progress")),
        ("on:2026-02", Dated(day("2026-02-01"), day("2026-02-28"))),
        ("before:2026-02", Dated(None, day("2026-01-31"))),
        ("after:2026-02", Dated(day("2026-02-01"), None)),
        ("after:7d", Dated(day("2026-02-25"), None)),
        ("before:last month", Dated(None, day("2026-01-31"))),
        ("-path:zoo", Not(Place("path", "zoo"))),
        ("-on:2026", Not(Dated(day("2026-01-01"), day("2026-12-31")))),
        ("path:a OR path:b", Either((Place("path", "a"), Place("path", "b")))),
    ],
)
def test_filters_hold_and_are_not_scored(text: str, condition: object) -> None:
    found = query(text)
    assert found.conditions == (condition,)
    assert (found.groups, found.meaning, found.hints) == ((), "", ())


@pytest.mark.parametrize(
    ("text", "has_date"), [("x on:2026", True), ("x -before:7d", True), ("x on:never", False), ("x", False)]
)
def test_a_date_filter_is_told(text: str, *, has_date: bool) -> None:
    assert query(text).has_date is has_date


@pytest.mark.parametrize(
    ("text", "meaning", "words"),
    [
        ("red fish", "red fish", ["red", "fish"]),
        ("how to catch the fish", "how to catch the fish", ["catch", "fish"]),
        ("what is that", "what is that", ["what", "is", "that"]),
        ('"the red" fish -blue path:zoo #sea', "the red fish", ["the red", "fish"]),
        ("(cat OR dog) food", "cat dog food", ["cat", "dog", "food"]),
        ("-(cat OR dog)", "", []),
        ("the*", "the", ["the"]),
        ("the* fish", "the fish", ["the", "fish"]),
        ("... !", "", []),
    ],
)
def test_words_are_scored_and_embedded(text: str, meaning: str, words: list[str]) -> None:
    found = query(text)
    assert found.meaning == meaning
    assert [word for word, _ in found.words] == words
    assert len(found.groups) == len(words)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("source:nowhere", "source:nowhere was searched as text"),
        ("is:nice", "is:nice was searched as text"),
        ("before:tomorrow-ish", "before:tomorrow-ish was searched as text"),
        ("before:0001-01-01", "before:0001-01-01 was searched as text"),
        ("tag:# x", "tag:# was searched as text"),
        ("path:/", "path:/ was searched as text"),
        ("tag:", "tag: needs a value"),
        ("path: zoo", "path: needs a value"),
        ("author:smith", "no operator author:"),
        ('red "fish', "no partner"),
    ],
)
def test_what_looks_like_an_operator_and_is_none_is_text_with_a_hint(text: str, hint: str) -> None:
    found = query(text)
    assert len(found.hints) == 1
    assert hint in found.hints[0]
    assert found.conditions == ()


@pytest.mark.parametrize(
    "text",
    ["NOTE: tamarind", "https://example.org/x", "std::vector", "at 12:30", "C:\\notes", "(a+)+$", "3.1.", "a-b #1"],
)
def test_what_people_write_gives_no_hint(text: str) -> None:
    found = query(text)
    assert (found.hints, found.conditions) == ((), ())
    assert found.groups


def test_only_what_is_searched_is_marked() -> None:
    assert query("how to catch the fish -bird").marks == {"catch", "~catch", "fish", "~fish"}
    assert query('"the cat"').marks == {"the", "cat"}
    assert "milstre*" in query("milstre*").marks


def test_the_last_word_goes_on_while_it_is_typed() -> None:
    assert "fis*" in query("red fis", typing=True).marks
    assert not any(mark.endswith("*") for mark in query("red fis").marks)
    for text in ("red fis ", "path:fis", '"red fis"', "-fis", "#fis", "red th", "quokka the"):
        assert not any(mark in {"quokka*", "red*"} for mark in query(text, typing=True).marks)
    assert not any(mark.endswith("*") for mark in query("red fis ", typing=True).marks)


def test_an_alternative_takes_other_forms_of_a_word_and_a_negation_does_not() -> None:
    (either,) = query("cats OR dogs").conditions
    assert isinstance(either, Either)
    assert "~cat" in str(either)
    (negated,) = query("-cats").conditions
    assert "~cat" not in str(negated)


def test_a_quoted_single_character_is_looked_for_where_it_can_stand() -> None:
    (condition,) = query('"库"').conditions
    assert condition == query('-"库"').conditions[0].condition  # type: ignore[union-attr]
    assert "- forms" not in str(condition)


def test_a_title_without_words_of_its_own_is_looked_for_all_the_same() -> None:
    (condition,) = query("title:🚀").conditions
    assert "🚀" in str(condition)


def test_nothing_at_all() -> None:
    for text in ("", "  ", "()", '""', "-"):
        assert query(text).is_empty
    assert not query("-cat").is_empty


def test_an_endless_text_is_cut_with_a_hint() -> None:
    found = query("word " * 5000)
    assert len(found.groups) == 1000
    assert "only the first 5000 characters" in found.hints[-1]


@given(st.text(), st.booleans())
def test_any_text_is_a_query(text: str, typing: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    found = query(text, typing=typing)
    assert found.text == text
    assert all(group.main for group in found.groups)
    assert all(each.match for each in found.conditions if isinstance(each, Words))
