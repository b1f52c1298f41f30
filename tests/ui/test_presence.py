"""The window comes and goes: by a toggle, by the tray, by links that can only ask, and stays open when hidden."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QSystemTrayIcon

from notesearch.ui.asked import Asked
from notesearch.ui.autostart import Autostart
from notesearch.ui.main_window import MainWindow
from notesearch.ui.presence import Presence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.memory import Memory
    from notesearch.ui.theme import ThemeKeeper

NOTES, OTHER = Path("/vaults/notes"), Path("/vaults/other")


class FakeSession:
    def __init__(self, memory: Memory) -> None:
        self.memory = memory


class FakeSetup(QObject):
    """Writes down which vaults are to be opened."""

    def __init__(self, window: MainWindow, memory: Memory) -> None:
        super().__init__(window)
        self.window, self.session, self.vault = window, FakeSession(memory), NOTES
        self.opened: list[tuple[Path, str]] = []

    def open_vault(self, vault: Path, query: str = "") -> None:
        self.opened.append((vault, query))


@pytest.fixture
def setup(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, memory: Memory) -> Iterator[FakeSetup]:
    window = MainWindow(keeper, icons, memory)
    qtbot.addWidget(window)
    window.show_workspace()
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield FakeSetup(window, memory)
    window.close()


@pytest.fixture
def autostart(tmp_path: Path) -> Autostart:
    return Autostart(tmp_path / "autostart" / "notesearch.desktop", ["notesearch"])


@pytest.fixture
def presence(setup: FakeSetup, autostart: Autostart) -> Presence:
    setup.session.memory.last_vault = OTHER
    setup.session.memory.last_vault = NOTES
    return Presence(setup, autostart)  # type: ignore[arg-type]  # all that is asked of a Setup


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)


def test_a_toggle_hides_the_window_and_brings_it_back(presence: Presence, setup: FakeSetup) -> None:
    presence.take(Asked(toggle=True))
    assert setup.window.isHidden()
    presence.take(Asked(toggle=True))
    assert setup.window.isVisible()
    assert setup.window.focusWidget() is setup.window.search


def test_a_minimised_window_is_brought_back_by_a_toggle(presence: Presence, setup: FakeSetup) -> None:
    setup.window.showMinimized()
    presence.take(Asked(toggle=True))
    assert setup.window.isVisible()
    assert not setup.window.isMinimized()


def test_escape_minimises_until_there_is_a_way_back(presence: Presence, setup: FakeSetup) -> None:
    setup.window.put_away()
    assert setup.window.isMinimized()
    presence.take(Asked(toggle=True))
    setup.window.put_away()
    assert setup.window.isHidden()


def test_a_start_at_login_beside_a_window_changes_nothing(presence: Presence, setup: FakeSetup) -> None:
    setup.window.hide()
    presence.take(Asked(background=True))
    assert setup.window.isHidden()


def test_a_first_start_in_the_background_waits_in_the_task_bar(presence: Presence, setup: FakeSetup) -> None:
    setup.window.hide()
    presence.start(Asked(background=True))
    assert setup.window.isMinimized()
    assert setup.opened == [(NOTES, "")]


@pytest.mark.usefixtures("tray")
def test_a_first_start_in_the_background_waits_in_the_tray(setup: FakeSetup, autostart: Autostart) -> None:
    setup.session.memory.keep_flag("tray", shown=True)
    setup.window.hide()
    presence = Presence(setup, autostart)  # type: ignore[arg-type]  # as above
    presence.start(Asked(background=True))
    assert setup.window.isHidden()
    presence.tray.toggled.emit()
    assert setup.window.isVisible()


def test_a_link_asks_its_question_in_the_open_vault(presence: Presence, setup: FakeSetup) -> None:
    presence.take(Asked(link="notesearch://search?q=heron%20%26%20wren"))
    assert setup.window.search.text() == "heron & wren"
    assert setup.opened == []


@pytest.mark.parametrize("name", ["other", "/vaults/other"])
def test_a_link_opens_a_vault_that_is_known(presence: Presence, setup: FakeSetup, name: str) -> None:
    presence.take(Asked(link=f"notesearch://search?q=heron&vault={name}"))
    assert setup.opened == [(OTHER, "heron")]


def test_a_link_never_opens_a_folder_that_is_not_known(presence: Presence, setup: FakeSetup) -> None:
    presence.take(Asked(link="notesearch://search?q=heron&vault=/etc"))
    assert setup.opened == []
    assert setup.window.search.text() == "heron"
    assert "/etc" in setup.window.status.message.whole


def test_a_link_that_says_nothing_is_told(presence: Presence, setup: FakeSetup) -> None:
    presence.take(Asked(link="notesearch://delete?everything"))
    assert "says nothing" in setup.window.status.message.text()
    assert (setup.window.search.text(), setup.opened) == ("", [])


def test_the_first_start_follows_a_link(presence: Presence, setup: FakeSetup) -> None:
    presence.start(Asked(link="notesearch://search?q=heron"))
    assert setup.opened == [(NOTES, "heron")]


@pytest.mark.usefixtures("tray")
def test_with_an_icon_in_the_tray_the_cross_hides(setup: FakeSetup, autostart: Autostart) -> None:
    presence = Presence(setup, autostart)  # type: ignore[arg-type]  # as above
    habits = setup.window.settings.habits
    assert (habits.tray.isEnabled(), habits.tray.isChecked()) == (True, False)
    habits.tray.click()
    assert setup.session.memory.flag("tray")
    cross = SpontaneousClose()
    setup.window.closeEvent(cross)
    assert (cross.isAccepted(), setup.window.isHidden()) == (False, True)
    habits.tray.click()
    assert presence.tray.icon is None
    assert not setup.window.in_tray


class SpontaneousClose(QCloseEvent):
    """What the window system sends when the person clicks the cross."""

    def spontaneous(self) -> bool:
        return True


def test_without_a_tray_the_choice_is_not_there(presence: Presence, setup: FakeSetup) -> None:
    habits = setup.window.settings.habits
    assert not habits.tray.isEnabled()
    assert habits.tray.toolTip()


def test_another_language_closes_for_a_window_on_the_same_question(presence: Presence, setup: FakeSetup) -> None:
    habits = setup.window.settings.habits
    assert [habits.language.itemText(n) for n in range(3)] == ["As the system", "English", "简体中文"]
    setup.window.search.setText("heron")
    habits.language.setCurrentIndex(2)
    habits.language.activated.emit(2)
    assert presence.again == Asked(NOTES, "heron")
    assert setup.session.memory.language == "zh_CN"
    assert setup.window.isHidden()


def test_start_at_login_is_a_choice(presence: Presence, setup: FakeSetup, autostart: Autostart) -> None:
    habits = setup.window.settings.habits
    assert not habits.autostart.isChecked()
    habits.autostart.click()
    assert autostart.enabled
    habits.autostart.click()
    assert not autostart.enabled
