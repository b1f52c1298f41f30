"""The pane around the preview: links inside the vault, a way back, and the count of hits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtTest import QSignalSpy

from notesearch.reports import Preview
from notesearch.ui.preview import PreviewPane, Stop
from notesearch.vault.markdown import note_url

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

TERMS = frozenset({"bread"})


@pytest.fixture
def pane(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> PreviewPane:
    pane = PreviewPane(keeper, icons)
    qtbot.addWidget(pane)
    pane.resize(600, 400)
    pane.show()
    return pane


def note(note_id: int, html: str = "<p>Text</p>", *, current: bool = True) -> Preview:
    return Preview(note_id, f"Note {note_id}", f"Kitchen/Note {note_id}.md", "/vault", html, "", 0, current)


def wanted(spy: QSignalSpy) -> list[Stop]:
    return [spy.at(place)[0] for place in range(spy.count())]


def test_links_lead_on_and_back_and_forward(pane: PreviewPane) -> None:
    spy = QSignalSpy(pane.wanted)
    first = Stop(1, 10, TERMS)
    pane.choose(first)
    pane.show_note(note(1))
    pane.visit(7)
    pane.show_note(note(7))
    assert pane.back.isEnabled()
    assert not pane.forward.isEnabled()
    pane.go_back()
    pane.show_note(note(1))
    pane.go_forward()
    assert wanted(spy) == [first, Stop(7, None, TERMS), first, Stop(7, None, TERMS)]


def test_the_same_choice_asks_once_and_another_starts_anew(pane: PreviewPane) -> None:
    spy = QSignalSpy(pane.wanted)
    pane.choose(Stop(1, 10, TERMS))
    pane.choose(Stop(1, 10, TERMS))
    pane.visit(7)
    pane.choose(Stop(2, 20, TERMS))
    assert [stop.note_id for stop in wanted(spy)] == [1, 7, 2]
    assert not pane.back.isEnabled()


def test_a_late_answer_for_another_note_is_not_shown(pane: PreviewPane) -> None:
    pane.choose(Stop(1, 10, TERMS))
    pane.choose(Stop(2, 20, TERMS))
    pane.show_note(note(1))
    assert pane.shown is None


@pytest.mark.parametrize("target", ["Other note#Part", "外婆", "a/b c.md", "50% off?"])
def test_note_links_are_asked_for_as_they_were_written(pane: PreviewPane, target: str) -> None:
    pane.choose(Stop(1, 10, TERMS))
    pane.show_note(note(1))
    spy = QSignalSpy(pane.linked)
    pane.view.anchorClicked.emit(QUrl(note_url(target)))
    assert [spy.at(0)[0], spy.at(0)[1]] == [target, 1]


def test_other_links_are_the_windows_to_decide(pane: PreviewPane) -> None:
    spy = QSignalSpy(pane.url_clicked)
    for url in ("https://a.example/x", "mailto:a@example.org", "file:///etc/passwd"):
        pane.view.anchorClicked.emit(QUrl(url))
    assert spy.count() == 3


def test_hits_are_counted_and_stepped_through(pane: PreviewPane) -> None:
    pane.choose(Stop(1, 10, TERMS))
    pane.show_note(note(1, "<p><span class='hit'>bread</span> and <span class='hit'>bread</span></p>"))
    assert pane._count.text() == "2 hits"
    pane.next_hit()
    assert pane._count.text() == "1 of 2"
    pane.previous_hit()
    assert pane._count.text() == "2 of 2"


def test_a_note_that_changed_says_so(pane: PreviewPane) -> None:
    pane.choose(Stop(1, 10, TERMS))
    pane.show_note(note(1, current=False))
    assert "changed since it was indexed" in pane._place.text()
