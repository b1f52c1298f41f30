"""A notebook opens, is searched, tells how it stands and closes; a whole program without a window."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest
from index_tools import RecordingHost, Vault, found, settle, without_root_rights

from notesearch.errors import NoteSearchError, UsageError
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.search.request import SearchRequest
from notesearch.settings import Decay, Settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    made.fill(3)
    return made


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        Notebook.open(tmp_path / "nowhere", AppPaths.for_person(tmp_path / "data"))
    assert not (tmp_path / "data").exists()


def test_a_vault_that_is_away_opens_over_its_last_index(vault: Vault) -> None:
    with vault.open() as notebook:
        notebook.index(embed=False)
    vault.folder.rename(vault.folder.with_name("away"))
    with vault.open(watch=True) as notebook:
        activity = settle(notebook, lambda each: each.offline is not None)
        assert activity.notes == 3
        assert found(notebook, "thing1", sync="bounded") == ["note1.md"]
        note = notebook._index.store.named("note 1")[0]
        assert notebook.note_path(note) is None
        vault.folder.with_name("away").rename(vault.folder)
        settle(notebook, lambda each: each.offline is None)
        assert notebook.note_path(note) == vault.folder / "note1.md"


def test_activity_counts_up_and_comes_to_rest(vault: Vault) -> None:
    vault.fill(150)
    with vault.open(host=RecordingHost()) as notebook:
        first = notebook.work()
        assert first.busy
        last = settle(notebook, lambda activity: activity.embedding.embedded == 150)
        assert (last.notes, last.pending, last.indexing, last.offline, last.held_back) == (150, 0, None, None, 0)
        assert (last.embedding.embedded, last.embedding.total) == (150, 150)
        assert notebook.work().revision == last.revision
        vault.write("new.md")
        notebook.rescan()
        assert settle(notebook).revision != last.revision


def test_progress_of_a_first_index_never_passes_its_total(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notesearch.notebook._LONG_STEP_S", 0.0)  # one step at a time
    vault.fill(200)
    seen = []
    with vault.open() as notebook:
        notebook.index(embed=False, progress=lambda activity: seen.append(activity.indexing))
    counted = [each for each in seen if each is not None]
    assert all(0 <= each.done <= each.total for each in counted)
    assert any(0 < each.done < each.total == 200 for each in counted)


def test_a_search_knows_what_has_come_since_the_one_before(vault: Vault) -> None:
    with vault.open() as notebook:
        notebook.index(embed=False)
        assert found(notebook, "thing1") == ["note1.md"]
        vault.fill(30, prefix="later")
        notebook.index(embed=False)
        assert len(found(notebook, "later")) == 20  # in more notes than there were
        for number in range(30):
            (vault.folder / f"later{number}.md").unlink()
        notebook.accept_deletions()
        notebook.index(embed=False)
        assert found(notebook, "later") == []


def test_settings_take_hold_at_once(vault: Vault) -> None:
    vault.write("2020-01-01.md", "an old page about thing1\n")
    with vault.open() as notebook:
        notebook.index(embed=False)

        def decay() -> float:
            results = notebook.search(SearchRequest("thing1", mode="keyword")).results
            return next(each.decay for each in results if each.path == "2020-01-01.md")

        assert decay() == 0.3
        notebook.use_settings(Settings(decay=Decay(enabled=False)))
        assert decay() == 1.0


def test_a_note_that_is_gone_is_said_so_and_not_an_error_to_open(vault: Vault) -> None:
    with vault.open() as notebook:
        notebook.index(embed=False)
        notebook.record_open(4711)
        assert notebook.note_path(4711) is None
        with pytest.raises(NoteSearchError, match="gone"):
            notebook.preview(4711, None, frozenset())


def test_opens_are_in_the_next_answer(vault: Vault) -> None:
    with vault.open() as notebook:
        notebook.index(embed=False)
        result = notebook.search(SearchRequest("thing1")).results[0]
        assert (result.opens, result.access_boost) == (0, 1.0)
        notebook.record_open(result.note_id)
        result = notebook.search(SearchRequest("thing1")).results[0]
        assert result.opens == 1
        assert result.access_boost == pytest.approx(1 + 0.05 * 0.6931, abs=1e-3)  # 0.05 * ln 2


def test_closing_takes_under_a_second_and_leaves_whole_notes(vault: Vault) -> None:
    vault.fill(600)
    notebook = vault.open(watch=True)
    while notebook._index.store.counts()[0] == 0:
        notebook.work()
    started = time.monotonic()
    notebook.close()
    assert time.monotonic() - started < 1.0
    with vault.open() as again:
        assert 0 < again._index.store.counts()[0] < 600
        assert again.check() == []
        assert again.index(embed=False).notes == 600


def test_a_status_says_why_there_is_no_meaning(vault: Vault) -> None:
    with vault.open() as notebook:
        notebook.index(embed=False)
        status = notebook.status()
        assert (status.mode, status.reason) == ("keyword", "no model: none is chosen")
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
        status = notebook.status()
        assert (status.mode, status.reason, status.embedded) == ("hybrid", None, 3)


def test_it_works_in_whichever_thread_opened_it(vault: Vault) -> None:
    shown: list[list[str]] = []

    def work() -> None:
        with vault.open(watch=True) as notebook:
            settle(notebook)
            shown.append(found(notebook, "thing2"))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert shown == [["note2.md"]]


def test_files_that_failed_are_tried_again_when_asked(vault: Vault) -> None:
    locked = vault.write("locked.md", "the hidden treasure\n")
    locked.chmod(0)
    with vault.open() as notebook:
        with without_root_rights():
            assert settle(notebook).troubles == 1
            status = notebook.status()
        assert [file.path for file in status.failed] == ["locked.md"]
        assert (status.on_disk, status.indexed, status.pending) == (4, 3, 0)
        locked.chmod(0o600)
        notebook.retry()
        assert settle(notebook).troubles == 0
        assert found(notebook, "treasure") == ["locked.md"]
        assert notebook.status().failed == ()


def test_a_file_that_is_no_text_is_tried_again_though_it_has_not_changed(vault: Vault) -> None:
    vault.write("picture.md", "\x89PNG\x00\x01\x02" * 400)
    with vault.open() as notebook:
        assert settle(notebook).troubles == 1
        notebook.retry()
        assert notebook.status().pending == 1
        assert settle(notebook).troubles == 1


def test_only_the_writer_can_have_files_tried_again(vault: Vault) -> None:
    with vault.open() as writer:
        settle(writer)
        with vault.open() as reader, pytest.raises(NoteSearchError, match="Nothing was changed"):
            reader.retry()
