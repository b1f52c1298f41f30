"""Search results for a person's eyes: snippets with their marks, badges, and on demand the whole reckoning."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from notesearch.cli.output import inert, write

if TYPE_CHECKING:
    from notesearch.search.results import Result, Results, TraceRow
    from notesearch.settings import Settings

_INDENT = "   "
_SOURCE_NAMES = {"session": "Journal", "workspace": "Note", "global": "Evergreen"}
_SAME = 1e-6
"""How far two scores may differ and still be the same sum, worked out in another order."""


def print_answer(answer: Results, settings: Settings, *, explain: bool) -> None:
    """Print an answer; `explain` adds each score's arithmetic and the stages of the search."""
    console = Console(highlight=False, soft_wrap=True)
    with console.capture() as printed:
        for place, result in enumerate(answer.results, start=1):
            _print_result(console, place, result)
            if explain:
                console.print(Text(f"{_INDENT}{arithmetic(result, settings)}", style="dim"))
            console.print()
        if explain:
            console.print(_trace_table(answer.trace))
        console.print(Text(summary(answer), style="dim"))
    write(printed.get())


def summary(answer: Results) -> str:
    """Return the last line: how many results, found how, in which time, and what is missing."""
    count = "1 result" if len(answer.results) == 1 else f"{len(answer.results) or 'No'} results"
    parts = [count, answer.mode, f"{answer.took_ms:.0f} ms"]
    if answer.reason:
        parts.append(answer.reason)
    if answer.pending:
        parts.append(f"{answer.pending} notes not up to date yet")
    if answer.corrected:
        parts.append(f'showing results for "{answer.corrected}"')
    return inert(", ".join(parts))


def _print_result(console: Console, place: int, result: Result) -> None:
    heading = "".join(f" > {name}" for name in result.heading if name != result.title)
    title = Text.assemble(f"{place}. ", (inert(result.title), "bold"), inert(heading), f"  {result.score:.3f}")
    console.print(title)
    where = f"{_INDENT}{result.path}:{result.start_line}-{result.end_line}"
    console.print(Text(inert(where), style="cyan"))
    for line in _snippet_lines(console, result):
        console.print(Text(_INDENT).append_text(line))
    console.print(Text(_INDENT + " ".join(f"[{badge}]" for badge in badges(result)), style="green"))
    if result.more:
        lines = ", ".join(f"{other.start_line}-{other.end_line}" for other in result.more)
        console.print(Text(f"{_INDENT}{len(result.more)} more in this note: lines {lines}", style="dim"))


def _snippet_lines(console: Console, result: Result) -> list[Text]:
    """Return the snippet with its marks, folded to a terminal's width; in a pipe it stays one line."""
    snippet = Text(inert(result.snippet))
    for start, end in result.marks:
        snippet.stylize("bold yellow", start, end)
    if not sys.stdout.isatty():
        return [snippet]
    return list(snippet.wrap(console, max(20, console.width - len(_INDENT))))


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


def arithmetic(result: Result, settings: Settings) -> str:
    """Return the sums behind a score: how words and meaning were merged, and what was multiplied."""
    return (
        f"{result.score:.4f} = {result.base:.4f} x {result.decay:.4f} decay x {result.source_weight:g} source"
        f" x {result.access_boost:.4f} opened;  {result.base:.4f} = {_merged(result, settings)}"
    )


def _merged(result: Result, settings: Settings) -> str:
    share_text, share_vector = settings.weights.shares()
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


def _trace_table(trace: tuple[TraceRow, ...]) -> Table:
    table = Table("stage", "status", "count", "ms", "reason", box=None, pad_edge=False)
    for row in trace:
        count = "" if row.count is None else str(row.count)
        table.add_row(row.stage, row.status, count, f"{row.ms:.1f}", Text(inert(row.reason or "")))
    return table
