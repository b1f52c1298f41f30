"""Find in the note: a field over the preview with the count of places and the way to the next and the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from notesearch.ui.pieces import IconButton, label

if TYPE_CHECKING:
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


class _Field(QLineEdit):
    """A field whose Enter, Shift+Enter and Escape are signals."""

    stepped = Signal(int)
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Keep Escape for the field, even where a shortcut wants it."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter, back with Shift+Enter, leave with Escape."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """`sought` carries what to find (empty: nothing), `stepped` +1 or -1, `closed` that the bar has gone."""

    sought = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.count = _Field(), label("", "muted")
        self.field.setPlaceholderText(self.tr("Find in this note"))
        self.field.setAccessibleName(self.tr("Find in this note"))
        self.field.setMaxLength(200)
        self.field.textChanged.connect(self.sought)
        self.field.stepped.connect(self.stepped)
        self.field.left.connect(self.leave)
        close = IconButton(keeper, icons, "close", self.tr("Close (Esc)"))
        close.clicked.connect(self.leave)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 8, 6)
        layout.setSpacing(8)
        for widget in (self.field, self.count, close):
            layout.addWidget(widget)
        layout.setStretch(0, 1)
        self.hide()

    def begin(self) -> None:
        """Show the bar with what was sought before, ready to be typed over."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self.sought.emit(self.field.text())

    def leave(self) -> None:
        """Hide the bar; nothing is sought any more."""
        if not self.isHidden():
            self.hide()
            self.sought.emit("")
            self.closed.emit()

    def show_count(self, found: int) -> None:
        """Say when nothing was found; the preview counts what was."""
        self.count.setText(self.tr("Not in this note") if self.field.text() and not found else "")
