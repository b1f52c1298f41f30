"""Puts filters into the text of a question and takes them out again: the text stays the one truth."""

from __future__ import annotations

import re

_VALUE = r'(?:"[^"]*"|(?:last|this) (?:week|month|year)(?!\w)|[^\s()"]+)'
_SPACES = re.compile(r"  +")


def filter_value(text: str, names: tuple[str, ...]) -> str | None:
    """Return the value of the first filter that has one of these names, without quotes."""
    found = _pattern(names).search(text)
    return found["value"].strip('"') if found else None


def with_filter(text: str, names: tuple[str, ...], value: str | None) -> str:
    """Return the question with `names[0]:value` in place of every filter of these names; None only takes them out.

    A filter that the person negated (`-folder:Old`) is left as it is.
    """
    plain = _SPACES.sub(" ", _pattern(names).sub(" ", text)).strip()
    if value is None:
        return plain
    shown = f'"{value}"' if re.search(r'[\s()"]', value) else value.replace('"', "")
    return f"{plain} {names[0]}:{shown}".strip()


def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{'|'.join(names)}):(?P<value>{_VALUE})", re.IGNORECASE)
