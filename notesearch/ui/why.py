"""`Why this rank?`: the arithmetic of one result as a small picture of bars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from notesearch.ui.badges import found_by_sum, score_sum
from notesearch.ui.pieces import label
from notesearch.ui.words import breakable, translate

if TYPE_CHECKING:
    from notesearch.search.results import Result
    from notesearch.ui.theme import ThemeKeeper

_ROW, _NAME, _VALUE = 28, 150, 72
# A factor of 1 fills half of its track, so that a boost has room to show.
_FACTOR_TOP = 2.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of the picture: `share` of its track is filled; `total` ones are drawn stronger."""

    name: str
    value: str
    share: float
    total: bool = False


def bars(result: Result) -> tuple[Bar, ...]:
    """Return the bars of a result, in the order of the arithmetic."""
    text_share, vector_share = result.weights
    text, vector = result.text_score, result.vector_score
    both = text is not None and vector is not None
    rows = []
    if text is not None:
        part = text * text_share if both else text
        shown = f"{text:.2f} x {text_share:.2f}" if both else f"{text:.2f}"
        rows.append(Bar(translate("Why", "Words"), shown, part))
    if vector is not None:
        rows.append(Bar(translate("Why", "Meaning"), f"{vector:.2f} x {vector_share:.2f}", vector * vector_share))
    rows.append(Bar(translate("Why", "Together"), f"{result.base:.3f}", result.base, total=True))
    for name, factor in (
        (translate("Why", "Age"), result.decay),
        (translate("Why", "Source weight"), result.source_weight),
        (translate("Why", "Opened before"), result.access_boost),
    ):
        rows.append(Bar(name, f"x{factor:.2f}", factor / _FACTOR_TOP))
    rows.append(Bar(translate("Why", "Score"), f"{result.score:.3f}", result.score, total=True))
    if result.mmr is not None:
        rows.append(Bar(translate("Why", "Moved by MMR"), f"{result.mmr.moved:+d}", 0.0))
    return tuple(rows)


class Bars(QWidget):
    """Paints the bars."""

    def __init__(self, rows: tuple[Bar, ...], keeper: ThemeKeeper) -> None:
        super().__init__()
        self._rows, self._keeper = rows, keeper
        self.setAccessibleName(", ".join(f"{row.name} {row.value}" for row in rows))

    def sizeHint(self) -> QSize:
        """Give each bar its line."""
        return QSize(440, _ROW * len(self._rows))

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paint name, track, bar and value of each."""
        theme = self._keeper.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = self.width() - _NAME - _VALUE - 16
        for place, row in enumerate(self._rows):
            top = place * _ROW
            painter.setPen(QColor(theme.text if row.total else theme.muted))
            painter.drawText(QRectF(0, top, _NAME, _ROW), Qt.AlignmentFlag.AlignVCenter, row.name)
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(QRectF(self.width() - _VALUE - 8, top, _VALUE + 8, _ROW), right, row.value)
            painter.setPen(Qt.PenStyle.NoPen)
            height = 10 if row.total else 6
            line = QRectF(_NAME, top + (_ROW - height) / 2, track, height)
            painter.setBrush(QColor(theme.badge))
            painter.drawRoundedRect(line, 3, 3)
            line.setWidth(track * min(1.0, max(0.0, row.share)))
            painter.setBrush(QColor(theme.accent if row.total else theme.muted))
            painter.drawRoundedRect(line, 3, 3)


class WhyDialog(QDialog):
    """Shows the bars and the sums of one result."""

    def __init__(self, result: Result, keeper: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Why this rank?"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(8)
        layout.addWidget(label(breakable(result.title), "heading", wrap=True))
        layout.addWidget(Bars(bars(result), keeper))
        layout.addWidget(label(found_by_sum(result), "muted", wrap=True))
        layout.addWidget(label(score_sum(result), "muted", wrap=True))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
