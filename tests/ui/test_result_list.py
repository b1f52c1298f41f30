"""The list lays its rows out one under the other, whatever its width and whatever they come to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QStyleOptionViewItem
from ui_fakes import make_result, make_results

from notesearch.settings import Settings
from notesearch.ui.result_list import ResultList

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

LONG = "many words that fill a line " * 3


@pytest.fixture
def rows(keeper: ThemeKeeper, icons: Icons, qtbot: QtBot) -> ResultList:
    rows = ResultList(keeper, icons)
    qtbot.addWidget(rows)
    rows.resize(1000, 600)
    rows.show()
    return rows


def show(rows: ResultList, snippet: str) -> None:
    found = tuple(make_result(note_id=number, snippet=snippet, marks=()) for number in range(1, 6))
    rows.show_results(make_results(*found), Settings(), fresh=False)


def assert_stacked(rows: ResultList) -> None:
    """Each row is as high as what it says, and starts where the one before ends."""
    option = QStyleOptionViewItem()
    rows.initViewItemOption(option)
    top = rows.visualRect(rows.rows.index(0)).top()
    for place in range(rows.rows.rowCount()):
        index = rows.rows.index(place)
        rect = rows.visualRect(index)
        assert rect.top() == top
        assert rect.height() == rows.itemDelegate().sizeHint(option, index).height()
        top = rect.bottom() + 1


def test_rows_stay_stacked_when_the_list_becomes_narrower_and_wider(rows: ResultList) -> None:
    show(rows, LONG)
    assert_stacked(rows)
    rows.resize(300, 600)
    assert_stacked(rows)
    rows.resize(1000, 600)
    assert_stacked(rows)


def test_rows_stay_stacked_when_the_same_results_say_more(rows: ResultList) -> None:
    show(rows, "short")
    assert_stacked(rows)
    show(rows, LONG * 4)
    assert_stacked(rows)


def test_the_chosen_row_shows_where_the_focus_is(rows: ResultList, qtbot: QtBot) -> None:
    show(rows, "short")
    rows.activateWindow()
    rows.setFocus()
    qtbot.waitUntil(rows.hasFocus)
    with_focus = rows.grab().toImage()
    rows.clearFocus()
    assert rows.grab().toImage() != with_focus


def test_the_scroll_bar_has_a_handle_only_when_there_is_something_to_scroll(rows: ResultList) -> None:
    show(rows, "short")
    rows.doItemsLayout()
    width = rows.viewport().width()
    assert not rows.verticalScrollBar().isEnabled()
    rows.resize(1000, 200)
    assert rows.verticalScrollBar().isEnabled()
    assert rows.viewport().width() == width
