"""A note's rows are written whole or not at all, and follow every change of the note without a trace of the old."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import apsw
import pytest
from index_tools import RecordingHost, Vault, found, settle

from notesearch.index.pool import prepare_file
from notesearch.index.prepare import NoteRows
from notesearch.settings import Settings
from notesearch.vault.note import NoteFile, Root
from notesearch.vault.scan import stat_note

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.index.reader import Reader


LONG = "\n\n".join(f"## Part {n}\n\n" + f"the part{n} speaks of thing{n} again and again. " * 30 for n in range(12))


def rows_of(vault: Vault, name: str) -> NoteRows:
    file = stat_note(Root(str(vault.folder)), name, Settings().vault)
    assert isinstance(file, NoteFile)
    rows = prepare_file(file, Settings())
    assert isinstance(rows, NoteRows)
    return rows


def test_a_note_that_cannot_be_written_leaves_nothing_behind(vault: Vault) -> None:
    vault.write("a.md", "# One\n\nold words\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.write("a.md", "# Two\n\nnew words, more of them\n")
        good = rows_of(vault, "a.md")
        bad = replace(good, chunks=(replace(good.chunks[0], words=("too", "few")),))  # type: ignore[arg-type]
        with pytest.raises(apsw.Error):
            notebook._index.store.write([good, replace(bad, file=replace(good.file, path="b.md"))], "x")
        assert notebook.check() == []
        assert notebook._index.store.counts()[0] == 1
        assert notebook._index.store.text(1) == "# One\n\nold words\n"


def test_a_note_that_comes_twice_in_one_batch_is_written_once(vault: Vault) -> None:
    vault.fill(3)
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.write("note1.md", "a pangolin\n")
        vault.write("new.md", "an okapi\n")
        both = [rows_of(vault, "note1.md"), rows_of(vault, "new.md")]
        notebook._index.store.write([*both, *both], "x")
        assert (found(notebook, "pangolin"), found(notebook, "okapi")) == (["note1.md"], ["new.md"])
        assert notebook._index.store.counts()[0] == 4
        assert notebook.check() == []


def test_an_edited_note_is_found_by_its_new_words_only(vault: Vault, tmp_path: Path) -> None:
    vault.write("a.md", "---\ntags: [red]\naliases: [Ruby]\ncolour: crimson\n---\n# Old\n\nfirst words\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        vault.write("a.md", "# New\n\nsecond text\n")
        report = notebook.index(embed=False)
        assert (report.added, report.updated, report.removed) == (1, 1, 0)
        for word in ("first", "old", "ruby", "red", "crimson"):
            assert found(notebook, word) == []
        assert found(notebook, "second") == ["a.md"]
    assert vault.contents() == vault.fresh_contents(tmp_path / "fresh")


def test_a_deleted_note_leaves_no_word(vault: Vault) -> None:
    vault.fill(3)
    with vault.open() as notebook:
        notebook.index(embed=False)
        for number in range(3):
            (vault.folder / f"note{number}.md").unlink()
        assert notebook.index(embed=False).removed == 3
        assert notebook.check() == []
    assert all(rows == [] for rows in vault.contents().values())


def test_one_changed_word_in_a_long_note_embeds_only_that_chunk_again(vault: Vault) -> None:
    host = RecordingHost()
    file = vault.write("long.md", LONG)
    with vault.open(host=host) as notebook:
        chunks = notebook.index(embed=True).embedded
        assert chunks > 5
        host.embedded.clear()
        file.write_text(LONG.replace("the part7 speaks", "the part7 sings", 1))
        report = notebook.index(embed=True)
        assert (report.embedded, report.pending_embeddings) == (chunks, 0)
        assert 1 <= len(host.embedded) <= 2  # two when the chunks overlap there
        assert all("sings" in text for text in host.embedded)
        assert notebook.check() == []


def test_text_put_in_front_moves_vectors_without_embedding_them_again(vault: Vault) -> None:
    host = RecordingHost()
    file = vault.write("long.md", LONG)
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
        host.embedded.clear()
        file.write_text("## Before all\n\n" + "something quite new here. " * 60 + "\n\n" + LONG)
        report = notebook.index(embed=True)
        assert report.pending_embeddings == 0
        assert len(host.embedded) < report.chunks / 2
        assert notebook.check() == []


def test_a_touched_note_is_restamped_and_not_written_again(vault: Vault) -> None:
    host = RecordingHost()
    vault.write("a.md", "# A\n\ntext\n", mtime=1_700_000_000)
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
        before = notebook._index.store.notes([1])[1]
        vault.write("a.md", "# A\n\ntext\n", mtime=1_600_000_000)
        host.embedded.clear()
        assert notebook.index(embed=True).pending_embeddings == 0
        after = notebook._index.store.notes([1])[1]
        assert (before.stamp.mtime_ns, after.stamp.mtime_ns) == (1_700_000_000 * 10**9, 1_600_000_000 * 10**9)
        assert host.embedded == []


def test_a_moved_folder_keeps_vectors_and_ids(vault: Vault, tmp_path: Path) -> None:
    host = RecordingHost()
    for number in range(30):
        vault.write(f"old/n{number}.md", f"text of note number {number}\n")
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
        ids = notebook._index.store.named("n7")
        host.embedded.clear()
        (vault.folder / "old").rename(vault.folder / "new")
        report = notebook.index(embed=True)
        assert (report.added, report.removed, report.held_back, report.pending_embeddings) == (30, 0, 0, 0)
        assert host.embedded == []
        assert notebook._index.store.named("n7") == ids
        assert found(notebook, "folder:new number") != []
        assert found(notebook, "folder:old number") == []
        assert notebook.check() == []
    assert vault.contents() == vault.fresh_contents(tmp_path / "fresh")


def test_a_renamed_note_is_found_under_its_new_name_and_embedded_once(vault: Vault) -> None:
    host = RecordingHost()
    file = vault.write("zebra.md", "some text without a title\n")
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
        file.rename(vault.folder / "giraffe.md")
        host.embedded.clear()
        notebook.index(embed=True)
        assert host.embedded == []
        assert (found(notebook, "giraffe"), found(notebook, "zebra")) == (["giraffe.md"], [])


def test_copies_share_vectors_without_asking_the_model(vault: Vault) -> None:
    host = RecordingHost()
    vault.write("a.md", "# Same\n\nthe very same text\n")
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
        host.embedded.clear()
        vault.write("b.md", "# Same\n\nthe very same text\n")
        assert notebook.index(embed=True).embedded == 2
        assert host.embedded == []


def test_a_text_that_comes_back_within_a_week_brings_its_vector(vault: Vault) -> None:
    host = RecordingHost()
    file = vault.write("a.md", "# A\n\na text that goes and comes\n")
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
        file.unlink()
        notebook.index(embed=True)
        host.embedded.clear()
        vault.write("b.md", "# A\n\na text that goes and comes\n")
        assert notebook.index(embed=True).embedded == 1
        assert host.embedded == []


def test_chunks_that_no_model_can_embed_are_told_apart_and_not_waited_for(vault: Vault) -> None:
    host = RecordingHost()
    vault.write("a.md", "good text\n")
    vault.write("b.md", "hopeless text\n")
    with vault.open(host=host) as notebook:
        report = notebook.index(embed=True)
        assert (report.chunks, report.embedded, report.pending_embeddings) == (2, 1, 0)
        activity = settle(notebook)
        assert (activity.embedding.embedded, activity.embedding.total) == (1, 1)
        assert len(host.embedded) == 2  # it is not offered again


@pytest.mark.parametrize("text", ["", "\n", "---\ntitle: only that\n---\n"])
def test_an_empty_note_is_whole_too(vault: Vault, text: str) -> None:
    vault.write("empty.md", text)
    with vault.open() as notebook:
        notebook.index(embed=False)
        assert notebook.check() == []
        assert found(notebook, "file:empty") == ["empty.md"]


def test_names_that_are_not_utf8_and_odd_times_fit(vault: Vault) -> None:
    odd = vault.write("x.md", "odd\n").rename(vault.folder / b"caf\xe9.md".decode("utf-8", "surrogateescape"))

    os.utime(odd, ns=(0, 16_725_225_600 * 10**9))  # the year 2500, beyond 63 bits of nanoseconds
    vault.write("old.md", "from 1970\n", mtime=0)
    vault.write("before.md", "from 1965\n", mtime=-157_766_400)
    with vault.open() as notebook:
        assert notebook.index(embed=False).notes == 3
        assert notebook.index(embed=False).updated == 0
        assert found(notebook, "odd") == ["caf\udce9.md"]
        assert notebook.status().indexed == 3


def names_of(store: Reader) -> set[str]:
    return {line.split("\t")[0] for names in store.names([1, 2]).values() for line in names.split("\n")}


def test_what_is_remembered_of_notes_is_read_again_once_anyone_has_written(vault: Vault) -> None:
    vault.write("a.md", "# Red\n")
    vault.write("b.md", "# Blue\n")
    with vault.open() as writer, vault.open() as reader:
        writer.index(embed=False)
        for notebook in (writer, reader):
            store = notebook._index.store
            assert sorted(note.title for note in store.notes([1, 2, 9]).values()) == ["Blue", "Red"]
            assert names_of(store) == {"red", "blue", "a", "b"}
        vault.write("a.md", "# Green\n")
        (vault.folder / "b.md").unlink()
        writer.index(embed=False)
        for notebook in (writer, reader):
            store = notebook._index.store
            assert [note.title for note in store.notes([1, 2]).values()] == ["Green"]
            assert names_of(store) == {"green", "a"}
