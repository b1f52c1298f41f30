"""The card that explains the badges and where the settings are, above the first results and never again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from notesearch.ui.pieces import button, keyed, label
from notesearch.ui.scrolling import Shrinkable

if TYPE_CHECKING:
    from notesearch.ui.icons import Icons
    from notesearch.ui.memory import Memory
    from notesearch.ui.theme import ThemeKeeper

_FLAG = "welcomed"
_ICON = 16


class WelcomeCard(QWidget):
    """Shows itself once; `settings_wanted` leads to the settings."""

    settings_wanted = Signal()

    def __init__(self, keeper: ThemeKeeper, icons: Icons, memory: Memory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keeper, self._icons, self._memory = keeper, icons, memory
        self._pictures: list[tuple[str, QLabel]] = []
        self.understood = button(self.tr("Got it"), self.dismiss, "primary")
        self.settings = button(self.tr("Open the settings"), self._open_settings, "link")
        self._lay_out()
        keeper.changed.connect(self._paint)
        self._paint()
        self.hide()

    def meet(self) -> None:
        """Show the card, unless the person has seen it."""
        if not self._memory.flag(_FLAG):
            self.show()

    @Slot()
    def dismiss(self) -> None:
        """Hide the card for good."""
        self._memory.keep_flag(_FLAG, shown=True)
        self._memory.save()
        self.hide()

    @Slot()
    def _open_settings(self) -> None:
        self.dismiss()
        self.settings_wanted.emit()

    def _lines(self) -> tuple[tuple[str, str], ...]:
        return (
            ("journal", self.tr("Journal, Note or Evergreen: the kind of note. Only journal notes fade with age.")),
            ("both", self.tr("Words, meaning, or both: how it was found. “Weak” may be chance.")),
            ("bars", self.tr("Point at a badge for its numbers; {why} shows why a result ranks where it does.")),
            ("sliders", self.tr("All of it can be set: {settings} or the sliders at the top. {keys} lists the keys.")),
        )

    @Slot()
    def _paint(self) -> None:
        for name, picture in self._pictures:
            colour, scale = self._keeper.theme.accent, self.devicePixelRatioF()
            picture.setPixmap(self._icons.pixmap(name, colour, _ICON, scale))
            picture.setFixedHeight(self.fontMetrics().height())  # in the middle of the first line of text

    def _lay_out(self) -> None:
        card = QWidget()
        card.setObjectName("card")
        card.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(label(self.tr("How to read the results"), "heading"))
        top.addStretch()
        top.addWidget(self.settings)
        top.addWidget(self.understood)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(16, 8, 8, 12)
        inside.setSpacing(4)
        inside.addLayout(top)
        inside.addWidget(self._explained())
        whole = QVBoxLayout(self)
        whole.setContentsMargins(12, 0, 12, 8)
        whole.addWidget(card)

    def _explained(self) -> Shrinkable:
        """Return the lines, each with its picture."""
        inside = QWidget()
        inside.setObjectName("page")
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, (icon, text) in enumerate(self._lines()):
            picture = QLabel()
            self._pictures.append((icon, picture))
            grid.addWidget(picture, row, 0, Qt.AlignmentFlag.AlignTop)
            said = label(text, wrap=True)
            keyed(said, text)
            grid.addWidget(said, row, 1)
        area = Shrinkable(inside)
        area.setObjectName("lines")
        area.setAccessibleName(self.tr("How to read the results"))
        return area
