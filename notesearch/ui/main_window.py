"""The window: one search field, results beside a preview, panels that come and go, and a status line."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from notesearch.ui.coverage_panel import CoveragePanel
from notesearch.ui.empty_state import EmptyState
from notesearch.ui.filter_bar import FilterBar
from notesearch.ui.key_table import KeyTable
from notesearch.ui.keys import all_keys
from notesearch.ui.keys_dialog import KeysDialog
from notesearch.ui.panels import Panels
from notesearch.ui.pieces import IconButton
from notesearch.ui.preview import PreviewPane
from notesearch.ui.result_list import ResultList
from notesearch.ui.search_box import SearchBox
from notesearch.ui.settings_panel import SettingsPanel
from notesearch.ui.start_page import StartPage
from notesearch.ui.status_line import StatusLine
from notesearch.ui.trace_panel import TracePanel
from notesearch.ui.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from notesearch.ui.icons import Icons
    from notesearch.ui.memory import Memory
    from notesearch.ui.theme import ThemeKeeper

_SPLITTERS = ("across", "down")
_SIZE, _FRAME = QSize(1180, 760), QSize(16, 48)
_MENU = ("settings", "trace", "why", "coverage", "", "choose_vault", "rescan", "", "keys", "quit")


class MainWindow(QMainWindow):
    """Holds the parts and their places. What they do together is `session.py`'s; `acted` carries an action's name."""

    acted = Signal(str)
    closing = Signal()

    def __init__(self, keeper: ThemeKeeper, icons: Icons, memory: Memory) -> None:
        super().__init__()
        self._memory, self._keeper, self._icons = memory, keeper, icons
        self.in_tray = self.toggled = False
        self.search = SearchBox(keeper, icons)
        self.results = ResultList(keeper, icons)
        self.empty = EmptyState(keeper, icons)
        self.filters = FilterBar()
        self.welcome = WelcomeCard(keeper, icons, memory)
        self.preview = PreviewPane(keeper, icons)
        self.settings = SettingsPanel(keeper, icons)
        self.trace = TracePanel(keeper, icons)
        self.coverage = CoveragePanel(keeper, icons)
        self.status = StatusLine()
        self.start = StartPage(keeper, icons)
        self.panels = Panels(self, (self.settings, self.trace, self.coverage), self.search)
        self.panels.changed.connect(self._fit)
        self.left, self.pages = QStackedWidget(), QStackedWidget()
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.down = QSplitter(Qt.Orientation.Vertical)
        self.keys = KeyTable(memory, self)
        self.actions_by_name = {key.action: self._action(key.action, key.text) for key in all_keys() if key.action}
        self._lay_out()
        self._order_tabs()
        self._restore()
        self.empty.fill = self.search.fill = self.keys.fill
        self.keys.changed.connect(self._use_keys)
        self._use_keys()
        self.setWindowTitle(self.tr("NoteSearch"))
        self.setWindowIcon(icons.icon("notesearch", "#ffffff"))

    def put_away(self) -> None:
        """Hide where there is a way back (the tray, or a key that toggles), else stay in the task bar."""
        if self.in_tray or self.toggled:
            self.hide()
        else:
            self.showMinimized()

    def show_start(self, message: str = "") -> None:
        """Show the page where a vault is chosen."""
        self.start.say(message)
        self.pages.setCurrentWidget(self.start)

    def show_workspace(self) -> None:
        """Show the page where one searches."""
        self.pages.setCurrentIndex(1)
        self.search.setFocus()

    def show_list(self, *, shown: bool) -> None:
        """Show the results, or the empty state in their place."""
        self.left.setCurrentWidget(self.results if shown else self.empty)
        if shown:
            self.welcome.meet()
        self._fit()

    def toggle_settings(self, *, shown: bool | None = None) -> None:
        """Show or hide the settings."""
        self.panels.show(self.settings, shown=not self.settings.isVisible() if shown is None else shown)

    def visit_settings(self) -> None:
        """Show the settings and go to the first one, or hide them."""
        self.toggle_settings()
        if self.settings.isVisible():
            self.settings.begin()

    def toggle_trace(self) -> None:
        """Show or hide the trace."""
        self._toggle_below(self.trace, self.coverage)

    def toggle_coverage(self) -> None:
        """Show or hide the coverage."""
        self._toggle_below(self.coverage, self.trace)
        self.coverage.ask()

    def _toggle_below(self, panel: QWidget, other: QWidget) -> None:
        """Show or hide one of the two panels at the bottom; there is room for one."""
        self.panels.show(panel, shown=not panel.isVisible())
        if panel.isVisible():
            self.panels.show(other, shown=False)
            whole = self.down.height()
            wanted = min(panel.sizeHint().height(), whole * 2 // 3)
            self.down.setSizes([whole - wanted, wanted, wanted])

    def show_keys(self) -> None:
        """Show the list of keys."""
        dialog = KeysDialog(self.keys, self._keeper, self._icons, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what there is room for."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Search for what is typed anywhere."""
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        text = event.text()
        if plain and text and text.isprintable() and self.pages.currentIndex() == 1:
            self.search.setFocus()
            self.search.insert(text)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Pass on that the system has another font: whichever way it came, the window gets it first."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keeper.follow_font()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember sizes and panels, and have everything end; with an icon in the tray the cross only hides."""
        if self.in_tray and event.spontaneous():
            event.ignore()
            self.put_away()
            return
        self._memory.keep_state("geometry", self.saveGeometry())
        for name in _SPLITTERS:
            self._memory.keep_state(name, getattr(self, name).saveState())
        self._memory.zoom = self.preview.view.zoom
        self._memory.keep_flag("settings", shown=self.settings.isVisibleTo(self))
        self._memory.keep_flag("trace", shown=self.trace.isVisibleTo(self))
        self._memory.save()
        self.closing.emit()
        super().closeEvent(event)

    def _fit(self) -> None:
        """Let the preview make room for the settings in a window that is too narrow for both."""
        needed = self.left.minimumWidth() + self.preview.minimumSizeHint().width() + self.settings.minimumWidth()
        room = self.settings.isHidden() or self.width() > needed
        self.preview.setVisible(room and self.left.currentWidget() is self.results)

    @Slot()
    def _trigger(self) -> None:
        self.acted.emit(self.sender().objectName())

    @Slot()
    def _use_keys(self) -> None:
        for name, action in self.actions_by_name.items():
            action.setShortcuts(self.keys.all_of(name))
        self.keys.write_into(self)
        self.empty.show_state(self.empty.state)

    def _action(self, name: str, text: str) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        action.triggered.connect(self._trigger)
        self.addAction(action)
        return action

    def _top_bar(self) -> QHBoxLayout:
        keeper, icons = self._keeper, self._icons
        trace = IconButton(keeper, icons, "bars", self.tr("Trace ({trace})"))
        trace.clicked.connect(self.actions_by_name["trace"].trigger)
        settings = IconButton(keeper, icons, "sliders", self.tr("Settings ({settings})"))
        settings.clicked.connect(self.actions_by_name["settings"].trigger)
        more = IconButton(keeper, icons, "more", self.tr("More"))
        menu = QMenu(more)
        for name in _MENU:
            menu.addAction(self.actions_by_name[name]) if name else menu.addSeparator()
        more.setMenu(menu)
        more.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 12, 12, 8)
        bar.setSpacing(4)
        bar.addWidget(self.search, 1)
        bar.addSpacing(4)
        for button in (trace, settings, more):
            button.setIconSize(QSize(18, 18))
            bar.addWidget(button)
        return bar

    def _lay_out(self) -> None:
        self.left.addWidget(self.empty)
        self.left.addWidget(self.results)
        self.left.setMinimumWidth(280)
        for widget, stretch in ((self.left, 5), (self.preview, 6), (self.settings, 0)):
            self.across.addWidget(widget)
            self.across.setStretchFactor(self.across.count() - 1, stretch)
        self.down.addWidget(self.across)
        self.down.addWidget(self.trace)
        self.down.addWidget(self.coverage)
        for place, stretch in enumerate((3, 2, 2)):
            self.down.setStretchFactor(place, stretch)
        for splitter in (self.across, self.down):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        workspace = QWidget()
        workspace.setObjectName("page")
        column = QVBoxLayout(workspace)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._top_bar())
        column.addWidget(self.filters)
        column.addWidget(self.welcome)
        column.addWidget(self.down, 1)
        column.addWidget(self.status)
        self.pages.addWidget(self.start)
        self.pages.addWidget(workspace)
        self.setCentralWidget(self.pages)
        self.welcome.settings_wanted.connect(self.actions_by_name["settings"].trigger)
        self.welcome.understood.clicked.connect(self.search.setFocus)
        self.settings.habits.keys_wanted.connect(self.show_keys)

    def _order_tabs(self) -> None:
        """Have Tab go from the field to the results and the preview; the bars above come after."""
        for before, after in pairwise((self.search, *self.empty.buttons, self.results, *self.preview.stops())):
            self.setTabOrder(before, after)

    def _restore(self) -> None:
        """Bring back sizes and panels; the first time, take what suits most screens, and no more than this one has."""
        self.resize(_SIZE.boundedTo(self.screen().availableSize() - _FRAME))
        self.setMinimumSize(640, 420)
        self.across.setSizes([480, 620, 300])
        self.down.setSizes([360, 348])
        geometry = self._memory.state("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        for name in _SPLITTERS:
            state = self._memory.state(name)
            if state is not None:
                getattr(self, name).restoreState(state)
        self.settings.setVisible(self._memory.flag("settings"))
        self.trace.setVisible(self._memory.flag("trace"))
        self.coverage.hide()
        self.settings.habits.show_memory(self._memory)
        self.preview.view.zoom_to(self._memory.zoom)
