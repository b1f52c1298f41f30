"""The outline of the shown note: a button whose menu lists the headings and leads to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from notesearch.ui.pieces import IconButton

if TYPE_CHECKING:
    from notesearch.ui.icons import Icons
    from notesearch.ui.note_view import NoteView
    from notesearch.ui.theme import ThemeKeeper

_MOST = 200
_LONGEST = 60


class OutlineButton(IconButton):
    """`chosen` carries the heading's position in the shown document."""

    chosen = Signal(int)

    def __init__(self, keeper: ThemeKeeper, icons: Icons, view: NoteView, parent: QWidget | None = None) -> None:
        super().__init__(keeper, icons, "outline", "", parent)
        self.say(self.tr("Outline ({outline})"))
        self._view = view
        self.menu_of_headings = QMenu(self)
        self.menu_of_headings.triggered.connect(self._choose)
        self.clicked.connect(self.open_up)

    @Slot()
    def open_up(self) -> None:
        """Show the headings; a note without any has no outline."""
        self.fill()
        if not self.menu_of_headings.isEmpty():
            self.menu_of_headings.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def fill(self) -> None:
        """Put the headings of the shown note into the menu."""
        self.menu_of_headings.clear()
        headings = self._view.headings()[:_MOST]
        least = min((level for level, _, _ in headings), default=1)
        for level, text, position in headings:
            shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
            action = self.menu_of_headings.addAction("    " * (level - least) + shown.replace("&", "&&"))
            action.setData(position)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.chosen.emit(int(action.data()))
