"""The child process: loads a model, then answers requests one at a time, queries before passages."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol

import msgspec

from notesearch.embedding.wire import (
    Answer,
    Asleep,
    Drop,
    Embed,
    Failure,
    Ready,
    Refused,
    Vector,
    decode_request,
    encode,
)
from notesearch.errors import ModelError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_NICENESS = 5
# Address space, not resident memory: libraries, room for the largest buffers of a large model, and for each thread
# its stack and the part of the heap that the C library reserves for it.
_BASE_LIMIT = 3 << 30
_LIMIT_PER_FILE_BYTE = 3
_LIMIT_PER_THREAD = 160 << 20


class Orders(msgspec.Struct, frozen=True):
    """What the process is started with; it ends itself after `idle_seconds` without work, 0 means never.

    `gentle` gives way to what the person is doing: right beside a window, wrong where someone waits for the answer.
    """

    path: str
    threads: int
    idle_seconds: float
    gentle: bool = True


class Model(Protocol):
    """What the loop needs of a loaded model."""

    dimensions: int
    context: int
    architecture: str
    name: str

    def embed(self, text: str) -> tuple[bytes, bool]:
        """Return a unit vector as bytes, and whether the text was cut; any exception is this text's failure."""


def main(connection: Connection, orders: Orders) -> None:
    """Run the process from its start to its end; the pipe's end is its end too."""
    _settle(orders)
    serve(connection, orders, _load_llama(orders))


def serve(connection: Connection, orders: Orders, load: Loader) -> NoReturn:
    """Load the model, say so, and answer until the pipe closes or nothing is asked any more."""
    inbox = _Inbox()
    threading.Thread(target=inbox.fill_from, args=(connection,), daemon=True).start()
    try:
        model = load()
        _send(connection, Ready(model.dimensions, model.context, model.architecture, model.name))
    except ModelError as error:
        _send(connection, Refused(error.reason, error.detail))
        _leave()
    while (request := inbox.take(orders.idle_seconds)) is not None:
        _send(connection, _answer(model, request))
    _send(connection, Asleep())
    _leave()


class Loader(Protocol):
    """Loads the model or raises ModelError."""

    def __call__(self) -> Model:
        """Return the loaded model."""


def _load_llama(orders: Orders) -> Loader:
    def load() -> Model:
        try:
            from notesearch.embedding.llama import LlamaModel  # noqa: PLC0415 - a missing library is an answer
        except Exception as error:
            raise ModelError("not installed", f"llama-cpp-python does not start: {error}") from error
        return LlamaModel(Path(orders.path), orders.threads)

    return load


def _answer(model: Model, request: Embed) -> Answer:
    try:
        vector, cut = model.embed(request.text)
    except Exception as error:  # noqa: BLE001 - one bad text must not end the process
        return Failure(request.key, request.urgent, str(error) or type(error).__name__)
    return Vector(request.key, request.urgent, vector, cut)


def _send(connection: Connection, answer: Answer) -> None:
    try:
        connection.send_bytes(encode(answer))
    except OSError:
        _leave()


def _leave() -> NoReturn:
    """End at once: llama.cpp's threads may be in the middle of something, and nothing is left to be saved."""
    os._exit(0)


class _Inbox:
    """Requests that have arrived, queries first. A thread fills it, so that the other side never waits to send."""

    def __init__(self) -> None:
        self._queries: deque[Embed] = deque()
        self._passages: deque[Embed] = deque()
        self._changed = threading.Condition()

    def fill_from(self, connection: Connection) -> None:
        """Take in what comes down the pipe; when it closes the program is gone, and so is this process."""
        try:
            while True:
                self._add(decode_request(connection.recv_bytes()))
        except (EOFError, OSError):
            _leave()

    def _add(self, request: Embed | Drop) -> None:
        with self._changed:
            if isinstance(request, Drop):
                self._passages.clear()
            elif request.urgent:
                self._queries.append(request)
            else:
                self._passages.append(request)
            self._changed.notify()

    def take(self, idle_seconds: float) -> Embed | None:
        """Return the next request, or None when none came for `idle_seconds` (0: wait for ever)."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._queries or self._passages, idle_seconds or None):
                return None
            return self._queries.popleft() if self._queries else self._passages.popleft()


def _settle(orders: Orders) -> None:
    """Become a quiet, modest process: no Ctrl+C, no output, bounded memory, low priority if gentle, no core file."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # NumPy would start a thread for each core, with its own memory; only single vectors are scaled with it.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    if sys.platform != "win32":
        os.nice(_NICENESS if orders.gentle else 0)
        _limit(orders)


def _limit(orders: Orders) -> None:
    import resource  # noqa: PLC0415 - Windows has none

    path = Path(orders.path)
    size = path.stat().st_size if path.is_file() else 0
    space = _BASE_LIMIT + _LIMIT_PER_FILE_BYTE * size + _LIMIT_PER_THREAD * orders.threads
    for what, limit in ((resource.RLIMIT_AS, space), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (limit, limit))
