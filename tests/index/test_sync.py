"""Disk against index: what counts as gone, what is held back, what is kept when the vault cannot be read."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest
from index_tools import Vault, found, settle, without_root_rights

from notesearch.search.request import SearchRequest
from notesearch.settings import Chunks, Settings, SourceRule
from notesearch.settings import Vault as VaultSettings

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.notebook import Notebook, Status


def adds_up(status: Status) -> bool:
    return status.on_disk == status.indexed + status.pending + len(status.failed) + len(status.skipped)


def reasons(status: Status) -> dict[str, str]:
    return {file.path: file.reason for file in (*status.failed, *status.skipped)}


def sources(notebook: Notebook) -> dict[str, str]:
    store = notebook._index.store
    notes = (store.note(id_) for id_ in range(1, 50))
    return {note.path: note.source for note in notes if note}


@pytest.mark.parametrize(("known", "left", "held"), [(41, 20, 21), (42, 21, 0), (20, 0, 0), (30, 14, 0), (60, 29, 31)])
def test_deletions_of_over_half_and_over_twenty_are_held_back(vault: Vault, known: int, left: int, held: int) -> None:
    vault.fill(known)
    vault.write("stays.txt")
    with vault.open() as notebook:
        notebook.index(embed=False)
        for number in range(left, known):
            (vault.folder / f"note{number}.md").unlink()
        report = notebook.index(embed=False)
        assert (report.held_back, report.notes) == (held, known if held else left)
        assert settle(notebook).held_back == held


def test_new_notes_do_not_hide_that_most_old_ones_are_gone(vault: Vault) -> None:
    vault.fill(30)
    with vault.open() as notebook:
        notebook.index(embed=False)
        for number in range(1, 30):
            (vault.folder / f"note{number}.md").unlink()
        vault.fill(100, prefix="other")
        assert notebook.index(embed=False).held_back == 29


def test_held_back_deletions_go_once_the_person_agrees(vault: Vault) -> None:
    vault.fill(30)
    with vault.open() as notebook:
        notebook.index(embed=False)
        for number in range(1, 30):
            (vault.folder / f"note{number}.md").unlink()
        assert notebook.index(embed=False).held_back == 29
        assert found(notebook, "thing7") == []  # what is gone is never shown
        notebook.accept_deletions()
        report = notebook.index(embed=False)
        assert (report.held_back, report.removed, report.notes) == (0, 29, 1)
        vault.fill(30)
        notebook.index(embed=False)
        for number in range(1, 30):
            (vault.folder / f"note{number}.md").unlink()
        assert notebook.index(embed=False).held_back == 29  # agreement holds once


def test_held_back_notes_that_come_back_are_held_no_more(vault: Vault) -> None:
    vault.fill(30)
    with vault.open() as notebook:
        notebook.index(embed=False)
        away = vault.folder.parent / "away"
        away.mkdir()
        for number in range(1, 30):
            (vault.folder / f"note{number}.md").rename(away / f"note{number}.md")
        assert notebook.index(embed=False).held_back == 29
        for file in away.iterdir():
            file.rename(vault.folder / file.name)
        report = notebook.index(embed=False)
        assert (report.held_back, report.notes) == (0, 30)


def test_deletions_heard_of_one_by_one_add_up_with_those_held_back(vault: Vault) -> None:
    vault.fill(60)
    with vault.open() as notebook:
        notebook.index(embed=False)
        names = [f"note{number}.md" for number in range(50)]
        for name in names:
            (vault.folder / name).unlink()
        notebook._sync.look_at((str(vault.folder), name) for name in names[:40])
        assert settle(notebook).held_back == 40
        notebook._sync.look_at([(str(vault.folder), names[45])])
        assert settle(notebook).held_back == 41
        assert notebook._index.store.counts()[0] == 60


@pytest.mark.parametrize("count", [3, 40])
def test_a_vault_that_went_away_keeps_its_index_and_comes_back(vault: Vault, count: int) -> None:
    vault.fill(count)
    away = vault.folder.parent / "away"
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.folder.rename(away)
        report = notebook.index(embed=False)
        assert report.offline is not None
        assert report.offline.startswith("Vault offline: ")
        assert report.notes == count
        assert found(notebook, "thing1", sync="full") == ["note1.md"]  # the last index answers
        assert adds_up(notebook.status())
        away.rename(vault.folder)
        assert notebook.index(embed=False).offline is None
        assert settle(notebook).offline is None


@pytest.mark.parametrize("count", [3, 40])
def test_an_empty_mount_point_is_no_deletion(vault: Vault, count: int) -> None:
    vault.fill(count)
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.folder.rename(vault.folder.parent / "unmounted")
        vault.folder.mkdir()
        report = notebook.index(embed=False)
        assert report.offline is not None
        assert report.offline.startswith("Vault offline: ")
        assert report.notes == count
        assert found(notebook, "thing1", sync="full") == ["note1.md"]  # the last index answers


def test_looking_at_single_notes_takes_an_empty_mount_point_for_no_deletion(vault: Vault) -> None:
    vault.fill(5)
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.folder.rename(vault.folder.parent / "unmounted")
        vault.folder.mkdir()
        notebook._sync.look_at((str(vault.folder), f"note{number}.md") for number in range(3))
        settled = settle(notebook)
        assert settled.notes == 5
        assert settled.offline is not None
        assert found(notebook, "thing1") == ["note1.md"]


def test_another_folder_in_its_place_is_not_taken_in(vault: Vault) -> None:
    vault.fill(5)
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.folder.rename(vault.folder.parent / "real")
        vault.folder.mkdir()
        vault.fill(3, prefix="stranger")
        report = notebook.index(embed=False)
        assert report.offline is not None
        assert report.notes == 5
        notebook.accept_deletions()
        report = notebook.index(embed=False)
        assert (report.offline, report.notes) == (None, 3)


def test_a_vault_cloned_anew_is_the_same_vault(vault: Vault) -> None:
    vault.fill(30)
    with vault.open() as notebook:
        notebook.index(embed=False)
        shutil.copytree(vault.folder, vault.folder.parent / "clone")
        vault.folder.rename(vault.folder.parent / "before")
        (vault.folder.parent / "clone").rename(vault.folder)
        (vault.folder / "note1.md").unlink()
        report = notebook.index(embed=False)
        assert (report.offline, report.removed, report.notes) == (None, 1, 29)


def test_everything_moved_into_a_folder_is_moved_not_lost(vault: Vault) -> None:
    vault.fill(30)
    with vault.open() as notebook:
        notebook.index(embed=False)
        inner = vault.folder / "inner"
        inner.mkdir()
        for file in list(vault.folder.glob("*.md")):
            file.rename(inner / file.name)
        report = notebook.index(embed=False)
        assert (report.offline, report.held_back, report.notes, report.added) == (None, 0, 30, 30)


def test_an_unreadable_folder_loses_nothing_and_stands_in_the_list(vault: Vault) -> None:
    vault.write("open.md", "open text\n")
    vault.write("shut/closed.md", "closed text\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        (vault.folder / "shut").chmod(0)
        try:
            with without_root_rights():
                for _ in range(2):  # the second scan must not forget the reason
                    report = notebook.index(embed=False)
                    assert (report.notes, report.removed) == (2, 0)
                    assert [file.path for file in report.skipped] == ["shut"]
                    status = notebook.status()
                    assert adds_up(status)
                    assert list(reasons(status)) == ["shut"]
        finally:
            (vault.folder / "shut").chmod(0o700)
        report = notebook.index(embed=False)
        assert (report.notes, report.skipped) == (2, ())


def test_a_hint_may_come_before_the_first_scan(vault: Vault, tmp_path: Path) -> None:
    vault.fill(3)
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    (chosen / "g.md").write_text("an okapi\n")
    with vault.open() as notebook:
        notebook._sync.look_at([(str(vault.folder), "note1.md")])
        settle(notebook)
        assert found(notebook, "thing1") == ["note1.md"]
        notebook.use_settings(Settings(vault=VaultSettings(global_folders=(str(chosen),))))
        notebook._sync.look_at([(str(chosen), "g.md")])
        settle(notebook)
        assert found(notebook, "okapi") == ["g.md"]
        assert notebook.check() == []


@pytest.mark.parametrize("mode", [0, 0o111, 0o444], ids=["closed", "not listed", "only listed"])
def test_an_unreadable_root_is_offline(vault: Vault, mode: int) -> None:
    vault.fill(3)
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.folder.chmod(mode)
        try:
            with without_root_rights():
                assert notebook.index(embed=False).offline is not None
                assert found(notebook, "thing1", sync="full") == ["note1.md"]
        finally:
            vault.folder.chmod(0o700)
        assert notebook.index(embed=False).notes == 3


def test_a_note_without_permission_is_tried_again_once_it_may_be_read(vault: Vault) -> None:
    file = vault.write("a.md", "first words\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.write("a.md", "second words, more\n")
        file.chmod(0)
        with without_root_rights():
            report = notebook.index(embed=False)
            assert [(each.path, each.failed) for each in report.skipped] == [("a.md", True)]
            status = notebook.status()
            assert adds_up(status)
            assert (status.on_disk, len(status.failed)) == (1, 1)
        file.chmod(0o600)
        report = notebook.index(embed=False)
        assert report.skipped == ()
        assert found(notebook, "second") == ["a.md"]


def test_numbers_add_up_to_the_files_on_disk(vault: Vault) -> None:
    vault.fill(4)
    vault.write("binary.md", "\0\1\2\3" * 500)
    os.mkfifo(vault.folder / "pipe.md")
    (vault.folder / "link.md").symlink_to("note1.md")
    (vault.folder / "dangling.md").symlink_to("nowhere.md")
    with vault.open() as notebook:
        status = notebook.status()
        assert adds_up(status)
        assert (status.on_disk, status.pending, status.indexed) == (8, 5, 0)
        notebook.index(embed=False)
        vault.write("new.md")
        status = notebook.status()
        assert adds_up(status)
        assert (status.on_disk, status.pending, status.indexed) == (9, 1, 4)
        assert reasons(status).keys() == {"binary.md", "pipe.md", "link.md", "dangling.md"}


def test_a_scan_that_finds_nothing_new_writes_nothing(vault: Vault) -> None:
    vault.fill(3)
    vault.write("binary.md", "\0\1\2\3" * 500)
    (vault.folder / "dangling.md").symlink_to("nowhere.md")
    with vault.open() as notebook:
        notebook.index(embed=False)
        before = settle(notebook).revision
        notebook.rescan()
        assert settle(notebook).revision == before


@pytest.mark.parametrize(
    "change", [Settings(chunks=Chunks(size=400, overlap=0)), Settings(vault=VaultSettings(date_keys=("when",)))]
)
def test_other_rules_for_notes_have_them_read_again(vault: Vault, change: Settings, tmp_path: Path) -> None:
    vault.write("a.md", "---\nwhen: 2026-01-02\n---\n" + "many words in this note. " * 60)
    with vault.open() as notebook:
        notebook.index(embed=False)
        notebook.use_settings(change)
        settle(notebook)
    with vault.open(chunks=change.chunks, vault=change.vault) as notebook:
        assert notebook.index(embed=False).updated == 0
    before = vault.contents()
    with vault.open(chunks=change.chunks, vault=change.vault) as notebook:
        notebook.rebuild()
        assert notebook.index(embed=False).updated == 1
    assert vault.contents() == before


def test_a_changed_tokenizer_has_every_note_read_again(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.fill(3)
    with vault.open() as notebook:
        notebook.index(embed=False)
    monkeypatch.setattr("notesearch.index.prepare.TOKENIZER_VERSION", 99)
    with vault.open() as notebook:
        report = notebook.index(embed=False)
        assert (report.updated, report.added) == (3, 0)


def test_source_rules_take_hold_of_notes_that_did_not_change(vault: Vault) -> None:
    vault.write("log/a.md", "text\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        assert sources(notebook) == {"log/a.md": "workspace"}
        rules = VaultSettings(source_rules=(SourceRule("log/", "session"),))
        notebook.use_settings(Settings(vault=rules))
        settle(notebook)
        assert sources(notebook) == {"log/a.md": "session"}


def test_a_global_folder_comes_and_goes_with_its_notes(vault: Vault, tmp_path: Path) -> None:
    vault.write("here.md", "shared word\n")
    there = tmp_path / "there"
    there.mkdir()
    for number in range(40):
        (there / f"g{number}.md").write_text("shared word\n")
    with_folder = Settings(vault=VaultSettings(global_folders=(str(there),)))
    with vault.open(vault=with_folder.vault) as notebook:
        assert notebook.index(embed=False).notes == 41
        notebook.use_settings(Settings())
        activity = settle(notebook)
        assert (activity.notes, activity.held_back) == (1, 0)
        assert notebook.check() == []
        notebook.use_settings(with_folder)
        assert settle(notebook).notes == 41
    assert len(list(there.iterdir())) == 40


def test_a_global_folder_that_is_away_keeps_its_notes(vault: Vault, tmp_path: Path) -> None:
    vault.fill(2)
    there = tmp_path / "there"
    there.mkdir()
    (there / "g.md").write_text("global words\n")
    with vault.open(vault=VaultSettings(global_folders=(str(there),))) as notebook:
        assert notebook.index(embed=False).notes == 3
        there.rename(tmp_path / "gone")
        report = notebook.index(embed=False)
        assert (report.notes, report.offline) == (3, None)
        assert [each.root for each in report.skipped] == [str(there)]
        there.mkdir()  # an empty mount point
        for _ in range(2):
            report = notebook.index(embed=False)
            assert (report.notes, report.removed) == (3, 0)
            assert found(notebook, "global words") == ["g.md"]


def test_a_global_folder_inside_the_vault_doubles_nothing(vault: Vault) -> None:
    vault.write("a.md", "text\n")
    vault.write("Evergreen/b.md", "text\n")
    with vault.open(vault=VaultSettings(global_folders=("Evergreen",))) as notebook:
        assert notebook.index(embed=False).notes == 2
        assert sorted(sources(notebook).values()) == ["global", "workspace"]


def test_steps_are_bounded_while_a_search_waits(vault: Vault) -> None:
    vault.fill(400)
    with vault.open() as notebook:
        longest = 0.0
        busy = True
        while busy:
            started = time.monotonic()
            busy = notebook.work().busy
            longest = max(longest, time.monotonic() - started)
        assert longest < 0.5  # 30 ms and one batch, on a busy machine


def test_a_few_edits_go_before_a_scan_under_way(vault: Vault) -> None:
    vault.fill(400)
    with vault.open() as notebook:
        while notebook._index.store.counts()[0] == 0:
            notebook.work()
        assert notebook.work().busy
        vault.write("urgent.md", "the urgent pangolin\n")
        notebook._sync.look_at([(str(vault.folder), "urgent.md")])
        results = notebook.search(SearchRequest("pangolin", mode="keyword", sync="none"))
        while not results.results:
            notebook.work(0.0)
            results = notebook.search(SearchRequest("pangolin", mode="keyword", sync="none"))
        assert results.pending > 0
        assert settle(notebook).notes == 401


def test_a_stale_result_is_read_again_before_it_is_shown(vault: Vault) -> None:
    file = vault.write("a.md", "pangolin\n")
    vault.write("b.md", "pangolin\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.write("a.md", "armadillo instead\n")
        (vault.folder / "b.md").unlink()
        assert found(notebook, "pangolin") == []
        file.unlink()
        assert found(notebook, "armadillo") == []


def test_in_a_burst_stale_results_are_hidden_not_read(vault: Vault) -> None:
    vault.fill(60)
    with vault.open() as notebook:
        notebook.index(embed=False)
        for number in range(60):
            vault.write(f"note{number}.md", f"changed thing{number} text\n")
        notebook._sync.look_at((str(vault.folder), f"note{number}.md") for number in range(60))
        results = notebook.search(SearchRequest("thing7", mode="keyword", sync="bounded"))
        assert results.results == ()
        assert results.pending >= 60
        settle(notebook)
        assert found(notebook, "thing7") == ["note7.md"]


def test_opening_a_note_looks_at_its_file_first(vault: Vault) -> None:
    file = vault.write("a.md", "text\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        note = notebook._index.store.named("a")[0]
        assert notebook.note_path(note) == file
        file.unlink()
        assert notebook.note_path(note) is None
        settle(notebook)
        assert notebook.status().on_disk == 0
        assert found(notebook, "text") == []
