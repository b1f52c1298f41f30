"""Notes prepared in other processes are the same as those prepared here, and a process that dies costs one note at most."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notesearch.index import pool
from notesearch.index.prepare import NoteRows
from notesearch.settings import Settings
from notesearch.vault.note import NoteFile, Root, SkippedFile
from notesearch.vault.scan import scan

if TYPE_CHECKING:
    from index_tools import Vault

SETTINGS = Settings()
WAIT_S = 0.05
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found through /proc")


def files_of(vault: Vault) -> list[NoteFile]:
    return list(scan([Root(str(vault.folder))], SETTINGS.vault).notes)


def prepared(files: list[NoteFile]) -> dict[str, pool.Prepared]:
    return {file.path: rows for batch in pool.prepare_files(files, SETTINGS, WAIT_S) for file, rows in batch}


def children(pid: int) -> set[int]:
    return {int(one) for file in Path(f"/proc/{pid}/task").glob("*/children") for one in file.read_text().split()}


def workers(pid: int) -> set[int]:
    """Return the children that are at work, which Python's resource tracker is not."""
    tasks = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children(pid)}
    return {child for child, line in tasks.items() if b"spawn_main" in line}


def test_the_pool_prepares_what_is_prepared_here(vault: Vault) -> None:
    vault.fill(70)
    vault.write("binary.md", "\0\1\2\3" * 500)
    vault.write("big.md", "# Big\n\n" + "a line of the big note\n" * 20_000)
    files = files_of(vault)
    assert prepared(files) == {file.path: pool.prepare_file(file, SETTINGS) for file in files}


def test_a_few_small_notes_start_no_process(vault: Vault) -> None:
    vault.fill(5)
    results = pool.prepare_files(files_of(vault), SETTINGS, WAIT_S)
    next(results)
    assert workers(os.getpid()) == set()
    assert len(list(results)) == 4


@needs_proc
def test_a_killed_process_costs_no_note(vault: Vault) -> None:
    vault.fill(400)
    files, done = files_of(vault), {}
    killed = False
    for batch in pool.prepare_files(files, SETTINGS, WAIT_S):
        done.update({file.path: rows for file, rows in batch})
        if done and not killed:
            killed = True
            os.kill(min(workers(os.getpid())), signal.SIGKILL)
    assert done.keys() == {file.path for file in files}
    refused = [rows for rows in done.values() if isinstance(rows, SkippedFile)]
    assert len(refused) <= 1  # only when it was alone in its batch


class _Fragile(pool._Worker):
    """A worker that dies of the note `culprit.md`."""

    def give(self, batch: list[NoteFile]) -> None:
        if any(file.path == "culprit.md" for file in batch):
            self.has_begun = self.has_begun or self.take() is not None
            self._process.kill()
            self._process.join()
        super().give(batch)


def test_the_note_that_kills_its_process_is_named(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.fill(70)
    vault.write("culprit.md", "deadly\n")
    monkeypatch.setattr(pool, "_Worker", _Fragile)
    done = prepared(files_of(vault))
    assert done["culprit.md"] == SkippedFile(str(vault.folder), "culprit.md", pool.ENDED, failed=True)
    assert sum(isinstance(rows, NoteRows) for rows in done.values()) == 70


def test_where_no_process_can_begin_all_is_prepared_here(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.fill(70)
    monkeypatch.setattr(pool, "_work", _cannot_begin)
    assert all(isinstance(rows, NoteRows) for rows in prepared(files_of(vault)).values())


def _cannot_begin(*_: object) -> None:
    """Stand in for a process that ends at once."""
    sys.exit(1)


def test_where_no_process_can_be_made_all_is_prepared_here(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.fill(70)
    monkeypatch.setattr(pool, "_Worker", _NoRoom)
    assert len(prepared(files_of(vault))) == 70


class _NoRoom(pool._Worker):
    """A worker for which the system has no process left."""

    def __init__(self, _: Settings, __: int) -> None:
        raise OSError(11, "Resource temporarily unavailable")


@needs_proc
def test_stopping_half_way_ends_the_processes_at_once(vault: Vault) -> None:
    vault.fill(300)
    results = pool.prepare_files(files_of(vault), SETTINGS, WAIT_S)
    next(batch for batch in results if batch)
    assert workers(os.getpid()) != set()
    started = time.monotonic()
    results.close()  # type: ignore[attr-defined] # it is a generator
    assert time.monotonic() - started < 1.0
    assert workers(os.getpid()) == set()


@needs_proc
def test_no_process_outlives_a_killed_parent(vault: Vault, tmp_path: Path) -> None:
    vault.fill(300)
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent("""
        import sys, time
        from notesearch.index import pool
        from notesearch.settings import Settings
        from notesearch.vault.note import Root
        from notesearch.vault.scan import scan
        if __name__ == "__main__":
            files = scan([Root(sys.argv[1])], Settings().vault).notes
            for batch in pool.prepare_files(files, Settings(), 0.05):
                if batch:
                    print("working", flush=True)
                    time.sleep(60)
        """)
    )
    parent = subprocess.Popen([sys.executable, script, vault.folder], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    parent.stdout.readline()
    orphans = workers(parent.pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert orphans
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}/stat").exists() for pid in orphans) and time.monotonic() < deadline:
        time.sleep(0.01)
    left = [pid for pid in orphans if Path(f"/proc/{pid}/stat").exists()]
    assert [pid for pid in left if Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"] == []
