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
    `closest_s` is how many seconds may be spent on finding the sentences that results without a hit are shown by: 0
    takes those that are known and has the others found behind, None looks for none.
    """

    text: str
    mode: RequestMode = "auto"
    limit: int | None = None
    typing: bool = False
    sync: Literal["none", "bounded", "full"] = "bounded"
    closest_s: float | None = None
