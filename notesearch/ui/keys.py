"""The keys of the window, in one list: the shortcuts are made from it, and F1 shows it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from notesearch.ui.pieces import label
from notesearch.ui.words import tr

_CONTEXT = "Keys"


@dataclass(frozen=True, slots=True)
class Key:
    """A key and what it does; `action` names the window's action, or is empty where a widget has the key itself."""

    keys: str
    action: str
    text: str


def all_keys() -> tuple[Key, ...]:
    """Return every key of the window."""
    return (
        Key("", "", tr(_CONTEXT, "Type anywhere to search")),
        Key("Up", "", tr(_CONTEXT, "Result before; in the empty field: past questions")),
        Key("Down", "", tr(_CONTEXT, "Next result")),
        Key("PgDown", "", tr(_CONTEXT, "A page further")),
        Key("Right", "", tr(_CONTEXT, "In the list: show more of this note")),
        Key("Return", "", tr(_CONTEXT, "Open the note")),
        Key("Ctrl+Return", "", tr(_CONTEXT, "Show the note in the file manager")),
        Key("Tab", "", tr(_CONTEXT, "On to the results and the preview")),
        Key("Esc", "escape", tr(_CONTEXT, "Clear the question, then put the window away")),
        Key("Ctrl+K", "focus", tr(_CONTEXT, "To the search field")),
        Key("F3", "next_hit", tr(_CONTEXT, "Next hit in the preview")),
        Key("Shift+F3", "previous_hit", tr(_CONTEXT, "Hit before")),
        Key("Alt+Left", "back", tr(_CONTEXT, "Back in the preview")),
        Key("Alt+Right", "forward", tr(_CONTEXT, "Forward in the preview")),
        Key("Ctrl+Shift+C", "copy_link", tr(_CONTEXT, "Copy a wikilink to the note")),
        Key("Ctrl+M", "mmr", tr(_CONTEXT, "Vary the results on and off")),
        Key("Ctrl+I", "why", tr(_CONTEXT, "Why this rank?")),
        Key("Ctrl+T", "trace", tr(_CONTEXT, "Trace of the search")),
        Key("Ctrl+,", "settings", tr(_CONTEXT, "Settings")),
        Key("Ctrl+=", "zoom_in", tr(_CONTEXT, "Larger preview")),
        Key("Ctrl+-", "zoom_out", tr(_CONTEXT, "Smaller preview")),
        Key("Ctrl+O", "choose_vault", tr(_CONTEXT, "Open another vault")),
        Key("F5", "rescan", tr(_CONTEXT, "Look at the vault again")),
        Key("F1", "keys", tr(_CONTEXT, "This list")),
        Key("Ctrl+Q", "quit", tr(_CONTEXT, "Quit")),
    )


class KeysDialog(QDialog):
    """Shows the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        keys = all_keys()
        half = (len(keys) + 1) // 2
        for place, key in enumerate(keys):
            row, column = place % half, 2 * (place // half)
            shown = QKeySequence(key.keys).toString(QKeySequence.SequenceFormat.NativeText)
            grid.addWidget(label(shown or "a … z", "heading"), row, column)
            grid.addWidget(label(key.text, "muted"), row, column + 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(grid)
        layout.addWidget(buttons)
