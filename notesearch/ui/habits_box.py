"""The settings' part about the window itself: how it looks, and what opens notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QVBoxLayout, QWidget

from notesearch.ui.memory import LANGUAGES
from notesearch.ui.opening import COMMANDS
from notesearch.ui.pieces import button, label

if TYPE_CHECKING:
    from notesearch.ui.autostart import Autostart
    from notesearch.ui.memory import Memory


class HabitsBox(QWidget):
    """`appearance_changed` carries an Appearance, `opener_changed` what Memory.opener holds.

    `language_changed` carries what Memory.language holds, `tray_changed` and `autostart_changed` whether there is to be
    an icon in the tray, a start at login.
    """

    appearance_changed = Signal(str)
    opener_changed = Signal(str)
    tray_changed = Signal(bool)
    autostart_changed = Signal(bool)
    language_changed = Signal(str)
    keys_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.appearance, self.opener, self.command = QComboBox(), QComboBox(), QLineEdit()
        self.language = QComboBox()
        self.keys = button(self.tr("Keys …"), self.keys_wanted)
        self.tray, self.autostart = QCheckBox(self.tr("Icon in the tray")), QCheckBox(self.tr("Start at login"))
        self.tray.clicked.connect(self.tray_changed)
        self.autostart.clicked.connect(self.autostart_changed)
        self._fill()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(label(self.tr("Open notes with")))
        layout.addWidget(self.opener)
        layout.addWidget(self.command)
        layout.addWidget(label(self.tr("Appearance")))
        layout.addWidget(self.appearance)
        layout.addWidget(label(self.tr("Language")))
        layout.addWidget(self.language)
        layout.addWidget(self.keys)
        layout.addWidget(self.tray)
        layout.addWidget(self.autostart)

    def show_memory(self, memory: Memory) -> None:
        """Show what the person chose before."""
        self.appearance.setCurrentIndex(self.appearance.findData(memory.appearance))
        self.language.setCurrentIndex(max(0, self.language.findData(memory.language)))
        place = self.opener.findData(memory.opener)
        self.opener.setCurrentIndex(place if place >= 0 else self.opener.count() - 1)
        self.command.setText("" if place >= 0 else memory.opener)
        self.command.setVisible(place < 0)
        self.tray.setChecked(memory.flag("tray"))

    def show_presence(self, *, tray: bool, autostart: Autostart) -> None:
        """Offer what this desktop has: a tray, a folder of what starts at login."""
        self.tray.setEnabled(tray)
        self.tray.setToolTip("" if tray else self.tr("This desktop has no tray."))
        self.autostart.setVisible(autostart.possible)
        self.autostart.setChecked(autostart.enabled)

    @Slot()
    def _choose_opener(self) -> None:
        value = str(self.opener.currentData())
        self.command.setVisible(value == "command")
        if value != "command":
            self.opener_changed.emit(value)
        elif "{path}" in self.command.text():
            self.opener_changed.emit(self.command.text())

    @Slot()
    def _choose_language(self) -> None:
        self.language_changed.emit(str(self.language.currentData()))

    @Slot()
    def _choose_appearance(self) -> None:
        self.appearance_changed.emit(str(self.appearance.currentData()))

    def _fill(self) -> None:
        for text, value in (
            (self.tr("As the system"), "system"),
            (self.tr("Light"), "light"),
            (self.tr("Dark"), "dark"),
        ):
            self.appearance.addItem(text, value)
        self.appearance.setAccessibleName(self.tr("Appearance"))
        self.appearance.activated.connect(self._choose_appearance)
        for text, value in ((self.tr("As the system"), ""), *((name, each) for each, name in LANGUAGES.items())):
            self.language.addItem(text, value)
        self.language.setAccessibleName(self.tr("Language"))
        self.language.activated.connect(self._choose_language)
        for text, value in (
            (self.tr("Default app"), "default"),
            (self.tr("Obsidian"), "obsidian"),
            (self.tr("Visual Studio Code"), next(iter(COMMANDS))),
            (self.tr("A command …"), "command"),
        ):
            self.opener.addItem(text, value)
        self.opener.setAccessibleName(self.tr("Open notes with"))
        self.opener.activated.connect(self._choose_opener)
        self.command.setPlaceholderText("gvim +{line} {path}")
        self.command.setAccessibleName(self.tr("Command with {path} and {line}"))
        self.command.editingFinished.connect(self._choose_opener)
        self.command.hide()
