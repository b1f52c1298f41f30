"""Completions in the field: Tab takes one, Enter and the arrows stay the question's until a list of values is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from notesearch.index.naming import VaultNames
from notesearch.ui.search_box import SearchBox

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

NAMES = VaultNames(("work", "bird"), ("Kitchen", "Kitchen/Old stuff"), ("status",))


@pytest.fixture
def box(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> SearchBox:
    window = QWidget()
    window.resize(600, 400)
    box = SearchBox(keeper, icons)
    layout = QVBoxLayout(window)
    layout.addWidget(box, alignment=Qt.AlignmentFlag.AlignTop)
    box.completions.use_names(NAMES)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.window_kept = window  # type: ignore[attr-defined]  # it lives as long as its field
    return box


def shown(box: SearchBox) -> list[str]:
    items = box.completions.list
    return [items.item(row).text() for row in range(items.count())] if box.completions.is_open else []


def test_tab_takes_the_chosen_one_and_goes_on_to_its_values(box: SearchBox) -> None:
    QTest.keyClick(box, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert box.text() == "folder:"
    assert shown(box) == ["folder:Kitchen", 'folder:"Kitchen/Old stuff"']
    QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.text() == 'folder:"Kitchen/Old stuff" '
    assert shown(box) == []
    assert box.hasFocus()


def test_enter_opens_the_result_while_nothing_is_chosen(box: SearchBox) -> None:
    entered = QSignalSpy(box.entered)
    QTest.keyClicks(box, "#w")
    assert shown(box) == ["#work"]
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert (entered.count(), box.text()) == (1, "#w")


def test_arrows_are_the_results_while_it_may_be_just_a_word(box: SearchBox) -> None:
    moved = QSignalSpy(box.moved)
    QTest.keyClicks(box, "title")
    assert shown(box)
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert moved.count() == 1


def test_tab_takes_the_first_while_none_is_chosen(box: SearchBox) -> None:
    QTest.keyClicks(box, "bread #w")
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert box.text() == "bread #work "


def test_what_may_be_just_a_word_is_hinted_at_and_left_alone(box: SearchBox) -> None:
    QTest.keyClicks(box, "sour")
    assert [text.split()[0] for text in shown(box)] == ["source:"]
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert box.text() == "sour"
    box.setFocus()
    QTest.keyClicks(box, "c")
    assert shown(box)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (shown(box), box.text()) == ([], "")


def test_escape_closes_the_list_before_it_clears(box: SearchBox) -> None:
    QTest.keyClicks(box, "tag:")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (shown(box), box.text()) == ([], "tag:")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == ""


def test_control_space_lists_every_operator(box: SearchBox) -> None:
    QTest.keyClick(box, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert len(shown(box)) == 12
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.text() == "["
    assert shown(box) == ["[status]"]


def test_a_click_takes_a_completion(box: SearchBox) -> None:
    QTest.keyClicks(box, "bread #")
    items = box.completions.list
    at = items.visualItemRect(items.item(1)).center()
    QTest.mouseClick(items.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert box.text() == "bread #bird "


def test_a_word_that_is_being_composed_is_never_completed(box: SearchBox) -> None:
    QTest.keyClicks(box, "tag:")
    assert shown(box)
    QApplication.sendEvent(box, QInputMethodEvent("du", []))
    assert shown(box) == []
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert box.text() == "tag:"


def test_text_that_the_program_writes_offers_nothing(box: SearchBox) -> None:
    box.setText("tag:w")
    assert shown(box) == []


@pytest.mark.parametrize("text", ["tag:x", "bread"])
def test_without_completions_tab_moves_on(box: SearchBox, text: str) -> None:
    QTest.keyClicks(box, text)
    assert not box.completions.is_open
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert box.text() == text
