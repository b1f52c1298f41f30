"""What a start of the program asks of the window: a vault, a question, a link, or only to come and go."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from pathlib import Path

SCHEME = "notesearch"
_LONGEST = 2000
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for.

    A start in the `background` (at login) brings nothing to the front. `link` is a `notesearch:` link as it came,
    `token` what lets a window come to the front.
    """

    vault: Path | None = None
    query: str = ""
    toggle: bool = False
    background: bool = False
    link: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """What a link can say: a question, and the name or the path of a vault that must be known already."""

    query: str
    vault: str = ""


def is_link(text: str) -> bool:
    """Tell whether a text is meant as a link of ours."""
    return text.lower().startswith(f"{SCHEME}:")


def read_link(text: str) -> Link | None:
    """Return what `notesearch://search?q=...&vault=...` says; None for anything else.

    Any program or web page can make such a link: all that it can do is put one line of text into the search field.
    """
    try:
        parts = urlsplit(text)
        said = parse_qs(parts.query, max_num_fields=20)
    except ValueError:
        return None
    if parts.scheme.lower() != SCHEME or (parts.netloc + parts.path).strip("/").lower() != "search":
        return None
    return Link(_line(said.get("q", said.get("query", [""]))[0]), _line(said.get("vault", [""])[0]))


def _line(text: str) -> str:
    return _UNPRINTABLE.sub(" ", text)[:_LONGEST].strip()
