"""An index is built anew beside the old one, which answers until one transaction puts the new one in its place."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import pytest
from index_tools import PATIENCE_S, RecordingHost, Vault, found, settle, without_root_rights

from notesearch.index.database import DatabaseError, open_database
from notesearch.index.rebuild import Rebuild
from notesearch.index.schema import CHUNK_COLUMNS
from notesearch.search.request import SearchRequest
from notesearch.settings import Chunks, Settings

if TYPE_CHECKING:
    from notesearch.notebook import Notebook

HERE = Path(__file__).parent
SMALL = Chunks(size=400, overlap=50)


def fill(vault: Vault, count: int) -> None:
    for number in range(count):
        paragraphs = "\n\n".join(f"paragraph {n} of thing{number}, {'so many words ' * 12}" for n in range(6))
        vault.write(f"note{number}.md", f"# Note {number}\n\n{paragraphs}\n", mtime=1_700_000_000 + number)


def indexed(vault: Vault, count: int) -> dict[str, Any]:
    """Index notes with vectors and opens; returns what the index holds."""
    fill(vault, count)
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
        notebook.record_open(notebook._index.store.named("note 3")[0])
    return vault.contents()


def ids(notebook: Notebook) -> dict[int, str]:
    return {id_: path for (_, path), id_ in _places(notebook)}


def _places(notebook: Notebook) -> list[tuple[tuple[str, str], int]]:
    ledger = notebook._index.ledger
    return [(place, note.id) for page in ledger.known(str(notebook.vault)) for place, note in page]


def another_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notesearch.index.prepare.TOKENIZER_VERSION", 99)


def test_the_old_index_answers_until_the_new_one_is_there(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    old = indexed(vault, 150)
    another_tokenizer(monkeypatch)
    seen: list[bool] = []
    with vault.open(host=RecordingHost()) as notebook:
        before = ids(notebook)
        while True:
            activity = notebook.work(0.0)
            answer = notebook.search(SearchRequest("thing7", mode="keyword", sync="none"))
            assert [each.path for each in answer.results] == ["note7.md"]
            seen.append(any("built again" in warning for warning in answer.warnings))
            if seen[-1]:
                assert (notebook.status().pending, notebook.status().indexed) == (150, 0)
            if not seen[-1] and not activity.busy:
                break
        assert seen[0]
        assert seen == sorted(seen, reverse=True)  # the old one, then the new one, never the old one again
        assert ids(notebook) == before
        assert notebook.status().pending == 0
        assert notebook.check() == []
        assert notebook.search(SearchRequest("thing3", mode="keyword")).results[0].opens == 1
    new = vault.contents()
    assert new == vault.fresh_contents(vault.folder.parent / "fresh")
    assert new["chunk words"] == old["chunk words"]
    assert new["notes"] != old["notes"]
    assert list(vault.index_file.parent.glob("index.new.db*")) == []


def test_vectors_stay_with_their_content_when_only_the_tokenizer_changes(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed(vault, 80)
    another_tokenizer(monkeypatch)
    host = RecordingHost()
    with vault.open(host=host) as notebook:
        report = notebook.index(embed=True)
        assert (report.updated, report.added, report.pending_embeddings) == (80, 0, 0)
        assert host.embedded == []
        assert notebook.check() == []
        assert notebook.search(SearchRequest("paragraph 3", mode="meaning")).results != ()


def test_another_chunk_size_embeds_only_what_is_new(vault: Vault) -> None:
    indexed(vault, 40)
    vault.write("short.md", "# Short\n\nthe same chunk whatever the size\n")
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
    host = RecordingHost()
    with vault.open(host=host, chunks=SMALL) as notebook:
        report = notebook.index(embed=True)
        assert report.pending_embeddings == 0
        assert host.embedded != []
        assert not any("the same chunk" in text for text in host.embedded)
        assert notebook.check() == []


def test_vectors_of_another_model_are_never_taken_over(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed(vault, 30)
    another_tokenizer(monkeypatch)
    host = RecordingHost(sha256="cd" * 32)
    with vault.open(host=host) as notebook:
        assert notebook.index(embed=True).pending_embeddings == 0
        assert len(host.embedded) == notebook._index.store.counts()[1]
        assert notebook._index.vectors.model_hash == "cd" * 32
        assert notebook.check() == []


def test_what_is_edited_meanwhile_is_found_at_once_and_afterwards(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed(vault, 150)
    another_tokenizer(monkeypatch)
    with vault.open(host=RecordingHost()) as notebook:
        while notebook._sync.pending < 100:  # until the new index is being built
            notebook.work(0.0)
        before = ids(notebook)
        vault.write("note7.md", "a pangolin\n")
        (vault.folder / "note8.md").unlink()
        (vault.folder / "note3.md").rename(vault.folder / "moved.md")
        vault.write("fresh.md", "an okapi\n")
        notebook._sync.look_at(
            (str(vault.folder), f"{name}.md") for name in ("note7", "note8", "note3", "moved", "fresh")
        )
        while notebook._sync._dirty or notebook._sync._quick:
            notebook.work(0.0)
        assert notebook._sync.is_outdated
        for _ in range(2):
            assert (found(notebook, "pangolin"), found(notebook, "okapi")) == (["note7.md"], ["fresh.md"])
            gone = {"note7.md", "note8.md", "note3.md"}
            assert gone.isdisjoint(found(notebook, "about thing7") + found(notebook, "thing8"))
            assert found(notebook, "thing3") == ["moved.md"]
            settle(notebook)
        assert not notebook._sync.is_outdated
        after = ids(notebook)
        assert {id_ for id_ in before if before[id_] != after.get(id_)} == {
            id_ for id_, path in before.items() if path in {"note3.md", "note8.md"}
        }
        assert notebook.search(SearchRequest("thing3", mode="keyword")).results[0].opens == 1
        assert notebook.check() == []
    assert vault.contents() == vault.fresh_contents(vault.folder.parent / "fresh")


def test_a_note_that_cannot_be_read_now_is_made_of_its_text(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed(vault, 60)
    away = vault.folder.parent / "away"
    away.mkdir()
    for number in range(40):  # most of them: held back, until the person agrees that they are gone
        (vault.folder / f"note{number}.md").rename(away / f"note{number}.md")
    (vault.folder / "note50.md").chmod(0)
    another_tokenizer(monkeypatch)
    host = RecordingHost()
    with without_root_rights(), vault.open(host=host) as notebook:
        report = notebook.index(embed=True)
        assert (report.notes, report.held_back, report.pending_embeddings) == (60, 40, 0)
        assert not notebook._sync.is_outdated
        assert found(notebook, "thing50") == ["note50.md"]
        assert notebook.check() == []
        for file in away.iterdir():
            file.rename(vault.folder / file.name)
        (vault.folder / "note50.md").chmod(0o600)
        assert notebook.index(embed=True).notes == 60
        assert host.embedded == []
    assert vault.contents() == vault.fresh_contents(vault.folder.parent / "fresh")


def test_an_index_with_its_columns_in_another_order_is_built_again(vault: Vault) -> None:
    fill(vault, 30)
    with vault.open() as notebook:
        notebook.index(embed=False)
    database = open_database(vault.index_file)
    made = str(database.value("SELECT sql FROM sqlite_master WHERE name = 'chunk_words'"))
    other = made.replace(", ".join(CHUNK_COLUMNS), ", ".join(reversed(CHUNK_COLUMNS)))
    assert other != made
    database.rows("DELETE FROM meta WHERE key = 'row_bits'")
    database.rows("DROP TABLE chunk_words")
    database.rows(other)
    database.rows("INSERT INTO chunk_words (rowid, body) SELECT id, 'old words' FROM chunks")
    database.rows("DELETE FROM meta WHERE key IN ('layout', 'tables')")  # as an early version left it
    database.close()
    with vault.open() as notebook:
        assert notebook.index(embed=False).updated == 30
        assert notebook._index.database.value("SELECT sql FROM sqlite_master WHERE name = 'chunk_words'") == made
        assert found(notebook, "thing7") == ["note7.md"]
        assert notebook.check() == []
    assert vault.contents() == vault.fresh_contents(vault.folder.parent / "fresh")


def test_a_damaged_half_built_index_is_begun_again(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed(vault, 30)
    another_tokenizer(monkeypatch)
    vault.paths.vault(vault.folder).rebuilt.write_bytes(b"no database, only a text that is long enough\n" * 200)
    with vault.open() as notebook:
        assert notebook.index(embed=False).updated == 30
        assert notebook._session.news() == ()
        assert notebook.check() == []
    assert list(vault.index_file.parent.glob("index.new.db*")) == []


@pytest.mark.parametrize("damaged", ["the new one", "the old one"])
def test_damage_met_while_building_is_mended(vault: Vault, monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    indexed(vault, 30)
    another_tokenizer(monkeypatch)
    if damaged == "the old one":
        database = open_database(vault.index_file)
        database.rows("DELETE FROM texts WHERE note = 7")
        database.close()

    def broken(*_: object) -> None:
        monkeypatch.undo()
        another_tokenizer(monkeypatch)
        raise apsw.CorruptError("database disk image is malformed")

    monkeypatch.setattr(Rebuild, "_take_vectors", broken)
    with vault.open() as notebook:
        if damaged == "the new one":
            with pytest.raises(DatabaseError, match="is begun again"):
                notebook.index(embed=False)
            assert found(notebook, "thing7") == ["note7.md"]
        notebook.index(embed=False)
        assert any("set aside" in news for news in notebook.news()) == (damaged == "the old one")
        assert not notebook._sync.is_outdated
        assert notebook._index.store.counts()[0] == 30
        assert notebook.check() == []


@pytest.mark.parametrize("moment", ["building", "before the vectors", "before the swap", "swapping", "swapped"])
def test_a_rebuild_that_is_killed_leaves_the_old_index_or_the_new_one(
    vault: Vault, tmp_path: Path, moment: str
) -> None:
    old = indexed(vault, 150)
    command = [sys.executable, HERE / "rebuild_runner.py", vault.folder, vault.paths.data, moment]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    rebuilt = vault.paths.vault(vault.folder).rebuilt
    assert rebuilt.exists()
    with vault.open(host=RecordingHost(), chunks=SMALL) as notebook:
        assert notebook._session.news() == ()  # nothing had to be set aside
        assert notebook.check() == []
        assert notebook._sync.is_outdated == (moment != "swapped")
        assert found(notebook, "thing7") == ["note7.md"]
    if moment != "swapped":
        assert vault.contents() == old
    built = 150 - _left_to_build(vault)
    with vault.open(host=RecordingHost(), chunks=SMALL) as notebook:
        report = notebook.index(embed=True)
        assert report.updated == (0 if moment == "swapped" else 150 - built)  # it goes on where it was
        assert (report.notes, report.pending_embeddings) == (150, 0)
        assert notebook.check() == []
        assert notebook.search(SearchRequest("thing3", mode="keyword")).results[0].opens == 1
    assert built >= 40
    assert not rebuilt.exists()
    with vault.open(chunks=SMALL) as notebook:
        assert notebook.index(embed=False).updated == 0
    assert vault.contents() == vault.fresh_contents(tmp_path / "fresh", chunks=SMALL)


def _left_to_build(vault: Vault) -> int:
    database = open_database(vault.paths.vault(vault.folder).rebuilt)
    try:
        return 150 - database.number("SELECT count(*) FROM notes")
    finally:
        database.close()


def test_another_process_sees_the_old_index_and_then_the_new_one(vault: Vault, tmp_path: Path) -> None:
    fill(vault, 150)
    told = tmp_path / "answers"
    command = [sys.executable, HERE / "answering.py", vault.folder, vault.paths.data]
    with vault.open() as notebook, told.open("wb") as output:
        notebook.index(embed=False)
        reader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output)
        assert reader.stdin is not None
        try:
            wait_for_lines(told, 1)
            notebook.use_settings(Settings(chunks=SMALL))
            settle(notebook)
            assert not notebook._sync.is_outdated
            wait_for_lines(told, len(told.read_bytes().splitlines()) + 2)  # the last one was begun after the swap
        finally:
            reader.stdin.close()
            assert reader.wait() == 0
    answers = [json.loads(line) for line in told.read_bytes().splitlines()]
    old, new = answers[0], answers[-1]
    assert len(old) == len(new) == 150
    assert old != new
    assert [answer for answer in answers if answer not in (old, new)] == []
    assert answers.count(old) > 1  # it went on being answered by the old one
    assert all(answer == new for answer in answers[answers.index(new) :])


def wait_for_lines(file: Path, count: int) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while file.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)
