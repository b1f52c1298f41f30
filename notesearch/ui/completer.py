"""The completions under the search field: never focused; Enter is the question's own until one of them is chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem

from notesearch.index.naming import VaultNames
from notesearch.ui.completion import Completion, Suggestion, complete, operators

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_GAP, _ROOM = 4, 20
_WIDEST = 480


class Completer(QObject):
    """Completes the text of a field. The field hands it each change (`offer`) and each key first (`takes`)."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self._names = VaultNames()
        self._now: Completion | None = None
        self.list = QListWidget(field)
        self.list.setObjectName("completions")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Completions"))
        self.list.itemClicked.connect(self._take_item)
        self.list.hide()

    @property
    def is_open(self) -> bool:
        """Whether there is something to choose from."""
        return self.list.isVisible()

    @property
    def is_sure(self) -> bool:
        """Whether an operator has been begun that can be completed; before, the list is no more than a hint."""
        return self._now is not None and self._now.sure and self.is_open

    def use_names(self, names: VaultNames) -> None:
        """Complete with the names of a vault from now on."""
        self._names = names

    @Slot()
    def close(self) -> None:
        """Offer nothing."""
        self._now = None
        self.list.hide()

    def offer(self) -> None:
        """Offer what may stand at the cursor."""
        self._show(complete(self._field.text(), self._field.cursorPosition(), self._names))

    def offer_all(self) -> None:
        """Offer every operator."""
        self._show(Completion(self._field.cursorPosition(), operators(), sure=True))

    def takes(self, event: QKeyEvent) -> bool:
        """Use a key; False leaves it to the field, as is done with all of them while it may be just a word."""
        key = event.key()
        if key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.offer_all()
            return True
        if not self.is_sure:
            return False
        if key in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self._step(1 if key == Qt.Key.Key_Down else -1)
        elif key in _ENTER and self.list.currentRow() >= 0:
            self.accept()
        elif key == Qt.Key.Key_Escape:
            self.close()
        else:
            return False
        return True

    def accept(self) -> None:
        """Put the chosen completion, else the first one, into the field."""
        if self._now is None:
            return
        chosen = self._now.suggestions[max(0, self.list.currentRow())]
        start, cursor = self._now.start, self._field.cursorPosition()
        rest = self._field.text()[cursor:]
        ending = "" if chosen.goes_on or rest[:1].isspace() else " "
        self.close()
        self._field.setSelection(start, cursor - start)
        self._field.insert(chosen.text + ending)
        if chosen.goes_on:
            self.offer()

    @Slot(QListWidgetItem)
    def _take_item(self, item: QListWidgetItem) -> None:
        self.list.setCurrentItem(item)
        self.accept()

    def _step(self, step: int) -> None:
        """Go to the next one, and out of the list at its ends."""
        count = self.list.count()
        row = self.list.currentRow() + step
        self.list.setCurrentRow(-1 if row >= count else count - 1 if row < -1 else row)
        item = self.list.currentItem()
        if item is not None and self.list.currentRow() >= 0:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._field, item.text().replace("\t", ", ")))

    def _show(self, completion: Completion | None) -> None:
        self._now = completion
        self.list.clear()
        if completion is None:
            self.list.hide()
            return
        self.list.addItems([_shown(each) for each in completion.suggestions])
        self.list.setCurrentRow(-1)
        self._place(completion.start)

    def _place(self, start: int) -> None:
        """Lay the list over the window, under the place that is completed."""
        window = self._field.window()
        self.list.setParent(window)
        frame = 2 * self.list.frameWidth()
        width = min(_WIDEST, self.list.sizeHintForColumn(0) + _ROOM + frame)
        height = sum(self.list.sizeHintForRow(row) for row in range(self.list.count())) + frame + _GAP
        before = self._field.fontMetrics().horizontalAdvance(self._field.text()[start : self._field.cursorPosition()])
        left = self._field.cursorRect().center().x() - before
        at = self._field.mapTo(window, QPoint(left, self._field.height() + _GAP))
        at.setX(max(0, min(at.x(), window.width() - width)))
        self.list.setGeometry(at.x(), at.y(), width, min(height, window.height() - at.y()))
        self.list.show()
        self.list.raise_()


def _shown(suggestion: Suggestion) -> str:
    return f"{suggestion.text}\t{suggestion.hint}".rstrip()
