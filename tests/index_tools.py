"""What tests of the index share: a vault on disk, a notebook over it, a model from memory, and a whole index as data."""

from __future__ import annotations

import contextlib
import ctypes
import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from fakes import SubjectHost

from notesearch.embedding.absent import NoHost
from notesearch.embedding.embedder import PassageVectors
from notesearch.index.database import open_database
from notesearch.index.rowids import chunk_of, note_of
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.search.request import SearchRequest
from notesearch.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from notesearch.embedding.embedder import EmbeddingHost, Passage
    from notesearch.notebook import Activity

PATIENCE_S = 30.0
_CAPABILITY_VERSION = 0x20080522
_READS_ALL = 0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH


class RecordingHost(SubjectHost):
    """A model from memory that keeps what it was given to embed, and cannot embed texts with the word `hopeless`."""

    def __init__(self, sha256: str = "ab" * 32) -> None:
        super().__init__(sha256=sha256)
        self.embedded: list[str] = []

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        self.embedded += [passage.text for passage in passages]
        good = tuple(passage for passage in passages if "hopeless" not in passage.text)
        bad = tuple((passage.key, "too strange") for passage in passages if "hopeless" in passage.text)
        if bad:
            self._events.append(PassageVectors((), bad))
        return super().offer(good)


class Vault:
    """Notes in `folder`, what NoteSearch writes in `paths`."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "notes"
        self.folder.mkdir(exist_ok=True)
        self.paths = AppPaths.for_person(place / "data")

    def write(self, name: str, text: str = "", mtime: float | None = None) -> Path:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        if mtime is not None:
            os.utime(file, (mtime, mtime))
        return file

    def fill(self, count: int, prefix: str = "note") -> None:
        for number in range(count):
            self.write(f"{prefix}{number}.md", f"# {prefix} {number}\n\nabout thing{number} and the {prefix}\n")

    def open(self, *, host: EmbeddingHost | None = None, watch: bool = False, **settings: object) -> Notebook:
        host = host or NoHost("no model: none is chosen")
        chosen = Settings(**settings)  # type: ignore[arg-type] # msgspec checks no types here, the tests' own do
        return Notebook.open(self.folder, self.paths, settings=chosen, host=host, watch=watch)

    @property
    def index_file(self) -> Path:
        return self.paths.vault(self.folder).index

    def contents(self) -> dict[str, object]:
        """Return all that the index holds, free of ids and of when and where: two builds of one vault are equal."""
        return contents(self.index_file)

    def fresh_contents(self, place: Path, **settings: object) -> dict[str, object]:
        """Return what an index built in one run from the same folder holds."""
        other = Vault.__new__(Vault)
        other.folder, other.paths = self.folder, AppPaths.for_person(place)
        with other.open(**settings) as notebook:  # type: ignore[arg-type] # as in `open`
            notebook.index(embed=False)
        return other.contents()


def contents(index_file: Path) -> dict[str, object]:
    database = open_database(index_file)
    try:
        names = {note: bytes(path) for note, path in database.rows("SELECT id, path FROM notes")}
        database.rows("CREATE VIRTUAL TABLE temp.all_words USING fts5vocab (main, chunk_words, instance)")
        database.rows("CREATE VIRTUAL TABLE temp.note_terms2 USING fts5vocab (main, note_words, instance)")
        chunks = "SELECT id >> 16, id & 65535, start, stop, first_line, last_line, heading, hash, recency FROM chunks"
        notes = (
            "SELECT id, size, mtime_ns, inode, hash, identity, title, source, date, place, open_tasks, done_tasks, warnings"
            " FROM notes"
        )
        queries = {
            "notes": notes,
            "chunks": chunks,
            "texts": "SELECT note, text FROM texts",
            "names": "SELECT note, name FROM names",
            "tags": "SELECT note, tag FROM tags",
            "properties": "SELECT note, key, value FROM properties",
            "chunk words": f"SELECT {note_of('doc')}, {chunk_of('doc')} & 65535, term, col, offset FROM temp.all_words",
            "note words": "SELECT doc, term, col, offset FROM temp.note_terms2",
        }
        return {
            name: sorted((names[first], *map(repr, rest)) for first, *rest in database.rows(sql))
            for name, sql in queries.items()
        }
    finally:
        database.close()


def settle(notebook: Notebook, until: Callable[[Activity], bool] = lambda _: True) -> Activity:
    """Do the notebook's work until it has none and `until` holds; the last activity has the notices of all."""
    deadline = time.monotonic() + PATIENCE_S
    notices: tuple[str, ...] = ()
    while True:
        activity = notebook.work()
        notices += activity.notices
        if not activity.busy and until(activity):
            return replace(activity, notices=notices)
        assert time.monotonic() < deadline, f"still not so: {activity}"
        if not activity.busy:
            time.sleep(0.005)


def found(notebook: Notebook, query: str, sync: str = "none") -> list[str]:
    """Return the paths that words find, best first."""
    return [each.path for each in notebook.search(SearchRequest(query, mode="keyword", sync=sync)).results]  # type: ignore[arg-type]


@contextlib.contextmanager
def without_root_rights() -> Iterator[None]:
    """Have file permissions count for this thread, also when it is root's."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    data = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, data) == 0
    before = data[0]
    data[0] = before & ~_READS_ALL
    assert libc.capset(header, data) == 0
    try:
        yield
    finally:
        data[0] = before
        assert libc.capset(header, data) == 0
