"""The line above the results: filters that edit the question, the order, and what was searched instead of a typo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from notesearch.ui.pieces import Elided
from notesearch.ui.query_edit import filter_value, with_filter

if TYPE_CHECKING:
    from notesearch.search.results import Results
    from notesearch.ui.result_model import Order

_MAX_FOLDERS = 12
_SYNONYMS = {"session": "journal", "workspace": "note", "global": "evergreen"}


@dataclass(frozen=True, slots=True)
class _Filter:
    """A menu of values for filters of these names; the first name is the one that is written."""

    names: tuple[str, ...]
    title: str
    choices: tuple[tuple[str, str], ...]


class FilterBar(QWidget):
    """`edited` carries the question with its filters changed, `ordered` an Order."""

    edited = Signal(str)
    ordered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._results: Results | None = None
        self._tags: tuple[str, ...] = ()
        self.instead = Elided()
        self.instead.setObjectName("muted")
        self._filters = self._all_filters()
        self.buttons = [self._filter_button(place) for place in range(len(self._filters))]
        self.order = self._order_button()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 12, 4)
        layout.setSpacing(4)
        for button in self.buttons:
            layout.addWidget(button)
        layout.addWidget(self.instead, 1)
        layout.addWidget(self.order)

    def show_text(self, text: str) -> None:
        """Show which filters the question holds."""
        self._text = text
        self.setVisible(bool(text.strip()))
        for button, each in zip(self.buttons, self._filters, strict=True):
            value = filter_value(text, each.names)
            shown = each.title if value is None else self._shown(each, value)
            button.setText(f"{shown} ▾")
            button.setChecked(value is not None)

    def unfiltered(self) -> str:
        """Return the question without its filters: the same when it has none, empty when it has nothing else."""
        text = self._text
        for each in self._filters:
            if filter_value(text, each.names) is not None:
                text = with_filter(text, each.names, None)
        return text

    def show_results(self, results: Results | None) -> None:
        """Offer the folders of an answer, and say what was searched instead of a typo."""
        self._results = results
        if results is None:
            self._tags = ()
        corrected = results.corrected if results is not None else None
        self.instead.set_text(self.tr("Showing results for “{0}”").format(corrected) if corrected else "")

    def show_tags(self, tags: tuple[str, ...]) -> None:
        """Offer the tags of an answer."""
        self._tags = tags

    @staticmethod
    def _shown(each: _Filter, value: str) -> str:
        """Return a value as the menu names it; the core's names of sources mean the same as the window's."""
        names = {choice.casefold(): name for name, choice in each.choices}
        plain = value.casefold()
        return names.get(_SYNONYMS.get(plain, plain), value)

    def _all_filters(self) -> list[_Filter]:
        kinds = ((self.tr("Journal"), "journal"), (self.tr("Note"), "note"), (self.tr("Evergreen"), "evergreen"))
        times = (
            (self.tr("Today"), "today"),
            (self.tr("This week"), "this week"),
            (self.tr("Last week"), "last week"),
            (self.tr("This month"), "this month"),
            (self.tr("Last month"), "last month"),
            (self.tr("This year"), "this year"),
            (self.tr("Last year"), "last year"),
        )
        return [
            _Filter(("source",), self.tr("Kind"), kinds),
            _Filter(("on", "after", "before"), self.tr("When"), times),
            _Filter(("folder",), self.tr("Folder"), ()),
            _Filter(("tag",), self.tr("Tag"), ()),
        ]

    def _filter_button(self, place: int) -> QToolButton:
        button = self._menu_button(self._filters[place].title)
        button.setCheckable(True)
        menu = QMenu(button)
        menu.setProperty("filter", place)
        menu.aboutToShow.connect(self._fill)
        menu.triggered.connect(self._choose)
        button.setMenu(menu)
        return button

    def _order_button(self) -> QToolButton:
        button = self._menu_button(self.tr("Relevance"))
        button.setAccessibleName(self.tr("Order"))
        menu, group = QMenu(button), QActionGroup(button)
        orders: tuple[tuple[str, Order], ...] = (
            (self.tr("Relevance"), "relevance"),
            (self.tr("Newest"), "newest"),
            (self.tr("Title"), "title"),
            (self.tr("Folder"), "folder"),
        )
        for name, order in orders:
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(order == "relevance")
            action.setData(order)
            group.addAction(action)
        menu.triggered.connect(self._order)
        button.setMenu(menu)
        return button

    @staticmethod
    def _menu_button(title: str) -> QToolButton:
        button = QToolButton()
        button.setText(f"{title} ▾")
        button.setAccessibleName(title)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    @Slot()
    def _fill(self) -> None:
        menu = self.sender()
        assert isinstance(menu, QMenu)
        place = int(menu.property("filter"))
        each = self._filters[place]
        menu.clear()
        now = filter_value(self._text, each.names)
        for name, value in each.choices or self._found(each):
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(now is not None and self._shown(each, now) == name)
            action.setData(value)
        if menu.isEmpty():
            menu.addAction(self.tr("None in these results")).setEnabled(False)
        if now is not None:
            menu.addSeparator()
            menu.addAction(self.tr("Any")).setData("")

    def _found(self, each: _Filter) -> tuple[tuple[str, str], ...]:
        """Return the tags of the present answer, or its folders in the order in which they were found."""
        if "tag" in each.names:
            return tuple((f"#{tag}", tag) for tag in self._tags)
        results = self._results.results if self._results is not None else ()
        folders = dict.fromkeys(result.path.rpartition("/")[0] for result in results)
        return tuple((folder, folder) for folder in folders if folder)[:_MAX_FOLDERS]

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        menu = self.sender()
        assert isinstance(menu, QMenu)
        names = self._filters[int(menu.property("filter"))].names
        self.edited.emit(with_filter(self._text, names, str(action.data()) or None))

    @Slot(QAction)
    def _order(self, action: QAction) -> None:
        self.order.setText(f"{action.text()} ▾")
        self.ordered.emit(str(action.data()))
