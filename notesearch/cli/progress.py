"""Progress on standard error, only when that is a terminal: a script and a log file see none of it."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notesearch.notebook import Activity

    Show = Callable[[str, float, float | None], None]
    """What is being done, how much of it is done, and how much there is (None when that is not known)."""

_SECONDS_A_MINUTE = 60


@contextlib.contextmanager
def bar() -> Iterator[Show]:
    """Yield a function that draws how far the work has come; the bar goes away when the work is done."""
    if not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console  # noqa: PLC0415 - a script never pays for loading it
    from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415 - the same

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda what, done, total: shown.update(task, description=what, completed=done, total=total)


def _nothing(what: str, done: float, total: float | None) -> None:
    """Draw nothing."""


def of_activity(show: Show) -> Callable[[Activity], None]:
    """Return a function that draws how far reading and embedding have come."""

    def draw(activity: Activity) -> None:
        reading, vectors = activity.indexing, activity.embedding
        if reading is not None:
            show(f"Reading notes, {reading.done} of {reading.total}", reading.done, reading.total)
        elif vectors.embedded < vectors.total:
            left = time_left(vectors.seconds_left)
            show(f"Embedding, {vectors.embedded} of {vectors.total} chunks{left}", vectors.embedded, vectors.total)

    return draw


def time_left(seconds: float | None) -> str:
    """Return ", about N left" in the unit that a person would use; nothing while there is no rate to go by."""
    if seconds is None:
        return ""
    if seconds < _SECONDS_A_MINUTE:
        return f", about {max(1, round(seconds))} s left"
    return f", about {round(seconds / _SECONDS_A_MINUTE)} min left"
