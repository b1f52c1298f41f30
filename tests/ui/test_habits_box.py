"""How the window looks and what opens notes is chosen, told, and shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtTest import QSignalSpy

from notesearch.ui.habits_box import HabitsBox

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.memory import Memory


@pytest.fixture
def box(qtbot: QtBot) -> HabitsBox:
    box = HabitsBox()
    qtbot.addWidget(box)
    box.show()
    return box


def choose(box: HabitsBox, value: str) -> None:
    box.opener.setCurrentIndex(box.opener.findData(value))
    box.opener.activated.emit(box.opener.currentIndex())


def test_an_app_is_told_at_once_and_a_command_when_it_names_the_path(box: HabitsBox) -> None:
    told = QSignalSpy(box.opener_changed)
    choose(box, "obsidian")
    choose(box, "command")
    assert box.command.isVisible()
    box.command.setText("gvim +{line}")
    box.command.editingFinished.emit()
    box.command.setText("gvim +{line} {path}")
    box.command.editingFinished.emit()
    assert [told.at(place)[0] for place in range(told.count())] == ["obsidian", "gvim +{line} {path}"]


def test_what_was_chosen_is_shown_again(box: HabitsBox, memory: Memory) -> None:
    memory.opener = "kate {path}"
    memory.appearance = "dark"
    box.show_memory(memory)
    assert box.appearance.currentData() == "dark"
    assert (box.opener.currentData(), box.command.text()) == ("command", "kate {path}")
    memory.opener = "vscode"
    box.show_memory(memory)
    assert box.opener.currentData() == "vscode"
    assert not box.command.isVisible()


def test_the_look_is_told(box: HabitsBox, qtbot: QtBot) -> None:
    with qtbot.waitSignal(box.appearance_changed) as told:
        box.appearance.activated.emit(0)
    assert told.args == ["system"]
