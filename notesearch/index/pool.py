"""Reads and prepares many notes at once in other processes, so that no long C call holds this one."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import time
from collections import deque
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from notesearch import spawning
from notesearch.index.prepare import NoteRows, note_rows
from notesearch.vault.load import load_note
from notesearch.vault.note import NoteFile, SkippedFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection

    from notesearch.settings import Settings

Prepared = NoteRows | SkippedFile
Batch = list[tuple[NoteFile, Prepared]]

# Below these, starting processes (0.3 s) costs more than it brings; a larger single note would hold the interpreter.
_INLINE_FILES = 64
_INLINE_BYTES = 1_000_000
INLINE_NOTE_BYTES = 256 * 1024
_BATCH_BYTES = 256 * 1024
_BATCH_FILES = 64
_MOST_WORKERS = 8
_LONGEST_S = 120.0
_NICE = 5
ENDED = "the process that read it was ended"
TOO_LONG = f"reading it took longer than {_LONGEST_S:.0f} seconds"


def prepare_file(file: NoteFile, settings: Settings) -> Prepared:
    """Read one file and prepare its rows, or say why it cannot be indexed."""
    note = load_note(file, settings)
    return note if isinstance(note, SkippedFile) else note_rows(note)


def prepare_files(
    files: Sequence[NoteFile], settings: Settings, wait_s: float, *, gentle: bool = True
) -> Iterator[Batch]:
    """Yield prepared notes in small batches; an empty batch when none is ready after `wait_s` seconds.

    A few small files are prepared here, everything else in processes that end with the iterator; `gentle` ones give
    way to other programs (beside a busy one a first index then takes twice the time).
    """
    small = len(files) <= _INLINE_FILES and sum(file.stamp.size for file in files) <= _INLINE_BYTES
    if small and all(file.stamp.size <= INLINE_NOTE_BYTES for file in files):
        for file in files:
            yield [(file, prepare_file(file, settings))]
        return
    pool = _Pool(files, settings, _NICE if gentle else 0)
    try:
        yield from pool.results(wait_s)
    finally:
        pool.close()


class _Worker:
    """One process and the batch that it is at; its death costs nothing but that batch's time.

    Raises OSError when the system has no room for another process.
    """

    def __init__(self, settings: Settings, niceness: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, settings, niceness), daemon=True)
        try:
            spawning.start(self._process)
        finally:
            theirs.close()
        self.has_begun = False
        self.batch: list[NoteFile] = []
        self._since = 0.0

    def give(self, batch: list[NoteFile]) -> None:
        """Hand over a batch; the answer is due once the connection can be read."""
        self.batch, self._since = batch, time.monotonic()
        with contextlib.suppress(OSError):  # it has died: `take` will say so
            self.connection.send(batch)

    @property
    def is_late(self) -> bool:
        """Whether it has been at its batch for too long."""
        return bool(self.batch) and time.monotonic() - self._since > _LONGEST_S

    def take(self) -> list[Prepared] | None:
        """Return what was made of the batch (first of all, once it has begun, nothing); None when it has died."""
        try:
            made: list[Prepared] = self.connection.recv()
        except (EOFError, OSError):
            return None
        return made

    def close(self) -> None:
        """End the process, whatever it is doing: it changes nothing."""
        self.batch = []
        self._process.kill()
        self._process.join()
        self._process.close()
        self.connection.close()


class _Pool:
    """Some workers and the batches that wait for them; where no process can run, all is prepared here."""

    def __init__(self, files: Sequence[NoteFile], settings: Settings, niceness: int) -> None:
        self._settings, self._niceness = settings, niceness
        self._waiting = deque(_batches(files))
        self._workers: list[_Worker] = []
        for _ in range(min(os.cpu_count() or 1, _MOST_WORKERS, len(self._waiting))):
            self._hire()

    def _hire(self) -> None:
        with contextlib.suppress(OSError):
            self._workers.append(_Worker(self._settings, self._niceness))

    def results(self, wait_s: float) -> Iterator[Batch]:
        """Yield each batch when it is done, an empty one after `wait_s` seconds without."""
        while self._workers:
            for worker in self._workers:
                if not worker.batch and self._waiting:
                    worker.give(self._waiting.popleft())
            busy = {worker.connection: worker for worker in self._workers if worker.batch}
            if not busy:
                return
            for connection in wait(list(busy), wait_s):
                yield self._outcome(busy[connection])  # type: ignore[index] # we have put in connections
            for worker in busy.values():
                if worker.is_late:
                    yield self._without(worker, TOO_LONG)
            yield []
        for file in itertools.chain.from_iterable(self._waiting):
            yield [(file, prepare_file(file, self._settings))]

    def _outcome(self, worker: _Worker) -> Batch:
        prepared = worker.take()
        if prepared is None:
            return self._without(worker, ENDED)
        if not worker.has_begun:
            worker.has_begun = True
            return []
        batch, worker.batch = worker.batch, []
        return list(zip(batch, prepared, strict=True))

    def _without(self, worker: _Worker, reason: str) -> Batch:
        """Replace a worker that died or hangs; its files are tried one by one, so that only the culprit is refused.

        One that died before it had begun is not replaced: the next one would fare no better.
        """
        batch = worker.batch
        self._workers.remove(worker)
        worker.close()
        if not worker.has_begun:
            self._waiting.appendleft(batch)
            return []
        self._hire()
        if len(batch) == 1:
            return [(batch[0], SkippedFile(batch[0].root, batch[0].path, reason, failed=True))]
        self._waiting.extendleft([file] for file in reversed(batch))
        return []

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.close()


def _batches(files: Sequence[NoteFile]) -> Iterator[list[NoteFile]]:
    batch: list[NoteFile] = []
    size = 0
    for file in files:
        batch.append(file)
        size += file.stamp.size
        if size >= _BATCH_BYTES or len(batch) >= _BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _work(connection: Connection, settings: Settings, niceness: int) -> None:
    """Prepare batches until the other side closes or dies; Ctrl+C is the parent's, the processor the person's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    with contextlib.suppress(EOFError, OSError):
        connection.send([])
        while True:
            batch: list[NoteFile] = connection.recv()
            connection.send([prepare_file(file, settings) for file in batch])
