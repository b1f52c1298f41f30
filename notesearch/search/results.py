"""The answer to a search: frozen, complete, and ready to be shown or printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from notesearch.embedding.embedder import Status
    from notesearch.settings import Source

Mode = Literal["hybrid", "keyword", "meaning"]
FoundBy = Literal["words", "meaning"]
STAGES = ("sync", "keyword", "supplement", "embed", "knn", "merge", "weigh", "gate", "mmr", "cut")


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One stage of one search; `count` is notes for sync, chunks up to weigh, results from gate on, else None."""

    stage: str
    status: Status
    reason: str | None = None
    count: int | None = None
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class OtherChunk:
    """A further chunk of a result's note that was found too."""

    chunk_id: int
    start_line: int
    end_line: int
    heading: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Move:
    """How many places MMR moved a result; positive is up."""

    moved: int


@dataclass(frozen=True, slots=True)
class Result:
    """One note with its best chunk.

    `path` is relative to `root`, "/" separated, as on disk. `marks` are (start, end) code points of `snippet`.
    `score = base * decay * source_weight * access_boost`; `base` is the merged score, 0..1. `text_score` and
    `vector_score` are None where that half did not find it; `weights` are those of words and meaning in the merge of
    this search. `age_days` is None if unknown.
    """

    note_id: int
    chunk_id: int
    path: str
    root: str
    title: str
    heading: tuple[str, ...]
    start_line: int
    end_line: int
    snippet: str
    marks: tuple[tuple[int, int], ...]
    score: float
    base: float
    exact: bool
    found_by: tuple[FoundBy, ...]
    text_score: float | None
    vector_score: float | None
    source: Source
    age_days: float | None
    decay: float
    source_weight: float
    opens: int
    access_boost: float
    mmr: Move | None
    weak: bool
    more: tuple[OtherChunk, ...]
    weights: tuple[float, float] = (0.3, 0.7)


@dataclass(frozen=True, slots=True)
class Results:
    """The answer to one search. `reason` says why no query vector took part (None for hybrid and when not
    asked for). `corrected` is the text that was searched instead, when a typo was mended ("showing results for").
    `pending` counts notes whose words in the index may be out of date. `terms` are the folded search terms,
    for marking hits in a preview.
    """

    query: str
    mode: Mode
    reason: str | None
    pending: int
    took_ms: float
    results: tuple[Result, ...]
    trace: tuple[TraceRow, ...]
    warnings: tuple[str, ...] = ()
    corrected: str | None = None
    terms: frozenset[str] = frozenset()
