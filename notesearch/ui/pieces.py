"""Small widgets that several parts of the window are made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QHelpEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QToolTip, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


KEYED = "keyed"
_KEY = re.compile(r" ?\(\{\w+\}\)")


def keyed(widget: QWidget, text: str) -> None:
    """Have `text` shown (a label's text, else the tooltip) with the keys of actions in place of their names in braces.

    The window's `KeyTable` writes them, again when a key has been changed.
    """
    widget.setProperty(KEYED, text)


class Elided(QLabel):
    """One line of plain text that gives way with an ellipsis; pointed at, it says all of it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._whole = text
        self._cut()

    @property
    def whole(self) -> str:
        """The text as it is, however much of it there is room for."""
        return self._whole

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._whole = text
        self.setAccessibleName(text)
        self._cut()

    def event(self, event: QEvent) -> bool:
        """Show what was cut off, where there is no tooltip that says more."""
        cut = not self.toolTip() and self.text() != self._whole
        if cut and isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._whole, self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text to the new width."""
        super().resizeEvent(event)
        self._cut()

    def changeEvent(self, event: QEvent) -> None:
        """Cut the text anew when its letters have another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._cut()

    def minimumSizeHint(self) -> QSize:
        """Allow any width."""
        return QSize(0, super().minimumSizeHint().height())

    def _cut(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(0, self.width())))


def in_size(factor: float) -> QFont:
    """Return the window's font, `factor` times as large as the system's, for a widget whose size changes by itself.

    Sizes that stay are the style sheet's: a font that both set is lost when its widget gets another parent.
    """
    font = QFont()
    font.setPointSizeF(QApplication.font().pointSizeF() * factor)
    return font


def label(text: str, name: str = "", *, wrap: bool = False) -> QLabel:
    """Return a plain-text label; `name` is its look in the style sheet."""
    widget = QLabel(text)
    widget.setTextFormat(Qt.TextFormat.PlainText)
    widget.setObjectName(name)
    widget.setWordWrap(wrap)
    return widget


def line(*, upright: bool = False) -> QFrame:
    """Return a hairline."""
    frame = QFrame()
    frame.setObjectName("rule" if upright else "line")
    return frame


def button(text: str, slot: Any, name: str = "") -> QPushButton:  # noqa: ANN401 - anything that can be connected
    """Return a push button that Enter presses too; `name` is its look: "primary", "link" or none."""
    widget = QPushButton(text)
    widget.setAutoDefault(True)
    widget.setObjectName(name)
    widget.clicked.connect(slot)
    return widget


class IconButton(QToolButton):
    """A button with a picture that keeps to the theme; `tip` is its name too, and may name an action's key."""

    def __init__(self, keeper: ThemeKeeper, icons: Icons, icon: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keeper, self._icons, self._icon = keeper, icons, icon
        self.say(tip)
        self.setIconSize(QSize(16, 16))
        keeper.changed.connect(self._paint_icon)
        self._paint_icon()

    def say(self, tip: str) -> None:
        """Take another name: `Back ({back})` is the name `Back` and the key of the action `back`."""
        name = _KEY.sub("", tip)
        keyed(self, tip)
        self.setToolTip(name)
        self.setAccessibleName(name)

    def _paint_icon(self) -> None:
        self.setIcon(self._icons.icon(self._icon, self._keeper.theme.text))
