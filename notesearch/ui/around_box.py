"""What stands under a note: related notes and the notes that link to it, each a link."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from notesearch.ui.pieces import label, line
from notesearch.ui.words import number, printable

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from notesearch.notebook import Around
    from notesearch.reports import LinkedNote
    from notesearch.ui.theme import ThemeKeeper

_SHOWN = 6
_LONGEST = 40
_TALLEST, _LEAST, _NARROWEST = 96, 44, 200  # pixels
_BESIDE = 152  # what a line of links leaves to its name, the margins and the scroll bar, in pixels
_ALL = "all"


class AroundBox(QWidget):
    """`chosen` carries the id of the note whose link was followed."""

    chosen = Signal(object)

    def __init__(self, keeper: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._around: Around | None = None
        self._all = False
        self._limit = _TALLEST
        self.related_name, self.links_name = label("", "muted"), label(self.tr("Linked from"), "muted")
        self.related, self.links = self._links(self.tr("Related notes")), self._links(self.tr("Linked from"))
        self._inside = QWidget()
        self._inside.setObjectName("panel")
        grid = QGridLayout(self._inside)
        grid.setContentsMargins(24, 8, 16, 8)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, (name, links) in enumerate(((self.related_name, self.related), (self.links_name, self.links))):
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(links, row, 1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(line())
        layout.addWidget(self._area)
        keeper.changed.connect(self._fill)
        self.show_around(None)

    def show_around(self, around: Around | None) -> None:
        """Show what lies around a note; nothing takes no room."""
        self._around, self._all = around, False
        self._fill()

    def limit(self, height: int) -> None:
        """Take at most about so many pixels: two lines in a small window, more in a large one."""
        self._limit = max(_LEAST, min(_TALLEST, height))
        self._fit()

    def _notes(self) -> tuple[tuple[LinkedNote, ...], tuple[LinkedNote, ...]]:
        """Return what is related, and what links here."""
        return (self._around.related, self._around.backlinks) if self._around else ((), ())

    def _write(self) -> None:
        for links, notes in zip((self.related, self.links), self._notes(), strict=True):
            links.setText(self._html(notes))

    @Slot()
    def _fill(self) -> None:
        related, backlinks = self._notes()
        by_meaning = self._around is not None and self._around.by_meaning
        self.related_name.setText(self.tr("Related"))
        self.related_name.setToolTip(
            self.tr("Near in meaning to this note")
            if by_meaning
            else self.tr("Found by the words of this note's title")
        )
        for name, links, notes in (
            (self.related_name, self.related, related),
            (self.links_name, self.links, backlinks),
        ):
            name.setVisible(bool(notes))
            links.setVisible(bool(notes))
        self._write()
        self.setVisible(bool(related or backlinks))
        self._fit()

    def _fit(self) -> None:
        """Take the height that the links need, up to a few lines."""
        height = self._inside.heightForWidth(max(_NARROWEST, self.width()))  # -1 when there is nothing
        self._area.setFixedHeight(max(0, min(self._limit, height)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._write()
        self._fit()

    def _html(self, notes: tuple[LinkedNote, ...]) -> str:
        shown = notes if self._all else notes[:_SHOWN]
        links = [self._link(str(note.note_id), self._name(note), printable(note.path)) for note in shown]
        if len(shown) < len(notes):
            more = self.tr("{0} more").format(number(len(notes) - len(shown)))
            links.append(self._link(_ALL, more, ""))
        return "&nbsp;&nbsp;·&nbsp; ".join(links)

    def _name(self, note: LinkedNote) -> str:
        """Return a note's title, with its folder when another one has the same title."""
        notes = {*self._around.related, *self._around.backlinks} if self._around else set()
        alike = sum(other.title == note.title for other in notes) > 1
        folder = note.path.rpartition("/")[0] or "/"
        return f"{_short(note.title)} ({_short(printable(folder))})" if alike else _short(note.title)

    def _link(self, target: str, text: str, tip: str) -> str:
        style = f"color: {self._keeper.theme.accent}; text-decoration: none"
        # A title stays in one piece where it fits into a line.
        fits = self.fontMetrics().horizontalAdvance(text) <= self.width() - _BESIDE
        spaced = escape(text).replace(" ", "&nbsp;") if fits else escape(text)
        return f'<a href="{target}" title="{escape(tip)}" style="{style}">{spaced}</a>'

    def _links(self, name: str) -> QLabel:
        widget = QLabel()
        widget.setTextFormat(Qt.TextFormat.RichText)
        widget.setWordWrap(True)
        widget.setAccessibleName(name)
        widget.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        widget.linkActivated.connect(self._follow)
        return widget

    @Slot(str)
    def _follow(self, target: str) -> None:
        if target == _ALL:
            self._all = True
            self._fill()
        else:
            self.chosen.emit(int(target))


def _short(title: str) -> str:
    """Return a title that leaves room for others."""
    plain = printable(title)
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1].rstrip() + "…"
