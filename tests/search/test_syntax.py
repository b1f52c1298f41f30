"""Any text is a query, and its tree says what was meant."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.search.syntax import Choice, Field, Group, Negated, Node, Quoted, Word, advice, parse


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("", ()),
        ("cat dog", (Word("cat"), Word("dog"))),
        ("wor*", (Word("wor", prefix=True),)),
        ("*", (Word("*"),)),
        ('"red fish" blue', (Quoted("red fish"), Word("blue"))),
        ("-cat", (Negated(Word("cat")),)),
        ('-"red fish"', (Negated(Quoted("red fish")),)),
        ("-#red", (Negated(Field("tag", "red")),)),
        ("-path:zoo", (Negated(Field("path", "zoo")),)),
        ('[status:"in progress"] x', (Field("property", "status:in progress"), Word("x"))),
        ('["due date": 1]', (Field("property", "due date:1"),)),
        ("a[0] [a]+", (Word("a[0]"), Word("[a]+"))),
        ("tag：red path：x", (Field("tag", "red"), Field("path", "x"))),
        ("-[done]", (Negated(Field("property", "done")),)),
        ("-( cat", (Word("-"), Word("cat"))),
        ("-( cat dog )", (Negated(Group((Word("cat"), Word("dog")))),)),
        ("-(cat", (Negated(Word("cat")),)),
        ("-(cat dog)", (Negated(Group((Word("cat"), Word("dog")))),)),
        ("e-mail", (Word("e-mail"),)),
        ("a - b", (Word("a"), Word("-"), Word("b"))),
        ("cat OR dog", (Choice((Word("cat"), Word("dog"))),)),
        ("a cat OR dog OR cow b", (Word("a"), Choice((Word("cat"), Word("dog"), Word("cow"))), Word("b"))),
        ("cat or dog", (Word("cat"), Word("or"), Word("dog"))),
        ("OR cat OR", (Word("cat"),)),
        ("cat OR OR dog", (Choice((Word("cat"), Word("dog"))),)),
        ("cat OR -dog", (Choice((Word("cat"), Negated(Word("dog")))),)),
        ("cat -OR dog", (Word("cat"), Negated(Word("OR")), Word("dog"))),
        ("(cat OR dog) -bird", (Choice((Word("cat"), Word("dog"))), Negated(Word("bird")))),
        ("(cat dog) OR bird", (Choice((Group((Word("cat"), Word("dog"))), Word("bird"))),)),
        ("((cat))", (Word("cat"),)),
        ("()", ()),
        ("(cat", (Word("cat"),)),
        ("cat) dog", (Word("cat"), Word("dog"))),
        (")(", ()),
        ("tag:a/b", (Field("tag", "a/b"),)),
        ("#a/b.", (Field("tag", "a/b"), Word("."))),
        ("#读书 #été #to-do", (Field("tag", "读书"), Field("tag", "été"), Field("tag", "to-do"))),
        ("#1 C# #", (Word("#1"), Word("C#"), Word("#"))),
        ('Path:"my notes" x', (Field("path", "my notes"), Word("x"))),
        ("before:last month x", (Field("before", "last month"), Word("x"))),
        ("on:last monthly", (Field("on", "last"), Word("monthly"))),
        ("[status]", (Field("property", "status"),)),
        ("[status: in progress]", (Field("property", "status:in progress"),)),
        ("[[Some link]]", (Word("[[Some"), Word("link]]"))),
        ("[1] [ ]", (Word("[1]"), Word("["), Word("]"))),
        ("path: zoo", (Word("path:"), Word("zoo"))),
        ("NOTE: tamarind", (Word("NOTE:"), Word("tamarind"))),
        ("subtitle:x file://x/y", (Word("subtitle:x"), Word("file://x/y"))),
        ('"', ()),
        ('""', ()),
        ('"red', (Word("red"),)),
        ("NEAR(", (Word("NEAR"),)),
        ("(a+)+$", (Word("a+"), Word("+$"))),
    ],
)
def test_tree(text: str, nodes: tuple[Node, ...]) -> None:
    assert parse(text) == Group(nodes)


PIECES = ['"', "(", ")", "-", " ", "OR", "#", "[", "]", ":", "*", "tag:", "before:", "last month", "cat", "数", "\n"]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_has_a_tree(text: str) -> None:
    parse(text)


@given(st.lists(st.sampled_from(["cat", "dog", "数据", "été"]), max_size=8))
def test_plain_words_stay_plain_words(words: list[str]) -> None:
    assert parse(" ".join(words)) == Group(tuple(map(Word, words)))


@pytest.mark.parametrize(
    "text", ["(" * 5000, ")" * 5000, "-(" * 2500, '"' * 4999, "[a" * 2500, "a OR " * 1000, "-" * 5000]
)
def test_long_and_deep_texts_are_read_quickly(text: str) -> None:
    start = time.process_time()
    parse(text)
    assert time.process_time() - start < 2  # some hundredths of a second


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cats NOT dogs", ["NOT"]),
        ("NOT dogs", ["NOT"]),
        ("cats AND NOT dogs AND birds", ["AND", "NOT"]),
        ("cats && dogs || birds", ["&&", "||"]),
        ("NOT", []),
        ("why NOT", []),
        ("cats and not dogs", []),
        ("cats OR dogs", []),
        ('"to be OR NOT to be" hamlet', []),
        ("NOTE to self", []),
        ("", []),
    ],
)
def test_operators_of_other_tools_are_told_how_to_be_said(text: str, told: list[str]) -> None:
    assert [hint.partition(" ")[0] for hint in advice(text)] == told


def test_who_writes_not_is_told_of_the_minus() -> None:
    (hint,) = advice("cats NOT dogs")
    assert hint.endswith("-word")
