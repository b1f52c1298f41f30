"""Where a text says words as they were typed, and where the words of a phrase stand together."""

from __future__ import annotations

import datetime as dt

import pytest

from notesearch.index.phrases import Phrase
from notesearch.search.hits import Hit
from notesearch.search.query import parse_query
from notesearch.search.wording import standing_together, wording


def said(query: str, *, typing: bool = False) -> list[str]:
    found = parse_query(query, dt.date(2026, 1, 1), typing=typing).together.wordings
    return [each.text for each in found]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("black forest", ["black forest"]),
        ("What is machine learning?", ["what is machine learning", "machine learning"]),
        ("will self", ["will self"]),
        ("forest", []),
        ("the", []),
        ("", []),
        ("图书馆", ["图书馆"]),
        ("图书", []),
        ("C++ notes", ["c++ notes"]),
        ("black -forest", []),
        ("tag:x black forest", []),
        ('"black forest" fog', ["black forest"]),
    ],
)
def test_what_a_text_may_say_just_so(query: str, texts: list[str]) -> None:
    assert said(query) == texts


@pytest.mark.parametrize(
    ("quoted", "text", "words"),
    [
        ("red fox", "the red fox, a red foxes", ["red", "fox"]),
        ("red fox", "a bored fox", []),
        ("§ 12", "see § 12, not 12", ["12"]),
        ("3.11.7", "3.11.7 and 13.11.7 and 3.11.70", ["3.11.7"]),
        ("件文件", "这是件文件的事", ["件文件"]),
    ],
)
def test_where_the_words_stand(quoted: str, text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in wording(quoted).words_in(text)] == words


def hits_in(text: str, *tokens: str) -> list[Hit]:
    return [
        Hit(at, at + len(token), token, 1.0)
        for at in range(len(text))
        for token in tokens
        if text.startswith(token, at)
    ]


@pytest.mark.parametrize(
    ("text", "tokens", "starts"),
    [
        ("red fox. red, fox and red the fox", ("red", "fox"), [0, 4, 9, 14]),
        ("fox red", ("red", "fox"), []),
        ("red red fox", ("red", "fox"), [4, 8]),
        ("数据库的数据", ("数据", "据库"), [0, 1]),
    ],
)
def test_where_a_phrase_stands(text: str, tokens: tuple[str, ...], starts: list[int]) -> None:
    assert [hit.start for hit in standing_together(text, hits_in(text, *tokens), Phrase(tokens))] == starts
