"""How a text that is being typed is asked: which of its words are embedded, and what that took."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from notesearch.search.query import parse_query

if TYPE_CHECKING:
    from notesearch.embedding.embedder import QueryVector
    from notesearch.search.results import Results


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
