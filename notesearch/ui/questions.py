"""Past and kept questions: those that Up recalls, and those that the star keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from notesearch.ui.memory import Memory
    from notesearch.ui.search_box import SearchBox


class Questions(QObject):
    """Puts questions that are remembered into the search field, and has them remembered."""

    def __init__(self, search: SearchBox, memory: Memory) -> None:
        super().__init__(search)
        self._search, self._memory = search, memory
        self._place = -1
        search.recalled.connect(self.recall)
        search.star.triggered.connect(self.star)
        search.typed.connect(self._begin_anew)
        search.show_saved(memory.saved)

    @Slot()
    def recall(self) -> None:
        """Put the question before into the field."""
        questions = self._memory.questions
        if questions:
            self._place = (self._place + 1) % len(questions)
            self._search.recall(questions[self._place])

    @Slot()
    def star(self) -> None:
        """Keep the question, or forget it when it is kept; in the empty field, offer those that are kept."""
        text = self._search.text().strip()
        if text:
            self._memory.toggle_saved(text)
            self._search.show_saved(self._memory.saved)
        else:
            self._search.offer_saved()

    @Slot(str)
    def _begin_anew(self, text: str) -> None:
        """Recall from the latest question on once the field has been emptied."""
        if not text.strip():
            self._place = -1
