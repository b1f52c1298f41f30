"""The letters of the preview have the zoom that was chosen, from one start to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent

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
