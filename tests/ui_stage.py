"""A shown window with a fake notebook behind it, for tests of what its parts do together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot
    from ui_fakes import FakeNotebook

    from notesearch.ui.setup import Setup


class Stage:
    """A shown window with a fake notebook behind it, a vault open."""

    def __init__(self, setup: Setup, notebooks: list[FakeNotebook]) -> None:
        self.setup, self.notebooks = setup, notebooks
        self.session, self.window = setup.session, setup.window

    @property
    def notebook(self) -> FakeNotebook:
        return self.notebooks[-1]

    def titles(self) -> list[str]:
        rows = self.window.results.rows
        return [rows.index(place).data() for place in range(rows.rowCount())]

    def type(self, text: str) -> None:
        QTest.keyClicks(self.window.search, text)


def find(stage: Stage, qtbot: QtBot, text: str = "bread") -> None:
    stage.type(text)
    qtbot.waitUntil(lambda: stage.session.results is not None and stage.session.results.mode == "hybrid")
    qtbot.waitUntil(lambda: stage.window.preview.shown is not None)
