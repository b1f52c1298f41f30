"""The list of all keys, in which those of actions can be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from notesearch.ui.keys import Key, all_keys
from notesearch.ui.pieces import IconButton, label
from notesearch.ui.scrolling import Scrolling

if TYPE_CHECKING:
    from notesearch.ui.icons import Icons
    from notesearch.ui.key_table import KeyTable
    from notesearch.ui.theme import ThemeKeeper

_NATIVE = QKeySequence.SequenceFormat.NativeText
_BARE = frozenset({Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr})
_EDGES = QSize(48, 64)  # what the frame of a window and the desktop's bars take
_AROUND = 80  # the dialog's own margins, and a scroll bar
_COLUMNS = 4  # the key, its way back, what it does, some room
_CANCEL = frozenset({Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab})


class KeyButton(QPushButton):
    """Shows an action's key; pressed, it waits for another one: `pressed_keys` carries it. Escape leaves it."""

    pressed_keys = Signal(object)

    def __init__(self, action: str, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.action, self._what = action, what
        self._shown = ""
        self.setObjectName("key")
        self.setCheckable(True)
        self.setToolTip(self.tr("Change this key"))
        self.toggled.connect(self._refresh)

    def show_keys(self, keys: QKeySequence, *, own: bool) -> None:
        """Show the key that holds now; `own` when the person has chosen it."""
        self._shown = keys.toString(_NATIVE) + (" *" if own else "")
        self.setAccessibleName(f"{self._what}: {keys.toString(_NATIVE)}")
        self.setChecked(False)
        self._refresh()

    def event(self, event: QEvent) -> bool:
        """Take every key while one is waited for, shortcuts and Tab too."""
        if self.isChecked() and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._take(event)
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Wait no more."""
        super().focusOutEvent(event)
        self.setChecked(False)

    def _take(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _BARE or key == Qt.Key.Key_unknown:
            return
        self.setChecked(False)
        if key not in _CANCEL or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pressed_keys.emit(QKeySequence(event.keyCombination()))

    @Slot()
    def _refresh(self) -> None:
        self.setText(self.tr("Press a key …") if self.isChecked() else self._shown)


class KeysDialog(QDialog):
    """Shows the list; a key that cannot be taken is said, and nothing changes."""

    def __init__(self, table: KeyTable, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self._keeper, self._icons = table, keeper, icons
        self.setWindowTitle(self.tr("Keys"))
        self.buttons: dict[str, KeyButton] = {}
        self.resets: dict[str, IconButton] = {}
        self.said = label("", "muted", wrap=True)
        self.box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.reset = self.box.addButton(self.tr("Reset all keys"), QDialogButtonBox.ButtonRole.ResetRole)
        self.reset.clicked.connect(self._reset_all)
        self.box.rejected.connect(self.reject)
        self._list = Scrolling(self._fitting_grid())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self._list)
        layout.addWidget(label(self.tr("Press a button to change its key."), "muted"))
        layout.addWidget(self.said)
        layout.addWidget(self.box)
        table.changed.connect(self._show)
        self._show()
        self.box.button(QDialogButtonBox.StandardButton.Close).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Be as large as the list, as far as the screen allows."""
        super().showEvent(event)
        inside, room = self._list.widget(), self.screen().availableSize()
        assert inside is not None
        around = self.sizeHint() - self._list.sizeHint()
        bar = self._list.verticalScrollBar().sizeHint().width()
        wanted = inside.sizeHint() + around + QSize(bar, 0)
        self.resize(wanted.boundedTo(room - _EDGES))

    def _fitting_grid(self) -> QWidget:
        """Return the list in two columns, or in one where the screen is too narrow for two."""
        room = self.screen().availableSize().width() - _EDGES.width() - _AROUND
        both = self._grid(2)
        return both if both.sizeHint().width() < room else self._grid(1)

    def _grid(self, columns: int) -> QWidget:
        inside = QWidget()
        inside.setObjectName("page")
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        keys = all_keys()
        rows = -(-len(keys) // columns)
        grid.setColumnStretch(_COLUMNS * columns - 2, 1)
        if columns > 1:
            grid.setColumnMinimumWidth(_COLUMNS - 1, 16)
        for place, key in enumerate(keys):
            row, column = place % rows, _COLUMNS * (place // rows)
            if key.action and not key.fixed:
                grid.addWidget(self._key_button(key), row, column)
                grid.addWidget(self._reset_button(key), row, column + 1)
            else:
                shown = QKeySequence(key.keys).toString(_NATIVE)
                fixed = label(shown or "a … z", "heading")
                fixed.setContentsMargins(8, 4, 8, 4)
                grid.addWidget(fixed, row, column)
            grid.addWidget(label(key.text, "muted", wrap=columns == 1), row, column + 2)
        return inside

    def _key_button(self, key: Key) -> KeyButton:
        button = self.buttons[key.action] = KeyButton(key.action, key.text)
        button.pressed_keys.connect(self._take)
        return button

    def _reset_button(self, key: Key) -> IconButton:
        """Return the button that brings one key back; it keeps its place while there is nothing to bring back."""
        delivered = self._table.delivered(key.action).toString(_NATIVE)
        button = self.resets[key.action] = IconButton(
            self._keeper, self._icons, "reset", self.tr("{0}: back to {1}").format(key.text, delivered)
        )
        button.setObjectName(key.action)
        policy = button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        button.setSizePolicy(policy)
        button.clicked.connect(self._reset_one)
        return button

    @Slot()
    def _show(self) -> None:
        for action, button in self.buttons.items():
            keys = self._table.of(action)
            own = keys != self._table.delivered(action)
            button.show_keys(keys, own=own)
            self.resets[action].setVisible(own)
        self.reset.setEnabled(any(self._table.of(each) != self._table.delivered(each) for each in self.buttons))

    @Slot(object)
    def _take(self, keys: QKeySequence) -> None:
        button: QObject = self.sender()
        assert isinstance(button, KeyButton)
        self._choose(button.action, keys, self.tr("Changed."))

    @Slot()
    def _reset_one(self) -> None:
        action = self.sender().objectName()
        self.buttons[action].setFocus()  # the pressed button goes
        self._choose(action, self._table.delivered(action), self.tr("This key is as delivered."))

    def _choose(self, action: str, keys: QKeySequence, done: str) -> None:
        problem = self._table.problem(action, keys)
        self._say(problem or done, "warning" if problem else "muted")
        if not problem:
            self._table.choose(action, keys)

    @Slot()
    def _reset_all(self) -> None:
        self._table.reset()
        self._say(self.tr("All keys are as delivered."))

    def _say(self, text: str, look: str = "muted") -> None:
        self.said.setObjectName(look)
        self.said.style().polish(self.said)
        self.said.setText(text)
