"""What is shown where results would be when there are none: why, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from notesearch.ui.pieces import button, label
from notesearch.ui.scrolling import Scrolling
from notesearch.ui.words import breakable

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

_ICON_SIZE = 40


@dataclass(frozen=True, slots=True)
class State:
    """An icon, a title, a text, and (text, name) of up to two buttons, the first one the main thing to do."""

    icon: str
    title: str
    text: str
    actions: tuple[tuple[str, str], ...] = ()


class EmptyState(QWidget):
    """Shows a State; `acted` carries the name of the button that was pressed. `fill` writes keys into its text."""

    acted = Signal(str)

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keeper, self._icons = keeper, icons
        self.state = State("search", "", "")
        self.fill: Callable[[str], str] = lambda text: text
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title, self.text = label("", "title", wrap=True), label("", "muted", wrap=True)
        for widget in (self.title, self.text):
            widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons = (button("", self._act, "primary"), button("", self._act))
        self._lay_out()
        keeper.changed.connect(self._paint_picture)

    def show_state(self, state: State) -> None:
        """Show another state."""
        self.state = state
        self.title.setText(breakable(state.title))
        self.text.setText(breakable(self.fill(state.text)))
        for place, each in enumerate(self.buttons):
            each.setVisible(place < len(state.actions))
            each.setText(state.actions[place][0] if place < len(state.actions) else "")
        self._paint_picture()

    @Slot()
    def _act(self) -> None:
        place = 0 if self.sender() is self.buttons[0] else 1
        if place < len(self.state.actions):
            self.acted.emit(self.state.actions[place][1])

    def _paint_picture(self) -> None:
        scale = self.devicePixelRatioF()
        self.picture.setPixmap(self._icons.pixmap(self.state.icon, self._keeper.theme.accent, _ICON_SIZE, scale))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        for each in self.buttons:
            row.addWidget(each)
        row.addStretch()
        inside = QWidget()
        inside.setObjectName("page")
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(32, 24, 32, 24)
        layout.setSpacing(8)
        layout.addStretch(2)
        layout.addWidget(self.picture)
        layout.addWidget(self.title)
        layout.addWidget(self.text)
        layout.addSpacing(8)
        layout.addLayout(row)
        layout.addStretch(3)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(Scrolling(inside))
