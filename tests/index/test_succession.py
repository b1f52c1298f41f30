"""After another model was chosen the vectors there answer until every chunk has one of it; then all change at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from index_tools import RecordingHost, Vault, settle

from notesearch.embedding.opening import open_host
from notesearch.search.request import SearchRequest
from notesearch.settings import Model, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notesearch.embedding.embedder import Passage
    from notesearch.embedding.families import ModelFile
    from notesearch.notebook import Notebook
    from notesearch.paths import AppPaths

OLD, NEW = "ab" * 32, "cd" * 32


class SlowHost(RecordingHost):
    """Embeds only so many passages as it is allowed to."""

    def __init__(self, sha256: str, allowed: int) -> None:
        super().__init__(sha256)
        self.allowed = allowed
        self.closed = False

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        self.start()
        return (not passages or len(self.embedded) + len(passages) <= self.allowed) and super().offer(passages)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def changing(vault: Vault) -> Iterator[tuple[Notebook, SlowHost, SlowHost]]:
    """A vault of 20 notes with vectors of the old model, and the new one having embedded the first 16 of them."""
    vault.write("sea.md", "the ocean tide\n")
    vault.fill(19)
    with vault.open(host=RecordingHost(OLD)) as notebook:
        notebook.index(embed=True)
    old, new = SlowHost(OLD, 0), SlowHost(NEW, 16)
    with vault.open(host=new) as notebook:
        notebook._session.use_host(new, old)
        settle(notebook, lambda activity: activity.embedding.embedded == 16)
        yield notebook, old, new


def test_the_old_model_answers_until_the_new_one_is_done(changing: tuple[Notebook, SlowHost, SlowHost]) -> None:
    notebook, old, new = changing
    answer = notebook.search(SearchRequest("wave", sync="none"))
    assert (answer.mode, answer.results[0].path, new.asked) == ("hybrid", "sea.md", [])
    assert (answer.reason or "").startswith("rebuilding: the model before answers")
    assert (notebook.status().mode, notebook._index.vectors.model_hash) == ("hybrid", OLD)
    assert notebook._session.feeder.sentence_vectors(["the ocean tide"], 0.0) == {}
    new.allowed = 1000
    settle(notebook, lambda _: notebook._index.vectors.model_hash == NEW)
    answer = notebook.search(SearchRequest("wave", sync="none"))
    assert (answer.mode, answer.results[0].path, answer.reason, new.asked) == ("hybrid", "sea.md", None, ["wave"])
    assert (len(new.embedded), notebook.check()) == (20, [])
    settle(notebook, lambda _: old.closed)


def test_an_answer_of_the_old_model_that_comes_late_is_compared_with_nothing(
    changing: tuple[Notebook, SlowHost, SlowHost],
) -> None:
    notebook, old, new = changing
    early = notebook._session.feeder.embed("wave")
    ticket = notebook.request_vector("wave")
    new.allowed = 1000
    answers: dict[int, object] = {}
    settle(
        notebook, lambda activity: bool(answers.update(activity.answers)) or notebook._index.vectors.model_hash == NEW
    )
    assert ticket in answers
    late = notebook.search(SearchRequest("wave", sync="none"), lambda _: early)
    assert (late.mode, late.reason) == ("keyword", "rebuilding: no vectors of this model yet")
    settle(notebook, lambda _: old.closed)


def test_notes_that_change_meanwhile_get_the_vectors_of_what_they_are(
    vault: Vault, changing: tuple[Notebook, SlowHost, SlowHost]
) -> None:
    notebook, _, new = changing
    vault.write("sea.md", "a bread recipe\n")
    (vault.folder / "note3.md").unlink()
    vault.write("late.md", "a storm wave\n")
    notebook.rescan()
    settle(notebook)
    new.allowed = 1000
    settle(notebook, lambda _: notebook._index.vectors.model_hash == NEW)
    assert notebook.check() == []
    assert notebook._index.store.counts() == (20, 20, 20)
    first = notebook.search(SearchRequest("tide", mode="meaning", sync="none")).results[0]
    assert first.path == "late.md"


def test_what_was_made_is_kept_over_a_restart(vault: Vault, changing: tuple[Notebook, SlowHost, SlowHost]) -> None:
    notebook, _, new = changing
    done = set(new.embedded)
    notebook.close()
    again, old = RecordingHost(NEW), SlowHost(OLD, 0)
    with vault.open(host=again) as notebook:
        notebook._session.use_host(again, old)
        settle(notebook, lambda _: notebook._index.vectors.model_hash == NEW)
        assert len(again.embedded) == 4
        assert done.isdisjoint(again.embedded)
        assert notebook.check() == []


def test_without_the_old_model_what_was_made_is_used_at_once(
    vault: Vault, changing: tuple[Notebook, SlowHost, SlowHost]
) -> None:
    notebook, _, _ = changing
    notebook.close()
    again = SlowHost(NEW, 0)
    with vault.open(host=again) as notebook:
        settle(notebook, lambda _: notebook._index.vectors.model_hash == NEW)
        assert notebook._index.store.counts()[2] == 16
        again.allowed = 1000
        settle(notebook, lambda activity: activity.embedding.embedded == 20)
        assert notebook.check() == []


def test_a_third_model_begins_anew_and_the_first_one_has_nothing_to_do(
    vault: Vault, changing: tuple[Notebook, SlowHost, SlowHost]
) -> None:
    notebook, _, _ = changing
    notebook.close()
    third, old = RecordingHost("ef" * 32), SlowHost(OLD, 0)
    with vault.open(host=third) as notebook:
        notebook._session.use_host(third, old)
        settle(notebook, lambda _: notebook._index.vectors.model_hash == "ef" * 32)
        assert (len(third.embedded), notebook.check()) == (20, [])


def test_chunks_that_the_new_model_cannot_embed_do_not_hold_it_up(vault: Vault) -> None:
    vault.write("a.md", "hopeless\n")
    vault.write("sea.md", "the ocean tide\n")
    with vault.open(host=RecordingHost(OLD)) as notebook:
        notebook.index(embed=True)
    new = RecordingHost(NEW)
    with vault.open(host=new) as notebook:
        notebook._session.use_host(new, SlowHost(OLD, 0))
        settle(notebook, lambda _: notebook._index.vectors.model_hash == NEW)
        assert (notebook._index.store.counts()[2], notebook._index.store.waiting(), notebook.check()) == (1, 0, [])


@pytest.mark.model
def test_real_models_take_turns(vault: Vault, give_model: Callable[[str, AppPaths], ModelFile]) -> None:
    first = give_model("minilm", vault.paths)
    second = vault.paths.models / "second.gguf"
    second.write_bytes(first.path.read_bytes() + b"\0")  # another hash, and so another model
    vault.write("sea.md", "the ocean tide\n")
    vault.fill(3)
    threads = Model(name="minilm", threads=1)
    with vault.open(host=open_host(threads, vault.paths, spare_a_core=False), model=threads) as notebook:
        assert notebook.index(embed=True).embedded == 4
        chosen = Settings(model=Model(name="second", threads=1))
        notebook.use_settings(chosen)
        answer = notebook.search(SearchRequest("waves at the beach", sync="none"))
        assert (answer.mode, answer.results[0].path) == ("hybrid", "sea.md")
        assert (answer.reason or "").startswith("rebuilding: the model before answers")
        assert notebook.index(embed=True).embedded == 4
        answer = notebook.search(SearchRequest("waves at the beach", sync="none"))
        assert (answer.mode, answer.results[0].path, answer.reason) == ("hybrid", "sea.md", None)
        assert notebook.model_state.model is not None
        assert notebook._index.vectors.model_hash == notebook.model_state.model.sha256 != first.info.sha256
        assert notebook.check() == []
