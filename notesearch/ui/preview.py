"""The preview pane: the note that is chosen, its links, its hits, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from PySide6.QtCore import Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from notesearch.ui.around_box import AroundBox
from notesearch.ui.find_bar import FindBar
from notesearch.ui.note_view import NoteView
from notesearch.ui.outline_button import OutlineButton
from notesearch.ui.pieces import Elided, IconButton, line
from notesearch.ui.words import count, place, printable

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from notesearch.notebook import Around, Preview
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

# How long a note must be shown before its surroundings are looked for: not for each one that arrows pass over.
_REST_MS = 150


@dataclass(frozen=True, slots=True)
class Stop:
    """A note in the preview's history."""

    note_id: int
    chunk_id: int | None
    terms: frozenset[str]


class PreviewPane(QWidget):
    """Asks for notes (`wanted` carries a Stop) and for the rest of the world by signals.

    `linked` carries (target, note id), `url_clicked` a QUrl, `opened` a note id, `picture_wanted` (path, note id),
    `around_wanted` the id of a note that has been shown for a moment.
    """

    wanted = Signal(object)
    linked = Signal(str, object)
    url_clicked = Signal(object)
    opened = Signal(object)
    picture_wanted = Signal(str, object)
    around_wanted = Signal(object)

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._history: list[Stop] = []
        self._at = -1
        self._shown: Stop | None = None
        self.view = NoteView(keeper, self)
        self.view.anchorClicked.connect(self._follow)
        self.view.picture_wanted.connect(self._want_picture)
        self._title, self._place, self._count = Elided(), Elided(), QLabel()
        self._title.setObjectName("heading")
        self._place.setObjectName("muted")
        self._count.setObjectName("muted")
        self.outline = OutlineButton(keeper, icons, self.view)
        self.outline.chosen.connect(self.view.show_position)
        self.find_bar = FindBar(keeper, icons)
        self.find_bar.sought.connect(self._seek)
        self.find_bar.stepped.connect(self._step)
        self.find_bar.closed.connect(self.view.setFocus)
        self.around = AroundBox(keeper)
        self.around.chosen.connect(self._visit_around)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._ask_around)
        self.back = IconButton(keeper, icons, "back", self.tr("Back ({back})"))
        self.forward = IconButton(keeper, icons, "forward", self.tr("Forward ({forward})"))
        self._before = IconButton(keeper, icons, "up", self.tr("Previous hit ({previous_hit})"))
        self._next = IconButton(keeper, icons, "down", self.tr("Next hit ({next_hit})"))
        self._open = IconButton(keeper, icons, "external", self.tr("Open the note (Enter)"))
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self._before.clicked.connect(self.previous_hit)
        self._next.clicked.connect(self.next_hit)
        self._open.clicked.connect(self._tell_open)
        self._lay_out()
        self.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave most of the height to the note."""
        super().resizeEvent(event)
        self.around.limit(self.height() // 5)

    @property
    def shown(self) -> Stop | None:
        """The note that is shown."""
        return self._shown

    def stops(self) -> tuple[QWidget, ...]:
        """Return what Tab goes through, the note itself first."""
        buttons = (self._before, self._next, self.outline, self.back, self.forward, self._open)
        return (self.view, *buttons, self.around.related, self.around.links)

    def clear(self) -> None:
        """Show nothing."""
        self._history, self._at, self._shown = [], -1, None
        self._title.set_text("")
        self._place.set_text("")
        self.view.show_html("")
        self.around.show_around(None)
        self.find_bar.leave()
        self._refresh()

    def choose(self, stop: Stop) -> None:
        """Show a result; the history starts anew with it. The same one again asks for nothing."""
        if self._history[:1] == [stop] and self._at == 0:
            return
        self._history, self._at = [stop], 0
        self.wanted.emit(stop)

    def visit(self, note_id: int) -> None:
        """Show a linked note, with a way back."""
        terms = self._shown.terms if self._shown else frozenset()
        del self._history[self._at + 1 :]
        self._history.append(Stop(note_id, None, terms))
        self._at += 1
        self.wanted.emit(self._history[self._at])

    def show_note(self, preview: Preview) -> None:
        """Show what has been rendered, unless another note is wanted by now."""
        stop = self._history[self._at] if self._history else None
        if stop is None or stop.note_id != preview.note_id:
            return
        if self._shown is None or self._shown.note_id != stop.note_id:
            self.around.show_around(None)
        self._shown = stop
        self._rest.start()
        self._title.set_text(preview.title)
        where = place(preview.path, preview.title, ())
        stale = "" if preview.current else self.tr("changed since it was indexed")
        self._place.set_text("  ·  ".join(part for part in (where, stale) if part))
        self._place.setToolTip(printable(preview.path))
        self.view.show_html(preview.html)
        self.find_bar.show_count(self.view.hits)
        self._refresh()

    def show_around(self, around: Around) -> None:
        """Show what lies around the note, unless another one is shown by now."""
        if self._shown is not None and self._shown.note_id == around.note_id:
            self.around.show_around(around)

    @Slot()
    def begin_find(self) -> None:
        """Find in the note."""
        if self._shown is not None:
            self.find_bar.begin()

    @Slot()
    def go_back(self) -> None:
        """Show the note before."""
        self._go(-1)

    @Slot()
    def go_forward(self) -> None:
        """Show the note after."""
        self._go(1)

    @Slot()
    def next_hit(self) -> None:
        """Go to the next hit."""
        self._step(1)

    @Slot()
    def previous_hit(self) -> None:
        """Go to the hit before."""
        self._step(-1)

    @Slot(int)
    def _step(self, step: int) -> None:
        self.view.go_to_hit(step)
        self._refresh()

    @Slot(str)
    def _seek(self, text: str) -> None:
        self.find_bar.show_count(self.view.seek(text))
        self._refresh()

    @Slot(object)
    def _visit_around(self, note_id: int) -> None:
        """Show a note of those below; its links take the place of theirs, so the focus goes to the note."""
        self.view.setFocus()
        self.visit(note_id)

    @Slot()
    def _ask_around(self) -> None:
        if self._shown is not None:
            self.around_wanted.emit(self._shown.note_id)

    def _go(self, step: int) -> None:
        if 0 <= self._at + step < len(self._history):
            self._at += step
            self.wanted.emit(self._history[self._at])

    def _refresh(self) -> None:
        hits, hit = self.view.hits, self.view.hit
        if hit >= 0:
            self._count.setText(self.tr("{0} of {1}").format(hit + 1, hits))
        else:
            self._count.setText(count(hits, self.tr("1 hit"), self.tr("{0} hits")) if hits else "")
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at + 1 < len(self._history))
        for button in (self._before, self._next):
            button.setEnabled(hits > 0)
        self._open.setEnabled(self._shown is not None)
        self.outline.setEnabled(bool(self.view.headings()))

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        """Follow a link: inside the note, to another note, or out of the vault by way of the window."""
        target = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if target.startswith("#"):
            self.view.scrollToAnchor(url.fragment())
        elif target.startswith("note:") and self._shown is not None:
            self.linked.emit(unquote(target.removeprefix("note:")), self._shown.note_id)
        else:
            self.url_clicked.emit(url)

    @Slot(str)
    def _want_picture(self, source: str) -> None:
        stop = self._history[self._at] if self._history else None
        if stop is not None:
            self.picture_wanted.emit(source, stop.note_id)

    @Slot()
    def _tell_open(self) -> None:
        if self._shown is not None:
            self.opened.emit(self._shown.note_id)

    def _lay_out(self) -> None:
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self._title)
        names.addWidget(self._place)
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 8, 8)
        top.setSpacing(4)
        top.addLayout(names, 1)
        for widget in (self._count, self._before, self._next, self.outline, self.back, self.forward, self._open):
            top.addWidget(widget)
        self._count.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(top)
        whole.addWidget(line())
        whole.addWidget(self.find_bar)
        whole.addWidget(self.view, 1)
        whole.addWidget(self.around)
