"""Steps 7 to 10 of the pipeline: weigh, gate and group by note, MMR, cut."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.schema import CHUNK_BITS
from notesearch.search.decay import access_boost, decay
from notesearch.search.mmr import Candidate, rerank
from notesearch.vault.sources import age_days

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from notesearch.index.opens import Opened
    from notesearch.index.store import StoredNote
    from notesearch.search.merge import Merged
    from notesearch.settings import Settings
    from notesearch.vault.sources import Moment


class Factors(NamedTuple):
    """What weighs on every chunk of one note; `product.md`, step 7."""

    age_days: float | None
    decay: float
    source_weight: float
    opens: int
    access_boost: float

    def on(self, base: float) -> float:
        """Return `base * decay * source_weight * access_boost`."""
        return base * self.decay * self.source_weight * self.access_boost


class Ranked(NamedTuple):
    """One note with its scored chunks, best first; `moved` is set when MMR re-ranked the list."""

    note: StoredNote
    factors: Factors
    chunks: tuple[tuple[Merged, float], ...]
    exact: bool
    moved: int | None = None

    @property
    def score(self) -> float:
        """The best chunk's score."""
        return self.chunks[0][1]


def factors(note: StoredNote, opened: Opened | None, settings: Settings, now: Moment, *, has_date: bool) -> Factors:
    """Return what weighs on a note now; a date in the query switches decay off for all."""
    date = dt.date.fromisoformat(note.date) if note.date else None
    age = age_days(date, note.stamp.mtime_ns, now)
    boost = 1.0
    if opened and settings.boost.enabled:
        boost = access_boost(opened.count, (now.seconds - opened.last) / 86_400)
    return Factors(
        age_days=age,
        decay=1.0 if has_date else decay(note.source, age, settings.decay),
        source_weight=settings.sources.weight(note.source),
        opens=opened.count if opened else 0,
        access_boost=boost,
    )


def gate_and_group(
    merged: Iterable[Merged],
    notes: Mapping[int, StoredNote],
    weights: Mapping[int, Factors],
    exact: Collection[int],
    min_score: float,
) -> list[Ranked]:
    """Drop what is under `min_score`, keep one result a note, exact ones first, then by score, path and line."""
    by_note: dict[int, list[tuple[Merged, float]]] = {}
    for chunk in merged:
        note = chunk.chunk >> CHUNK_BITS
        if note in notes and (score := weights[note].on(chunk.base)) >= min_score:
            by_note.setdefault(note, []).append((chunk, score))
    ranked = [
        Ranked(notes[note], weights[note], _best_first(chunks), note in exact) for note, chunks in by_note.items()
    ]
    return sorted(ranked, key=lambda item: (not item.exact, -item.score, item.note.path, item.note.root))


def _best_first(chunks: list[tuple[Merged, float]]) -> tuple[tuple[Merged, float], ...]:
    """Return scored chunks by score, then by place; most notes have but one."""
    return tuple(sorted(chunks, key=lambda pair: (-pair[1], pair[0].chunk)) if len(chunks) > 1 else chunks)


def diversify(
    ranked: Sequence[Ranked], lambda_: float, picks: int, candidate: Callable[[Ranked], Candidate]
) -> list[Ranked]:
    """Re-rank by MMR; exact results stay where they are, every result learns how many places it moved (up > 0)."""
    fixed = [item for item in ranked if item.exact]
    free = [item for item in ranked if not item.exact]
    order = rerank([candidate(item) for item in free], lambda_, picks)
    moved = [free[old]._replace(moved=old - new) for new, old in enumerate(order)]
    return [item._replace(moved=0) for item in fixed] + moved
