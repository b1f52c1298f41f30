"""Decides when the embedding process is started, given up and started again, and has the words for its state."""

from __future__ import annotations

import importlib.util
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from notesearch.embedding.embedder import HostState
from notesearch.embedding.process import ModelProcess

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from notesearch.embedding import child
    from notesearch.embedding.families import ModelFile
    from notesearch.embedding.wire import Ready, Refused

_NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things may take, in seconds, and the waits before each new try after the process has died."""

    query: float = 3.0
    query_while_loading: float = 15.0
    load: float = 60.0
    answer: float = 60.0
    restart_waits: tuple[float, ...] = (1.0, 4.0, 16.0)
    healthy: float = 120.0


def not_installed() -> str | None:
    """Return why no model can run on this installation, or None when one can."""
    if importlib.util.find_spec("llama_cpp") is not None:
        return None
    return "not installed: llama-cpp-python is missing; install it with: pip install 'notesearch[semantic]'"


class Keeper:
    """Holds the one process of a model. `changed` is called with each new state."""

    def __init__(
        self,
        model: ModelFile,
        orders: child.Orders,
        limits: Limits,
        entry: Callable[[Connection, child.Orders], None],
        changed: Callable[[HostState], None],
    ) -> None:
        self._model = model
        self._orders = orders
        self._limits = limits
        self._entry = entry
        self._changed = changed
        self.process: ModelProcess | None = None
        self.state = HostState("off", "not started: the model is loaded when it is needed", model.info)
        self._deaths = 0
        self._not_before = 0.0
        self._heard = 0.0
        self._ready_since = 0.0

    @property
    def ready(self) -> ModelProcess | None:
        """The process, once its model is loaded."""
        return self.process if self.state.phase == "ready" else None

    def force(self) -> None:
        """Start the process if it is not running, whatever happened before."""
        if self.process is None:
            self._deaths, self._not_before = 0, 0.0
            self.ensure()

    def ensure(self) -> bool:
        """Start the process if that may be done now; false when it is not running, the state says why."""
        if self.process is None and time.monotonic() >= self._not_before:
            problem = self.file_problem() or not_installed()
            if problem:
                self.give_up(problem)
            else:
                self._start()
        return self.process is not None

    def restart_if_due(self) -> None:
        """Start the process again once the wait after its death is over."""
        if self._deaths and self.process is None:
            self.ensure()

    def file_problem(self) -> str | None:
        """Return what has happened to the file since it was checked: a swapped one would mix vectors of two models."""
        try:
            found = self._model.path.stat()
        except OSError as error:
            return f"model missing: {self._model.path} cannot be opened ({error.strerror})"
        if (found.st_size, found.st_mtime_ns) != self._model.stamp:
            return f"model damaged: {self._model.path} has changed since it was checked; install or choose it again"
        return None

    def loaded(self, answer: Ready) -> str | None:
        """Take note that the model is loaded; return what is wrong with it, if anything."""
        expected = self._model.info.dimensions
        if answer.dimensions != expected:
            self._not_before = _NEVER
            return f"model damaged: its vectors have {answer.dimensions} numbers, {expected} were expected"
        self._ready_since = time.monotonic()
        self._say("ready", None)
        return None

    def refused(self, answer: Refused) -> str:
        """Take note that this file will not work, now or later; return the reason."""
        self._not_before = _NEVER
        return f"{answer.reason}: {answer.detail}"

    def heard(self) -> None:
        """Take note of a sign of life, or of the moment from which one is expected."""
        self._heard = time.monotonic()

    def overdue(self, *, busy: bool) -> str | None:
        """Return what takes too long, if anything does; `busy` tells that an answer is awaited."""
        if self.process is None or time.monotonic() < self._patience_ends(busy=busy):
            return None
        return f"it gave no sign of life for {self._patience():g} s"

    def next_change(self, *, busy: bool) -> float:
        """Return the moment when `overdue` or `restart_if_due` has something to do, infinity when never."""
        if self.process is None:
            return self._not_before if self._deaths else _NEVER
        return self._patience_ends(busy=busy)

    def died(self, why: str | None = None) -> str:
        """End what is left of the process, plan the next try, and return the new state's reason."""
        how = self._end()
        if self.state.phase == "ready" and time.monotonic() - self._ready_since >= self._limits.healthy:
            self._deaths = 0
        self._deaths += 1
        waits = self._limits.restart_waits
        if self._deaths > len(waits):
            self._not_before = _NEVER
            after = f"it was started again {len(waits)} times; restart NoteSearch or choose another model"
        else:
            self._not_before = time.monotonic() + waits[self._deaths - 1]
            after = f"it is started again in {waits[self._deaths - 1]:g} s"
        self._say("failed", f"model stopped: {why or how}; {after}")
        return self.state.reason or ""

    def asleep(self) -> None:
        """Take note that the process has ended itself because nothing was asked."""
        self._end()
        self._deaths = 0
        self._say("off", "asleep: the model was not needed for a while and is loaded again when it is")

    def give_up(self, reason: str) -> None:
        """End the process; `reason` becomes the state's, and only a new request starts it again."""
        self._end()
        self._deaths = 0
        self._say("failed", reason)

    def close(self) -> None:
        """End the process for good."""
        self._end()
        self._not_before = _NEVER
        self.state = HostState("off", "closed: the model is not in use any more", self._model.info)

    def _start(self) -> None:
        try:
            self.process = ModelProcess(self._orders, self._entry)
        except OSError as error:
            self.died(f"its process cannot be started ({error.strerror})")
            return
        self.heard()
        self._say("loading", "loading: the model is being loaded")

    def _end(self) -> str:
        how = self.process.close() if self.process else ""
        self.process = None
        return how

    def _patience(self) -> float:
        return self._limits.load if self.state.phase == "loading" else self._limits.answer

    def _patience_ends(self, *, busy: bool) -> float:
        return self._heard + self._patience() if busy or self.state.phase == "loading" else _NEVER

    def _say(self, phase: Literal["off", "loading", "ready", "failed"], reason: str | None) -> None:
        state = HostState(phase, reason, self._model.info)
        if state != self.state:
            self.state = state
            self._changed(state)
