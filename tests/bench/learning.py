"""What is measured of the models: chunks a second against bare loops over llama.cpp, and the process's memory."""

from __future__ import annotations

import itertools
import os
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

import llama_cpp

from notesearch.embedding.embedder import Passage, PassageVectors
from notesearch.embedding.host import LlamaHost
from notesearch.embedding.models import resolve
from notesearch.errors import ModelError
from notesearch.notebook import Notebook
from tests.bench.report import Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notesearch.embedding.families import ModelFile
    from notesearch.paths import AppPaths
    from tests.bench.measures import Lab

_MODELS = {"minilm": 200, "e5": 700}  # MB of the process, at most
_TRIED = 4  # chunks that each shape of the bare loop is tried with
_BATCH = 16
_TURNS = 4  # the chunks are cut into so many parts, which both embed in turn


def throughput(lab: Lab, models: AppPaths, count: int) -> Iterator[Row]:
    """Embed `count` chunks of the vault by each model that is installed, in turn with the best bare loop."""
    texts = _chunks(lab, count)
    for name, most_mb in _MODELS.items():
        try:
            model = resolve(name, models)
        except ModelError:
            continue
        yield from _one_model(model, name, texts, most_mb)


def _chunks(lab: Lab, count: int) -> list[str]:
    with Notebook.open(lab.vault, lab.paths) as notebook:
        notebook.index(embed=False)
        waiting = notebook._index.store.waiting_chunks(count)
        passages = notebook._session.feeder._passages([chunk for chunk, _ in waiting])
    return [_fitting(passage.text) for passage in passages]


def _fitting(text: str) -> str:
    """Cut a text to what any of the models takes, 512 tokens: the bare loop would end the process by more."""
    return text[:1000] if text.isascii() else text[:300]


def _one_model(model: ModelFile, name: str, texts: Sequence[str], most_mb: int) -> Iterator[Row]:
    loop = best_loop(model, texts[:_TRIED])
    # As many threads as the loop: on a busy machine more than one wait for each other, and that is no difference.
    host = LlamaHost(model, loop.threads, gentle=False)
    ours, bare = [], []
    try:
        _embed(host, texts[:1])  # the model is loaded
        for start in range(_TURNS):
            part = texts[start::_TURNS]
            ours.append(_embed(host, part))
            bare.append(loop.embed(part))
        resident = _resident_mb(host.pid)
    finally:
        host.close()
        loop.close()
    ratios = [own / theirs for own, theirs in zip(ours, bare, strict=True)]
    yield Row(f"{name}: time for each chunk against the best bare loop", statistics.median(ratios), "times", 1 / 0.95)
    yield Row(f"{name}: {loop.told}, chunks a second", len(texts) / sum(bare), "1/s")
    yield Row(f"{name}: chunks a second", len(texts) / sum(ours), "1/s")
    yield Row(f"{name}: memory of the model's process", resident, "MB", most_mb)


def _embed(host: LlamaHost, texts: Sequence[str]) -> float:
    """Have all texts embedded as a first index does; returns the seconds."""
    left = [tuple(Passage(key, texts[key]) for key in keys) for keys in _batches(len(texts))]
    waiting = len(texts)
    started = time.perf_counter()
    while waiting:
        while left and host.offer(left[0]):
            del left[0]
        for event in host.poll(1.0):
            if isinstance(event, PassageVectors):
                waiting -= len(event.vectors) + len(event.failed)
    return time.perf_counter() - started


def _batches(count: int) -> Iterator[range]:
    return (range(start, min(count, start + _BATCH)) for start in range(0, count, _BATCH))


class Loop:
    """A loop over llama-cpp-python's own `embed` with one choice of threads, attention and batch shape."""

    def __init__(self, model: ModelFile, threads: int, *, flash: bool, many: bool) -> None:
        self.told = f"bare loop ({threads} threads, flash attention {'on' if flash else 'off'}, {'many' if many else 'one'} a batch)"
        self.threads = threads
        self._many = many
        self._prefix = model.info.passage_prefix
        size = 2048 if many else 512
        self._llama = llama_cpp.Llama(
            str(model.path), embedding=True, n_ctx=size, n_batch=size, n_ubatch=size, n_threads=threads,
            n_threads_batch=threads, flash_attn=flash, verbose=False,
        )  # fmt: skip

    def embed(self, texts: Sequence[str]) -> float:
        """Return the seconds that embedding `texts` takes."""
        ready = [self._prefix + text for text in texts]
        started = time.perf_counter()
        if self._many:
            self._llama.embed(ready, normalize=True, truncate=True)
        else:
            for text in ready:
                self._llama.embed(text, normalize=True, truncate=True)
        return time.perf_counter() - started

    def close(self) -> None:
        """Free the model."""
        self._llama.close()


def best_loop(model: ModelFile, texts: Sequence[str]) -> Loop:
    """Return the fastest of all shapes for `texts`."""
    best, least = None, float("inf")
    for threads, flash, many in itertools.product(range(1, (os.cpu_count() or 1) + 1), (True, False), (False, True)):
        loop = Loop(model, threads, flash=flash, many=many)
        loop.embed(texts[:1])  # what is slow the first time only
        seconds = loop.embed(texts)
        if seconds < least:
            best, least = loop, seconds
        else:
            loop.close()
    assert best is not None
    return best


def _resident_mb(pid: int | None) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
