"""The list of results: keeps its selection through updates, and never moves under a click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from notesearch.ui.result_delegate import ResultDelegate
from notesearch.ui.result_model import AnyIndex, Order, ResultModel, Row

if TYPE_CHECKING:
    from notesearch.search.results import Results
    from notesearch.settings import Settings
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

# How long the mouse must rest over the list before the list may change under it, in milliseconds.
_REST_MS = 250


class ResultList(QListView):
    """Shows a ResultModel. `chosen` and `acted` carry a Row; `acted` also says what is to be done with it."""

    chosen = Signal(object)
    acted = Signal(object, str)
    menu_wanted = Signal(object, object)

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ResultModel(self)
        self.setModel(self.rows)
        self._delegate = ResultDelegate(keeper, icons, self)
        self.setItemDelegate(self._delegate)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(8)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.verticalScrollBar().rangeChanged.connect(self._show_handle)
        self._show_handle(0, 0)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setAccessibleName(self.tr("Results"))
        self._held: tuple[Results | None, Settings] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._let_go)
        self._touched = False
        keeper.changed.connect(self.scheduleDelayedItemsLayout)
        keeper.changed.connect(self.viewport().update)

    def show_results(self, results: Results | None, settings: Settings, *, fresh: bool) -> None:
        """Show the answer to a new question (`fresh`, the first row is chosen), or the same one refined."""
        if fresh:
            self._touched = False
        elif self._rest.isActive():
            self._held = (results, settings)
            return
        self._held = None
        row = self.current_row()
        key = row.key if row is not None else None
        offset = self.visualRect(self.currentIndex()).top()
        self.rows.show(results, settings)
        self.scheduleDelayedItemsLayout()  # the same rows may say more now, and be higher
        kept = self.rows.find(key) if self._touched else QModelIndex()
        if kept.isValid():
            self._choose(kept)
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(kept).top() - offset)
        elif self.rows.rowCount():
            self._choose(self.rows.first())
            self.scrollToTop()
        self._tell()

    @Slot(str)
    def order_by(self, order: Order) -> None:
        """Show the same results in another order, from the top."""
        self.rows.order_by(order)
        self._touched = False
        if self.rows.rowCount():
            self._choose(self.rows.first())
            self.scrollToTop()
        self._tell()

    def current_row(self) -> Row | None:
        """Return the row that is chosen."""
        return self.rows.row(self.currentIndex())

    def move(self, key: Qt.Key) -> None:  # type: ignore[override]  # QWidget.move is not for rows
        """Move the choice as the arrow and page keys do, from wherever the focus is."""
        self._touched = True
        super().keyPressEvent(QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:  # noqa: N802 - Qt's name
        """Tell which row is chosen now."""
        super().currentChanged(current, previous)
        self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, reveal with Ctrl+Enter, open up and close with Right and Left."""
        row = self.current_row()
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if row is not None and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.acted.emit(row, "reveal" if control else "open")
        elif key in {Qt.Key.Key_Right, Qt.Key.Key_Left}:
            self.rows.toggle(self.currentIndex(), open_up=key == Qt.Key.Key_Right)
        elif event.text().isprintable() and event.text().strip():
            event.ignore()
        else:
            self._touched = True
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hold updates back while the mouse is on its way to a row."""
        self._rest.start()
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a row, or open up its other passages."""
        self._rest.start()
        self._touched = True
        if self._is_on_more(event):
            self.rows.toggle(self.indexAt(event.position().toPoint()))
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the note; two quick clicks on `3 more in this note` are two clicks."""
        if self._is_on_more(event):
            self.mousePressEvent(event)
            return
        row = self.rows.row(self.indexAt(event.position().toPoint()))
        if row is not None and row.result is not None:
            self.acted.emit(row, "open")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the chosen row."""
        row = self.current_row()
        if row is not None and row.result is not None:
            self.menu_wanted.emit(row, event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out anew; what is chosen stays in sight."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.doItemsLayout()  # Qt does so by itself only when the height changes
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def _is_on_more(self, event: QMouseEvent) -> bool:
        at = event.position().toPoint()
        index = self.indexAt(at)
        row = self.rows.row(index)
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        return row is not None and self._delegate.is_on_more(option, row, at - self.visualRect(index).topLeft())

    @Slot(int, int)
    def _show_handle(self, _: int, last: int) -> None:
        """Show the bar's handle only when there is something to scroll; the bar's room stays, so that no line moves."""
        self.verticalScrollBar().setEnabled(last > 0)

    @Slot()
    def _let_go(self) -> None:
        if self._held is not None:
            results, settings = self._held
            self.show_results(results, settings, fresh=False)

    def _tell(self) -> None:
        row = self.current_row()
        if row is not None and row.result is not None:
            self.chosen.emit(row)

    def _choose(self, index: QModelIndex) -> None:
        self.setCurrentIndex(index)
