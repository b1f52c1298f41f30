"""The one search field: searches as one types, and hands the list's keys on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QInputMethodEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from notesearch.ui.completer import Completer

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

# Letters of one burst (a paste, an input method) are one question; a person's next letter is a new one.
DEBOUNCE_MS = 1
_LIST_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class SearchBox(QLineEdit):
    """Emits `typed` with the text once no letter has come for 10 ms; nothing while an input method composes.

    `moved` carries an arrow or page key for the list, `entered` and `revealed` mean its chosen row, `left` is
    Escape in the empty field, `recalled` is Up in the empty field and again on what was recalled, `chosen` carries a
    kept question. `fill` writes keys into tooltips.
    """

    typed = Signal(str)
    moved = Signal(object)
    entered = Signal()
    revealed = Signal()
    left = Signal()
    recalled = Signal()
    chosen = Signal(str)

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self.setPlaceholderText(self.tr("Search your notes"))
        self.setAccessibleName(self.tr("Search"))
        self.setMaxLength(2000)
        self._keeper, self._icons = keeper, icons
        self._composing = False
        self._last = ""
        self._debounce = QTimer(self)
        self._debounce.setSingleShot(True)
        self._debounce.setInterval(DEBOUNCE_MS)
        self._debounce.timeout.connect(self._tell)
        self._edited = self._recalling = False
        self.completions = Completer(self)
        self.textEdited.connect(self._note_edit)
        self.textChanged.connect(self._wait)
        self._saved: list[str] = []
        self.star = QAction(self.tr("Keep this question"), self)
        self.fill: Callable[[str], str] = lambda text: text
        self.addAction(self.star, QLineEdit.ActionPosition.TrailingPosition)
        self.saved_menu = QMenu(self)
        self.saved_menu.triggered.connect(self._choose_saved)
        self.textChanged.connect(self._paint_star)
        keeper.changed.connect(self._paint_star)
        keeper.changed.connect(self.update)
        self._paint_star()

    def show_saved(self, saved: list[str]) -> None:
        """Know which questions are kept."""
        self._saved = saved
        self.saved_menu.clear()
        for text in saved:
            self.saved_menu.addAction(text.replace("&", "&&")).setData(text)
        if not saved:
            self.saved_menu.addAction(self.tr("No question is kept yet")).setEnabled(False)
        self._paint_star()

    def offer_saved(self) -> None:
        """Show the kept questions under the star."""
        corner = self.rect().bottomRight()
        self.saved_menu.popup(self.mapToGlobal(corner - QPoint(self.saved_menu.sizeHint().width(), 0)))

    @Slot()
    def _paint_star(self) -> None:
        """Fill the star when the question is kept; in the empty field it leads to those that are."""
        text, theme = self.text().strip(), self._keeper.theme
        kept = text in self._saved
        self.star.setIcon(self._icons.icon("star" if kept else "exact", theme.accent if kept else theme.muted))
        if not text:
            tip = self.tr("Kept questions ({star})")
        elif kept:
            tip = self.tr("Forget this question ({star})")
        else:
            tip = self.tr("Keep this question ({star})")
        self.star.setToolTip(self.fill(tip))

    @Slot(QAction)
    def _choose_saved(self, action: QAction) -> None:
        self.chosen.emit(str(action.data()))

    def recall(self, question: str) -> None:
        """Put a past question into the field; until anything else is done, Up goes on to the one before."""
        self.setText(question)
        self.selectAll()
        self._recalling = True

    def search_now(self) -> None:
        """Ask without waiting for the debounce."""
        self._debounce.stop()
        self._tell()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Note whether a word is being composed; half a word is never searched for."""
        self._composing = bool(event.preeditString())
        if self._composing:
            self.completions.close()
        super().inputMethodEvent(event)
        if not self._composing and self.text() != self._last:
            self._debounce.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send the list's keys to the list; all others, and all keys while composing, edit the text."""
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if self._composing:
            super().keyPressEvent(event)
        elif self.completions.takes(event):
            return
        elif key == Qt.Key.Key_Up and (self._recalling or not self.text()):
            self.recalled.emit()
        elif key in _LIST_KEYS:
            self._move(key)
        elif control and key in {Qt.Key.Key_N, Qt.Key.Key_P}:
            self._move(Qt.Key.Key_Down if key == Qt.Key.Key_N else Qt.Key.Key_Up)
        elif key in _ENTER:
            (self.revealed if control else self.entered).emit()
        elif key == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001, N802 - Qt's own signature
        """Let Tab take a completion while one is offered."""
        if forward and self.completions.is_sure and not self._composing:
            self.completions.accept()
            return True
        return super().focusNextPrevChild(forward)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Offer nothing while one is elsewhere."""
        super().focusOutEvent(event)
        self.completions.close()

    def event(self, event: QEvent) -> bool:
        """Keep Escape for the field while it has text, even where a shortcut wants it."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and (self._composing or event.key() == Qt.Key.Key_Escape):
            event.accept()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the magnifying glass into the field's left padding."""
        super().paintEvent(event)
        painter = QPainter(self)
        picture = self._icons.pixmap("search", self._keeper.theme.muted, 16, self.devicePixelRatioF())
        painter.drawPixmap(13, (self.height() - 16) // 2, picture)

    def _move(self, key: Qt.Key) -> None:
        self._recalling = False
        self.moved.emit(key)

    def _escape(self) -> None:
        if self.text():
            self.clear()
            self.search_now()
        else:
            self.left.emit()

    @Slot()
    def _note_edit(self) -> None:
        self._edited = True

    @Slot()
    def _wait(self) -> None:
        """Search once typing has rested, and complete what the person (not the program) has written."""
        edited, self._edited = self._edited, False
        self._recalling = False
        if self._composing:
            return
        self._debounce.start()
        if edited and self.hasFocus():
            self.completions.offer()
        else:
            self.completions.close()

    @Slot()
    def _tell(self) -> None:
        if not self._composing and self.text() != self._last:
            self._last = self.text()
            self.typed.emit(self._last)
