"""Progress is drawn on a terminal's standard error and nowhere else, in words that a person can follow."""

from __future__ import annotations

import pytest

from notesearch.cli import progress
from notesearch.embedding.embedder import HostState
from notesearch.notebook import Activity, EmbedProgress, SyncProgress


def activity(indexing: SyncProgress | None, embedding: EmbedProgress) -> Activity:
    return Activity(
        busy=True, indexing=indexing, embedding=embedding, model=HostState("ready"), pending=0, revision=1, notes=0
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (0.2, ", about 1 s left"),
        (59.4, ", about 59 s left"),
        (60, ", about 1 min left"),
        (3600, ", about 60 min left"),
    ],
)
def test_time_left_is_in_the_unit_of_its_size(seconds: float | None, words: str) -> None:
    assert progress.time_left(seconds) == words


def test_reading_is_shown_before_embedding_and_then_what_is_left() -> None:
    drawn: list[tuple[str, float, float | None]] = []
    draw = progress.of_activity(lambda what, done, total: drawn.append((what, done, total)))
    draw(activity(SyncProgress(3, 10), EmbedProgress(0, 20)))
    draw(activity(None, EmbedProgress(5, 20, 90.0)))
    draw(activity(None, EmbedProgress(20, 20)))
    assert drawn == [("Reading notes, 3 of 10", 3, 10), ("Embedding, 5 of 20 chunks, about 2 min left", 5, 20)]


def test_without_a_terminal_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.bar() as show:
        show("Reading notes", 1, 2)
    assert capsys.readouterr() == ("", "")


def test_on_a_terminal_it_is_drawn_on_standard_error_and_wiped_off(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with progress.bar() as show:
        show("Reading notes", 1, 2)
    out, err = capsys.readouterr()
    assert out == ""
    assert "Reading notes" in err
    assert err.endswith("\x1b[2K")
