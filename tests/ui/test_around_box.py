"""Under a note stand its related notes and those that link to it; each opens, and nothing takes no room."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtTest import QSignalSpy

from notesearch.reports import Around, LinkedNote, Preview
from notesearch.ui.around_box import AroundBox
from notesearch.ui.preview import PreviewPane, Stop

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


def notes(count: int, first: int = 1) -> tuple[LinkedNote, ...]:
    return tuple(LinkedNote(n, f"Note {n}", f"Note {n}.md") for n in range(first, first + count))


@pytest.fixture
def box(qtbot: QtBot, keeper: ThemeKeeper) -> AroundBox:
    box = AroundBox(keeper)
    qtbot.addWidget(box)
    box.resize(500, 100)
    box.show()
    return box


def shown(html: str) -> list[str]:
    return [text.replace("&nbsp;", " ") for text in re.findall(r">([^<]+)</a>", html)]


def test_notes_of_the_same_title_are_told_apart_by_their_folders(box: AroundBox) -> None:
    related = (LinkedNote(1, "Plan", "Work/Plan.md"), LinkedNote(2, "Plan", "Plan.md"), LinkedNote(3, "Map", "Map.md"))
    box.show_around(Around(99, related, (LinkedNote(2, "Plan", "Plan.md"),)))
    assert shown(box.related.text()) == ["Plan (Work)", "Plan (/)", "Map"]
    assert shown(box.links.text()) == ["Plan (/)"]


def test_links_name_the_notes_and_open_them(box: AroundBox, qtbot: QtBot) -> None:
    box.show_around(Around(99, notes(2), notes(1, 7), by_meaning=True))
    assert shown(box.related.text()) == ["Note 1", "Note 2"]
    assert shown(box.links.text()) == ["Note 7"]
    assert box.related_name.toolTip() == "Near in meaning to this note"
    with qtbot.waitSignal(box.chosen) as asked:
        box.links.linkActivated.emit("7")
    assert asked.args == [7]


def test_many_backlinks_are_shown_when_asked_for(box: AroundBox) -> None:
    box.show_around(Around(99, (), notes(12)))
    assert shown(box.links.text())[-1] == "6 more"
    box.links.linkActivated.emit("all")
    assert len(shown(box.links.text())) == 12
    assert box._area.height() <= 96


def test_nothing_around_takes_no_room(box: AroundBox) -> None:
    box.show_around(Around(99, (), ()))
    assert not box.isVisible()


def test_titles_are_text_and_never_markup(box: AroundBox) -> None:
    box.show_around(Around(99, (LinkedNote(1, "<img src=x>&\udcff", 'a"b.md'),), ()))
    assert "<img" not in box.related.text()
    assert "&lt;img" in box.related.text()


def test_a_note_asks_once_it_has_been_shown_for_a_moment(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> None:
    pane = PreviewPane(keeper, icons)
    qtbot.addWidget(pane)
    spy = QSignalSpy(pane.around_wanted)
    for note_id in (1, 2):
        pane.choose(Stop(note_id, None, frozenset()))
        pane.show_note(Preview(note_id, "N", "N.md", "/vault", "<p>x</p>", "", 0))
    qtbot.waitUntil(lambda: spy.count() > 0)
    assert [spy.at(place)[0] for place in range(spy.count())] == [2]
    pane.show_around(Around(1, notes(1), ()))
    assert pane.around.isHidden()
    pane.show_around(Around(2, notes(1), ()))
    assert not pane.around.isHidden()


def test_a_title_that_is_longer_than_a_line_is_broken(box: AroundBox) -> None:
    title = "Things I must not have to remember"
    box.show_around(Around(99, (LinkedNote(1, title, "a.md"),), ()))
    assert title.replace(" ", "&nbsp;") in box.related.text()
    box.resize(260, 100)
    assert title in box.related.text()
