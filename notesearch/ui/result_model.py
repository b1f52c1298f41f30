"""The rows of the result list: results, their other passages when opened up, and the line before weak ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from notesearch.search.snippet import find_hits
from notesearch.settings import Settings
from notesearch.ui.badges import Badge, badges
from notesearch.ui.opening import absolute_path, file_url, wikilink
from notesearch.ui.words import place, printable, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notesearch.search.results import OtherChunk, Result, Results

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
Order = Literal["relevance", "newest", "title", "folder"]
Divides = Literal["weak", "sure", "all weak"]
# With more lines than this, badges tell weak and sure apart better.
_MOST_LINES = 3
AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Row:
    """One row; a divider has no result, a passage has both a result and one of its other chunks.

    `title_marks` are the hits in the title, as (start, end) code points.
    """

    kind: Literal["result", "passage", "divider"]
    result: Result | None = None
    other: OtherChunk | None = None
    badges: tuple[Badge, ...] = ()
    opened_up: bool = False
    divides: Divides = "weak"
    title_marks: tuple[tuple[int, int], ...] = ()

    @property
    def title(self) -> str:
        """What stands in the row's first line."""
        if self.result is None:
            names = {
                "weak": translate("Results", "Weak matches"),
                "sure": translate("Results", "Sure matches, ranked lower"),
                "all weak": translate("Results", "Only weak matches: nothing comes close to what you typed"),
            }
            return names[self.divides]
        if self.other is not None:
            heading = self.other.heading
            return "  ›  ".join(heading[1:] if heading[:1] == (self.result.title,) else heading) or self.result.title
        return self.result.title

    @property
    def key(self) -> tuple[int, int] | None:
        """What tells a row apart from one search to the next: note and, for a passage, its chunk."""
        if self.result is None:
            return None
        return self.result.note_id, self.other.chunk_id if self.other else -1

    @property
    def chunk_id(self) -> int:
        """The chunk to preview."""
        assert self.result is not None
        return self.other.chunk_id if self.other else self.result.chunk_id

    @property
    def line(self) -> int:
        """The first line of the chunk, 1-based."""
        assert self.result is not None
        return self.other.start_line if self.other else self.result.start_line


