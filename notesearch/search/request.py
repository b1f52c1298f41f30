"""One question as it is asked: the text, and how this one search is to be run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RequestMode = Literal["auto", "keyword", "meaning"]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question. `limit` overrides settings.search.max_results (1..200).

    `typing` makes the last word count as a prefix (window only). `sync` says how much is brought up to date
    first: `none`; `bounded` (the window: at least one note, at most 50 ms); `full` (the command line: all words).
    """

    text: str
    mode: RequestMode = "auto"
    limit: int | None = None
    typing: bool = False
    sync: Literal["none", "bounded", "full"] = "bounded"
