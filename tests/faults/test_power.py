"""A power cut: whatever part of the files reached the disk, the index opens and becomes whole again."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from index_tools import RecordingHost, Vault

RUNNER = Path(__file__).with_name("index_runner.py")


def copy_into(vault: Vault, place: Path, journal_share: float = 1.0) -> Vault:
    """Copy the index's files as they are now, with that share of the journal, for another NoteSearch."""
    other = Vault.__new__(Vault)
    other.folder, other.paths = vault.folder, type(vault.paths).for_person(place)
    target = other.index_file.parent
    target.mkdir(parents=True)
    for name in ("index.db", "index.db-wal"):
        source = vault.index_file.with_name(name)
        if source.exists():
            shutil.copyfile(source, target / name)
    journal = target / "index.db-wal"
    if journal.exists():
        with journal.open("r+b") as stream:
            stream.truncate(int(journal.stat().st_size * journal_share))
    return other


def test_any_part_of_the_journal_gives_a_whole_index(vault: Vault, tmp_path: Path) -> None:
    vault.fill(120)
    with vault.open(host=RecordingHost()) as notebook:
        copies: list[Vault] = []
        busy = True
        while busy:
            busy = notebook.work(0.0).busy
            if len(copies) < 12:
                share = random.random() if len(copies) % 2 else 1.0
                copies.append(copy_into(vault, tmp_path / f"copy{len(copies)}", share))
    fresh = vault.fresh_contents(tmp_path / "fresh")
    for copy in copies:
        with copy.open(host=RecordingHost()) as notebook:
            assert notebook._session.news() == ()
            assert notebook.check() == []
            assert notebook.index(embed=True).notes == 120
            assert notebook.check() == []
        assert copy.contents() == fresh


def test_rubbish_at_the_end_of_the_journal_is_passed_over(vault: Vault, tmp_path: Path) -> None:
    vault.fill(20)
    with vault.open() as notebook:
        notebook.index(embed=False)
        copy = copy_into(vault, tmp_path / "copy")
    with copy.index_file.with_name("index.db-wal").open("ab") as stream:
        stream.write(random.randbytes(10_000))
    with copy.open() as notebook:
        assert notebook.check() == []
        assert notebook.index(embed=False).notes == 20
    assert copy.contents() == vault.fresh_contents(tmp_path / "fresh")


@pytest.mark.parametrize("order", [("index.db", "index.db-wal"), ("index.db-wal", "index.db")])
def test_files_copied_while_they_are_written_end_up_whole(vault: Vault, tmp_path: Path, order: tuple[str, str]) -> None:
    vault.fill(300)
    writer = subprocess.Popen(
        [sys.executable, RUNNER, vault.folder, vault.paths.data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert writer.stdout is not None
    writer.stdout.readline()  # it is open
    copies: list[Vault] = []
    while writer.poll() is None and len(copies) < 4:
        other = Vault.__new__(Vault)
        other.folder, other.paths = vault.folder, type(vault.paths).for_person(tmp_path / f"copy{len(copies)}")
        other.index_file.parent.mkdir(parents=True)
        for name in order:
            if vault.index_file.with_name(name).exists():
                shutil.copyfile(vault.index_file.with_name(name), other.index_file.with_name(name))
        copies.append(other)
    writer.wait()
    writer.stdout.close()
    fresh = vault.fresh_contents(tmp_path / "fresh")
    for copy in copies:
        with copy.open() as notebook:
            assert notebook.index(embed=False).notes == 300
            assert notebook.check() == []
        assert copy.contents() == fresh
