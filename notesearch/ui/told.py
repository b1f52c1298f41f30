"""What the core says in English, in the window's language: reasons, warnings and notices, with what they name."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from notesearch.ui.core_texts import LIST, OWN_WORDS, TEXTS
from notesearch.ui.words import reason_in_short, translate

_HOLE = re.compile(r"\\\{\d\\\}")
_DEEPEST = 3
_REMEMBERED = 500


def said(text: str | None, deep: int = 0) -> str:
    """Return what the core says in the window's language, without advice for the command line.

    What is not known stays as it is.
    """
    text = reason_in_short(text)
    understood = _understood(text) if deep <= _DEEPEST else None
    if understood is None:
        return text
    template, parts = understood
    if template == LIST:
        several = translate("Told", "; ").join(said(each, deep + 1) for each in parts[1].split("; "))
        return translate("Told", template).format(parts[0], several)
    own = template in OWN_WORDS
    told = [part if own and not place else said(part, deep + 1) for place, part in enumerate(parts)]
    return translate("Told", template).format(*told)


@lru_cache(_REMEMBERED)
def _understood(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the template that a text was made from, of several the longest, and what stands in its holes."""
    for template, pattern in _patterns():
        if found := pattern.fullmatch(text):
            return template, found.groups()
    return None


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    made = [(text, _HOLE.sub("(.+?)", re.escape(text))) for text in TEXTS]
    longest_first = sorted(made, key=lambda each: -len(each[1].replace("(.+?)", "")))
    return tuple((text, re.compile(pattern, re.DOTALL)) for text, pattern in longest_first)