class ResultModel(QAbstractListModel):
    """What the last search found, as a list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: tuple[Result, ...] = ()
        self._terms: frozenset[str] = frozenset()
        self._results: tuple[Result, ...] = ()
        self._order: Order = "relevance"
        self._settings = Settings()
        self._opened_up: set[int] = set()
        self._rows: tuple[Row, ...] = ()

    def show(self, results: Results | None, settings: Settings) -> None:
        """Replace the rows; a row that says the same as before is not painted anew."""
        self._settings = settings
        self._found = results.results if results is not None else ()
        self._terms = results.terms if results is not None else frozenset()
        self._opened_up &= {result.note_id for result in self._found}
        self._rebuild()

    def order_by(self, order: Order) -> None:
        """Show the same results in another order; ties stay as they were ranked."""
        self._order = order
        self._rebuild()

    def toggle(self, index: AnyIndex, *, open_up: bool | None = None) -> None:
        """Show or hide the other passages of the result at `index`, in place."""
        row = self.row(index)
        if row is None or row.result is None or not row.result.more:
            return
        note_id = row.result.note_id
        wanted = open_up if open_up is not None else note_id not in self._opened_up
        if wanted == (note_id in self._opened_up):
            return
        place_of_result = next(n for n, other in enumerate(self._rows) if other.key == (note_id, -1))
        count = len(row.result.more)
        if wanted:
            self._opened_up.add(note_id)
            self.beginInsertRows(QModelIndex(), place_of_result + 1, place_of_result + count)
        else:
            self._opened_up.discard(note_id)
            self.beginRemoveRows(QModelIndex(), place_of_result + 1, place_of_result + count)
        self._rows = tuple(self._make_rows())
        if wanted:
            self.endInsertRows()
        else:
            self.endRemoveRows()
        changed = self.index(place_of_result)
        self.dataChanged.emit(changed, changed)

    def row(self, index: AnyIndex) -> Row | None:
        """Return the row at `index`."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def first(self) -> QModelIndex:
        """Return the index of the first row that can be chosen, an invalid one when there is none."""
        return next((self.index(n) for n, row in enumerate(self._rows) if row.kind != "divider"), QModelIndex())

    def find(self, key: tuple[int, int] | None) -> QModelIndex:
        """Return the index of the row with `key`, else an invalid one."""
        for place_of_row, row in enumerate(self._rows):
            if key is not None and row.key == key:
                return self.index(place_of_row)
        return QModelIndex()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:  # noqa: ANN401 - Qt's own signature
        """Return a row's title, what a screen reader says of it, or the row itself."""
        row = self.row(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, index.row())
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Let everything but dividers be selected."""
        row = self.row(index)
        if row is None or row.kind == "divider":
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
        return flags | Qt.ItemFlag.ItemNeverHasChildren

    def mimeTypes(self) -> list[str]:  # noqa: N802 - Qt's own name
        """Return the kinds of data that a dragged row gives."""
        return ["text/uri-list", "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return what a dragged row gives: the note's file, or its wikilink where text is wanted."""
        data = QMimeData()
        rows = [row for index in indexes if (row := self.row(index)) is not None and row.result is not None]
        results = [row.result for row in rows if row.result is not None]
        data.setUrls([file_url(Path(absolute_path(result))) for result in results])
        data.setText("\n".join(printable(wikilink(result)) for result in results))
        return data

    def supportedDragActions(self) -> Qt.DropAction:  # noqa: N802 - Qt's own name
        """Copy only: notes stay where they are."""
        return Qt.DropAction.CopyAction

    def _rebuild(self) -> None:
        self._results = ordered(self._found, self._order)
        rows = tuple(self._make_rows())
        if rows == self._rows:
            return
        if [row.key for row in rows] == [row.key for row in self._rows]:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _make_rows(self) -> Iterator[Row]:
        lines = dividers([result.weak for result in self._results], ranked=self._order == "relevance")
        for place_of_result, result in enumerate(self._results):
            if place_of_result in lines:
                yield Row("divider", divides=lines[place_of_result])
            opened_up = result.note_id in self._opened_up
            marks = find_hits(result.title, self._terms) if self._terms else ()
            yield Row("result", result, badges=badges(result, self._settings), opened_up=opened_up, title_marks=marks)
            if opened_up:
                yield from (Row("passage", result, other) for other in result.more)

    def _spoken(self, row: Row, position: int) -> str:
        if row.result is None:
            return row.title
        said = [
            row.title,
            place(row.result.path, row.result.title, row.result.heading),
            *(badge.text for badge in row.badges),
        ]
        dividers = [n for n, each in enumerate(self._rows) if each.kind == "divider"]
        at = position + 1 - sum(n < position for n in dividers)
        said.append(translate("Results", "{0} of {1}").format(at, len(self._rows) - len(dividers)))
        return ", ".join(part for part in said if part)


def dividers(weak: Sequence[bool], *, ranked: bool) -> dict[int, Divides]:
    """Return before which results a line stands, and what comes below it.

    In an order other than by rank there is one only where all sure results happen to come first.
    """
    flags = list(weak)
    if flags and all(flags):
        return {0: "all weak"}
    places = [n for n, flag in enumerate(flags) if flag != (flags[n - 1] if n else False)]
    if not ranked and len(places) > 1:
        return {}
    if len(places) > _MOST_LINES:
        places = places[-1:] if flags[-1] else []
    return {n: "weak" if flags[n] else "sure" for n in places}


def ordered(results: tuple[Result, ...], order: Order) -> tuple[Result, ...]:
    """Return results in another order; unknown ages come last, ties as they were ranked."""
    if order == "newest":
        return tuple(sorted(results, key=lambda each: math.inf if each.age_days is None else each.age_days))
    if order == "title":
        return tuple(sorted(results, key=lambda each: each.title.casefold()))
    if order == "folder":
        return tuple(sorted(results, key=lambda each: each.path.rpartition("/")[0].casefold()))
    return results
