"""How a text that is being typed is asked: whether its last word goes on, which words are embedded, what that took."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from notesearch.search.query import parse_query

if TYPE_CHECKING:
    from notesearch.embedding.embedder import QueryVector
    from notesearch.search.results import Results


# Very many words begin with one or two letters: on 20,000 notes `s` took a second, `sto` a tenth of one.
_SHORTEST = 3


def goes_on(text: str) -> bool:
    """Tell whether the last word may be the beginning of a longer one: it has three letters, or is not ASCII."""
    last = text.rpartition(" ")[2].rpartition(":")[2]
    return len(last) >= _SHORTEST or not last.isascii()


def meaning_of(text: str) -> str:
    """Return what of a question is embedded: no filters, no words that are left out."""
    return parse_query(text, dt.datetime.now().astimezone().date(), typing=True).meaning.strip()


def with_time_of(vector: QueryVector, results: Results) -> Results:
    """Put the time that was waited for the vector into the trace: the search itself found it ready."""
    trace = tuple(
        replace(row, ms=row.ms + vector.ms) if row.stage == "embed" and row.status != "skipped" else row
        for row in results.trace
    )
    return replace(results, trace=trace, took_ms=results.took_ms + vector.ms)
