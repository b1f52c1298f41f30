"""Which key does what now: the delivered keys, with those that the person has chosen in their place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QWidget

from notesearch.ui.keys import Key, all_keys
from notesearch.ui.pieces import KEYED

if TYPE_CHECKING:
    from notesearch.ui.memory import Memory

_TOKEN = re.compile(r"\{(\w+)\}")
_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText
_FUNCTION_KEY = re.compile(r"F\d{1,2}")
_MODIFIER = re.compile(r"(?:Ctrl|Alt|Meta)\+")
_EDITING = frozenset(
    f"Ctrl+{key}"
    for key in (
        *("A", "C", "V", "X", "Z", "Y", "N", "P", "Shift+Z", "Space", "Tab", "Up", "Down", "Home", "End"),
        *("Left", "Right", "Shift+Left", "Shift+Right", "Backspace", "Del", "Ins"),
    )
)


class KeyTable(QObject):
    """Knows each action's key; `changed` says that one is another now."""

    changed = Signal()

    def __init__(self, memory: Memory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        self._keys = {key.action: key for key in all_keys() if key.action}

    def of(self, action: str) -> QKeySequence:
        """Return an action's key; one that cannot be read any more is the delivered one."""
        chosen = QKeySequence.fromString(self._memory.key(action), _PORTABLE)
        readable = chosen.count() == 1 and bool(chosen.toString(_PORTABLE))
        return chosen if readable else self.delivered(action)

    def all_of(self, action: str) -> list[QKeySequence]:
        """Return every key that does what an action does; the first is the one that is shown."""
        now = self.of(action)
        also = self._keys[action].also if now == self.delivered(action) else ""
        return [now, QKeySequence.fromString(also, _PORTABLE)] if also else [now]

    def delivered(self, action: str) -> QKeySequence:
        """Return the key that an action is delivered with."""
        return QKeySequence.fromString(self._keys[action].keys, _PORTABLE)

    def problem(self, action: str, keys: QKeySequence) -> str:
        """Return why a key cannot be an action's, in words; empty when it can."""
        shown = keys.toString(_NATIVE)
        if keys.count() != 1:
            return self.tr("Press one key, together with Ctrl or Alt.")
        if _types(keys) and keys != self.delivered(action):
            return self.tr("{0} alone is for typing: hold Ctrl or Alt, or take a function key.").format(shown)
        if keys.toString(_PORTABLE) in _EDITING:
            return self.tr("{0} is for editing text.").format(shown)
        other = self._other(action, keys)
        return self.tr("{0} is taken: {1}").format(shown, other.text) if other is not None else ""

    def choose(self, action: str, keys: QKeySequence) -> None:
        """Give an action another key, from now on and for good."""
        self._memory.keep_key(action, "" if keys == self.delivered(action) else keys.toString(_PORTABLE))
        self._memory.save()
        self.changed.emit()

    def reset(self) -> None:
        """Give every action the key that it is delivered with."""
        for action in self._keys:
            self._memory.keep_key(action, "")
        self._memory.save()
        self.changed.emit()

    def fill(self, text: str) -> str:
        """Put the keys of actions in place of their names in braces."""
        return _TOKEN.sub(lambda found: self._native(found[1]) or found[0], text)

    def write_into(self, window: QWidget) -> None:
        """Write the keys into every text of a window that names one (see `pieces.keyed`)."""
        for widget in window.findChildren(QWidget):
            text = widget.property(KEYED)
            if text and isinstance(widget, QLabel):
                widget.setText(self.fill(text))
            elif text:
                widget.setToolTip(self.fill(text))

    def _native(self, action: str) -> str:
        return self.of(action).toString(_NATIVE) if action in self._keys else ""

    def _other(self, action: str, keys: QKeySequence) -> Key | None:
        """Return the other key of the list that is the same."""
        for key in all_keys():
            now = self.all_of(key.action) if key.action else [QKeySequence.fromString(key.keys, _PORTABLE)]
            if key.action != action and keys in now:
                return key
        return None


def _types(keys: QKeySequence) -> bool:
    """Tell whether a key writes or moves in a text when it is pressed alone."""
    text = keys.toString(_PORTABLE)
    return not _MODIFIER.match(text) and not _FUNCTION_KEY.fullmatch(text.removeprefix("Shift+"))
