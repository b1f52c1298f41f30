"""Starts the child process and passes messages to and from it, without ever waiting for it."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from typing import TYPE_CHECKING

import msgspec

from notesearch import spawning
from notesearch.embedding import child
from notesearch.embedding.wire import Answer, Request, decode_answer, encode

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

_GRACE_SECONDS = 0.4


class ModelProcess:
    """One child process with a loaded, or loading, model.

    `entry` runs in it and is `child.main` outside of tests.
    """

    def __init__(self, orders: child.Orders, entry: Callable[[Connection, child.Orders], None] = child.main) -> None:
        """Start the process; raises OSError when the system has no room for one."""
        context = multiprocessing.get_context("spawn")
        self._pipe, other_end = context.Pipe()
        self._process = context.Process(target=entry, args=(other_end, orders), name="notesearch-model", daemon=True)
        try:
            spawning.start(self._process)
        except BaseException:
            self._pipe.close()
            raise
        finally:
            other_end.close()
        self.started = time.monotonic()
        self.ended = False

    @property
    def pid(self) -> int | None:
        """The number of the process, as the system knows it."""
        return self._process.pid

    def fileno(self) -> int:
        """A descriptor that becomes readable when the process has said something or has ended."""
        return self._pipe.fileno()

    def send(self, request: Request) -> None:
        """Hand over a request; one that the process does not live to read is lost, `receive` tells of its end."""
        with contextlib.suppress(OSError):
            self._pipe.send_bytes(encode(request))

    def wait(self, seconds: float) -> None:
        """Wait until there is something to receive, at most so long."""
        with contextlib.suppress(OSError):
            self._pipe.poll(max(0.0, seconds))

    def receive(self) -> list[Answer]:
        """Return what has come; `ended` is true afterwards when the process is gone or speaks nonsense."""
        answers: list[Answer] = []
        try:
            while self._pipe.poll():
                answers.append(decode_answer(self._pipe.recv_bytes()))
        except (EOFError, OSError, msgspec.DecodeError):
            self.ended = True
        return answers

    def close(self) -> str:
        """End the process if it still runs, wait for its end (at most a second), and say how it ended."""
        self._pipe.close()
        self._process.join(_GRACE_SECONDS)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join(_GRACE_SECONDS)
        code = self._process.exitcode
        if code is not None:
            self._process.close()
        return _words(code)


def _words(code: int | None) -> str:
    if code is None:
        return "it does not end"
    if code < 0:
        return f"it was ended by {_signal_name(-code)}"
    return f"it ended with code {code}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
