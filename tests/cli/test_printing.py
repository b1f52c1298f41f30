"""A result says in words what its numbers are: badges, marks, and sums that a person can check."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest
from cli_fakes import MOVED, RESULT, answer

from notesearch.cli.printing import arithmetic, badges, summary
from notesearch.search.results import STAGES, Move

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import SimpleNamespace

    from notesearch.search.results import Result


def changed(**values: object) -> Result:
    return dataclasses.replace(RESULT, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, ["Journal", "x0.80, 15 days", "words + meaning"]),
        ({"decay": 0.708, "age_days": 1.9}, ["Journal", "x0.71, 1 day", "words + meaning"]),
        ({"decay": 1.0, "age_days": None}, ["Journal", "x1.00, age unknown", "words + meaning"]),
        ({"source": "workspace", "found_by": ("words",)}, ["Note", "words"]),
        ({"source": "global", "found_by": ("meaning",), "weak": True}, ["Evergreen", "meaning", "weak"]),
        ({"source": "global", "exact": True, "mmr": Move(3)}, ["Evergreen", "words + meaning", "exact", "MMR +3"]),
        ({"source": "global", "mmr": MOVED}, ["Evergreen", "words + meaning", "MMR -2"]),
        ({"source": "global", "mmr": Move(0)}, ["Evergreen", "words + meaning", "MMR ="]),
        ({"source": "global", "opens": 3, "access_boost": 1.0693}, ["Evergreen", "words + meaning", "opened 3, x1.07"]),
        ({"source": "global", "opens": 3, "access_boost": 1.0}, ["Evergreen", "words + meaning"]),
    ],
)
def test_badges_say_how_a_result_came_by_its_place(values: dict[str, Any], expected: list[str]) -> None:
    assert badges(changed(**values)) == expected


@pytest.mark.parametrize(
    ("values", "sums"),
    [
        ({}, "0.6000 = max(0.3 x words 0.2500 + 0.7 x meaning 0.7500, words 0.2500)"),
        ({"base": 0.9, "text_score": 0.9, "vector_score": 0.1}, "0.9000 = max(0.3 x words 0.9000 + 0.7 x meaning 0.1000, words 0.9000)"),
        ({"base": 0.25, "vector_score": None}, "0.2500 = words 0.2500"),
        ({"base": 0.525, "text_score": None}, "0.5250 = 0.7 x meaning 0.7500"),
        ({"base": 0.4, "vector_score": None}, "0.4000 = words 0.2500, with the meaning of its neighbours until its own is embedded"),
    ],
)  # fmt: skip
def test_the_sums_behind_a_score_are_those_of_the_merge(values: dict[str, Any], sums: str) -> None:
    assert arithmetic(changed(**values)).endswith(sums)


def test_what_was_multiplied_is_shown_in_order() -> None:
    shown = arithmetic(changed(source_weight=2.0, access_boost=1.25, score=1.2))
    assert shown.startswith("1.2000 = 0.6000 x 0.8000 decay x 2 source x 1.2500 opened")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, "1 result, hybrid, 12 ms"),
        ({"mode": "keyword", "reason": "no model"}, "1 result, keyword, 12 ms, no model"),
        ({"pending": 4}, "1 result, hybrid, 12 ms, 4 notes not up to date yet"),
        ({"pending": 1}, "1 result, hybrid, 12 ms, 1 note not up to date yet"),
        ({"corrected": "tide"}, '1 result, hybrid, 12 ms, showing results for "tide"'),
    ],
)
def test_the_last_line_says_how_it_was_found(more: dict[str, Any], expected: str) -> None:
    assert summary(answer("tied", RESULT, **more)) == expected


def test_nothing_found_says_so() -> None:
    assert summary(answer("tide")).startswith("No results")


def test_a_result_in_a_pipe_is_plain_and_unbroken(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    long = changed(snippet="tide " * 100, marks=((0, 4),), path="a/" * 60 + "b.md")
    fake.respond = lambda request: answer(request.text, long)
    ran = run("search", fake.vault, "tide")
    assert "\x1b" not in ran.out
    assert "   " + "tide " * 100 in ran.out.splitlines()
    assert f"   {'a/' * 60}b.md:3-9" in ran.out.splitlines()
    assert "1 more in this note: lines 11-20" in ran.out


def test_marks_are_bold_where_colours_are_wanted(
    run: Callable[..., Any], fake: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = run("search", fake.vault, "tide").out
    assert "the \x1b[1;33mtide\x1b[0m was high" in out


def test_markup_and_control_characters_of_a_note_are_shown_as_text(
    run: Callable[..., Any], fake: SimpleNamespace
) -> None:
    hostile = changed(title="[red]x[/red]\x1b[2J", snippet="[link=http://x]a[/link]\x1b]0;b\x07", marks=())
    fake.respond = lambda request: answer(request.text, hostile)
    out = run("search", fake.vault, "tide").out
    assert "[red]x[/red] [2J" in out
    assert "[link=http://x]a[/link] ]0;b " in out
    assert "\x1b" not in out


def test_explaining_adds_the_sums_and_all_ten_stages(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    plain, explained = run("search", fake.vault, "tide").out, run("search", fake.vault, "tide", "--explain").out
    assert "0.4800 = 0.6000 x 0.8000 decay" in explained
    assert "0.4800 =" not in plain
    rows = [line.split()[0] for line in explained.splitlines() if " done " in line]
    assert rows == list(STAGES)
