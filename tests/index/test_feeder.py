"""The model gets what has no vector, newest first, once; what it cannot do, or the disk cannot keep, is told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import apsw
from fakes import SubjectHost
from index_tools import RecordingHost, Vault, settle

from notesearch.embedding.embedder import HostState, PassageVectors
from notesearch.settings import Model, Settings

if TYPE_CHECKING:
    import pytest

    from notesearch.embedding.embedder import Event, Passage


def test_newest_notes_go_first(vault: Vault) -> None:
    host = RecordingHost()
    for number in range(40):
        vault.write(f"n{number}.md", f"text number{number}\n", mtime=1_700_000_000 + number)
    with vault.open(host=host) as notebook:
        notebook.index(embed=False)
        settle(notebook, lambda activity: activity.embedding.embedded == 40)
    given = [int(text.split("number")[1]) for text in host.embedded]
    assert sorted(given[:16], reverse=True) == list(range(39, 23, -1))  # the first batch
    assert sorted(given) == list(range(40))  # each once


def test_what_is_embedded_begins_with_title_and_headings(vault: Vault) -> None:
    host = RecordingHost()
    vault.write("a.md", "# Bread\n\n## Dough\n\nlet it **rise**\n")
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
    assert len(host.embedded) == 1
    assert host.embedded[0].startswith("Bread")
    assert "let it rise" in host.embedded[0]


def test_a_pause_holds_until_it_is_ended_also_over_a_new_model(vault: Vault) -> None:
    host = RecordingHost()
    vault.fill(3)
    with vault.open(host=host, model=Model(paused=True)) as notebook:
        activity = settle(notebook)
        assert (activity.embedding.paused, host.embedded) == (True, [])
        assert notebook.index(embed=True).embedded == 0
        notebook.use_settings(Settings())
        assert not settle(notebook, lambda each: each.embedding.embedded == 3).embedding.paused


def test_without_a_model_no_text_is_prepared(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.fill(3)
    with vault.open() as notebook:
        settle(notebook)
        monkeypatch.setattr(notebook._index.store, "waiting_chunks", lambda _: 1 / 0)
        settle(notebook)
        assert notebook.index(embed=True).pending_embeddings == 3


def test_an_edit_while_its_chunk_is_with_the_model_is_embedded_again(vault: Vault) -> None:
    host = _SlowHost()
    vault.write("a.md", "first text\n")
    with vault.open(host=host) as notebook:
        settle(notebook, lambda _: len(host.held) == 1)
        vault.write("a.md", "second text, longer\n")
        notebook.rescan()
        settle(notebook, lambda _: len(host.held) == 2)
        host.let_go()
        activity = settle(notebook, lambda each: each.embedding.embedded == 1)
        assert activity.embedding.total == 1
        assert "second" in host.embedded[-1]
        assert notebook.check() == []


class _SlowHost(RecordingHost):
    """Keeps passages until it is told to let go."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Passage] = []

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        self.start()
        self.embedded += [passage.text for passage in passages]
        self.held += passages
        return True

    def let_go(self) -> None:
        RecordingHost.offer(self, tuple({passage.key: passage for passage in self.held}.values()))


def test_passages_that_a_dead_model_took_along_are_offered_again(vault: Vault) -> None:
    host = _DyingHost()
    vault.fill(3)
    with vault.open(host=host) as notebook:
        activity = settle(notebook, lambda each: each.embedding.embedded == 3)
        assert activity.model.phase == "ready"
        assert len(host.embedded) == 6


class _DyingHost(RecordingHost):
    """Dies with its first passages and is started again by itself."""

    def __init__(self) -> None:
        super().__init__()
        self._deaths = 0

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        if passages and not self._deaths:
            self._deaths += 1
            self.embedded += [passage.text for passage in passages]
            self._state = HostState("failed", "model stopped: it is started again in 1 s", self._state.model)
            self._events.append(self._state)
            return True
        return super().offer(passages)

    def poll(self, timeout: float = 0.0) -> list[Event]:
        events = super().poll(timeout)
        if not events and self._state.phase == "failed":
            self._state = HostState("ready", None, self._state.model)
        return events


def test_vectors_that_the_disk_did_not_take_are_made_again(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notesearch.index.feeder._RETRY_S", 0.05)
    host = RecordingHost()
    vault.fill(2)
    with vault.open(host=host) as notebook:
        notebook.index(embed=False)
        with monkeypatch.context() as patch:
            patch.setattr(notebook._index.vectors, "put", _full_disk)
            notices: tuple[str, ...] = ()
            deadline = time.monotonic() + 10
            while not notices and time.monotonic() < deadline:
                notices = notebook.work().notices
            assert len(notices) == 1
        assert settle(notebook, lambda each: each.embedding.embedded == 2).notices == ()


def _full_disk(_: object) -> int:
    raise apsw.FullError("database or disk is full")


def test_vectors_without_a_question_are_not_answers(vault: Vault) -> None:
    host = SubjectHost()
    vault.write("sea.md", "the tide\n")
    with vault.open(host=host) as notebook:
        notebook.index(embed=True)
        ticket = notebook.request_vector("ocean")
        host._events.append(PassageVectors(((999 << 16, b"\0" * 16),)))
        answers = settle(notebook, lambda each: bool(each.answers)).answers
        assert [(number, answer.status) for number, answer in answers] == [(ticket, "done")]
        assert notebook.check() == []


def test_the_time_left_follows_the_rate(vault: Vault) -> None:
    with vault.open() as notebook:
        feeder = notebook._session.feeder
        assert feeder.seconds_left(100) is None
        now = time.monotonic()
        feeder._recent.extend([(now - 10, 20), (now, 20)])
        assert feeder.seconds_left(100) == 25  # 40 in 10 seconds
