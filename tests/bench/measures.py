"""What is measured of NoteSearch: first index, queries, what comes after it, and starts."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.search.request import SearchRequest
from tests.bench import bare
from tests.bench.report import Row
from tests.bench.timing import in_turn, p95

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_TOO_LONG = 30.0


class Lab:
    """A vault, and a place for what is made of it."""

    def __init__(self, vault: Path, place: Path, note_bytes: int) -> None:
        self.vault = vault
        self.place = place
        self.note_bytes = note_bytes
        self.paths = AppPaths.for_person(place / "data")
        self.bare = place / "bare.db"

    @property
    def index(self) -> Path:
        """The index of the vault."""
        return self.paths.vault(self.vault).index

    def run(self, *words: str) -> float:
        """Run a command of ours as a process of its own; returns its seconds."""
        command = [sys.executable, "-m", "notesearch", "--data-dir", str(self.place / "data"), *words]
        # A program that is installed is compiled once; where Python may keep nothing, each start would do that again.
        environ = {**os.environ, "PYTHONPYCACHEPREFIX": str(self.place / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        started = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environ)
        return time.perf_counter() - started


def first_index(lab: Lab, repeats: int) -> Iterator[Row]:
    """Index from nothing, in turn with plain FTS5 over the same rows."""
    ours, plain = [], []
    for _ in range(repeats):
        shutil.rmtree(lab.place / "data", ignore_errors=True)
        with Notebook.open(lab.vault, lab.paths) as notebook:
            ours.append(notebook.index(embed=False).seconds)
        plain.append(bare.build(lab.vault, bare.chunk_places(lab.index), lab.bare))
    yield Row("first index against plain FTS5", statistics.median(map(_divide, ours, plain)), "times", 6)
    yield Row("first index", statistics.median(ours), "s")
    yield Row("plain FTS5", statistics.median(plain), "s")
    yield Row("index size against the notes", lab.index.stat().st_size / lab.note_bytes, "times", 2.5)


def _divide(ours: float, theirs: float) -> float:
    return ours / theirs


def queries(lab: Lab, questions: Sequence[str]) -> Iterator[Row]:
    """Ask by words alone, all stages and snippets, in turn with plain FTS5."""
    plain = bare.Bare(lab.bare)
    with Notebook.open(lab.vault, lab.paths) as notebook:
        notebook.index(embed=False)

        def ask(text: str) -> None:
            notebook.search(SearchRequest(text, mode="keyword"))

        ours, theirs = in_turn(questions, ask, plain.ask)
    plain.close()
    yield Row("query p95 against plain FTS5", p95(ours) / p95(theirs), "times", 0.5)
    yield Row("query p50", statistics.median(ours), "ms")
    yield Row("query p95", p95(ours), "ms", 50)
    yield Row("plain FTS5 query p50", statistics.median(theirs), "ms")
    yield Row("plain FTS5 query p95", p95(theirs), "ms")


def upkeep(lab: Lab, repeats: int) -> Iterator[Row]:
    """Start with nothing changed, and save a note."""
    lab.run("index", str(lab.vault), "--no-embed")
    starts = [lab.run("index", str(lab.vault), "--no-embed") for _ in range(repeats)]
    yield Row("start to up to date, nothing changed", statistics.median(starts), "s", 0.7)
    yield Row("saved to found", statistics.median(_edits(lab, repeats)), "ms", 150)


def _edits(lab: Lab, repeats: int) -> Iterator[float]:
    notes = sorted(lab.vault.rglob("*.md"))[:repeats]
    with Notebook.open(lab.vault, lab.paths, watch=True) as notebook:
        while notebook.work().busy:
            pass
        for number, note in enumerate(notes):
            before, word = note.read_bytes(), f"zyxw{number}vut"
            started = time.perf_counter()
            note.write_bytes(before + word.encode())
            while not notebook.search(SearchRequest(word, mode="keyword")).results:
                notebook.work()
                assert time.perf_counter() - started < _TOO_LONG, "the change was never found"
            yield (time.perf_counter() - started) * 1000
            note.write_bytes(before)


def starts(lab: Lab, small: Path, repeats: int) -> Iterator[Row]:
    """Start the command, with nothing to do and with a search of a small vault."""
    lab.run("search", str(small), "note", "--mode", "keyword")
    version = [lab.run("--version") for _ in range(repeats)]
    search = [lab.run("search", str(small), "note", "--mode", "keyword") for _ in range(repeats)]
    yield Row("notesearch --version", statistics.median(version), "s", 0.25)
    yield Row("notesearch search, 50 notes", statistics.median(search), "s", 0.6)
