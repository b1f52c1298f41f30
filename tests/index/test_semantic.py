"""Vectors of one model at a time, near ones first, none of a chunk that is no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fakes import unit
from index_tools import RecordingHost, Vault, found, settle

from notesearch.embedding.embedder import ModelInfo
from notesearch.index import database as database_module
from notesearch.index.filters import NoteFilter
from notesearch.index.schema import CHUNK_BITS
from notesearch.search.request import SearchRequest

if TYPE_CHECKING:
    import pytest

OTHER = ModelInfo("other", "cd" * 32, 3)


def test_vectors_of_another_model_of_the_same_width_are_never_compared(vault: Vault) -> None:
    vault.write("sea.md", "the ocean tide\n")
    with vault.open(host=RecordingHost("ab" * 32)) as notebook:
        assert notebook.index(embed=True).embedded == 1
    second = RecordingHost("cd" * 32)
    with vault.open(host=second) as notebook:
        answer = notebook.search(SearchRequest("wave", sync="none"))
        assert answer.mode == "keyword"
        assert answer.reason is not None
        assert answer.reason.startswith("rebuilding")
        assert notebook.status().mode == "keyword"
        assert notebook._index.store.counts()[2] == 1  # the old vectors stay until the new model works
        report = notebook.index(embed=True)
        assert (report.embedded, report.pending_embeddings, len(second.embedded)) == (1, 0, 1)
        assert notebook.search(SearchRequest("wave")).mode == "hybrid"
        assert notebook.check() == []


def test_a_new_model_is_started_though_every_chunk_has_a_vector(vault: Vault) -> None:
    vault.fill(3)
    with vault.open(host=RecordingHost("ab" * 32)) as notebook:
        notebook.index(embed=True)
    second = RecordingHost("cd" * 32)
    with vault.open(host=second) as notebook:
        settle(notebook, lambda activity: activity.embedding.embedded == 3 and len(second.embedded) == 3)


def test_only_the_writer_stores_vectors(vault: Vault) -> None:
    vault.fill(3)
    with vault.open() as writer:
        settle(writer)
        host = RecordingHost()
        with vault.open(host=host) as reader:
            for _ in range(5):
                reader.work()
            assert host.embedded == []
            assert reader._index.vectors.model_hash is None


def test_a_reader_sees_the_model_that_the_writer_took(vault: Vault) -> None:
    vault.write("sea.md", "the ocean tide\n")
    with vault.open(host=RecordingHost()) as writer:
        settle(writer)
        with vault.open(host=RecordingHost()) as reader:
            settle(writer, lambda activity: activity.embedding.embedded == 1)
            answer = reader.search(SearchRequest("wave", sync="none"))
            assert (answer.mode, [each.path for each in answer.results]) == ("hybrid", ["sea.md"])


def test_put_refuses_what_does_not_belong(vault: Vault) -> None:
    vault.fill(1)
    with vault.open() as notebook:
        notebook.index(embed=False)
        vectors, store = notebook._index.vectors, notebook._index.store
        vectors.use_model(OTHER)
        (chunk, content_hash), *_ = store.waiting_chunks(1)
        assert vectors.put([(chunk, content_hash, unit([1, 0]))]) == 0  # another width
        assert vectors.put([(chunk, b"0" * 16, unit([1, 0, 0]))]) == 0  # another content
        assert vectors.put([(chunk + 99, content_hash, unit([1, 0, 0]))]) == 0  # no such chunk
        assert vectors.put([(chunk, content_hash, unit([1, 0, 0]))]) == 1
        assert vectors.put([(chunk, content_hash, unit([0, 1, 0]))]) == 0  # it has one
        vectors.mark_failed([(chunk, content_hash)])
        assert store.counts()[2] == 1
        assert vectors.vector_of(chunk) == (1.0, 0.0, 0.0)


def test_nearest_first_and_ties_by_chunk(vault: Vault) -> None:
    vault.fill(4)
    with vault.open() as notebook:
        notebook.index(embed=False)
        vectors = notebook._index.vectors
        vectors.use_model(OTHER)
        given = [[0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
        waiting = sorted(notebook._index.store.waiting_chunks(9))
        vectors.put([(chunk, hash_, unit(one)) for (chunk, hash_), one in zip(waiting, given, strict=True)])
        near = vectors.nearest(unit([0, 1, 0]), NoteFilter(), 50)
        assert [neighbour.chunk >> CHUNK_BITS for neighbour in near] == [1, 3, 4, 2]
        assert [round(neighbour.distance, 4) for neighbour in near] == [0.0, 0.0, 0.7654, 1.4142]
        only = vectors.nearest(unit([0, 1, 0]), NoteFilter("notes.id > ?", (3,)), 50)
        assert [neighbour.chunk >> CHUNK_BITS for neighbour in only] == [4]
        assert vectors.nearest(unit([0, 1]), NoteFilter(), 50) == []


def test_kept_aside_vectors_are_swept(vault: Vault) -> None:
    vault.fill(2)
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
        (vault.folder / "note0.md").unlink()
        notebook.index(embed=True)
        database, vectors = notebook._index.database, notebook._index.vectors
        assert database.number("SELECT count(*) FROM spare_vectors") == 1
        database.rows("UPDATE spare_vectors SET since = since - 6 * 86400")
        vectors.sweep()
        assert database.number("SELECT count(*) FROM spare_vectors") == 1
        database.rows("UPDATE spare_vectors SET since = since - 2 * 86400")
        vectors.sweep()
        assert database.number("SELECT count(*) FROM spare_vectors") == 0


def test_without_the_extension_words_are_found_and_the_cause_is_said(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "_vector_extension", lambda: "/nowhere/vec0")
    vault.fill(2)
    with vault.open(host=RecordingHost()) as notebook:
        report = notebook.index(embed=True)
        assert (report.notes, report.embedded) == (2, 0)
        answer = notebook.search(SearchRequest("thing1"))
        assert [each.path for each in answer.results] == ["note1.md"]
        assert answer.reason is not None
        assert answer.reason.startswith("no vector extension")
        (vault.folder / "note0.md").unlink()
        assert notebook.index(embed=True).removed == 1
        assert found(notebook, "thing0") == []
        assert notebook.check() == []


def test_an_index_with_vectors_can_be_written_without_the_extension(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.fill(2)
    with vault.open(host=RecordingHost()) as notebook:
        notebook.index(embed=True)
    with monkeypatch.context() as patch:
        patch.setattr(database_module, "_vector_extension", lambda: "/nowhere/vec0")
        vault.write("note0.md", "changed thing0\n")
        (vault.folder / "note1.md").unlink()
        with vault.open(host=RecordingHost()) as notebook:
            report = notebook.index(embed=True)
            assert (report.updated, report.removed) == (1, 1)
            assert found(notebook, "changed") == ["note0.md"]
    host = RecordingHost()
    with vault.open(host=host) as notebook:
        assert notebook.check() == []
        notebook.index(embed=True)
        assert notebook.check() == []
        assert notebook._index.store.counts() == (1, 1, 1)
        assert len(host.embedded) == 1
