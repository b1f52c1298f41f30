"""Areas that scroll, up and down, what there is no room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QScrollArea, QSizePolicy, QSlider, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_LEAST_LINES = 2


class _Wheel(QObject):
    """Keeps the wheel from what it would change on its way: it is meant to scroll."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Pass turns of the wheel on to what lies around."""
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class Scrolling(QScrollArea):
    """Holds a widget that is as wide as the area and as high as it needs; what has the focus is scrolled to.

    The wheel scrolls, wherever the mouse is: values in the widget do not change with it.
    """

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = inside
        wheel = _Wheel(self)
        for each in inside.findChildren(QWidget):
            if isinstance(each, QAbstractSpinBox | QComboBox | QSlider):
                each.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                each.installEventFilter(wheel)
        self.setWidget(inside)


class Shrinkable(Scrolling):
    """Takes the height that its texts need, or what a small window has left; then arrow keys scroll it too."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(inside, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Ask for all that the texts need at this width."""
        return QSize(super().sizeHint().width(), self._needed())

    def minimumSizeHint(self) -> QSize:
        """Keep two lines in sight."""
        return QSize(0, min(self._needed(), _LEAST_LINES * self.fontMetrics().lineSpacing() + 4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask anew when lines break elsewhere, and be a stop of Tab only while there is something to scroll."""
        super().resizeEvent(event)
        self.setMaximumHeight(self._needed())
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        scrolls = self._needed() > self.height()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if scrolls else Qt.FocusPolicy.NoFocus)

    def _needed(self) -> int:
        """Return the height of everything inside at the present width."""
        height = self._inside.heightForWidth(max(1, self.viewport().width()))
        return 2 * self.frameWidth() + (height if height >= 0 else self._inside.sizeHint().height())
