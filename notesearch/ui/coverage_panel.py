"""The coverage of the vault: how many notes are indexed and learned, and each file that is not, with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from notesearch.ui.pieces import Elided, IconButton, button, label
from notesearch.ui.told import said
from notesearch.ui.words import count, number, printable

if TYPE_CHECKING:
    from notesearch.notebook import Activity, Status
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper
    from notesearch.vault.note import SkippedFile

# Counting looks at the whole disk: while notes keep changing, not more often than this.
_AGAIN_MS = 1500
_ROWS_SHOWN = 6
_SHOWN = int(Qt.ItemDataRole.DisplayRole)


class CoverageModel(QAbstractTableModel):
    """The files that are not indexed: failed ones first, as they came."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files: tuple[SkippedFile, ...] = ()

    def show(self, files: tuple[SkippedFile, ...]) -> None:
        """Replace the rows, unless they say the same."""
        if files != self._files:
            self.beginResetModel()
            self._files = files
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return how many files there are."""
        return 0 if parent.isValid() else len(self._files)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the columns: what became of it, the file, the reason."""
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _SHOWN) -> Any:  # noqa: ANN401 - Qt's own signature
        """Return a column's name."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Status"), self.tr("File"), self.tr("Why"))[section]

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _SHOWN) -> Any:  # noqa: ANN401 - Qt's own signature
        """Return a cell's text; the tooltip has all of it."""
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        file = self._files[index.row()]
        status = self.tr("✗ failed") if file.failed else self.tr("– left out")
        return (status, printable(file.path) or printable(file.root), printable(said(file.reason)))[index.column()]


class CoveragePanel(QWidget):
    """Asks for a Status (`wanted`) when shown and when the index has changed; `retry` is what its button says."""

    wanted = Signal()
    retry = Signal()
    closed = Signal()

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._revision: int | None = None
        self._troubles = 0
        self.title, self.learned = Elided(), Elided()
        self.title.setObjectName("heading")
        self.learned.setObjectName("muted")
        self.whole = label(self.tr("Every note is indexed."), "muted")
        self.again = button(self.tr("Try again"), self._try_again)
        self.again.setToolTip(self.tr("Read every file of this list again"))
        self.close_button = IconButton(keeper, icons, "close", self.tr("Close ({coverage})"))
        self.close_button.clicked.connect(self.closed)
        self.files = CoverageModel(self)
        self.table = QTableView()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_AGAIN_MS)
        self._pause.timeout.connect(self.ask)
        self._lay_out()
        keeper.changed.connect(self._fit_rows)
        self.forget()

    def forget(self) -> None:
        """Show that nothing has been counted yet."""
        self.title.set_text(self.tr("Coverage"))
        self.learned.set_text("")
        self._show_files(())
        self.whole.hide()

    @Slot()
    def ask(self) -> None:
        """Have everything counted, when anyone looks."""
        if self.isVisible():
            self.wanted.emit()

    def show_activity(self, activity: Activity) -> None:
        """Count again when the index has changed and come to rest."""
        self._troubles = activity.troubles
        settled = activity.indexing is None and activity.pending == 0
        if settled and activity.revision != self._revision:
            self._revision = activity.revision
            if not self._pause.isActive():
                self._pause.start()

    def show_status(self, status: Status) -> None:
        """Show what was counted."""
        parts = (
            count(status.on_disk, self.tr("1 note on disk"), self.tr("{0} notes on disk")),
            self.tr("{0} indexed").format(number(status.indexed)),
            self.tr("{0} pending").format(number(status.pending)),
            self.tr("{0} failed").format(number(len(status.failed))),
            self.tr("{0} left out").format(number(len(status.skipped))),
        )
        self.title.set_text("  ·  ".join(parts))
        learned = self.tr("Meaning is learned of {0} of {1} passages.")
        self.learned.set_text(learned.format(number(status.embedded), number(status.chunks)))
        self._show_files((*status.failed, *status.skipped))
        self.whole.setVisible(self.table.isHidden() and not status.pending)

    def sizeHint(self) -> QSize:
        """Give a few files their room, when there are any."""
        height = self.close_button.sizeHint().height() + 2 * self.learned.sizeHint().height() + 40
        if self._troubles:
            rows = _ROWS_SHOWN * self.table.verticalHeader().defaultSectionSize()
            height += rows + self.again.sizeHint().height()
        return QSize(600, height)

    def _show_files(self, files: tuple[SkippedFile, ...]) -> None:
        self.files.show(files)
        self.table.setVisible(bool(files))
        self.again.setVisible(bool(files))
        self.again.setEnabled(True)

    @Slot()
    def _try_again(self) -> None:
        self.again.setEnabled(False)
        self.retry.emit()

    @Slot()
    def _fit_rows(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)

    def _lay_out(self) -> None:
        self.table.setModel(self.files)
        self.table.setAccessibleName(self.tr("Files that are not indexed"))
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().setMinimumSectionSize(0)
        self._fit_rows()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setMaximumSectionSize(480)
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.again)
        top.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.learned)
        layout.addWidget(self.whole)
        layout.addWidget(self.table, 1)
        layout.addStretch()
