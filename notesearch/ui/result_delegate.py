"""Paints a row of the result list, and explains its badges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip

from notesearch.ui.result_model import ROW_ROLE, AnyIndex, Row
from notesearch.ui.row_layout import MARGIN, Fonts, PlacedBadge, RowLayout, lay_out, more_text
from notesearch.ui.words import place, translate

if TYPE_CHECKING:
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

_SMALL_ROW = 14
_RADIUS = 8
_REMEMBERED = 2000


class ResultDelegate(QStyledItemDelegate):
    """Paints results, further passages and the divider, from layouts that are made once for each width."""

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QObject) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._icons = icons
        self._layouts: dict[tuple[Row, int], RowLayout] = {}
        keeper.changed.connect(self._forget)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the row's height at the view's width."""
        row = index.data(ROW_ROLE)
        width = self._width(option)
        if row is None or row.kind != "result":
            return QSize(width, QFontMetrics(self._fonts(option).small).height() + _SMALL_ROW)
        return QSize(width, self.layout_of(row, option).height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if row is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(_rect(option))
        if row.kind == "divider":
            self._paint_divider(painter, option, row.title)
        else:
            self._paint_ground(painter, option)
            (self._paint_result if row.kind == "result" else self._paint_passage)(painter, option, row)
        painter.restore()

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        """Show the arithmetic of the badge under the mouse, or the whole path."""
        row = index.data(ROW_ROLE)
        if event.type() != QEvent.Type.ToolTip or row is None or row.result is None:
            return super().helpEvent(event, view, option, index)
        tip = row.result.path
        if row.kind == "result":
            at = event.pos() - _rect(option).topLeft()
            badge = self.layout_of(row, option).badge_at(at.x(), at.y())
            tip = badge.tip if badge is not None else tip
        QToolTip.showText(event.globalPos(), tip, view)
        return True

    def is_on_more(self, option: QStyleOptionViewItem, row: Row, at: QPoint) -> bool:
        """Whether a point, from the row's corner, lies on `3 more in this note`."""
        more = self.layout_of(row, option).more if row.kind == "result" else None
        return more is not None and more.contains(at)

    def layout_of(self, row: Row, option: QStyleOptionViewItem) -> RowLayout:
        """Return the layout of a result row at the view's width."""
        key = (row, self._width(option))
        if key not in self._layouts:
            if len(self._layouts) > _REMEMBERED:
                self._layouts.clear()
            self._layouts[key] = lay_out(row, key[1], self._fonts(option), self._keeper.theme)
        return self._layouts[key]

    def _forget(self) -> None:
        self._layouts.clear()

    @staticmethod
    def _fonts(option: QStyleOptionViewItem) -> Fonts:
        return Fonts.of(option.font)

    @staticmethod
    def _width(option: QStyleOptionViewItem) -> int:
        view = option.widget
        return int(view.viewport().width()) if isinstance(view, QAbstractItemView) else _rect(option).width()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        state = option.state
        theme = self._keeper.theme
        area = _rect(option).adjusted(4, 1, -4, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            focused = selected and state & QStyle.StateFlag.State_HasFocus
            painter.setPen(QColor(theme.accent) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.selection if selected else theme.hover))
            painter.drawRoundedRect(area, _RADIUS, _RADIUS)
        if selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRect(area.left(), area.top() + 8, 3, area.height() - 16), 1.5, 1.5)

    def _paint_result(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        assert row.result is not None
        layout, fonts, theme = self.layout_of(row, option), self._fonts(option), self._keeper.theme
        painter.translate(_rect(option).topLeft())
        painter.setFont(fonts.title)
        painter.setPen(QColor(theme.muted if row.result.weak else theme.text))
        layout.title_text.draw(painter, layout.title.topLeft())
        painter.setFont(fonts.small)
        painter.setPen(QColor(theme.muted))
        where = place(row.result.path, row.result.title, row.result.heading)
        painter.drawText(
            layout.place, _LEFT, _elided(fonts.small, where, layout.place.width(), Qt.TextElideMode.ElideMiddle)
        )
        painter.setPen(QColor(theme.text))
        layout.snippet.draw(painter, layout.snippet_at)
        painter.setFont(fonts.small)
        for placed in layout.badges:
            self._paint_badge(painter, placed)
        if layout.more is not None:
            painter.setPen(QColor(theme.accent))
            painter.drawText(layout.more, Qt.AlignmentFlag.AlignCenter, more_text(row))

    def _paint_badge(self, painter: QPainter, placed: PlacedBadge) -> None:
        theme, rect = self._keeper.theme, placed.rect
        if placed.badge.kind == "weak":
            painter.setPen(QPen(QColor(theme.edge), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.badge))
        painter.drawRoundedRect(rect, 4, 4)
        scale = painter.device().devicePixelRatioF()
        picture = self._icons.pixmap(placed.badge.icon, theme.on_badge, 12, scale)
        painter.drawPixmap(rect.left() + 6, rect.top() + (rect.height() - 12) // 2, picture)
        painter.setPen(QColor(theme.on_badge))
        painter.drawText(rect.adjusted(22, 0, -4, 0), _LEFT, placed.badge.text)

    def _paint_passage(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        assert row.result is not None
        assert row.other is not None
        theme, fonts, rect = self._keeper.theme, self._fonts(option), _rect(option)
        lines = translate("Results", "lines {0} to {1}").format(row.other.start_line, row.other.end_line)
        area = rect.adjusted(2 * MARGIN + 8, 0, -MARGIN, 0)
        painter.setFont(fonts.small)
        painter.setPen(QColor(theme.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, lines)
        room = area.width() - QFontMetrics(fonts.small).horizontalAdvance(lines) - MARGIN
        painter.setPen(QColor(theme.text))
        # Passages of one note differ in the last heading.
        painter.drawText(area, _LEFT, _elided(fonts.small, row.title, room, Qt.TextElideMode.ElideMiddle))

    def _paint_divider(self, painter: QPainter, option: QStyleOptionViewItem, title: str) -> None:
        theme, fonts, rect = self._keeper.theme, self._fonts(option), _rect(option)
        text = _elided(fonts.small, title, rect.width() - 3 * MARGIN)
        width = QFontMetrics(fonts.small).horizontalAdvance(text)
        painter.setFont(fonts.small)
        painter.setPen(QColor(theme.muted))
        painter.drawText(rect.adjusted(MARGIN, 0, 0, 0), _LEFT, text)
        painter.setPen(QColor(theme.edge))
        middle = rect.center().y()
        painter.drawLine(rect.left() + MARGIN + width + 8, middle, rect.right() - MARGIN, middle)


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def _rect(option: QStyleOptionViewItem) -> QRect:
    rect: QRect = option.rect
    return rect


def _elided(font: QFont, text: str, width: int, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    return QFontMetrics(font).elidedText(text, mode, width)
