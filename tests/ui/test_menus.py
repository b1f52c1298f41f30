"""No menu begins or ends with a line, or shows two in a row, whatever it has to offer at the time."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from ui_stage import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot
    from ui_stage import Stage


def lines_out_of_place(menu: QMenu) -> list[str]:
    """Return what is wrong with the lines of a menu and of those in it."""
    shown = [action for action in menu.actions() if action.isVisible()]
    lines = [action.isSeparator() for action in shown]
    wrong = [
        name
        for name, there in (
            ("empty", not shown),
            ("first", lines[:1] == [True]),
            ("last", lines[-1:] == [True]),
            ("doubled", any(one and other for one, other in pairwise(lines))),
        )
        if there
    ]
    inner = [action.menu() for action in shown if isinstance(action.menu(), QMenu)]
    return wrong + [each for one in inner for each in lines_out_of_place(one)]


@pytest.fixture
def popped(qtbot: QtBot) -> Iterator[QWidget]:
    """Close what a test has left open."""
    yield
    while (menu := QApplication.activePopupWidget()) is not None:
        menu.close()


def open_menu(widget: QWidget, at: QPoint) -> QMenu:
    """Ask a widget for its context menu there."""
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_the_check_sees_every_fault(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    assert lines_out_of_place(menu) == ["empty"]
    menu.addSeparator()
    hidden = menu.addAction("Hidden")
    hidden.setVisible(False)
    menu.addSeparator()
    menu.addAction("Shown")
    assert lines_out_of_place(menu) == ["first", "doubled"]
    menu.addMenu("More").addSeparator()
    menu.addSeparator()
    assert lines_out_of_place(menu) == ["first", "last", "doubled", "first", "last"]


def test_menus_of_the_bars(stage: Stage, qtbot: QtBot) -> None:
    window = stage.window
    for text in (
        "bread",
        "bread tag:tag1 source:journal folder:Kitchen after:today",
        "nothing",
        "nothing folder:Kitchen",
    ):
        window.search.clear()
        stage.type(text)
        qtbot.waitUntil(lambda text=text: stage.session.results is not None and stage.session.results.query == text)
        for menu in window.findChildren(QMenu):
            if menu is window.search.saved_menu or menu is window.preview.outline.menu_of_headings:
                continue  # shown only when there is something in them
            menu.aboutToShow.emit()
            assert lines_out_of_place(menu) == [], (text, [each.text() for each in menu.actions()])


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_of_a_result(stage: Stage, qtbot: QtBot, popped: None) -> None:
    find(stage, qtbot)
    results = stage.window.results
    menu = open_menu(results.viewport(), results.visualRect(results.currentIndex()).center())
    assert lines_out_of_place(menu) == []
    assert [action.text() for action in menu.actions()][-1] == "Why this rank?"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_of_a_result_is_gone_when_it_was_closed(stage: Stage, qtbot: QtBot, popped: None) -> None:
    find(stage, qtbot)
    results, before = stage.window.results, len(stage.window.findChildren(QMenu))
    for _ in range(3):
        open_menu(results.viewport(), results.visualRect(results.currentIndex()).center()).close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(stage.window.findChildren(QMenu)) == before


@pytest.mark.parametrize("text", ["", "bread"])
@pytest.mark.parametrize("selected", [False, True])
def test_the_menu_of_the_search_field(stage: Stage, text: str, *, selected: bool) -> None:
    stage.window.search.setText(text)
    if selected:
        stage.window.search.selectAll()
    assert lines_out_of_place(stage.window.search.createStandardContextMenu()) == []


@pytest.mark.parametrize("selected", [False, True])
def test_the_menu_of_the_preview(stage: Stage, qtbot: QtBot, *, selected: bool) -> None:
    find(stage, qtbot)
    view = stage.window.preview.view
    if selected:
        view.moveCursor(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    for at in (QPoint(30, 30), view.cursorRect(view.document().find("other")).center()):
        assert lines_out_of_place(view.createStandardContextMenu(at)) == []
