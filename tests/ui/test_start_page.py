"""The first page offers what was found first: Tab goes through it from the top, and the first one has the focus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notesearch.ui.start_page import StartPage
from notesearch.vault.discover import FoundVault

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


@pytest.fixture
def page(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> StartPage:
    page = StartPage(keeper, icons)
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    page.choose.setFocus()
    qtbot.waitUntil(page.choose.hasFocus)
    return page


def test_enter_opens_the_first_vault_that_was_found(page: StartPage, qtbot: QtBot) -> None:
    page.offer((FoundVault(Path("/a/Notes"), 2), FoundVault(Path("/a/Work"), 1)))
    with qtbot.waitSignal(page.chosen) as chosen:
        QTest.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    assert chosen.args == [Path("/a/Notes")]


def test_tab_goes_from_top_to_bottom(page: StartPage) -> None:
    page.offer((FoundVault(Path("/a/Notes"), 2), FoundVault(Path("/a/Work"), 1)))
    names = []
    for _ in range(4):
        focus = page.focusWidget()
        names.append(focus.accessibleName() or focus.text())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert names == ["Open Notes", "Open Work", "Choose a folder …", "Try the sample notes"]


def test_without_a_found_vault_the_folder_dialog_has_the_focus(page: StartPage) -> None:
    page.offer(())
    assert page.choose.hasFocus()
