"""Whatever stands in a note or is typed: nothing crashes, and nothing takes longer than a second.

2,000 mutants by default; the long run has 20,000 notes and 100,000 queries.
"""

from __future__ import annotations

import random
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import mutants
import pytest
from index_tools import RecordingHost, Vault

from notesearch.index.pool import prepare_file
from notesearch.index.prepare import NoteRows
from notesearch.paths import resources
from notesearch.search.request import SearchRequest
from notesearch.search.snippet import find_hits
from notesearch.settings import Settings
from notesearch.vault.frontmatter import parse
from notesearch.vault.note import NoteFile, SkippedFile, Stamp
from notesearch.vault.read import read_note
from notesearch.vault.render import render

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from notesearch.notebook import Notebook

LONGEST_S = 1.0
TERMS = frozenset({"the", "note", "a", "文字", "tag"})
QUERIES = (
    "boiler pressure",
    '"kitchen renovation" -tile',
    "tag:cycling path:Journal shikoku OR kyushu",
    "(boiler OR knee) -sleep folder:House",
    "after:2026-01-01 before:2026-03-01 standup",
    "围棋 定石",
    "how do I bleed the radiators?",
    "title:knee status:open is:todo",
    "user_name 3.11.7 C++ example.org",
    "Opa Henning's recipe*",
)


class Clock:
    """Measures the processor time of each input, since others use the machine too; keeps the worst."""

    def __init__(self) -> None:
        self.worst = (0.0, -1)
        self.slow: list[tuple[int, float]] = []

    @contextmanager
    def item(self, number: int) -> Iterator[None]:
        started = time.process_time()
        try:
            yield
        except BaseException:
            sys.stdout.write(f"number {number}\n")  # shown when the test fails
            raise
        took = time.process_time() - started
        self.worst = max(self.worst, (took, number))
        if took > LONGEST_S:
            self.slow.append((number, took))


def begin() -> int:
    seed = random.randrange(1 << 30)
    sys.stdout.write(f"seed {seed}\n")
    return seed


def sample_notes() -> list[bytes]:
    return [file.read_bytes() for file in sorted((resources() / "sample-vault").rglob("*.md"))]


def fuzz_notes(vault: Vault, count: int) -> None:
    """Read, cut, tokenise, render and store mutants of notes."""
    seed, seeds, clock, chunks, skipped = begin(), sample_notes(), Clock(), 0, 0
    with vault.open() as notebook:
        notebook.index(embed=False)
        for number in range(count):
            name = f"mutant {number % 500}.md"  # most take the place of an earlier one
            file = vault.folder / name
            file.write_bytes(mutants.note(seeds, seed, number))
            with clock.item(number):
                rows = _look_at(NoteFile(str(vault.folder), name, Stamp(0, 0, 0)))
                if isinstance(rows, NoteRows):
                    notebook._index.store.write([rows], "fuzz")
                    chunks += len(rows.chunks)
            skipped += isinstance(rows, SkippedFile)
        assert notebook.check() == []
        assert notebook.index(embed=False).pending_embeddings > 0
        assert notebook.check() == []
    sys.stdout.write(f"{count} notes, {chunks} chunks, {skipped} no text; slowest {clock.worst[0]:.3f} s\n")
    assert clock.slow == []
    assert skipped < count / 2


def _look_at(file: NoteFile) -> NoteRows | SkippedFile:
    settings = Settings()
    rows = prepare_file(file, settings)
    content = read_note(file)
    if not isinstance(content, SkippedFile):
        front = parse(content.text, settings.vault.date_keys)
        place = (rows.chunks[-1].start, rows.chunks[-1].stop) if isinstance(rows, NoteRows) else None
        render(content.text, front, place, lambda text: find_hits(text, TERMS))
    return rows


@pytest.fixture
def sample(vault: Vault) -> Iterator[Notebook]:
    """Return an indexed copy of the sample vault, with vectors."""
    for number, content in enumerate(sample_notes()):
        (vault.folder / f"{number}.md").write_bytes(content)
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
        yield notebook


def fuzz_queries(notebook: Notebook, count: int) -> None:
    """Search for mutants of queries, as typed and as sent off, by words and with a model."""
    seed, clock, hits = begin(), Clock(), 0
    for number in range(count):
        text = mutants.query(QUERIES, seed, number)
        request = SearchRequest(
            text, mode="auto" if number % 4 == 0 else "keyword", sync="none", typing=number % 3 == 0, limit=10
        )
        with clock.item(number):
            answer = notebook.search(request)
        hits += bool(answer.results)
        for result in answer.results:
            assert 0 <= result.score <= 5 * 1.25
            assert all(0 <= start < end <= len(result.snippet) for start, end in result.marks)
    sys.stdout.write(f"{count} queries, {hits} with results; slowest {clock.worst[0]:.3f} s\n")
    assert clock.slow == []
    assert hits > count / 4


def test_500_mutated_notes(vault: Vault) -> None:
    fuzz_notes(vault, 500)


def test_1500_mutated_queries(sample: Notebook) -> None:
    fuzz_queries(sample, 1500)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_20_000_mutated_notes(vault: Vault) -> None:
    fuzz_notes(vault, 20_000)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_100_000_mutated_queries(sample: Notebook) -> None:
    fuzz_queries(sample, 100_000)


def test_a_mutant_can_be_made_again(tmp_path: Path) -> None:
    assert mutants.note([b"a note", b"another"], 7, 3) == mutants.note([b"a note", b"another"], 7, 3)
    assert mutants.query(QUERIES, 7, 3) == mutants.query(QUERIES, 7, 3)
    assert len({mutants.query(QUERIES, 7, number) for number in range(100)}) > 90
