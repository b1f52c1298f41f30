"""A notebook that answers from memory, and results to show, for tests of the window and of its thread."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from notesearch.embedding.embedder import HostState, ModelInfo, QueryVector
from notesearch.errors import NoteSearchError
from notesearch.index.naming import VaultNames
from notesearch.reports import Activity, Around, EmbedProgress, LinkedNote, Preview, Status
from notesearch.search.results import STAGES, Move, OtherChunk, Result, Results, TraceRow
from notesearch.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from notesearch.embedding.embedder import QueryEmbedder
    from notesearch.paths import AppPaths
    from notesearch.search.request import SearchRequest
    from notesearch.vault.note import SkippedFile


def make_result(note_id: int = 1, **changes: object) -> Result:
    """Return a plain result of a workspace note."""
    plain = Result(
        note_id=note_id,
        chunk_id=note_id * 10,
        path=f"Kitchen/Note {note_id}.md",
        root="/vault",
        title=f"Note {note_id}",
        heading=("Oven",),
        start_line=3,
        end_line=9,
        snippet="Bake the bread in a hot oven.",
        marks=((9, 14),),
        score=0.5,
        base=0.5,
        exact=False,
        found_by=("words",),
        text_score=0.5,
        vector_score=None,
        source="workspace",
        age_days=None,
        decay=1.0,
        source_weight=1.0,
        opens=0,
        access_boost=1.0,
        mmr=None,
        weak=False,
        more=(),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def other_chunk(chunk_id: int = 99) -> OtherChunk:
    """Return a further chunk."""
    return OtherChunk(chunk_id, 20, 24, ("Starter",), 0.3)


def make_results(*found: Result, query: str = "bread", mode: str = "hybrid", reason: str | None = None) -> Results:
    """Return an answer with a full trace."""
    trace = tuple(TraceRow(stage, "done", None, len(found), 1.0) for stage in STAGES)
    return Results(query, mode, reason, 0, 4.0, found, trace, terms=frozenset({"bread"}))  # type: ignore[arg-type]


def resting(**changes: object) -> Activity:
    """Return what a notebook says that has nothing to do."""
    plain = Activity(
        busy=False,
        indexing=None,
        embedding=EmbedProgress(5, 5),
        model=HostState("ready"),
        pending=0,
        revision=1,
        notes=3,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def covered(*files: SkippedFile, pending: int = 0) -> Status:
    """Return the coverage of three indexed notes, `pending` others and `files` that are not indexed."""
    failed = tuple(file for file in files if file.failed)
    skipped = tuple(file for file in files if not file.failed)
    on_disk = 3 + pending + len(files)
    return Status(on_disk, 3, pending, failed, skipped, 7, 5, HostState("ready"), "hybrid", None)


class FakeNotebook:
    """Finds three notes for every question but "nothing", reverses them under MMR, remembers what it was asked."""

    def __init__(self, vault: Path, paths: AppPaths) -> None:
        self.vault, self.paths = vault, paths
        self.settings = Settings()
        self.asked: list[tuple[str, str]] = []
        self.opened: list[int] = []
        self.to_embed: list[str] = []
        self.orders: list[str] = []
        self.threads = {threading.get_ident()}
        self.answer_vectors = True
        self.model_state = HostState("ready", None, ModelInfo("small", "ab" * 32, 1))
        self.activity = resting()
        self.coverage = covered()
        self.looks = 0
        self.closed = False
        self.failure: Exception | None = None
        self._tickets: list[int] = []
        self._ticket = 0

    def use_settings(self, settings: Settings) -> None:
        self.settings = settings

    def search(self, request: SearchRequest, embed: QueryEmbedder | None = None) -> Results:
        self.threads.add(threading.get_ident())
        self.asked.append((request.text, request.mode))
        if self.failure is not None:
            raise self.failure
        if request.text == "nothing":
            return make_results(query=request.text)
        found = [make_result(number) for number in (1, 2, 3)]
        if request.mode != "keyword" and embed is not None and embed(request.text).vector is not None:
            found = [by_both(result) for result in found]
        if self.settings.mmr.enabled:
            found = [replace(result, mmr=Move(2 - place * 2)) for place, result in enumerate(reversed(found))]
        if self.model_state.model is None:
            return make_results(*found, query=request.text, mode="keyword", reason=self.model_state.reason)
        mode = "keyword" if request.mode == "keyword" else "hybrid"
        return make_results(*found, query=request.text, mode=mode)

    def request_vector(self, text: str) -> int:
        self._ticket += 1
        self.to_embed.append(text)
        self._tickets.append(self._ticket)
        return self._ticket

    def work(self, budget: float = 0.03) -> Activity:
        answers = tuple((ticket, QueryVector(b"\0" * 4, "done")) for ticket in self._tickets if self.answer_vectors)
        if answers:
            self._tickets = []
        return replace(self.activity, answers=answers)

    def preview(self, note_id: int, chunk_id: int | None, terms: frozenset[str]) -> Preview:
        html = f"<p>Top</p><p><a name='chunk-start'></a>Chunk {chunk_id} of <a href='note:Other'>other</a></p>"
        return Preview(note_id, f"Note {note_id}", "Kitchen/Note.md", "/vault", html, "chunk-start", 0)

    def around(self, note_id: int) -> Around:
        related = (LinkedNote(8, "Near", "Kitchen/Near.md"),)
        return Around(note_id, related, (LinkedNote(9, "Linking", "Linking.md"),), by_meaning=True)

    def tags_of(self, notes: Sequence[int]) -> tuple[str, ...]:
        return tuple(f"tag{note}" for note in notes)

    def names(self) -> VaultNames:
        return VaultNames(("bread", "bird/heron", "birthday"), ("Kitchen", "Kitchen/Old stuff", "家里"), ("status",))

    def resolve_link(self, target: str, from_note: int) -> int | None:
        return 7 if target == "Other" else None

    def note_path(self, note_id: int) -> Path | None:
        return self.vault / f"Note {note_id}.md" if note_id < 100 else None

    def record_open(self, note_id: int) -> None:
        self.opened.append(note_id)

    def forget_opens(self) -> None:
        self.orders.append("forget_opens")

    def rescan(self) -> None:
        self.orders.append("rescan")

    def retry(self) -> None:
        self.orders.append("retry")

    def status(self) -> Status:
        self.looks += 1
        return self.coverage

    def accept_deletions(self) -> None:
        self.orders.append("accept_deletions")

    def close(self) -> None:
        self.closed = True


def by_both(result: Result) -> Result:
    """Return the result as meaning would have found it too."""
    return replace(result, found_by=("words", "meaning"), vector_score=0.8)


def broken() -> NoteSearchError:
    """Return a failure with words."""
    return NoteSearchError("The index cannot be read.")
