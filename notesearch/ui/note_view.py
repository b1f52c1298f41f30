"""Shows a rendered note: its chunk tinted, its hits one after another, pictures of the vault only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPoint, QRectF, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from notesearch.ui.note_places import Places, find_places, find_text
from notesearch.ui.pictures import decoded, fitted, nothing
from notesearch.ui.pieces import in_size

if TYPE_CHECKING:
    from notesearch.ui.theme import ThemeKeeper

_MARGIN = 24
_ABOVE = 48
_LONGEST_LINE = 120  # letters: longer lines are hard to read, however wide the screen
_SETTLED_MS = 100  # until pictures are scaled anew; the style sheet keeps them inside meanwhile
ZOOMS = (-6, 12)
"""The smallest and the largest zoom: 0.56 and 3.1 times the system's font size."""
_ZOOM_STEP = 1.1


class NoteView(QTextBrowser):
    """A text browser that loads nothing by itself: `picture_wanted` carries an `asset:` path.

    Its letters are those of the window, `zoom` steps of a tenth larger (or smaller, below 0).
    """

    picture_wanted = Signal(str)

    def __init__(self, keeper: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setAccessibleName(self.tr("Preview"))
        self.document().setDocumentMargin(_MARGIN)
        self._keeper = keeper
        self._html = ""
        self._pictures: dict[str, QImage | None] = {}
        self._places = Places(None, ())
        self._sought = ""
        self._found: tuple[tuple[int, int], ...] = ()
        self._hit = -1
        self._zoom = 0
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED_MS)
        self._settled.timeout.connect(self._fit_pictures)
        keeper.changed.connect(self._restyle)

    @property
    def hits(self) -> int:
        """How many places there are to go to: those that were sought in the note, else the question's hits."""
        return len(self._targets)

    @property
    def _targets(self) -> tuple[tuple[int, int], ...]:
        return self._found if self._sought else self._places.hits

    @property
    def hit(self) -> int:
        """Which hit is the current one, from 0; -1 for none."""
        return self._hit

    @property
    def zoom(self) -> int:
        """How many steps larger than the window's the letters are, within ZOOMS."""
        return self._zoom

    @Slot()
    def zoom_in(self) -> None:
        """Show the note a step larger."""
        self.zoom_to(self._zoom + 1)

    @Slot()
    def zoom_out(self) -> None:
        """Show the note a step smaller."""
        self.zoom_to(self._zoom - 1)

    @Slot()
    def zoom_back(self) -> None:
        """Show the note in the window's size of letters."""
        self.zoom_to(0)

    def zoom_to(self, steps: int) -> None:
        """Show the note `steps` larger, as far as ZOOMS allows; the first line in sight stays the first."""
        self._zoom = min(ZOOMS[1], max(ZOOMS[0], steps))
        at = self.cursorForPosition(QPoint(_MARGIN, 0)).position() if self.verticalScrollBar().value() else 0
        self._use_font()
        self.verticalScrollBar().setValue(round(self._y_of(at)) if at else 0)

    @property
    def chunk(self) -> tuple[int, int] | None:
        """Where the tinted chunk lies in the document."""
        return self._places.chunk

    def show_html(self, html: str) -> None:
        """Show another note, scrolled to its chunk."""
        self._html = html
        self._pictures = {}
        self._hit = -1
        self._fill()
        self.show_chunk()

    def show_chunk(self) -> None:
        """Scroll so that the chunk's start is near the top."""
        top = self._y_of(self._places.chunk[0]) - _ABOVE if self._places.chunk else 0
        self.verticalScrollBar().setValue(max(0, round(top)))

    def go_to_hit(self, step: int) -> None:
        """Go to the next (+1) or the one before (-1), round the ends; the first time to the chunk's first."""
        targets, chunk = self._targets, self._places.chunk
        if not targets:
            return
        if self._hit < 0:
            start = chunk[0] if chunk else 0
            self._hit = next((n for n, hit in enumerate(targets) if hit[0] >= start), 0)
        else:
            self._hit = (self._hit + step) % len(targets)
        self._show_hit()

    def seek(self, text: str) -> int:
        """Mark every place that says `text`, whatever its case, and go to the first; returns how many there are."""
        self._sought, self._hit = text, -1
        self._found = find_text(self.document(), text) if text else ()
        self._mark()
        if text:
            self.go_to_hit(1)
        return len(self._found)

    def headings(self) -> list[tuple[int, str, int]]:
        """Return (level, text, position) of every heading in the shown document."""
        found = []
        block: QTextBlock = self.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level and block.text().strip():
                found.append((level, block.text().strip(), block.position()))
            block = block.next()
        return found

    def show_position(self, position: int) -> None:
        """Scroll so that the line at `position` is near the top."""
        self.verticalScrollBar().setValue(max(0, round(self._y_of(position) - _ABOVE)))

    def give_picture(self, source: str, data: bytes | None) -> None:
        """Show a picture that has come, scaled down to what there is room for."""
        self._pictures[source] = decoded(data) if data else None
        self._show_pictures(source)

    @Slot()
    def _fit_pictures(self) -> None:
        """Scale all pictures to the width that there is now."""
        self._show_pictures(*self._pictures)

    def _show_pictures(self, *sources: str) -> None:
        """Show pictures, if they have come; the text stays where it is."""
        come = [(source, image) for source in sources if (image := self._pictures[source]) is not None]
        at = self.verticalScrollBar().value()
        for source, image in come:
            kind = QTextDocument.ResourceType.ImageResource
            self.document().addResource(kind, QUrl(f"asset:{source}"), self._fit(image))
        if come:
            self.document().markContentsDirty(0, self.document().characterCount())
            self.verticalScrollBar().setValue(at)
            self.viewport().update()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Give pictures that have come already and ask for others; everything else does not exist."""
        url = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value or url.scheme() != "asset":
            return QByteArray()
        source = url.path(QUrl.ComponentFormattingOption.FullyDecoded)
        if source not in self._pictures:
            self._pictures[source] = None
            self.picture_wanted.emit(source)
        image = self._pictures[source]
        return self._fit(image) if image is not None else nothing()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl held, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y()
            self.zoom_to(self._zoom + (turned > 0) - (turned < 0))
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines short enough to read."""
        super().resizeEvent(event)
        self._leave_room()
        self._settled.start()

    def _use_font(self) -> None:
        self.setFont(in_size(_ZOOM_STEP**self._zoom))
        self._leave_room()

    def _leave_room(self) -> None:
        """Leave the right of a wide window empty."""
        longest = self.fontMetrics().averageCharWidth() * _LONGEST_LINE + 2 * _MARGIN
        room = max(0, self.width() - self.verticalScrollBar().sizeHint().width() - longest)
        if self.viewportMargins().right() != room:
            self.setViewportMargins(0, 0, room, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tint of the chunk under the text."""
        if self._places.chunk is not None:
            self._paint_tint(*self._places.chunk)
        super().paintEvent(event)

    def _paint_tint(self, start: int, end: int) -> None:
        offset = self.verticalScrollBar().value()
        top, bottom = self._y_of(start) - 4, self._y_of(end, bottom=True) + 4
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(_MARGIN / 2, top - offset, self.viewport().width() - _MARGIN, bottom - top)
        painter.setBrush(QColor(self._keeper.theme.tint))
        painter.drawRoundedRect(area, 6, 6)
        painter.setBrush(QColor(self._keeper.theme.accent))
        painter.drawRoundedRect(QRectF(area.left(), area.top(), 3, area.height()), 1.5, 1.5)

    def _y_of(self, position: int, *, bottom: bool = False) -> float:
        """Return the document's y of the line at `position`."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(max(0, min(position, self.document().characterCount() - 1)))
        rect = self.cursorRect(cursor).translated(0, self.verticalScrollBar().value())
        return rect.bottom() if bottom else rect.top()

    def _fill(self) -> None:
        self.document().setDefaultStyleSheet(self._keeper.note_css)
        self.setHtml(self._html)
        self._places = find_places(self.document(), QColor(self._keeper.theme.mark))
        self._found = find_text(self.document(), self._sought) if self._sought else ()
        self._mark()

    def _restyle(self) -> None:
        at = self.verticalScrollBar().value()
        self._use_font()
        self._fill()
        self.verticalScrollBar().setValue(at)
        if self._hit >= 0:
            self._show_hit()

    def _mark(self) -> None:
        """Mark what was sought, and the place where one is strongest."""
        theme = self._keeper.theme
        marks = [self._selection(place, theme.mark, theme.on_mark) for place in self._found]
        if self._hit >= 0:
            marks.append(self._selection(self._targets[self._hit], theme.accent, theme.on_accent))
        self.setExtraSelections(marks)

    def _selection(self, place: tuple[int, int], background: str, foreground: str) -> QTextEdit.ExtraSelection:
        cursor = QTextCursor(self.document())
        cursor.setPosition(place[0])
        cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        selection.format.setBackground(QColor(background))
        selection.format.setForeground(QColor(foreground))
        return selection

    def _show_hit(self) -> None:
        self._mark()
        start = self._targets[self._hit][0]
        y, height = self._y_of(start), self.viewport().height()
        offset = self.verticalScrollBar().value()
        if not offset + _MARGIN <= y <= offset + height - 2 * _MARGIN:
            self.verticalScrollBar().setValue(max(0, round(y - height / 3)))

    def _fit(self, image: QImage) -> QImage:
        return fitted(image, max(120, self.viewport().width() - 2 * _MARGIN - 8), self.devicePixelRatioF())
