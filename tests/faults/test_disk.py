"""A full disk and a folder that cannot be written: searches go on over the last index, the cause is said, nothing crashes."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from index_tools import Vault, found, settle

from notesearch.errors import NoteSearchError
from notesearch.index.database import DatabaseError
from notesearch.settings import Chunks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class SmallDisk:
    """A file system of its own for what NoteSearch writes."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def change(self, options: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{options}", self.place], check=True, capture_output=True)

    def fill_up(self) -> Path:
        """Write until there is no room left; returns the file that takes it."""
        stuffing = self.place / "stuffing"
        with stuffing.open("wb", buffering=0) as stream, contextlib.suppress(OSError):
            while True:
                stream.write(b"x" * 4096)
        assert shutil.disk_usage(self.place).free == 0
        return stuffing


@pytest.fixture
def disk(vault: Vault) -> Iterator[SmallDisk]:
    place = vault.paths.data
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=3m,mode=0700", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk needs root's rights")
    yield SmallDisk(place)
    subprocess.run(["umount", "--lazy", place], check=True)


def big(vault: Vault, count: int = 100) -> None:
    for number in range(count):
        words = " ".join(f"word{number}x{n}" for n in range(600))
        vault.write(f"big{number}.md", f"# Big {number}\n\n{words}\n")


def test_a_disk_that_fills_up_stops_indexing_but_not_searching(vault: Vault, disk: SmallDisk) -> None:
    vault.fill(10)
    with vault.open() as notebook:
        notebook.index(embed=False)
        big(vault)
        with pytest.raises(DatabaseError, match="disk is full"):
            notebook.index(embed=False)
        assert found(notebook, "thing7") == ["note7.md"]
        assert found(notebook, "thing8", sync="bounded") == ["note8.md"]
        assert notebook.check() == []
        notices = settle(notebook).notices
        assert sum("disk is full" in notice for notice in notices) <= 1
        disk.change("size=200m")
        notebook.rescan()
        assert settle(notebook).notes == 110
        assert found(notebook, "word7x7") == ["big7.md"]
        assert notebook.check() == []


def test_it_goes_on_by_itself_when_there_is_room_again(
    vault: Vault, disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notesearch.index.sync._RETRY_S", 0.2)
    vault.fill(10)
    with vault.open() as notebook:
        settle(notebook)
        big(vault)
        notebook.rescan()
        told = settle(notebook, lambda activity: bool(activity.notices)).notices
        assert len(told) == 1
        assert "disk is full" in told[0]
        disk.change("size=200m")
        assert settle(notebook, lambda activity: activity.notes == 110).pending == 0


def test_a_start_with_a_full_disk_searches_the_last_index(vault: Vault, disk: SmallDisk) -> None:
    vault.fill(10)
    with vault.open() as notebook:
        notebook.index(embed=False)
        notebook.record_open(1)
    stuffing = disk.fill_up()
    vault.write("new.md", "a new pangolin\n")
    with vault.open() as notebook:
        assert found(notebook, "thing7") == ["note7.md"]
        notices = settle(notebook).notices
        assert len(notices) == 1
        assert "disk is full" in notices[0]
        notebook.record_open(1)
        stuffing.unlink()
        settle(notebook, lambda activity: activity.notes == 11)
        assert found(notebook, "pangolin") == ["new.md"]


def test_a_read_only_index_folder_is_searched_and_named(vault: Vault, disk: SmallDisk) -> None:
    vault.fill(10)
    with vault.open() as notebook:
        notebook.index(embed=False)
        notebook.record_open(notebook._index.store.named("note7")[0])
    disk.change("ro")
    try:
        vault.write("new.md", "a new pangolin\n")
        with vault.open() as notebook:
            assert found(notebook, "thing7", sync="full") == ["note7.md"]
            notices = settle(notebook).notices
            assert len(notices) == 1
            assert "cannot be" in notices[0]
            notebook.record_open(1)
            assert len(settle(notebook).notices) == 1
            assert notebook.check() == []
            assert notebook.status().pending == 1
            with pytest.raises(NoteSearchError, match="cannot be"):
                notebook.index(embed=False)
            disk.change("rw")
            settle(notebook, lambda activity: activity.notes == 11)
            assert found(notebook, "pangolin") == ["new.md"]
    finally:
        disk.change("rw")


def test_no_room_for_a_second_index_leaves_the_old_one_answering(vault: Vault, disk: SmallDisk) -> None:
    disk.change("size=20m")
    big(vault, 200)
    with vault.open() as notebook:
        notebook.index(embed=False)
    disk.change(f"size={shutil.disk_usage(disk.place).used + 2_000_000}")
    with vault.open(chunks=Chunks(size=800)) as notebook:
        with pytest.raises(DatabaseError, match="disk is full"):
            notebook.index(embed=False)
        assert found(notebook, "word7x7") == ["big7.md"]
        assert notebook.check() == []
        assert not vault.paths.vault(vault.folder).rebuilt.exists()  # its room is given back
        disk.change("size=200m")
        assert notebook.index(embed=False).updated == 200
        assert found(notebook, "word7x7") == ["big7.md"]
        assert notebook.check() == []


def test_a_first_start_on_a_full_disk_says_so(vault: Vault, disk: SmallDisk) -> None:
    vault.fill(3)
    disk.fill_up()
    with pytest.raises(DatabaseError, match=r"full|No space"):
        vault.open()
