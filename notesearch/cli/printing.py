"""Search results for a person's eyes: snippets with their marks, badges, and on demand the whole reckoning."""

from __future__ import annotations

import math
import os
import sys
from typing import TYPE_CHECKING

from notesearch.cli.lines import INDENT, Line
from notesearch.cli.output import inert, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notesearch.search.results import Result, Results, TraceRow

_SOURCE_NAMES = {"session": "Journal", "workspace": "Note", "global": "Evergreen"}
_SAME = 1e-6
"""How far two scores may differ and still be the same sum, worked out in another order."""


def print_answer(answer: Results, *, explain: bool) -> None:
    """Print an answer; `explain` adds each score's arithmetic and the stages of the search."""
    lines = list(_lines(answer, explain=explain))
    if sys.stdout.isatty() or os.environ.get("FORCE_COLOR"):
        from notesearch.cli.styled import styled  # noqa: PLC0415 - a pipe never pays for loading Rich

        write(styled(lines))
    else:
        write("".join("".join(text for text, _ in line.pieces) + "\n" for line in lines))


def _lines(answer: Results, *, explain: bool) -> Iterator[Line]:
    for place, result in enumerate(answer.results, start=1):
        yield from _of_result(place, result)
        if explain:
            yield Line([(f"{INDENT}{arithmetic(result)}", "dim")])
        yield Line([])
    if explain:
        yield from _of_trace(answer.trace)
    yield Line([(summary(answer), "dim")])


def summary(answer: Results) -> str:
    """Return the last line: how many results, found how, in which time, and what is missing."""
    count = "1 result" if len(answer.results) == 1 else f"{len(answer.results) or 'No'} results"
    parts = [count, answer.mode, f"{answer.took_ms:.0f} ms"]
    if answer.reason:
        parts.append(answer.reason)
    if answer.pending:
        parts.append(f"{answer.pending} {'note' if answer.pending == 1 else 'notes'} not up to date yet")
    if answer.corrected:
        parts.append(f'showing results for "{answer.corrected}"')
    return inert(", ".join(parts))


def _of_result(place: int, result: Result) -> Iterator[Line]:
    heading = "".join(f" > {name}" for name in result.heading if name != result.title)
    yield Line([(f"{place}. ", ""), (inert(result.title), "bold"), (f"{inert(heading)}  {result.score:.3f}", "")])
    yield Line([(inert(f"{INDENT}{result.path}:{result.start_line}-{result.end_line}"), "cyan")])
    yield Line([(INDENT, ""), *_snippet(result)], folds=True)
    yield Line([(INDENT + " ".join(f"[{badge}]" for badge in badges(result)), "green")])
    if result.more:
        lines = ", ".join(f"{other.start_line}-{other.end_line}" for other in result.more)
        yield Line([(f"{INDENT}{len(result.more)} more in this note: lines {lines}", "dim")])


def _snippet(result: Result) -> Iterator[tuple[str, str]]:
    """Yield the snippet's pieces, marked ones and the text between them."""
    shown, at = inert(result.snippet), 0
    for start, end in result.marks:
        yield shown[at:start], ""
        yield shown[start:end], "bold yellow"
        at = end
    yield shown[at:], ""


def badges(result: Result) -> list[str]:
    """Return what each result says about itself, in the order and words of `product.md` section 5."""
    found = [_SOURCE_NAMES[result.source]]
    if result.source == "session":
        found.append(f"x{result.decay:.2f}, {_age(result.age_days)}")
    found.append(" + ".join(result.found_by))
    if result.exact:
        found.append("exact")
    if result.mmr:
        found.append(f"MMR {result.mmr.moved:+d}" if result.mmr.moved else "MMR =")
    if result.access_boost > 1:
        found.append(f"opened {result.opens}, x{result.access_boost:.2f}")
    if result.weak:
        found.append("weak")
    return found


def _age(days: float | None) -> str:
    if days is None:
        return "age unknown"
    whole = int(days)
    return "1 day" if whole == 1 else f"{whole} days"


def arithmetic(result: Result) -> str:
    """Return the sums behind a score: how words and meaning were merged, and what was multiplied."""
    return (
        f"{result.score:.4f} = {result.base:.4f} x {result.decay:.4f} decay x {result.source_weight:g} source"
        f" x {result.access_boost:.4f} opened;  {result.base:.4f} = {_merged(result)}"
    )


def _merged(result: Result) -> str:
    share_text, share_vector = result.weights
    words, meaning = result.text_score, result.vector_score
    if words is not None and meaning is not None:
        whole = max(share_text * words + share_vector * meaning, words)
        sums = f"max({share_text:g} x words {words:.4f} + {share_vector:g} x meaning {meaning:.4f}, words {words:.4f})"
    elif words is not None:
        whole, sums = words, f"words {words:.4f}"
    else:
        whole = share_vector * (meaning or 0.0)
        sums = f"{share_vector:g} x meaning {meaning or 0.0:.4f}"
    if math.isclose(whole, result.base, abs_tol=_SAME):
        return sums
    return f"words {words or 0.0:.4f}, with the meaning of its neighbours until its own is embedded"


def _of_trace(trace: tuple[TraceRow, ...]) -> Iterator[Line]:
    columns = "{:<10}  {:<7}  {:>5}  {:>7}  {}"
    yield Line([(columns.format("stage", "status", "count", "ms", "reason"), "bold")])
    for row in trace:
        count = "" if row.count is None else str(row.count)
        shown = columns.format(row.stage, row.status, count, f"{row.ms:.1f}", inert(row.reason or ""))
        yield Line([(shown.rstrip(), "")])
