"""Letters follow the system's font while the window runs; those of the preview also the zoom that was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QWidget
from ui_fakes import make_result, make_results

from notesearch.settings import Settings
from notesearch.ui.main_window import MainWindow
from notesearch.ui.memory import Memory
from notesearch.ui.note_view import ZOOMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.note_view import NoteView
    from notesearch.ui.theme import ThemeKeeper

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def windows(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, tmp_path: Path) -> Iterator[Callable[[], MainWindow]]:
    """Return what makes a window, each with the memory of the one before."""
    made: list[MainWindow] = []

    def make() -> MainWindow:
        if made:
            made[-1].close()
        window = MainWindow(keeper, icons, Memory(tmp_path / "window.ini"))
        qtbot.addWidget(window)
        window.show_workspace()
        window.show()
        window.show_list(shown=True)
        made.append(window)
        return window

    yield make
    made[-1].close()


def size(view: NoteView) -> float:
    return float(view.document().defaultFont().pointSizeF())


def turn_wheel(view: NoteView, by: int, modifier: Qt.KeyboardModifier) -> None:
    at = QPointF(view.viewport().rect().center())
    buttons, phase, inverted = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase, False
    view.wheelEvent(QWheelEvent(at, at, QPoint(), QPoint(0, by), buttons, modifier, phase, inverted))


def test_the_wheel_zooms_only_while_control_is_held(windows: Callable[[], MainWindow]) -> None:
    view = windows().preview.view
    turn_wheel(view, 120, CONTROL)
    turn_wheel(view, 120, CONTROL)
    turn_wheel(view, -120, CONTROL)
    assert view.zoom == 1
    turn_wheel(view, 120, NONE)
    assert view.zoom == 1


def test_the_zoom_has_ends(windows: Callable[[], MainWindow]) -> None:
    view = windows().preview.view
    for step, end in ((-1, ZOOMS[0]), (1, ZOOMS[1])):
        for _ in range(30):
            view.zoom_to(view.zoom + step)
        assert view.zoom == end


def test_the_zoom_is_there_after_a_restart(windows: Callable[[], MainWindow], qapp: QApplication) -> None:
    windows().preview.view.zoom_to(3)
    view = windows().preview.view
    assert view.zoom == 3
    assert size(view) == pytest.approx(qapp.font().pointSizeF() * 1.331)


@pytest.mark.parametrize("kept", ["", "large", "3.5", "99999999999", "²"])
def test_a_kept_zoom_that_cannot_be_read_is_none(memory: Memory, kept: str) -> None:
    memory._store.setValue("look/zoom", kept)
    assert memory.zoom == 0


def test_what_one_reads_stays_in_sight_when_it_is_zoomed(windows: Callable[[], MainWindow]) -> None:
    view = windows().preview.view
    view.show_html("".join(f"<p>Paragraph {number} about bread.</p>" for number in range(100)))
    view.show_position(view.document().find("Paragraph 50 ").selectionStart())
    first = view.cursorForPosition(QPoint(24, 0)).block().text()
    view.zoom_to(5)
    assert view.cursorForPosition(QPoint(24, 2)).block().text() == first


def test_the_second_key_of_an_action_goes_when_another_is_chosen(windows: Callable[[], MainWindow]) -> None:
    window = windows()
    assert window.keys.problem("trace", QKeySequence("Ctrl++")) == "Ctrl++ is taken: Larger preview"
    window.keys.choose("zoom_in", QKeySequence("F9"))
    assert window.actions_by_name["zoom_in"].shortcuts() == [QKeySequence("F9")]
    assert window.keys.problem("trace", QKeySequence("Ctrl++")) == ""


@pytest.fixture
def grow(qapp: QApplication, keeper: ThemeKeeper, qtbot: QtBot) -> Iterator[Callable[[MainWindow], None]]:
    """Return what doubles the system's font under a window, and waits until the window has it."""
    usual = qapp.font()
    large = QFont(usual)
    large.setPointSizeF(usual.pointSizeF() * 2)

    def change(window: MainWindow) -> None:
        qapp.setFont(large)
        qtbot.waitUntil(lambda: window.status.count.font().pointSizeF() == large.pointSizeF())

    yield change
    qapp.setFont(usual)
    keeper.follow_font()


def sizes(window: MainWindow) -> dict[QWidget, float]:
    return {each: each.font().pointSizeF() for each in window.findChildren(QWidget) if not each.isWindow()}


def test_every_widget_follows_the_systems_font(
    windows: Callable[[], MainWindow], grow: Callable[[MainWindow], None]
) -> None:
    window = windows()
    window.toggle_settings(shown=True)
    before = sizes(window)
    grow(window)
    after = sizes(window)
    left = {each: (size, after[each]) for each, size in before.items() if after[each] != pytest.approx(size * 2)}
    assert left == {}


def test_rows_become_as_high_as_their_letters_need(
    windows: Callable[[], MainWindow], grow: Callable[[MainWindow], None], qtbot: QtBot
) -> None:
    window = windows()
    results = make_results(make_result(1), make_result(2))
    window.results.show_results(results, Settings(), fresh=True)
    window.trace.show_trace(results)
    window.trace.show()
    index = window.results.rows.index(1)
    before = window.results.visualRect(index)
    grow(window)
    letters = window.status.count.fontMetrics().height()
    # A title, a folder, a line of text, badges.
    qtbot.waitUntil(lambda: window.results.visualRect(index).height() > 4 * letters)
    assert window.results.visualRect(index).top() > 1.6 * before.top()
    assert window.trace.table.rowHeight(0) >= letters
    assert window.status.height() >= letters


def test_the_zoom_is_kept_when_the_systems_font_changes(
    windows: Callable[[], MainWindow], grow: Callable[[MainWindow], None], qapp: QApplication
) -> None:
    window, usual = windows(), qapp.font().pointSizeF()
    window.preview.view.zoom_to(-2)
    grow(window)
    assert window.preview.view.zoom == -2
    assert size(window.preview.view) == pytest.approx(usual * 2 / 1.21)


def test_the_same_font_again_changes_nothing(keeper: ThemeKeeper, qtbot: QtBot) -> None:
    keeper.follow_font()
    with qtbot.assertNotEmitted(keeper.changed):
        keeper.follow_font()


def test_titles_stay_bold_whatever_changes(
    windows: Callable[[], MainWindow], grow: Callable[[MainWindow], None], keeper: ThemeKeeper
) -> None:
    window = windows()
    titles = (window.empty.title, window.start.title)
    for change in (lambda: keeper.choose("dark"), lambda: grow(window), lambda: keeper.choose("light")):
        change()
        assert [title.font().weight() for title in titles] == [QFont.Weight.DemiBold] * 2
