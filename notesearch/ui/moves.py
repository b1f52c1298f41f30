"""What MMR changes in the present results: the notes that moved most, each with its way up or down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from notesearch.ui.pieces import Elided
from notesearch.ui.words import printable

if TYPE_CHECKING:
    from notesearch.search.results import Results

_SHOWN = 5
_LEFT_TO_RIGHT, _ISOLATED = "\u200e", "\u2068{}\u2069"


class Moves(QWidget):
    """A few lines beside the lambda slider, made anew with each answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = tuple(Elided() for _ in range(_SHOWN))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for each in self.lines:
            each.setObjectName("muted")
            layout.addWidget(each)
        self.show_results(None)

    def show_results(self, results: Results | None) -> None:
        """Show the results that moved most, the largest moves first."""
        found = results.results if results is not None else ()
        moves = [(each.mmr.moved, each.title) for each in found if each.mmr is not None and each.mmr.moved]
        largest = sorted(moves, key=lambda move: -abs(move[0]))[:_SHOWN]
        texts = [self._move(moved, title) for moved, title in largest]
        if not texts:
            texts = [self.tr("Nothing moves in these results.") if found else self.tr("Search to see what moves.")]
        for place, each in enumerate(self.lines):
            each.setVisible(place < len(texts))
            each.set_text(texts[place] if place < len(texts) else "")

    def _move(self, moved: int, title: str) -> str:
        """Return `↑ 2  Title`; an Arabic or Hebrew title stands behind its arrow too."""
        return f"{_LEFT_TO_RIGHT}{'↑' if moved > 0 else '↓'} {abs(moved)}  {_ISOLATED.format(printable(title))}"
