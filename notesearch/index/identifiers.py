"""The further names of a compound such as `src/load_user.py`: whole, in its segments, and joined."""

from __future__ import annotations

import re

_MOST_PARTS = 32
_SEGMENTS = re.compile(r"[/\\@:&]+")
_VERSION = re.compile(r"[a-z]{1,20}([0-9]+(?:\.[0-9]+)+(?:[-.].*)?)")
_TIES = re.compile(r"""[-_'".]+""")


def compound_forms(whole: str) -> list[str]:
    """Name the ways to find a folded compound apart from its single parts, the whole first.

    `user@relay.example.org` -> itself, `relay.example.org`, `example.org`; `e-mail` -> itself, `email`. Something
    with more than 32 parts is no name: then there are none.
    """
    segments = _SEGMENTS.split(whole)
    if len(segments) > _MOST_PARTS or len(_TIES.split(whole)) > _MOST_PARTS:
        return []
    forms = dict.fromkeys([whole, *joined(whole)])
    for segment in segments:
        names = segment.split(".")
        suffixes = [".".join(names[at:]) for at in range(1, len(names) - 1) if names[at][:1].isalpha()]
        for form in (segment, *suffixes, *(name.strip("_") for name in names)):
            if _TIES.search(form):
                forms |= dict.fromkeys([form] if "." in form else [form, *joined(form)])
    return list(forms)


def version_in(whole: str) -> list[str]:
    """Return the version that a name ends in: `v2.0.1` -> `2.0.1`, `python3.11` -> `3.11`."""
    found = _VERSION.fullmatch(whole)
    return [found[1]] if found else []


def joined(form: str) -> list[str]:
    """Spell a compound without its hyphens, unless it is a path; dots go only between letters: 3.11 is not 311."""
    parts = _TIES.split(form)
    if len(parts) == 1 or _SEGMENTS.search(form) or ("." in form and not all(part.isalpha() for part in parts)):
        return []
    return ["".join(parts)]
