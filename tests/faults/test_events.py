"""Each thing that can happen to a file is followed by the real watcher: once nothing is pending, a search is right."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from index_tools import PATIENCE_S, RecordingHost, Vault, found, settle

from notesearch.search.request import SearchRequest
from notesearch.settings import Settings
from notesearch.settings import Vault as VaultSettings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from notesearch.notebook import Notebook


@pytest.fixture
def window(vault: Vault) -> Iterator[Notebook]:
    """Return a notebook that watches its vault, as the window's does."""
    for number in range(3):
        vault.write(f"note{number}.md", f"# Note {number}\n\nabout thing{number}\n")
    with vault.open(host=RecordingHost(), watch=True) as notebook:
        settle(notebook, lambda activity: activity.embedding.embedded == 3)
        yield notebook


def comes(notebook: Notebook, query: str, *paths: str) -> None:
    """Wait until `query` finds exactly `paths`; before that it never shows a note that is gone."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        activity = settle(notebook)
        shown = found(notebook, query, sync="bounded")
        assert all((notebook.vault / path).is_file() for path in shown)
        if sorted(shown) == sorted(paths) and not activity.pending:
            break
        assert time.monotonic() < deadline, f"{query} finds {shown}, not {paths}"
        time.sleep(0.005)
    assert notebook.check() == []


def all_comes(notebook: Notebook, vault: Vault) -> None:
    """Wait until the index holds exactly the notes on disk."""
    settle(notebook, lambda activity: not activity.pending and _is_right(notebook, vault))
    assert notebook.check() == []


def _is_right(notebook: Notebook, vault: Vault) -> bool:
    status = notebook.status()
    count = sum(file.suffix == ".md" for file in vault.folder.rglob("*") if file.is_file())
    return status.indexed == status.on_disk == count == notebook._index.store.counts()[0]


def exchange(one: Path, other: Path) -> None:
    """Have two files or folders change places in one step."""
    libc = ctypes.CDLL(None, use_errno=True)
    if sys.platform != "linux" or libc.renameat2(-100, os.fsencode(one), -100, os.fsencode(other), 2) != 0:
        pytest.skip("this system cannot exchange two names")


@contextlib.contextmanager
def mounted(place: Path) -> Iterator[None]:
    command = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting a disk needs root's rights")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def scan_is_due(notebook: Notebook) -> None:
    watcher = notebook._watcher
    assert watcher is not None
    watcher._looked -= watcher._rescan_seconds


def test_create(vault: Vault, window: Notebook) -> None:
    vault.write("new.md", "a pangolin\n")
    comes(window, "pangolin", "new.md")


def test_create_in_a_new_folder_of_new_folders(vault: Vault, window: Notebook) -> None:
    vault.write("one/two/three/new.md", "a pangolin\n")
    comes(window, "pangolin", "one/two/three/new.md")


def test_edit_in_place(vault: Vault, window: Notebook) -> None:
    vault.write("note1.md", "a pangolin\n")
    comes(window, "pangolin", "note1.md")
    assert found(window, "thing1") == []


def test_edit_by_temporary_file_and_rename_never_loses_the_note(vault: Vault, window: Notebook) -> None:
    ids = window._index.store.named("note 1")
    for number in range(5):
        temporary = vault.write(".note1.md.tmp", f"# Note 1\n\nabout thing1 pangolin{number}\n")
        temporary.rename(vault.folder / "note1.md")
        deadline = time.monotonic() + PATIENCE_S
        while found(window, f"pangolin{number}", sync="bounded") != ["note1.md"]:
            window.work()
            assert window._index.store.named("note 1") == ids  # one update, never a deletion
            assert time.monotonic() < deadline
    comes(window, "thing1", "note1.md")


def test_delete(vault: Vault, window: Notebook) -> None:
    (vault.folder / "note1.md").unlink()
    assert found(window, "thing1", sync="bounded") == []  # at once, whether the event has come or not
    comes(window, "thing1")
    assert settle(window, lambda activity: activity.notes == 2).notes == 2


def test_delete_and_recreate_at_once_is_one_update(vault: Vault, window: Notebook) -> None:
    ids = window._index.store.named("note 1")
    (vault.folder / "note1.md").unlink()
    vault.write("note1.md", "# Note 1\n\na pangolin\n")
    comes(window, "pangolin", "note1.md")
    assert window._index.store.named("note 1") == ids
    assert (window._sync.counts.removed, window._sync.counts.updated) == (0, 1)


def test_rename_keeps_vector_and_opens(vault: Vault, window: Notebook) -> None:
    window.record_open(window._index.store.named("note 1")[0])
    host: RecordingHost = window._host  # type: ignore[assignment]
    host.embedded.clear()
    (vault.folder / "note1.md").rename(vault.folder / "renamed.md")
    comes(window, "thing1", "renamed.md")
    settle(window, lambda activity: activity.embedding.embedded == 3)
    assert host.embedded == []
    assert window.search(SearchRequest("thing1", mode="keyword", sync="none")).results[0].opens == 1


def test_rename_that_only_changes_case(vault: Vault, window: Notebook) -> None:
    (vault.folder / "note1.md").rename(vault.folder / "Note1.md")
    comes(window, "thing1", "Note1.md")
    assert settle(window, lambda activity: activity.notes == 3).notes == 3


def test_rename_over_another_note(vault: Vault, window: Notebook) -> None:
    (vault.folder / "note1.md").rename(vault.folder / "note2.md")
    comes(window, "thing1", "note2.md")
    comes(window, "thing2")


def test_move_out_of_the_vault_and_back(vault: Vault, window: Notebook, tmp_path: Path) -> None:
    (vault.folder / "note1.md").rename(tmp_path / "note1.md")
    comes(window, "thing1")
    settle(window, lambda activity: activity.notes == 2)
    (tmp_path / "note1.md").rename(vault.folder / "note1.md")
    comes(window, "thing1", "note1.md")


@pytest.mark.parametrize("count", [400, pytest.param(2000, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_rename_and_move_of_a_folder_with_many_notes(
    vault: Vault, window: Notebook, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index_tools.PATIENCE_S", 300.0)
    for number in range(count):
        vault.write(f"many/deep/m{number}.md", f"member {number} of the crowd\n")
    all_comes(window, vault)
    settle(window, lambda activity: activity.embedding.embedded == count + 3)
    window.record_open(window._index.store.named("m7")[0])
    host: RecordingHost = window._host  # type: ignore[assignment]
    host.embedded.clear()
    (vault.folder / "many").rename(vault.folder / "renamed")
    all_comes(window, vault)
    (vault.folder / "renamed/deep").rename(vault.folder / "moved")
    all_comes(window, vault)
    comes(window, "folder:moved file:m7.md", "moved/m7.md")
    settle(window, lambda activity: activity.embedding.embedded == count + 3)
    assert host.embedded == []
    assert window._index.opens.of(str(vault.folder), "moved/m7.md") is not None
    assert window._sync.held_back == 0


def test_a_note_replaced_by_a_folder_of_its_name_and_back(vault: Vault, window: Notebook) -> None:
    (vault.folder / "note1.md").unlink()
    vault.write("note1.md/inner.md", "a pangolin\n")
    comes(window, "thing1")
    comes(window, "pangolin", "note1.md/inner.md")
    shutil.rmtree(vault.folder / "note1.md")
    vault.write("note1.md", "a file again\n")
    comes(window, "pangolin")
    comes(window, "again", "note1.md")


def test_a_burst_of_500_files_is_drained_while_searches_are_answered(vault: Vault, window: Notebook) -> None:
    for number in range(500):
        vault.write(f"burst/b{number}.md", f"burst member number{number}\n")
    deadline = time.monotonic() + PATIENCE_S
    took = []
    while window._index.store.counts()[0] < 503:
        window.work()
        started = time.monotonic()
        assert found(window, "thing1", sync="bounded") == ["note1.md"]
        took.append(time.monotonic() - started)
        assert time.monotonic() < deadline
    all_comes(window, vault)
    assert sorted(took)[int(len(took) * 0.95)] < 0.5  # 100 ms on an idle machine
    shutil.rmtree(vault.folder / "burst")
    assert found(window, "number7", sync="bounded") == []


@pytest.mark.parametrize("count", [300, pytest.param(5000, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_74_a_checkout_that_changes_most_notes(
    vault: Vault, window: Notebook, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index_tools.PATIENCE_S", 300.0)
    for number in range(count):
        vault.write(f"n{number}.md", f"branch main number{number}\n")
    all_comes(window, vault)
    for number in range(0, count, 3):
        (vault.folder / f"n{number}.md").unlink()
    for number in range(1, count, 3):
        vault.write(f"n{number}.md", f"branch other number{number}\n")
    all_comes(window, vault)
    assert "n3.md" not in found(window, "number3")
    others = SearchRequest("other", mode="keyword", sync="none", limit=200)
    assert len(window.search(others).results) == min(200, count // 3)


def test_two_folders_that_change_places_are_both_followed(vault: Vault, window: Notebook) -> None:
    vault.write("one/a.md", "an okapi\n")
    vault.write("two/b.md", "a quokka\n")
    comes(window, "okapi", "one/a.md")
    exchange(vault.folder / "one", vault.folder / "two")
    comes(window, "okapi", "two/a.md")
    comes(window, "quokka", "one/b.md")
    for folder in ("one", "two"):
        vault.write(f"{folder}/new.md", f"pangolin {folder}\n")
    comes(window, "pangolin", "one/new.md", "two/new.md")


def test_other_bytes_of_the_same_size_and_time_are_read(vault: Vault, window: Notebook) -> None:
    file = vault.write("note1.md", "a pangolin\n")
    comes(window, "pangolin", "note1.md")
    before = file.stat()
    file.write_text("an aardwolf"[:11])
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    comes(window, "aardwolf", "note1.md")


def test_a_folder_that_is_ignored_no_longer_is_followed(vault: Vault) -> None:
    vault.write(".notesearchignore", "left out/\n")
    vault.write("left out/a.md", "an okapi\n")
    vault.write("b.md", "a quokka\n")
    with vault.open(watch=True) as notebook:
        comes(notebook, "quokka", "b.md")
        assert found(notebook, "okapi") == []
        (vault.folder / ".notesearchignore").unlink()
        comes(notebook, "okapi", "left out/a.md")
        vault.write("left out/new.md", "a pangolin\n")
        comes(notebook, "pangolin", "left out/new.md")


def test_a_disk_mounted_in_the_vault_is_followed_from_the_next_scan_on(vault: Vault, window: Notebook) -> None:
    place = vault.write("disk/below.md", "an okapi\n").parent
    comes(window, "okapi", "disk/below.md")
    with mounted(place):
        vault.write("disk/a.md", "a quokka\n")
        scan_is_due(window)
        comes(window, "quokka", "disk/a.md")
        comes(window, "okapi")
        vault.write("disk/new.md", "a pangolin\n")
        comes(window, "pangolin", "disk/new.md")
    scan_is_due(window)
    comes(window, "okapi", "disk/below.md")


def test_files_under_a_symlinked_folder_come_with_the_next_scan(vault: Vault, window: Notebook, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/o.md").write_text("a pangolin\n")
    (vault.folder / "link").symlink_to(tmp_path / "outside")
    window.rescan()
    settle(window)
    assert found(window, "pangolin") == []  # out of the vault: not followed
    status = window.status()
    assert status.on_disk == status.indexed + status.pending + len(status.failed) + len(status.skipped)


def test_the_vault_goes_away_and_comes_back_by_itself(vault: Vault, window: Notebook) -> None:
    away = vault.folder.parent / "away"
    vault.folder.rename(away)
    offline = settle(window, lambda activity: activity.offline is not None).offline
    assert offline is not None
    assert offline.startswith("Vault offline: ")
    assert found(window, "thing1", sync="bounded") == ["note1.md"]
    (away / "note1.md").write_text("a pangolin\n")
    away.rename(vault.folder)
    settle(window, lambda activity: activity.offline is None)
    comes(window, "pangolin", "note1.md")


def test_a_chosen_folder_is_watched_from_then_on(vault: Vault, window: Notebook, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    window.use_settings(Settings(vault=VaultSettings(global_folders=(str(there),))))
    settle(window)
    (there / "g.md").write_text("a pangolin\n")
    settle(window, lambda _: found(window, "pangolin", sync="bounded") == ["g.md"])


def test_changes_while_the_program_was_off(vault: Vault) -> None:
    vault.fill(5)
    with vault.open(watch=True) as notebook:
        settle(notebook)
    vault.write("note1.md", "a pangolin\n")
    (vault.folder / "note2.md").unlink()
    vault.write("new.md", "an okapi\n")
    with vault.open(watch=True) as notebook:
        assert found(notebook, "thing2", sync="bounded") == []
        settle(notebook)
        assert (found(notebook, "pangolin"), found(notebook, "okapi")) == (["note1.md"], ["new.md"])
        assert found(notebook, "thing1") == []
        os.utime(vault.folder / "new.md", (0, 0))
        settle(notebook, lambda activity: not activity.pending)
