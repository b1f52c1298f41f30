"""The trace of the last search: ten stages with what each did, how many it left and how long it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from notesearch.search.results import STAGES
from notesearch.ui.pieces import Elided, IconButton
from notesearch.ui.told import said
from notesearch.ui.words import milliseconds, number, translate

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from notesearch.search.results import Results, TraceRow
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

_NUMBERS = frozenset({2, 3})


def stage_name(stage: str) -> str:
    """Return what a stage is called in the window."""
    names = {
        "sync": translate("Trace", "Bring the index up to date"),
        "keyword": translate("Trace", "Find words"),
        "supplement": translate("Trace", "Add evergreen notes"),
        "embed": translate("Trace", "Embed the question"),
        "knn": translate("Trace", "Find meaning"),
        "merge": translate("Trace", "Merge both"),
        "weigh": translate("Trace", "Weigh age, source, opens"),
        "gate": translate("Trace", "Drop weak, group by note"),
        "mmr": translate("Trace", "Re-rank for diversity"),
        "cut": translate("Trace", "Cut to the wanted number"),
    }
    return names.get(stage, stage)


class TracePanel(QWidget):
    """A table of the stages, with the whole time in its title."""

    closed = Signal()

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results: Results | None = None
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = Elided(self.tr("Trace"))
        self.title.setObjectName("heading")
        self.close_button = IconButton(keeper, icons, "close", self.tr("Close ({trace})"))
        self.close_button.clicked.connect(self.closed)
        self.table = QTableWidget(0, 5, self)
        names = (self.tr("Stage"), self.tr("Status"), self.tr("Count"), self.tr("Time"), self.tr("Why"))
        for column, name in enumerate(names):
            self.table.setHorizontalHeaderItem(column, _cell(name, column))
        self.table.setAccessibleName(self.tr("Trace of the search"))
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.verticalHeader().setMinimumSectionSize(0)
        keeper.changed.connect(self._fit_rows)
        self._fit_rows()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)

    def show_trace(self, results: Results | None) -> None:
        """Show the stages of an answer, at the latest when the panel is seen: filling it takes a millisecond a key."""
        self._results = results
        if self.isVisible():
            self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the stages of the last answer."""
        self._fill()
        super().showEvent(event)

    def _fill(self) -> None:
        results = self._results
        rows = results.trace if results is not None else ()
        self.table.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, text in enumerate(self._cells(row)):
                self.table.setItem(place, column, _cell(text, column))
        if results is None:
            self.title.set_text(self.tr("Trace"))
        else:
            self.title.set_text(self.tr("Trace: {0} in all").format(milliseconds(results.took_ms, 1)))

    def sizeHint(self) -> QSize:
        """Give all ten stages their room."""
        rows = len(STAGES) * self.table.verticalHeader().defaultSectionSize()
        chrome = self.close_button.sizeHint().height() + self.table.horizontalHeader().sizeHint().height() + 48
        return QSize(600, rows + chrome)

    @Slot()
    def _fit_rows(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)

    def _cells(self, row: TraceRow) -> tuple[str, ...]:
        statuses = {
            "done": self.tr("✓ done"),
            "skipped": self.tr("– skipped"),
            "failed": self.tr("✗ failed"),
        }
        count = "" if row.count is None else number(row.count)
        time = "" if row.status == "skipped" else milliseconds(row.ms, 1)
        return stage_name(row.stage), statuses[row.status], count, time, said(row.reason)


def _cell(text: str, column: int) -> QTableWidgetItem:
    """Return a cell; numbers stand at the right of their column, under their heading."""
    item = QTableWidgetItem(text)
    side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item
