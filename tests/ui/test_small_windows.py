"""In a small window with large letters no text is cut off: it is wholly in sight, or can be scrolled to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QDeadlineTimer, QRect, Qt, QTranslator
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QPushButton, QScrollArea, QWidget
from ui_fakes import make_result, make_results, resting

from notesearch.embedding.embedder import HostState
from notesearch.paths import resources
from notesearch.settings import Settings
from notesearch.ui import states
from notesearch.ui.keys_dialog import KeysDialog
from notesearch.ui.main_window import MainWindow
from notesearch.ui.pieces import Elided
from notesearch.vault.discover import FoundVault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.memory import Memory
    from notesearch.ui.theme import ThemeKeeper

_SETTLED_MS = 3000  # how long a busy machine may take to lay everything out
LONG = Path("/home/someone/Documents/Everything that I have ever written/and more/of the same/Notes")


@pytest.fixture(params=["en", "zh_CN"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    translator = QTranslator()
    if request.param != "en":
        assert translator.load(str(resources() / "translations" / f"notesearch_{request.param}.qm"))
        qapp.installTranslator(translator)
    yield request.param
    qapp.removeTranslator(translator)


@pytest.fixture(params=[(800, 500, 15), (800, 500, 10), (640, 420, 12)], ids=str)
def window(
    request: pytest.FixtureRequest, language: str, qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, memory: Memory
) -> Iterator[MainWindow]:
    width, height, points = request.param
    usual = QApplication.font()
    font = QFont(usual)
    font.setPointSizeF(points)
    QApplication.setFont(font)
    window = MainWindow(keeper, icons, memory)
    qtbot.addWidget(window)
    window.show()
    window.resize(width, height)
    yield window
    window.close()
    QApplication.setFont(usual)
    keeper.follow_font()


def texts_in(widget: QWidget) -> list[QWidget]:
    found = [*widget.findChildren(QLabel), *widget.findChildren(QPushButton)]
    return [each for each in found if each.isVisible() and each.text() and not isinstance(each, Elided)]


def cut_off(widget: QWidget) -> list[str]:
    """Return the texts that stay smaller than what they say, or lie where nobody can see or scroll to."""
    deadline = QDeadlineTimer(_SETTLED_MS)
    while True:
        QTest.qWait(20)
        found = [each.text() for each in texts_in(widget) if _too_small(each) or not _reachable(each)]
        if not found or deadline.hasExpired():
            return found


def _too_small(each: QWidget) -> bool:
    needed = each.heightForWidth(each.width()) if each.hasHeightForWidth() else each.sizeHint().height()
    narrow = not (isinstance(each, QLabel) and each.wordWrap()) and each.width() < each.minimumSizeHint().width()
    return each.height() < needed or narrow


def _reachable(each: QWidget) -> bool:
    """Climb to the window: every parent shows all of it, or scrolls (only up and down) to where it does."""
    while not each.isWindow():
        parent = each.parentWidget()
        area = parent.parentWidget() if parent is not None else None
        if isinstance(area, QScrollArea):
            area.ensureWidgetVisible(each, 0, 0)
            if each.width() > area.viewport().width():
                return False
        elif isinstance(area, QAbstractScrollArea) or parent is None:
            return True
        elif not parent.rect().contains(each.geometry()):
            return False
        each = parent
    return True


def test_the_first_page(window: MainWindow) -> None:
    window.show_start(f"{LONG} is not a folder that can be opened.")
    assert cut_off(window.start) == []
    window.start.offer(tuple(FoundVault(LONG.with_name(f"Notes {number}"), number) for number in range(5)))
    assert cut_off(window.start) == []
    assert len(texts_in(window.start)) == 11


def test_the_card_above_the_first_results(window: MainWindow) -> None:
    results = make_results(make_result(1), make_result(2))
    window.show_workspace()
    window.results.show_results(results, Settings(), fresh=True)
    window.show_list(shown=True)
    assert cut_off(window.welcome) == []
    assert len(texts_in(window.welcome)) == 7
    window.toggle_settings(shown=True)
    assert cut_off(window.welcome) == []
    # What it explains is still there.
    assert window.results.viewport().height() > 2 * window.fontMetrics().height()


def test_the_card_takes_no_more_room_than_it_needs(window: MainWindow) -> None:
    window.resize(1180, 760)
    window.show_workspace()
    window.show_list(shown=True)
    QTest.qWait(20)
    (area,) = window.welcome.findChildren(QScrollArea)
    assert area.verticalScrollBar().maximum() == 0
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert area.height() == area.sizeHint().height()


def test_the_page_at_rest_beside_the_settings(window: MainWindow) -> None:
    window.show_workspace()
    window.show_list(shown=False)
    window.empty.show_state(states.at_rest(resting(model=HostState("off", "no model: none has been chosen"))))
    for shown in (False, True):
        window.toggle_settings(shown=shown)
        assert cut_off(window.empty) == []
    assert cut_off(window.settings) == []


def test_the_list_of_keys(window: MainWindow) -> None:
    window.show_workspace()
    window.show_keys()
    (dialog,) = window.findChildren(KeysDialog)
    room = dialog.screen().availableSize()
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()
    assert cut_off(dialog) == []
    dialog.reject()


def test_what_is_cut_off_is_found_by_these_tests(qtbot: QtBot) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    outer.resize(200, 40)
    low, away = QLabel("Too low", outer), QLabel("Out of sight", outer)
    low.setGeometry(QRect(0, 0, 100, 4))
    away.setGeometry(QRect(150, 0, 200, 30))
    outer.show()
    assert cut_off(outer) == ["Too low", "Out of sight"]
