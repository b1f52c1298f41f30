"""The status line says how the answer came about and what goes on behind, with a button where one helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from ui_fakes import make_result, make_results, resting

from notesearch.embedding.embedder import HostState
from notesearch.reports import EmbedProgress, SyncProgress
from notesearch.ui.status_line import StatusLine

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(1400, 40)
    line.show()
    return line


def test_a_hybrid_answer_has_no_reason_and_no_button(line: StatusLine) -> None:
    line.show_results(make_results(make_result()))
    assert line.mode.text() == "Words and meaning"
    assert line.count.text() == "1 note in 4 ms"
    assert not line.get_model.isVisible()


def test_keyword_only_says_why_and_offers_a_model(line: StatusLine, qtbot: QtBot) -> None:
    reason = "no model: none has been chosen; `notesearch model install` fetches one"
    line.show_results(make_results(make_result(), mode="keyword", reason=reason))
    assert line.mode.text() == "Words only · no model: none has been chosen"
    with qtbot.waitSignal(line.model_wanted):
        line.get_model.click()


def test_how_far_learning_has_come_is_said_once(line: StatusLine) -> None:
    line.show_activity(resting(embedding=EmbedProgress(34, 100)))
    line.show_results(make_results(make_result(), reason="embedding: 34 of 100 chunks have vectors"))
    assert line.mode.text() == "Words and meaning"
    assert line.work.text() == "Learning meaning: 34 %"
    assert "34 of 100" in line.mode.toolTip()


def test_other_reasons_offer_nothing(line: StatusLine) -> None:
    line.show_results(make_results(mode="keyword", reason="timeout: the model took too long"))
    assert "timeout" in line.mode.text()
    assert not line.get_model.isVisible()


def test_reading_notes_shows_progress(line: StatusLine) -> None:
    line.show_activity(resting(busy=True, indexing=SyncProgress(1203, 5000)))
    assert line.work.text() == "Reading notes: 1,203 of 5,000"
    assert (line.progress.value(), line.progress.maximum()) == (1203, 5000)


def test_learning_shows_time_left_and_can_be_paused_and_resumed(line: StatusLine, qtbot: QtBot) -> None:
    line.show_activity(resting(embedding=EmbedProgress(34, 100, 720.0)))
    assert line.work.text() == "Learning meaning: 34 % · about 12 min left"
    with qtbot.waitSignal(line.paused) as asked:
        line.pause.click()
    assert asked.args == [True]
    line.show_activity(resting(embedding=EmbedProgress(34, 100, 720.0, paused=True)))
    assert line.work.text() == "Learning meaning: 34 % · paused"
    assert line.pause.text() == "Resume"


def test_without_a_model_nothing_is_learned(line: StatusLine) -> None:
    line.show_activity(resting(embedding=EmbedProgress(0, 100), model=HostState("off", "no model: none")))
    assert not line.work.isVisible()
    assert not line.pause.isVisible()


def test_an_offline_vault_can_be_looked_for_again(line: StatusLine, qtbot: QtBot) -> None:
    line.show_activity(resting(offline="Vault offline: the folder is not there"))
    assert line.work.text() == "Vault offline"
    assert line.work.toolTip() == "Vault offline: the folder is not there"
    with qtbot.waitSignal(line.rescan_wanted):
        line.rescan.click()


def test_held_back_deletions_are_accepted_or_kept(line: StatusLine, qtbot: QtBot) -> None:
    line.show_activity(resting(held_back=40))
    assert line.work.text() == "40 notes are gone. Remove them from the index?"
    with qtbot.waitSignal(line.deletions_agreed):
        line.agree.click()
    line.keep.click()
    assert not line.agree.isVisible()
    line.show_activity(resting(held_back=41))
    assert line.agree.isVisible()


def test_files_that_are_not_indexed_are_counted_and_lead_to_the_coverage(line: StatusLine, qtbot: QtBot) -> None:
    line.show_activity(resting())
    assert line.coverage.text() == "Coverage"
    line.show_activity(resting(troubles=2))
    assert line.coverage.text() == "2 files not indexed"
    with qtbot.waitSignal(line.coverage_wanted):
        line.coverage.click()


def test_polling_is_said(line: StatusLine) -> None:
    line.show_activity(resting(watching="Watching by polling: too many folders"))
    assert line.work.text() == "Watching by polling: too many folders"


def test_a_message_takes_the_place_of_the_mode_for_a_while(line: StatusLine) -> None:
    line.show_results(make_results(make_result()))
    line.say("Copied.")
    assert line.message.isVisible()
    assert not line.mode.isVisible()
    line._silence.timeout.emit()
    assert line.mode.isVisible()


def test_news_are_told_one_after_another_and_an_answer_comes_at_once(line: StatusLine) -> None:
    for news in ("The settings do not all count.", "The index was damaged.", "The index was damaged."):
        line.tell(news)
    assert line.message.whole == "The settings do not all count."
    assert line.message.toolTip() == line.message.whole
    line._silence.timeout.emit()
    assert line.message.whole == "The index was damaged."
    line.say("Copied.")
    assert line.message.whole == "Copied."
    line._silence.timeout.emit()
    assert line.message.isHidden()
    assert line.mode.isVisible()
