"""The trace of the last search: ten stages with what each did, how many it left and how long it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from notesearch.search.results import STAGES
from notesearch.ui.pieces import Elided
from notesearch.ui.told import said
from notesearch.ui.words import number, translate

if TYPE_CHECKING:
    from notesearch.search.results import Results, TraceRow


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = Elided(self.tr("Trace"))
        self.title.setObjectName("heading")
        self.table = QTableWidget(0, 5, self)
        self.table.setHorizontalHeaderLabels(
            [self.tr("Stage"), self.tr("Status"), self.tr("Count"), self.tr("Time"), self.tr("Why")]
        )
        self.table.setAccessibleName(self.tr("Trace of the search"))
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.verticalHeader().setMinimumSectionSize(0)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self.title)
        layout.addWidget(self.table, 1)

    def show_trace(self, results: Results | None) -> None:
        """Show the stages of an answer."""
        rows = results.trace if results is not None else ()
        self.table.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, text in enumerate(self._cells(row)):
                item = QTableWidgetItem(text)
                if column in {2, 3}:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(place, column, item)
        if results is None:
            self.title.set_text(self.tr("Trace"))
        else:
            self.title.set_text(self.tr("Trace: {0} ms in all").format(f"{results.took_ms:.1f}"))

    def sizeHint(self) -> QSize:
        """Give all ten stages their room."""
        rows = len(STAGES) * self.table.verticalHeader().defaultSectionSize()
        chrome = self.title.sizeHint().height() + self.table.horizontalHeader().sizeHint().height() + 48
        return QSize(600, rows + chrome)

    def _cells(self, row: TraceRow) -> tuple[str, ...]:
        statuses = {
            "done": self.tr("✓ done"),
            "skipped": self.tr("– skipped"),
            "failed": self.tr("✗ failed"),
        }
        count = "" if row.count is None else number(row.count)
        time = "" if row.status == "skipped" else f"{row.ms:.1f} ms"
        return stage_name(row.stage), statuses[row.status], count, time, said(row.reason)
