"""Draws how much a journal note counts by its age."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from notesearch.settings import Decay
from notesearch.ui.words import days

if TYPE_CHECKING:
    from notesearch.ui.theme import ThemeKeeper

_STEPS = 60
_HALF_LIVES = 4


class DecayCurve(QWidget):
    """The factor over four half-lives, with the floor."""

    def __init__(self, keeper: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._decay = Decay()
        keeper.changed.connect(self.update)

    def show_decay(self, decay: Decay) -> None:
        """Draw another rule."""
        self._decay = decay
        said = self.tr("Counts half after {0}, never less than {1}").format(
            days(decay.half_life_days), f"{decay.floor:g}"
        )
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        """Keep to a small picture."""
        return QSize(240, 72)

    def minimumSizeHint(self) -> QSize:
        """Keep its height."""
        return QSize(120, 72)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Draw the curve, its ground line and the span that it covers."""
        theme, decay = self._keeper.theme, self._decay
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text_height = self.fontMetrics().height()
        area = QRectF(self.rect()).adjusted(2, 4, -2, -text_height - 4)
        painter.setPen(QColor(theme.edge))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        path = QPainterPath()
        for step in range(_STEPS + 1):
            factor = max(decay.floor, 0.5 ** (step / _STEPS * _HALF_LIVES)) if decay.enabled else 1.0
            point = QPointF(area.left() + area.width() * step / _STEPS, area.bottom() - area.height() * factor)
            path.lineTo(point) if step else path.moveTo(point)
        painter.setPen(QPen(QColor(theme.accent if decay.enabled else theme.edge), 2))
        painter.drawPath(path)
        painter.setPen(QColor(theme.muted))
        bottom = round(area.bottom()) + text_height
        painter.drawText(2, bottom, self.tr("today"))
        end = days(decay.half_life_days * _HALF_LIVES)
        painter.drawText(self.width() - 2 - self.fontMetrics().horizontalAdvance(end), bottom, end)
