"""Lets the window come and go: second starts, links, the tray, Escape and the cross of its frame."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from notesearch.ui.asked import Asked, read_link
from notesearch.ui.tray import Tray

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.ui.autostart import Autostart
    from notesearch.ui.setup import Setup

_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - the name of a variable that Qt reads when a window is activated


class Presence(QObject):
    """Shows and hides the window of a Setup. When it has closed for another one, `again` is what that opens on."""

    def __init__(self, setup: Setup, autostart: Autostart) -> None:
        super().__init__(setup)
        self._autostart = autostart
        self.again: Asked | None = None
        self._setup, self._window, self._memory = setup, setup.window, setup.session.memory
        self.tray = Tray(self._window)
        self.tray.toggled.connect(self.toggle)
        habits = self._window.settings.habits
        habits.tray_changed.connect(self._choose_tray)
        habits.autostart_changed.connect(self._choose_autostart)
        habits.language_changed.connect(self._choose_language)
        habits.show_presence(tray=Tray.possible(), autostart=autostart)
        self._use_tray()

    def start(self, asked: Asked) -> None:
        """Open what the first start asks for, else the last vault."""
        vault, query = self._meant(asked)
        chosen = vault or self._memory.last_vault
        if chosen is not None:
            self._setup.open_vault(chosen, query)
        if not asked.background:
            self._window.show()
        elif not self._window.in_tray:
            self._window.showMinimized()

    @Slot(object)
    def take(self, asked: Asked) -> None:
        """Do what a further start asks for."""
        if asked.background:
            return
        if asked.toggle:
            self._window.toggled = True
            self._toggle(asked.token)
            return
        self._come(asked.token)
        vault, query = self._meant(asked)
        if vault is not None and vault != self._setup.vault:
            self._setup.open_vault(vault, query)
        elif query:
            self._window.search.setText(query)

    @Slot()
    def toggle(self) -> None:
        """Put the window away when it is in front, else bring it there."""
        self._toggle("")

    def _toggle(self, token: str) -> None:
        if self._window.isVisible() and not self._window.isMinimized() and self._window.isActiveWindow():
            self._window.put_away()
        else:
            self._come(token)

    def _come(self, token: str) -> None:
        """Come to the front, ready for the next question; a Wayland desktop allows it to who has its token."""
        if token:
            os.environ[_TOKEN] = token
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        if self._setup.vault is not None:
            window.search.setFocus()
            window.search.selectAll()

    def _meant(self, asked: Asked) -> tuple[Path | None, str]:
        """Return the vault and the question that were asked for, a link's taken with care."""
        if not asked.link:
            return asked.vault, asked.query
        link = read_link(asked.link)
        if link is None:
            self._window.status.say(self.tr("This link says nothing that NoteSearch knows."))
            return None, ""
        if not link.vault:
            return None, link.query
        for vault in self._memory.vaults:
            if link.vault in {str(vault), vault.name}:
                return vault, link.query
        self._window.status.say(self.tr("The link names a vault that has not been opened here: {0}").format(link.vault))
        return None, link.query

    @Slot(bool)
    def _choose_tray(self, wanted: bool) -> None:  # noqa: FBT001 - a slot
        self._memory.keep_flag("tray", shown=wanted)
        self._use_tray()

    @Slot(str)
    def _choose_language(self, language: str) -> None:
        """Close for a window in another language, on the same question."""
        self._memory.language = language
        self.again = Asked(self._setup.vault, self._window.search.text())
        self._window.close()

    @Slot(bool)
    def _choose_autostart(self, wanted: bool) -> None:  # noqa: FBT001 - a slot
        problem = self._autostart.use(wanted=wanted)
        if problem:
            self._window.status.say(self.tr("Starting at login cannot be changed. {0}").format(problem))

    def _use_tray(self) -> None:
        self._window.in_tray = self.tray.use(wanted=self._memory.flag("tray"))
