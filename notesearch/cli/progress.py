"""Progress on standard error, only when that is a terminal: a script and a log file see none of it."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress

    from notesearch.notebook import Activity, SyncProgress

    Show = Callable[[str, float, float | None], None]
    """What is being done, how much of it is done, and how much there is (None when that is not known)."""

_SECONDS_A_MINUTE = 60


class _Bar:
    """A bar that appears with the first thing that is shown, and is wiped off at the end."""

    def __init__(self) -> None:
        self._shown: Progress | None = None

    def show(self, what: str, done: float, total: float | None) -> None:
        if self._shown is None:
            self._shown = _start()
        self._shown.update(self._shown.task_ids[0], description=what, completed=done, total=total)

    def wipe(self) -> None:
        if self._shown is not None:
            self._shown.stop()


def _start() -> Progress:
    from rich.console import Console  # noqa: PLC0415 - a script never pays for loading it
    from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415 - the same

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task("", total=None)
    bar.start()
    return bar


@contextlib.contextmanager
def bar() -> Iterator[Show]:
    """Yield a function that draws how far the work has come; the bar goes away when the work is done."""
    if not sys.stderr.isatty():
        yield _nothing
        return
    drawn = _Bar()
    try:
        yield drawn.show
    finally:
        drawn.wipe()


def _nothing(what: str, done: float, total: float | None) -> None:
    """Draw nothing."""


def of_activity(show: Show) -> Callable[[Activity], None]:
    """Return a function that draws how far reading and embedding have come."""
    read = of_reading(show)

    def draw(activity: Activity) -> None:
        vectors = activity.embedding
        if activity.indexing is not None:
            read(activity.indexing)
        if _is_read(activity.indexing) and vectors.embedded < vectors.total:
            left = time_left(vectors.seconds_left)
            show(f"Embedding, {vectors.embedded} of {vectors.total} chunks{left}", vectors.embedded, vectors.total)

    return draw


def _is_read(reading: SyncProgress | None) -> bool:
    return reading is None or reading.done >= reading.total


def of_reading(show: Show) -> Callable[[SyncProgress], None]:
    """Return a function that draws how many of the changed notes have been read."""

    def draw(reading: SyncProgress) -> None:
        if not _is_read(reading):
            show(f"Reading notes, {reading.done} of {reading.total}", reading.done, reading.total)

    return draw


def time_left(seconds: float | None) -> str:
    """Return ", about N left" in the unit that a person would use; nothing while there is no rate to go by."""
    if seconds is None:
        return ""
    if seconds < _SECONDS_A_MINUTE:
        return f", about {max(1, round(seconds))} s left"
    return f", about {round(seconds / _SECONDS_A_MINUTE)} min left"
