"""Dates and spans mean the days that a person means, seen from the day that they are asked on."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.search.dates import span

WEDNESDAY = dt.date(2026, 3, 4)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-03-01", "2026-03-01", "2026-03-01"),
        ("2026/3/1", "2026-03-01", "2026-03-01"),
        ("2026_03_01", "2026-03-01", "2026-03-01"),
        ("20260301", "2026-03-01", "2026-03-01"),
        ("2026-02", "2026-02-01", "2026-02-28"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2025-12", "2025-12-01", "2025-12-31"),
        ("2025", "2025-01-01", "2025-12-31"),
        ("today", "2026-03-04", "2026-03-04"),
        ("Yesterday", "2026-03-03", "2026-03-03"),
        ("this week", "2026-03-02", "2026-03-04"),
        ("last week", "2026-02-23", "2026-03-01"),
        ("this month", "2026-03-01", "2026-03-04"),
        ("last month", "2026-02-01", "2026-02-28"),
        ("LAST  MONTH", "2026-02-01", "2026-02-28"),
        ("last_month", "2026-02-01", "2026-02-28"),
        ("this year", "2026-01-01", "2026-03-04"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("0d", "2026-03-04", "2026-03-04"),
        ("7d", "2026-02-25", "2026-03-04"),
        ("2w", "2026-02-18", "2026-03-04"),
        ("1m", "2026-02-04", "2026-03-04"),
        ("3 months ago", "2025-12-04", "2026-03-04"),
        ("1y", "2025-03-04", "2026-03-04"),
        ("1.3.2026", "2026-03-01", "2026-03-01"),
        ("28.02.2026", "2026-02-28", "2026-02-28"),
        ("2026-W09", "2026-02-23", "2026-03-01"),
        ("2026w1", "2025-12-29", "2026-01-04"),
        ("March 2026", "2026-03-01", "2026-03-31"),
        ("feb-2024", "2024-02-01", "2024-02-29"),
        ("1 March 2026", "2026-03-01", "2026-03-01"),
        ("Sept. 3rd, 2025", "2025-09-03", "2025-09-03"),
    ],
)
def test_span(text: str, first: str, last: str) -> None:
    assert span(text, WEDNESDAY) == (day(first), day(last))


@pytest.mark.parametrize(
    ("today", "text", "first"),
    [
        ("2026-03-31", "1m", "2026-02-28"),
        ("2024-02-29", "1y", "2023-02-28"),
        ("2026-01-15", "1m", "2025-12-15"),
        ("2026-01-15", "last month", "2025-12-01"),
        ("2026-01-01", "last year", "2025-01-01"),
    ],
)
def test_months_and_years_end_where_they_end(today: str, text: str, first: str) -> None:
    found = span(text, day(today))
    assert found is not None
    assert found[0] == day(first)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "2026-02-30",
        "2026-13",
        "0000",
        "20261301",
        "7",
        "7x",
        "d",
        "9999y",
        "last",
        "last day",
        "-7d",
        "26-3-1",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert span(text, WEDNESDAY) is None


@given(st.text(max_size=20) | st.from_regex(r"\d{1,4}[dwmy]|\d{4}(-\d\d){0,2}", fullmatch=True), st.dates())
def test_any_text_is_a_span_in_order_or_none(text: str, today: dt.date) -> None:
    found = span(text, today)
    assert found is None or found[0] <= found[1]


@given(st.dates(), st.dates())
def test_a_day_is_itself(one: dt.date, today: dt.date) -> None:
    assert span(one.isoformat(), today) == (one, one)
