"""The field searches as one types, never in the middle of a composed word, and hands the list's keys on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from notesearch.ui.search_box import SearchBox

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


@pytest.fixture
def box(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> SearchBox:
    box = SearchBox(keeper, icons)
    qtbot.addWidget(box)
    box.show()
    return box


def compose(box: SearchBox, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(box, event)


def test_ten_quick_letters_ask_once_with_all_of_them(box: SearchBox, qtbot: QtBot) -> None:
    asked = QSignalSpy(box.typed)
    QTest.keyClicks(box, "sourdoughs")
    qtbot.waitUntil(lambda: asked.count() > 0)
    assert [asked.at(place)[0] for place in range(asked.count())] == ["sourdoughs"]


def test_the_same_text_is_not_asked_twice(box: SearchBox, qtbot: QtBot) -> None:
    asked = QSignalSpy(box.typed)
    box.setText("bread")
    box.search_now()
    box.search_now()
    assert asked.count() == 1


def test_composing_asks_nothing_until_the_word_is_there(box: SearchBox, qtbot: QtBot) -> None:
    asked = QSignalSpy(box.typed)
    compose(box, "hui")
    compose(box, "huiyi")
    QTest.qWait(120)
    assert asked.count() == 0
    compose(box, "", "会议")
    qtbot.waitUntil(lambda: asked.count() == 1)
    assert asked.at(0)[0] == "会议"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Up])
def test_keys_while_composing_belong_to_the_input_method(box: SearchBox, key: Qt.Key) -> None:
    spies = [QSignalSpy(signal) for signal in (box.entered, box.left, box.moved, box.recalled)]
    compose(box, "hui")
    QTest.keyClick(box, key)
    assert [spy.count() for spy in spies] == [0, 0, 0, 0]


def test_list_keys_go_to_the_list_and_text_keys_stay(box: SearchBox) -> None:
    moved = QSignalSpy(box.moved)
    box.setText("bread")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
        QTest.keyClick(box, key)
    assert moved.count() == 4
    QTest.keyClick(box, Qt.Key.Key_Home)
    assert box.cursorPosition() == 0
    QTest.keyClick(box, Qt.Key.Key_End)
    assert box.cursorPosition() == 5
    assert moved.count() == 4


def test_up_in_the_empty_field_recalls(box: SearchBox) -> None:
    recalled = QSignalSpy(box.recalled)
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert recalled.count() == 1


def test_enter_opens_and_control_enter_reveals(box: SearchBox) -> None:
    entered, revealed = QSignalSpy(box.entered), QSignalSpy(box.revealed)
    QTest.keyClick(box, Qt.Key.Key_Return)
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert (entered.count(), revealed.count()) == (1, 1)


def test_escape_clears_and_then_leaves(box: SearchBox, qtbot: QtBot) -> None:
    left = QSignalSpy(box.left)
    box.setText("bread")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (box.text(), left.count()) == ("", 0)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert left.count() == 1
