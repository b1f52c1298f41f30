"""Where everything of a result's row goes: lines of text, badges, and the way from a point back to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QTextCharFormat, QTextLayout, QTextOption

from notesearch.ui.words import place as place_of
from notesearch.ui.words import translate

if TYPE_CHECKING:
    from notesearch.ui.badges import Badge
    from notesearch.ui.result_model import Row
    from notesearch.ui.theme import Theme

MARGIN, GAP = 16, 4
_PAD = 12
_BADGE_PAD, _BADGE_ICON, _BADGE_GAP = 6, 12, 6
_SNIPPET_LINES = 3
_LINE_ENDS = str.maketrans("\n\r\t\u2028\u2029", "     ")
_ASTRAL = 0xFFFF


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts of a row, all made from the system's one."""

    title: QFont
    body: QFont
    small: QFont

    @classmethod
    def of(cls, base: QFont) -> Fonts:
        """Derive them from `base`."""
        title, small = QFont(base), QFont(base)
        title.setPointSizeF(base.pointSizeF() * 1.12)
        title.setWeight(QFont.Weight.DemiBold)
        small.setPointSizeF(base.pointSizeF() * 0.9)
        return cls(title, QFont(base), small)


@dataclass(frozen=True, slots=True)
class PlacedBadge:
    """A badge and the rectangle that it fills, from the row's top left corner."""

    badge: Badge
    rect: QRect


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The geometry of one result row, from its top left corner."""

    height: int
    title: QRect
    title_text: QTextLayout
    place: QRect
    snippet: QTextLayout
    snippet_at: QPointF
    badges: tuple[PlacedBadge, ...]
    more: QRect | None

    def badge_at(self, x: int, y: int) -> Badge | None:
        """Return the badge that covers a point of the row."""
        return next((placed.badge for placed in self.badges if placed.rect.contains(x, y)), None)


def more_text(row: Row) -> str:
    """Return `3 more in this note`, or what hides them again."""
    assert row.result is not None
    count = len(row.result.more)
    return (
        translate("Results", "show less")
        if row.opened_up
        else translate("Results", "{0} more in this note").format(count)
    )


def lay_out(row: Row, width: int, fonts: Fonts, theme: Theme) -> RowLayout:
    """Lay a result row out for `width` pixels."""
    assert row.result is not None
    inner = max(80, width - 2 * MARGIN)
    title_height = QFontMetrics(fonts.title).height()
    small_height = QFontMetrics(fonts.small).height()
    title = QRect(MARGIN, _PAD, inner, title_height)
    where = place_of(row.result.path, row.result.title, row.result.heading)
    place = QRect(MARGIN, title.bottom() + 1 + GAP // 2, inner, small_height if where else 0)
    snippet = snippet_layout(row.result.snippet, row.result.marks, inner, fonts.body, theme)
    snippet_y = place.bottom() + 1 + GAP
    badge_y = snippet_y + round(snippet.boundingRect().height()) + 2 * GAP
    placed, more, bottom = _place_badges(row, badge_y, inner, fonts.small)
    title_text = title_layout(row.result.title, row.title_marks, inner, fonts.title, theme)
    return RowLayout(bottom + _PAD, title, title_text, place, snippet, QPointF(MARGIN, snippet_y), placed, more)


def _place_badges(row: Row, top: int, inner: int, font: QFont) -> tuple[tuple[PlacedBadge, ...], QRect | None, int]:
    """Place badges from the left, onto a second line where the first is full, and `more` after the last."""
    assert row.result is not None
    metrics = QFontMetrics(font)
    height = metrics.height() + 4
    x, y = MARGIN, top
    placed: list[PlacedBadge] = []
    widths = [2 * _BADGE_PAD + _BADGE_ICON + 4 + metrics.horizontalAdvance(badge.text) for badge in row.badges]
    if row.result.more:
        widths.append(metrics.horizontalAdvance(more_text(row)) + 2 * _BADGE_PAD)
    rects = []
    for width in widths:
        if x > MARGIN and x + width > MARGIN + inner:
            x, y = MARGIN, y + height + GAP
        rects.append(QRect(x, y, width, height))
        x += width + _BADGE_GAP
    placed = [PlacedBadge(badge, rect) for badge, rect in zip(row.badges, rects, strict=False)]
    more = rects[-1] if row.result.more else None
    return tuple(placed), more, y + height


def title_layout(title: str, marks: tuple[tuple[int, int], ...], width: int, font: QFont, theme: Theme) -> QTextLayout:
    """Lay a title out on one line, its hits tinted; what is too much is cut off with an ellipsis."""
    text = QFontMetrics(font).elidedText(title.translate(_LINE_ENDS), Qt.TextElideMode.ElideRight, width)
    whole = len(text) if text == title.translate(_LINE_ENDS) else len(text) - 1
    shown = tuple((start, min(end, whole)) for start, end in marks if start < whole)
    layout = QTextLayout(text, font)
    layout.setFormats(_mark_formats(text, shown, theme))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    layout.createLine().setLineWidth(width)
    layout.endLayout()
    return layout


def snippet_layout(
    snippet: str, marks: tuple[tuple[int, int], ...], width: int, font: QFont, theme: Theme
) -> QTextLayout:
    """Break a snippet into at most three lines, its marks tinted; the rest is cut off with an ellipsis."""
    text = snippet.translate(_LINE_ENDS)
    layout = _broken(text, font, width, _mark_formats(text, marks, theme))
    while layout.lineCount() > _SNIPPET_LINES:
        # Once more when the ellipsis is what no longer fits into the last line.
        cut = layout.lineAt(_SNIPPET_LINES - 1)
        text = _utf16_cut(text, cut.textStart() + cut.textLength() - 2).rstrip() + "…"
        layout = _broken(text, font, width, _mark_formats(text, marks, theme))
    return layout


def _broken(text: str, font: QFont, width: int, formats: list[QTextLayout.FormatRange]) -> QTextLayout:
    layout = QTextLayout(text, font)
    layout.setFormats(formats)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    layout.setTextOption(option)
    leading = QFontMetrics(font).height() * 1.22
    layout.beginLayout()
    y = 0.0
    for _ in range(_SNIPPET_LINES + 1):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += leading
    layout.endLayout()
    return layout


def _mark_formats(text: str, marks: tuple[tuple[int, int], ...], theme: Theme) -> list[QTextLayout.FormatRange]:
    look = QTextCharFormat()
    look.setBackground(QColor(theme.mark))
    look.setForeground(QColor(theme.on_mark))
    ranges = []
    for start, end in marks:
        if start < len(text):
            span = QTextLayout.FormatRange()
            span.start = utf16_length(text[:start])
            span.length = utf16_length(text[start:end])
            span.format = look
            ranges.append(span)
    return ranges


def utf16_length(text: str) -> int:
    """Return how many of Qt's characters `text` takes: two for a code point beyond U+FFFF."""
    return len(text) + (0 if _is_plain(text) else sum(ord(char) > _ASTRAL for char in text))


def _utf16_cut(text: str, length: int) -> str:
    """Return the start of `text` that takes at most `length` of Qt's characters."""
    if _is_plain(text):
        return text[:length]
    taken = 0
    for index, char in enumerate(text):
        taken += 2 if ord(char) > _ASTRAL else 1
        if taken > length:
            return text[:index]
    return text


def _is_plain(text: str) -> bool:
    """Tell, at once, whether every code point is one of Qt's characters."""
    return text.isascii() or ord(max(text)) <= _ASTRAL
