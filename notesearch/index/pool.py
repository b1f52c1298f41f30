"""Reads and prepares many notes at once in other processes, so that no long C call holds this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from notesearch.index.prepare import NoteRows, note_rows
from notesearch.vault.load import load_note
from notesearch.vault.note import NoteFile, SkippedFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notesearch.settings import Settings

Prepared = NoteRows | SkippedFile

# Below these, starting processes (0.3 s) costs more than it brings; a larger single note would hold the interpreter.
_INLINE_FILES = 64
_INLINE_BYTES = 1_000_000
_INLINE_NOTE_BYTES = 256 * 1024
_BATCH_BYTES = 256 * 1024
_BATCH_FILES = 64
_NICE = 5


def prepare_file(file: NoteFile, settings: Settings) -> Prepared:
    """Read one file and prepare its rows, or say why it cannot be indexed."""
    note = load_note(file, settings)
    return note if isinstance(note, SkippedFile) else note_rows(note)


def prepare_files(files: Sequence[NoteFile], settings: Settings, wait_s: float) -> Iterator[list[tuple[NoteFile, Prepared]]]:
    """Yield prepared notes in small batches; an empty batch when none is ready after `wait_s` seconds.

    A few small files are prepared here, everything else in a pool of processes that ends with the iterator.
    """
    small = len(files) <= _INLINE_FILES and sum(file.stamp.size for file in files) <= _INLINE_BYTES
    if small and all(file.stamp.size <= _INLINE_NOTE_BYTES for file in files):
        for file in files:
            yield [(file, prepare_file(file, settings))]
        return
    yield from _in_pool(files, settings, wait_s)


def _in_pool(files: Sequence[NoteFile], settings: Settings, wait_s: float) -> Iterator[list[tuple[NoteFile, Prepared]]]:
    batches = _batches(files)
    workers = max(1, min(os.cpu_count() or 1, 8))
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_start_worker)
    running: dict[Future[list[Prepared]], list[NoteFile]] = {}
    try:
        while True:
            while len(running) < 2 * workers and (batch := next(batches, None)):
                running[pool.submit(_prepare_batch, batch, settings)] = batch
            if not running:
                return
            done, _ = wait(running, timeout=wait_s, return_when=FIRST_COMPLETED)
            for future in done:
                yield _outcome(running.pop(future), future)
            if not done:
                yield []
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _outcome(batch: list[NoteFile], future: Future[list[Prepared]]) -> list[tuple[NoteFile, Prepared]]:
    """Pair files with what was made of them; a process that died takes its batch with it, in words."""
    try:
        return list(zip(batch, future.result(), strict=True))
    except BrokenProcessPool:
        reason = "the process that read it was ended"
        return [(file, SkippedFile(file.root, file.path, reason, failed=True)) for file in batch]


def _prepare_batch(batch: list[NoteFile], settings: Settings) -> list[Prepared]:
    return [prepare_file(file, settings) for file in batch]


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


def _start_worker() -> None:
    """Leave Ctrl+C to the parent, and the processor to what the person is doing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
