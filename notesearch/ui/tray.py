"""The icon in the system's tray, for those who want one and where there is a tray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

if TYPE_CHECKING:
    from notesearch.ui.main_window import MainWindow


class Tray(QObject):
    """`toggled` asks for the window to come or go; its menu can also end the program."""

    toggled = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._picture = window.windowIcon()
        self._menu = QMenu(window)
        self._menu.addAction(self.tr("Show or hide NoteSearch")).triggered.connect(self.toggled)
        self._menu.addAction(self.tr("Quit")).triggered.connect(window.close)
        self.icon: QSystemTrayIcon | None = None
        window.closing.connect(self._leave)

    @staticmethod
    def possible() -> bool:
        """Whether this desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def use(self, *, wanted: bool) -> bool:
        """Show the icon or take it away; returns whether there is one now."""
        if not wanted:
            self._leave()
        elif self.icon is None and self.possible():
            self.icon = QSystemTrayIcon(self._picture, self)
            self.icon.setToolTip("NoteSearch")
            self.icon.setContextMenu(self._menu)
            self.icon.activated.connect(self._click)
            self.icon.show()
        return self.icon is not None

    @Slot()
    def _leave(self) -> None:
        if self.icon is not None:
            self.icon.hide()
            self.icon.deleteLater()
            self.icon = None

    @Slot(QSystemTrayIcon.ActivationReason)
    def _click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.toggled.emit()
