"""Shows results in which no word was hit by the sentence of their chunk that is closest to the query."""

from __future__ import annotations

import re
import struct
import textwrap
from dataclasses import replace
from operator import mul
from typing import TYPE_CHECKING, Protocol

from notesearch.search.snippet import snippet
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from notesearch.search.results import Result

# Measured with E5 on one thread of a busy machine: five results have 32 to 43 sentences, 3,000 to 4,000 characters, and
# take .6 to 1.9 s. That is bearable for one question of a person, and behind the window, but not for a list of twenty.
MOST_RESULTS = 5
_SHORT, _LONG = 60, 300
_SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+|(?<=[。！？；])\s*|\n\s*\n")


class SentenceVectors(Protocol):
    """What is asked of the model."""

    def __call__(self, texts: Iterable[str], wait_s: float) -> dict[str, bytes]:
        """Return the unit vectors that are there in `wait_s` seconds, the texts embedded as passages."""


def sentences(chunk_text: str) -> list[str]:
    """Return the sentences of a chunk of Markdown as a reader sees them, short ones with the next, long ones cut."""
    text = plain_text(chunk_text).strip()
    found: list[str] = []
    start = 0
    for end in (*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)):
        if end - start >= _SHORT or end == len(text):
            found += textwrap.wrap(" ".join(text[start:end].split()), _LONG, break_on_hyphens=False)
            start = end
    return found


def show_closest(
    results: Sequence[Result],
    text_of: Callable[[Result], str],
    query: bytes,
    vectors: SentenceVectors,
    wait_s: float,
) -> tuple[Result, ...]:
    """Return `results`, the first few without a mark beginning at the sentence that is closest to the query.

    `text_of` gives the text that a result's snippet is cut out of, `query` is the query's unit vector. Where the
    vectors of the sentences do not come in time, the snippet stays as it is.
    """
    unmarked = [result for result in results if not result.marks][:MOST_RESULTS]
    parts = {result.chunk_id: sentences(text_of(result)) for result in unmarked}
    parts = {chunk: found for chunk, found in parts.items() if sum(map(len, found)) > _LONG}
    if not parts:
        return tuple(results)
    there = vectors([sentence for found in parts.values() for sentence in found], wait_s)
    near = {sentence: _cosine(query, vector) for sentence, vector in there.items()}
    return tuple(
        _beginning_at(result, max(found, key=near.__getitem__), text_of)
        if (found := parts.get(result.chunk_id)) and near.keys() >= set(found)
        else result
        for result in results
    )


def _beginning_at(result: Result, sentence: str, text_of: Callable[[Result], str]) -> Result:
    shown = snippet(text_of(result), (), closest=sentence)
    return replace(result, snippet=shown.text, marks=shown.marks)


def _cosine(first: bytes, second: bytes) -> float:
    if len(first) != len(second):
        return -1.0
    layout = f"<{len(first) // 4}f"
    return float(sum(map(mul, struct.unpack(layout, first), struct.unpack(layout, second))))
