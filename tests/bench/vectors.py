"""What is measured of meaning: hybrid queries over many vectors, and how much is embedded again after changes."""

from __future__ import annotations

import random
import statistics
import struct
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import sqlite_vec

from notesearch.embedding.embedder import Event, HostState, ModelInfo, Passage, PassageVectors, QueryVector
from notesearch.notebook import Notebook
from notesearch.search.request import SearchRequest
from tests.bench.report import Row
from tests.bench.timing import in_turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.bench.measures import Lab

MODEL = ModelInfo("random", "00" * 32, 384)
MOST_VECTORS = 100_000
_BATCH = 2000
_K = 256
_MOVED, _EDITED = 1000, 100
_LONG_NOTE = 8000  # bytes: several chunks


class Dice:
    """Draws unit vectors that mean nothing: a scan takes as long over them as over real ones."""

    def __init__(self) -> None:
        self._random = random.Random(3)

    def vector(self) -> bytes:
        """Return a unit vector of the model's width."""
        values = [self._random.gauss(0, 1) for _ in range(MODEL.dimensions)]
        length = sum(value * value for value in values) ** 0.5
        return struct.pack(f"<{MODEL.dimensions}f", *(value / length for value in values))


class InstantHost:
    """A host without a process: every text has a vector at once, and is counted."""

    def __init__(self) -> None:
        self.embedded = 0
        self._dice = Dice()
        self._events: list[Event] = []
        self.state = HostState("ready", None, MODEL)

    def start(self) -> None:
        """There is nothing to start."""

    def embed_query(self, text: str) -> QueryVector:
        """Return a vector at once: what a real model takes is the same whatever searches with it."""
        return QueryVector(self._dice.vector(), "done")

    def request_query(self, text: str) -> int:
        """Answer at the next `poll`."""
        self._events.append((0, self.embed_query(text)))
        return 0

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        """Embed all of them."""
        self.embedded += len(passages)
        self._events.append(PassageVectors(tuple((each.key, self._dice.vector()) for each in passages)))
        return True

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Return what was asked for since."""
        events, self._events = self._events, []
        return events

    def fileno(self) -> int:
        """There is no process."""
        return -1

    def pause(self) -> None:
        """Nothing goes on by itself."""

    def resume(self) -> None:
        """As `pause`."""

    def close(self) -> None:
        """There is nothing to end."""


def hybrid(lab: Lab, questions: Sequence[str]) -> Iterator[Row]:
    """Ask by words and meaning, in turn with words alone and a bare KNN; embedding the query is left out of both."""
    host = InstantHost()
    with Notebook.open(lab.vault, lab.paths, host=host) as notebook:
        notebook.index(embed=False)
        count = _fill(notebook)
        with closing(apsw.Connection(str(lab.index), flags=apsw.SQLITE_OPEN_READONLY)) as bare:
            bare.enable_load_extension(True)  # noqa: FBT003 - apsw's own signature
            bare.load_extension(sqlite_vec.loadable_path())
            ours, words, nearest = in_turn(
                questions,
                lambda text: notebook.search(SearchRequest(text), embed=host.embed_query),
                lambda text: notebook.search(SearchRequest(text, mode="keyword")),
                lambda text: _knn(bare, host.embed_query(text)),
            )
    ratios = [each / (one + other) for each, one, other in zip(ours, words, nearest, strict=True)]
    yield Row(f"hybrid query over {count} vectors against its parts", statistics.median(ratios), "times", 1.5)
    yield Row("hybrid query p50", statistics.median(ours), "ms")
    yield Row("bare KNN p50", statistics.median(nearest), "ms")
    if lab.index.stat().st_size and count < MOST_VECTORS:  # every chunk has one
        yield Row("index size with vectors against the notes", lab.index.stat().st_size / lab.note_bytes, "times", 4.5)


def _fill(notebook: Notebook) -> int:
    """Give chunks vectors, 100,000 at most; returns how many have one."""
    store, vectors, dice = notebook._index.store, notebook._index.vectors, Dice()
    vectors.use_model(MODEL)
    while (done := store.counts()[2]) < MOST_VECTORS:
        waiting = store.waiting_chunks(min(_BATCH, MOST_VECTORS - done))
        if not waiting:
            break
        vectors.put([(chunk, content, dice.vector()) for chunk, content in waiting])
    return done


def _knn(bare: apsw.Connection, query: QueryVector) -> None:
    sql = "SELECT chunk, distance FROM vectors WHERE embedding MATCH ? AND k = ? ORDER BY distance"
    bare.execute(sql, (query.vector, _K)).fetchall()


def embedded_again(lab: Lab, vault: Path) -> Iterator[Row]:
    """Move notes, then change a word in long ones: only what has changed may be embedded again."""
    host = InstantHost()
    with Notebook.open(vault, lab.paths, host=host) as notebook:
        notebook.index(embed=True)
        yield Row(f"embedded again after {_move(vault)} notes moved", _counted(notebook, host), "chunks", 0)
        edited = _edit(vault)
        again = _counted(notebook, host) / edited
    # A change at the border of two chunks that overlap is in both.
    yield Row(f"embedded again for each of {edited} words changed", again, "chunks", 2)


def _counted(notebook: Notebook, host: InstantHost) -> int:
    before = host.embedded
    notebook.index(embed=True)
    return host.embedded - before


def _move(vault: Path) -> int:
    notes = sorted(vault.rglob("*.md"))[:_MOVED]
    for number, note in enumerate(notes):
        (vault / f"Moved {number % 10}").mkdir(exist_ok=True)
        note.rename(vault / f"Moved {number % 10}" / note.name)
    return len(notes)


def _edit(vault: Path) -> int:
    long_notes = [note for note in sorted(vault.rglob("*.md")) if note.stat().st_size > _LONG_NOTE][:_EDITED]
    for note in long_notes:
        text = note.read_text("utf-8")
        middle = text.find(" ", len(text) // 2) + 1
        note.write_text(f"{text[:middle]}otherwise {text[middle:]}", "utf-8")
    return len(long_notes)
