"""Dates as people type them in a query -> spans of days."""

from __future__ import annotations

import calendar
import datetime as dt
import re

Span = tuple[dt.date, dt.date]

_AGO = re.compile(r"(\d{1,4})\s*(d|w|m|y|days?|weeks?|months?|years?)(?:\s+ago)?", re.IGNORECASE)
_DAY = re.compile(r"(\d{4})[-/._](\d{1,2})[-/._](\d{1,2})|(\d{4})(\d{2})(\d{2})")
_MONTH = re.compile(r"(\d{4})[-/._](\d{1,2})")
_YEAR = re.compile(r"\d{4}")
_DAY_FIRST = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_WEEK = re.compile(r"(\d{4})-?w(\d{1,2})", re.IGNORECASE)
_MONTHS = tuple(name.lower() for name in calendar.month_name)
_IN_WORDS = re.compile(r"(?:(\d{1,2})\.?[ -])?([a-z]{3,9})\.?[ -](?:(\d{1,2})(?:st|nd|rd|th)?,?[ -])?(\d{4})")


def span(text: str, today: dt.date) -> Span | None:
    """Return the first and last day that `text` means, or None when it is no date.

    Known are `2026-03-01`, `1.3.2026`, `2026-03`, `2026-W09`, `2026`, `March 2026`, `1 March 2026`, `7d` `2w` `3m`
    `1y` (from that long ago to today), `today`, `yesterday`, and `this` or `last` with `week` (from Monday), `month`,
    `year`.
    """
    word = " ".join(text.lower().replace("_", " ").split())
    try:
        return _named(word, today) or _ago(word, today) or _written(text.strip()) or _in_words(word)
    except (ValueError, OverflowError):
        return None


def _named(word: str, today: dt.date) -> Span | None:
    day = dt.timedelta(days=1)
    monday = today - dt.timedelta(days=today.weekday())
    first = today.replace(day=1)
    new_year = today.replace(month=1, day=1)
    match word:
        case "today":
            return today, today
        case "yesterday":
            return today - day, today - day
        case "this week":
            return monday, today
        case "last week":
            return monday - 7 * day, monday - day
        case "this month":
            return first, today
        case "last month":
            return (first - day).replace(day=1), first - day
        case "this year":
            return new_year, today
        case "last year":
            return new_year.replace(year=today.year - 1), new_year - day
    return None


def _ago(word: str, today: dt.date) -> Span | None:
    found = _AGO.fullmatch(word)
    if not found:
        return None
    number, unit = int(found[1]), found[2][0]
    if unit in "dw":
        return today - dt.timedelta(days=number * (7 if unit == "w" else 1)), today
    months = today.year * 12 + today.month - 1 - number * (12 if unit == "y" else 1)
    year, month = divmod(months, 12)
    day = min(today.day, calendar.monthrange(year, month + 1)[1])
    return dt.date(year, month + 1, day), today


def _written(text: str) -> Span | None:
    if found := _DAY.fullmatch(text):
        year, month, day = (int(part) for part in found.groups() if part)
        return dt.date(year, month, day), dt.date(year, month, day)
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = (int(part) for part in found.groups())
        return dt.date(year, month, day), dt.date(year, month, day)
    if found := _MONTH.fullmatch(text):
        return _month(int(found[1]), int(found[2]))
    if found := _WEEK.fullmatch(text):
        monday = dt.date.fromisocalendar(int(found[1]), int(found[2]), 1)
        return monday, monday + dt.timedelta(days=6)
    if _YEAR.fullmatch(text):
        return dt.date(int(text), 1, 1), dt.date(int(text), 12, 31)
    return None


def _in_words(word: str) -> Span | None:
    """Read `march 2026`, `1 march 2026`, `mar 1, 2026` and the same with hyphens."""
    found = _IN_WORDS.fullmatch(word)
    months = [number for number, name in enumerate(_MONTHS) if name and found and name.startswith(found[2])]
    if found is None or not months:
        return None
    year, month, day = int(found[4]), months[0], found[1] or found[3]
    return (dt.date(year, month, int(day)), dt.date(year, month, int(day))) if day else _month(year, month)


def _month(year: int, month: int) -> Span:
    return dt.date(year, month, 1), dt.date(year, month, calendar.monthrange(year, month)[1])
