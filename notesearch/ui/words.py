"""How numbers, ages and places read in the window."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QLocale

# Called `translate`, so that lupdate finds the texts of modules that are no widgets.
translate = QCoreApplication.translate
_LONGEST_WORD = 32


def number(value: int) -> str:
    """Return a count with the locale's separators."""
    return QLocale().toString(value)


def count(number_of: int, one: str, many: str) -> str:
    """Return `one`, or `many` with the number in place of `{0}`."""
    return one if number_of == 1 else many.format(number(number_of))


def days(age: float) -> str:
    """Return an age in days, as `1 day` or `15 days`."""
    whole = round(age)
    return count(whole, translate("Words", "1 day"), translate("Words", "{0} days"))


def factor(value: float) -> str:
    """Return a factor as `x0.71`."""
    return f"x{value:.2f}"


def reason_in_short(reason: str | None) -> str:
    """Return a reason without its advice for the command line, which the window gives as buttons."""
    return (reason or "").partition("; `notesearch")[0]


def milliseconds(took: float, decimals: int = 0) -> str:
    """Return how long a search took as `179 ms`, from a second on as `5.2 s`."""
    if took < 1000:  # noqa: PLR2004 - a second
        return translate("Words", "{0} ms").format(QLocale().toString(took, "f", decimals))
    return translate("Words", "{0} s").format(QLocale().toString(took / 1000, "f", 1))


def share(part: int, whole: int) -> str:
    """Return a percentage, rounded down so that it says 100 only when nothing is left."""
    return f"{part * 100 // whole if whole else 100} %"


def time_left(seconds: float) -> str:
    """Return a rough duration: nobody needs its seconds."""
    minutes = seconds / 60
    if minutes < 1:
        return translate("Words", "under a minute left")
    if minutes < 90:  # noqa: PLR2004 - from an hour and a half on, hours read better
        return translate("Words", "about {0} min left").format(round(minutes))
    return translate("Words", "about {0} h left").format(f"{minutes / 60:.1f}")


def place(path: str, title: str, heading: tuple[str, ...]) -> str:
    """Return the folder and the headings that a passage stands under, without the title."""
    heading = heading[1:] if heading[:1] == (title,) else heading
    folder = path.rpartition("/")[0].replace("/", " / ")
    return "  ›  ".join(part for part in (folder, *heading) if part)


def breakable(text: str) -> str:
    """Return a text whose overlong words (paths, a pasted line) may be broken at the end of a line."""
    return re.sub(rf"\S{{{_LONGEST_WORD}}}(?=\S)", lambda found: f"{found[0]}\u200b", text)


def printable(path: str) -> str:
    """Return a path that Qt can show, with undecodable bytes as escapes."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
