"""A way to run a command in this process, and a fake in the place of the notebook."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from cli_fakes import RESULT, FakeNotebook, Ran, answer

from notesearch.cli.entry import run as run_command
from notesearch.settings import Settings
from notesearch.vault.note import SkippedFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from notesearch.paths import AppPaths


@pytest.fixture
def run(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Run a command on data folders of its own; standard input is `stdin`."""
    monkeypatch.setenv("NOTESEARCH_DATA_DIR", str(tmp_path / "data"))

    def command(*words: str | Path, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = run_command([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return command


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimpleNamespace:
    """Put a fake in the place of the notebook; `notebooks` are those opened so far, in order."""
    report = SimpleNamespace(
        notes=6,
        chunks=20,
        embedded=15,
        pending_embeddings=5,
        added=1,
        updated=2,
        removed=3,
        held_back=0,
        skipped=(SkippedFile("/notes", "big.md", "too large"),),
        seconds=0.25,
        faults=[],
        offline=None,
        read_only=None,
    )
    vault = tmp_path / "notes"
    vault.mkdir()
    state = SimpleNamespace(
        vault=vault, notebooks=[], report=report, respond=lambda request: answer(request.text, RESULT)
    )

    def opened(vault: Path, paths: AppPaths, *, settings: Settings | None = None) -> FakeNotebook:
        notebook = FakeNotebook(vault, settings or Settings(), state.respond, state.report)
        state.notebooks.append(notebook)
        return notebook

    monkeypatch.setattr("notesearch.notebook.Notebook", SimpleNamespace(open=opened), raising=False)
    return state
