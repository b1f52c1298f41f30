"""`kill -9` at any moment leaves a whole index, which then becomes what a single run would have made of the vault."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from index_tools import RecordingHost, Vault

from notesearch.index.database import open_database
from notesearch.search.request import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNNER = Path(__file__).with_name("index_runner.py")


def run_time(command: Sequence[str | Path]) -> float:
    started = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


def kill_after(command: Sequence[str | Path], seconds: float) -> bool:
    """Run a command for at most so long; returns whether it was killed before it had ended."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() == -signal.SIGKILL


def stir(vault: Vault, chance: random.Random) -> None:
    """Change some notes, so that each run has something to do."""
    names = [file.name for file in vault.folder.iterdir()]
    for name in chance.sample(names, len(names) // 15):
        vault.write(
            name, f"# stirred {chance.random()}\n\n" + "other text with many words\n\n" * chance.randrange(1, 90)
        )
    for name in chance.sample(names, 5):
        (vault.folder / name).unlink(missing_ok=True)
    for name in chance.sample(names, 5):
        if (vault.folder / name).exists():
            (vault.folder / name).rename(vault.folder / f"moved {chance.random()}.md")


def check_whole(vault: Vault) -> None:
    """Look at what a killed process has left, without mending anything first."""
    with vault.open(host=RecordingHost()) as notebook:
        assert notebook._session.news() == ()  # nothing had to be set aside
        assert notebook.check() == []


def kill_many_times(vault: Vault, place: Path, count: int) -> None:
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    sys.stdout.write(f"seed {seed}\n")  # shown when the test fails
    runner = (sys.executable, RUNNER, vault.folder, vault.paths.data)
    by_hand = (sys.executable, "-m", "notesearch", "index", vault.folder, "--data-dir", vault.paths.data)
    kinds = (runner, (*runner, "--rebuild"), by_hand)
    longest = [run_time((*runner[:-1], place / "timed"))] * len(kinds)
    killed = ended = 0
    while killed < count:
        kind = (killed + ended) % len(kinds)
        if kill_after(kinds[kind], longest[kind] * chance.uniform(0.15, 1.0)):
            killed += 1
        else:
            ended += 1
            longest[kind] *= 0.8  # what is left to do takes less time than the first run
        if vault.index_file.exists():
            check_whole(vault)
        stir(vault, chance)
    sys.stdout.write(f"{killed} kills, {ended} runs had ended before theirs\n")
    with vault.open(host=RecordingHost()) as notebook:
        report = notebook.index(embed=True)
        assert report.pending_embeddings == 0
        assert notebook.check() == []
    assert vault.contents() == vault.fresh_contents(place / "fresh")


def test_five_kills_over_300_notes(vault: Vault, tmp_path: Path) -> None:
    vault.fill(300)
    kill_many_times(vault, tmp_path, 5)


def test_killed_while_an_older_index_is_brought_up_to_date(vault: Vault, tmp_path: Path) -> None:
    vault.fill(30)
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
    database = open_database(vault.index_file)
    database.rows("DROP TABLE links")
    database.rows("DROP TABLE next_chunks")
    for column in ("opening", "closing"):
        database.rows(f"ALTER TABLE chunks DROP COLUMN {column}")
    database.rows("DELETE FROM meta WHERE key IN ('layout', 'tables')")
    database.rows("PRAGMA user_version = 3")
    database.close()
    runner = (sys.executable, RUNNER.with_name("migration_runner.py"), vault.folder, vault.paths.data)
    assert subprocess.run(runner, check=False).returncode == -signal.SIGKILL
    database = open_database(vault.index_file)
    assert database.number("PRAGMA user_version") == 3
    assert database.value("SELECT 1 FROM sqlite_master WHERE name = 'links'") is None
    database.close()
    host = RecordingHost()
    with vault.open(host=host) as notebook:
        assert notebook._session.news() == ()
        assert notebook.index(embed=True).notes == 30
        assert notebook.check() == []
        assert host.embedded == []  # the vectors are those of before
    assert vault.contents() == vault.fresh_contents(tmp_path / "fresh")


@pytest.mark.parametrize(
    ("start", "nth"),
    [("UPDATE opens", 1), *(("COMMIT", nth) for nth in range(1, 4)), *(("BEGIN", nth) for nth in range(2, 5))],
)
def test_killed_while_notes_move_keeps_what_was_opened(vault: Vault, start: str, nth: int) -> None:
    vault.fill(6)
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
        notebook.record_open(notebook._index.store.named("note 1")[0])
    (vault.folder / "note1.md").rename(vault.folder / "moved.md")
    (vault.folder / "note2.md").unlink()
    vault.write("note3.md", "other words\n")
    runner = (sys.executable, RUNNER.with_name("crash_runner.py"), vault.folder, vault.paths.data, start, str(nth))
    assert subprocess.run(runner, check=False).returncode == -signal.SIGKILL
    check_whole(vault)
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
        (result,) = notebook.search(SearchRequest("thing1", mode="keyword", sync="none")).results
        assert (result.path, result.opens) == ("moved.md", 1)
        assert notebook.check() == []


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_hundred_kills_over_2000_notes(vault: Vault, tmp_path: Path) -> None:
    vault.fill(2000)
    kill_many_times(vault, tmp_path, 100)
