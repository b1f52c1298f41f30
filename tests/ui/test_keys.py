"""Keys can be changed in their list: at once, for good, never to one that types or is taken, and back again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from notesearch.ui.key_table import KeyTable
from notesearch.ui.keys import all_keys
from notesearch.ui.keys_dialog import KeysDialog
from notesearch.ui.main_window import MainWindow
from notesearch.ui.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, memory: Memory) -> Iterator[MainWindow]:
    window = MainWindow(keeper, icons, memory)
    qtbot.addWidget(window)
    window.show_workspace()
    window.show()
    yield window
    window.close()


@pytest.fixture
def dialog(window: MainWindow) -> KeysDialog:
    window.show_keys()
    (dialog,) = window.findChildren(KeysDialog)
    return dialog


def press(dialog: KeysDialog, action: str, key: Qt.Key, modifier: Qt.KeyboardModifier = CONTROL) -> None:
    button = dialog.buttons[action]
    button.click()
    QTest.keyClick(button, key, modifier)


def test_delivered_keys_are_all_different() -> None:
    keys = [key.keys for key in all_keys() if key.keys]
    assert len(keys) == len(set(keys))


def test_every_action_but_escape_can_be_changed(window: MainWindow, dialog: KeysDialog) -> None:
    assert set(dialog.buttons) == set(window.actions_by_name) - {"escape"}


def test_a_changed_key_holds_at_once_in_tooltips_and_after_a_restart(
    window: MainWindow, dialog: KeysDialog, tmp_path: Path
) -> None:
    press(dialog, "trace", Qt.Key.Key_B)
    assert window.actions_by_name["trace"].shortcut() == QKeySequence("Ctrl+B")
    assert dialog.buttons["trace"].text() == "Ctrl+B *"
    tips = [button.toolTip() for button in window.findChildren(type(window.preview.back))]
    assert "Trace (Ctrl+B)" in tips
    assert KeyTable(Memory(tmp_path / "window.ini")).of("trace") == QKeySequence("Ctrl+B")


def test_texts_name_the_keys_that_hold(window: MainWindow, dialog: KeysDialog) -> None:
    assert window.keys.fill("{keys} and {settings}, {unknown}") == "F1 and Ctrl+,, {unknown}"
    press(dialog, "settings", Qt.Key.Key_J)
    assert window.keys.fill("{settings}") == "Ctrl+J"
    assert window.settings.isHidden()


@pytest.mark.parametrize(
    ("key", "modifier", "said"),
    [
        (Qt.Key.Key_K, CONTROL, "Ctrl+K is taken: To the search field"),
        (Qt.Key.Key_Return, CONTROL, "Ctrl+Return is taken: Show the note in the file manager"),
        (
            Qt.Key.Key_B,
            Qt.KeyboardModifier.NoModifier,
            "B alone is for typing: hold Ctrl or Alt, or take a function key.",
        ),
        (Qt.Key.Key_V, CONTROL, "Ctrl+V is for editing text."),
        (Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier, "Shift+F3 is taken: Hit before"),
    ],
)
def test_a_key_that_cannot_be_taken_is_said(
    window: MainWindow, dialog: KeysDialog, key: Qt.Key, modifier: Qt.KeyboardModifier, said: str
) -> None:
    press(dialog, "trace", key, modifier)
    assert dialog.said.text() == said
    assert window.actions_by_name["trace"].shortcut() == QKeySequence("Ctrl+T")


def test_a_function_key_may_stand_alone(window: MainWindow, dialog: KeysDialog) -> None:
    press(dialog, "trace", Qt.Key.Key_F8, Qt.KeyboardModifier.NoModifier)
    assert window.actions_by_name["trace"].shortcut() == QKeySequence("F8")


def test_a_modifier_alone_is_waited_through_and_escape_leaves_it(window: MainWindow, dialog: KeysDialog) -> None:
    button = dialog.buttons["trace"]
    button.click()
    QTest.keyClick(button, Qt.Key.Key_Control)
    assert button.isChecked()
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert not button.isChecked()
    assert dialog.isVisible()
    assert button.text() == "Ctrl+T"


def test_all_keys_can_be_reset(window: MainWindow, dialog: KeysDialog) -> None:
    assert not dialog.reset.isEnabled()
    press(dialog, "trace", Qt.Key.Key_B)
    press(dialog, "why", Qt.Key.Key_T)
    dialog.reset.click()
    assert window.actions_by_name["trace"].shortcut() == QKeySequence("Ctrl+T")
    assert window.actions_by_name["why"].shortcut() == QKeySequence("Ctrl+I")
    assert not dialog.reset.isEnabled()


def test_one_key_can_be_reset_by_itself(window: MainWindow, dialog: KeysDialog, tmp_path: Path) -> None:
    assert not any(button.isVisible() for button in dialog.resets.values())
    press(dialog, "trace", Qt.Key.Key_B)
    press(dialog, "why", Qt.Key.Key_J)
    assert [name for name, button in dialog.resets.items() if button.isVisible()] == ["why", "trace"]
    assert dialog.resets["trace"].accessibleName() == "Trace of the search: back to Ctrl+T"
    dialog.resets["trace"].click()
    assert window.actions_by_name["trace"].shortcut() == QKeySequence("Ctrl+T")
    assert window.actions_by_name["why"].shortcut() == QKeySequence("Ctrl+J")
    assert dialog.said.text() == "This key is as delivered."
    assert dialog.focusWidget() is dialog.buttons["trace"]
    assert not dialog.resets["trace"].isVisible()
    kept = KeyTable(Memory(tmp_path / "window.ini"))
    assert [kept.of(name).toString() for name in ("trace", "why")] == ["Ctrl+T", "Ctrl+J"]


def test_a_key_is_not_reset_to_one_that_is_taken_by_now(window: MainWindow, dialog: KeysDialog) -> None:
    press(dialog, "trace", Qt.Key.Key_B)
    press(dialog, "why", Qt.Key.Key_T)
    dialog.resets["trace"].click()
    assert dialog.said.text() == "Ctrl+T is taken: Why this rank?"
    assert window.actions_by_name["trace"].shortcut() == QKeySequence("Ctrl+B")


def test_keys_do_not_move_when_one_can_be_reset(dialog: KeysDialog) -> None:
    before = [button.geometry() for button in dialog.buttons.values()]
    press(dialog, "trace", Qt.Key.Key_B)
    assert [button.geometry() for button in dialog.buttons.values()] == before


@pytest.mark.parametrize("kept", ["nonsense", "Ctrl+K, Ctrl+L", ""])
def test_a_kept_key_that_cannot_be_read_is_the_delivered_one(memory: Memory, kept: str) -> None:
    memory.keep_key("trace", kept)
    assert KeyTable(memory).of("trace") == QKeySequence("Ctrl+T")
