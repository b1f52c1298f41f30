"""The engine: one reply a request, words before meaning, only the newest text, and an end that leaves nothing."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from ui_fakes import FakeNotebook, broken

from notesearch.background.engine import Engine
from notesearch.background.messages import FindVaults, Found, LocateNote, Opened, Order, Query, Reply
from notesearch.embedding.embedder import HostState
from notesearch.paths import AppPaths
from notesearch.settings import Mmr, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


class Room:
    """An engine on a fake notebook, with all that it said."""

    def __init__(self, tmp_path: Path) -> None:
        self.notebook: FakeNotebook | None = None
        self.paths = AppPaths.for_person(tmp_path)
        self.found: list[Found] = []
        self.replies: list[Reply] = []
        self.engine = Engine(self._open)
        self.engine.found.connect(self.found.append)
        self.engine.replied.connect(self.replies.append)

    def _open(self, vault: Path) -> FakeNotebook:
        if vault.name == "missing":
            raise broken()
        self.notebook = FakeNotebook(vault, self.paths)
        return self.notebook

    def opened(self) -> FakeNotebook:
        assert self.notebook is not None
        return self.notebook


@pytest.fixture
def room(tmp_path: Path, qtbot: QtBot) -> Iterator[Room]:
    room = Room(tmp_path)
    room.engine.open_vault(tmp_path / "vault")
    qtbot.waitUntil(lambda: bool(room.replies))
    room.replies.clear()
    yield room
    room.engine.close()


def test_opening_happens_in_the_thread_and_is_told(tmp_path: Path, qtbot: QtBot) -> None:
    room = Room(tmp_path)
    room.engine.open_vault(tmp_path / "vault")
    qtbot.waitUntil(lambda: bool(room.replies))
    assert room.replies[0].value == Opened(tmp_path / "vault", Settings())
    assert threading.get_ident() not in room.opened().threads
    room.engine.close()


def test_a_vault_that_cannot_be_opened_is_a_failure_in_words(tmp_path: Path, qtbot: QtBot) -> None:
    room = Room(tmp_path)
    room.engine.open_vault(tmp_path / "missing")
    qtbot.waitUntil(lambda: bool(room.replies))
    assert room.replies[0].failure == "The index cannot be read."
    room.engine.close()


def test_words_come_at_once_and_the_full_answer_after_them(room: Room, qtbot: QtBot) -> None:
    room.engine.search("bread")
    qtbot.waitUntil(lambda: len(room.found) == 2)
    assert [found.refining for found in room.found] == [True, False]
    assert room.opened().asked == [("bread", "keyword"), ("bread", "auto")]
    assert [found.results.mode for found in room.found] == ["keyword", "hybrid"]


def test_without_a_model_the_words_are_the_whole_answer(room: Room, qtbot: QtBot) -> None:
    room.opened().model_state = HostState("off", "no model is chosen")
    room.engine.search("bread")
    qtbot.waitUntil(lambda: len(room.found) == 1)
    room.engine.search("breads")
    qtbot.waitUntil(lambda: len(room.found) == 2)
    assert [(found.results.reason, found.refining) for found in room.found] == [("no model is chosen", False)] * 2
    assert room.opened().asked == [("bread", "auto"), ("breads", "auto")]


def test_of_quick_typing_only_the_first_and_the_last_are_asked(room: Room, qtbot: QtBot) -> None:
    for end in range(1, 11):
        room.engine.search("sourdoughs"[:end])
    qtbot.waitUntil(lambda: len(room.found) == 2)
    assert [text for text, _ in room.opened().asked] == ["s", "sourdoughs", "sourdoughs"]
    assert {found.text for found in room.found} == {"sourdoughs"}


def test_a_full_search_that_waits_for_its_vector_gives_way_to_newer_text(room: Room, qtbot: QtBot) -> None:
    room.opened().answer_vectors = False
    room.engine.search("old")
    qtbot.waitUntil(lambda: len(room.found) == 1)
    room.engine.search("new")
    qtbot.waitUntil(lambda: len(room.found) == 2)
    room.opened().answer_vectors = True
    qtbot.waitUntil(lambda: len(room.found) == 3)
    assert [(found.text, found.refining) for found in room.found] == [("old", True), ("new", True), ("new", False)]


def test_empty_text_asks_nothing(room: Room, qtbot: QtBot) -> None:
    room.engine.search("   ")
    ticket = room.engine.ask(FindVaults())
    qtbot.waitUntil(lambda: any(reply.ticket == ticket for reply in room.replies))
    assert room.opened().asked == []


def test_other_settings_rank_the_same_question_anew_without_another_vector(room: Room, qtbot: QtBot) -> None:
    room.engine.search("bread")
    qtbot.waitUntil(lambda: len(room.found) == 2)
    room.opened().answer_vectors = False
    room.engine.use_settings(Settings(mmr=Mmr(enabled=True)))
    room.engine.search_again()
    qtbot.waitUntil(lambda: len(room.found) == 3)
    assert [result.note_id for result in room.found[-1].results.results] == [3, 2, 1]


def test_many_quick_changes_end_with_the_last_one(room: Room, qtbot: QtBot) -> None:
    room.engine.search("bread")
    qtbot.waitUntil(lambda: len(room.found) == 2)
    asked_before = len(room.opened().asked)
    for step in range(100):
        room.engine.use_settings(Settings(mmr=Mmr(enabled=True, lambda_=step / 100)))
        room.engine.search_again()
    qtbot.waitUntil(lambda: room.opened().settings.mmr.lambda_ == 0.99)
    qtbot.waitUntil(lambda: len(room.opened().asked) == asked_before + 2)


def test_a_failing_search_is_told_in_words(room: Room, qtbot: QtBot) -> None:
    room.opened().failure = broken()
    room.engine.search("bread")
    qtbot.waitUntil(lambda: bool(room.replies))
    assert isinstance(room.replies[0].request, Query)
    assert room.replies[0].failure == "The index cannot be read."


def test_a_bug_is_a_failure_and_loud(room: Room, qtbot: QtBot) -> None:
    room.opened().failure = ZeroDivisionError("bug")
    with qtbot.captureExceptions() as exceptions:
        room.engine.search("bread")
        qtbot.waitUntil(lambda: bool(room.replies) and bool(exceptions))
    assert room.replies[0].failure == "ZeroDivisionError: bug"
    assert exceptions[0][0] is ZeroDivisionError


def test_a_full_search_that_breaks_is_told_and_the_next_one_works(room: Room, qtbot: QtBot) -> None:
    room.opened().answer_vectors = False
    room.engine.search("bread")
    qtbot.waitUntil(lambda: len(room.found) == 1)
    room.opened().failure = ZeroDivisionError("bug")
    with qtbot.captureExceptions() as exceptions:
        room.opened().answer_vectors = True
        qtbot.waitUntil(lambda: bool(room.replies) and bool(exceptions))
    assert room.replies[0].failure == "ZeroDivisionError: bug"
    room.opened().failure = None
    room.engine.search_again()
    qtbot.waitUntil(lambda: len(room.found) == 2)
    assert not room.found[-1].refining


def test_every_request_gets_exactly_one_reply(room: Room, qtbot: QtBot) -> None:
    tickets = [room.engine.ask(Order("rescan")) for _ in range(20)]
    tickets.append(room.engine.ask(LocateNote(1, "open")))
    qtbot.waitUntil(lambda: len(room.replies) == len(tickets))
    assert sorted(reply.ticket for reply in room.replies) == tickets


def test_opening_a_note_counts_and_revealing_it_does_not(room: Room, qtbot: QtBot) -> None:
    room.engine.ask(LocateNote(1, "reveal"))
    room.engine.ask(LocateNote(2, "open:obsidian"))
    qtbot.waitUntil(lambda: len(room.replies) == 2)
    assert room.opened().opened == [2]


def test_a_changed_index_has_the_question_asked_again(room: Room, qtbot: QtBot) -> None:
    room.engine.search("bread")
    qtbot.waitUntil(lambda: len(room.found) == 2)
    room.opened().activity = replace(room.opened().activity, revision=2)
    qtbot.waitUntil(lambda: len(room.found) == 3, timeout=4000)


def test_closing_does_what_was_asked_before_and_ends_the_thread(tmp_path: Path, qtbot: QtBot) -> None:
    room = Room(tmp_path)
    room.engine.open_vault(tmp_path / "vault")
    room.engine.ask(Order("rescan"))
    room.engine.close()
    assert room.opened().closed
    assert room.opened().orders == ["rescan"]
    assert not room.engine._thread.isRunning()
    room.engine.close()


def test_the_trace_tells_how_long_the_vector_was_waited_for(room: Room, qtbot: QtBot) -> None:
    notebook = room.opened()
    notebook.answer_vectors = False
    room.engine.search("bread")
    qtbot.waitUntil(lambda: len(notebook._tickets) == 1)
    qtbot.wait(60)
    notebook.answer_vectors = True
    qtbot.waitUntil(lambda: len(room.found) == 2)
    results = room.found[1].results
    waited = {row.stage: row.ms for row in results.trace}
    assert waited["embed"] >= 60
    assert waited["knn"] == 1.0
    assert results.took_ms >= 60
    room.engine.search_again()
    qtbot.waitUntil(lambda: len(room.found) == 3)
    assert {row.stage: row.ms for row in room.found[2].results.trace}["embed"] == 1.0


@pytest.mark.parametrize(("text", "embedded"), [("bread tag:work -rye", ["bread"]), ("tag:work", [])])
def test_only_what_is_meant_is_embedded(room: Room, qtbot: QtBot, text: str, embedded: list[str]) -> None:
    room.engine.search(text)
    qtbot.waitUntil(lambda: len(room.found) == 2)
    assert room.opened().to_embed == embedded


def test_each_letter_has_its_words_and_only_the_last_is_searched_in_full(room: Room, qtbot: QtBot) -> None:
    for text in ("b", "br", "bre", "brea", "bread"):
        room.engine.search(text)
        qtbot.waitUntil(lambda text=text: bool(room.found) and room.found[-1].text == text)
    qtbot.waitUntil(lambda: not room.found[-1].refining)
    assert [found.text for found in room.found if found.refining] == ["b", "br", "bre", "brea", "bread"]
    assert room.opened().to_embed[-1] == "bread"
    assert len(room.opened().to_embed) <= 2  # on a slow machine one letter may rest long enough
