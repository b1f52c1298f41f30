"""What can be done with a result or with the window: opening, revealing, copying, panels, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu, QMessageBox

from notesearch.background.messages import Located, LocateNote, Query, Reply
from notesearch.ui import opening
from notesearch.ui.why import WhyDialog
from notesearch.ui.words import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.search.results import Result
    from notesearch.ui.result_model import Row
    from notesearch.ui.session import Session
    from notesearch.ui.setup import Setup
    from notesearch.ui.theme import Appearance, ThemeKeeper

_APPEARANCES: dict[str, Appearance] = {"light": "light", "dark": "dark"}


class Acting(QObject):
    """Carries out actions by name, on the chosen result where they need one."""

    def __init__(self, session: Session, setup: Setup, keeper: ThemeKeeper) -> None:
        super().__init__(session)
        window = session.window
        self._window, self._session, self._setup, self._keeper = window, session, setup, keeper
        self._waiting = ""
        self._actions: dict[str, Callable[[], object]] = {
            "escape": self._escape,
            "focus": self._focus,
            "star": session.questions.star,
            "next_hit": window.preview.next_hit,
            "previous_hit": window.preview.previous_hit,
            "find": window.preview.begin_find,
            "outline": window.preview.outline.open_up,
            "back": window.preview.go_back,
            "forward": window.preview.go_forward,
            "copy_link": self._copy_link,
            "mmr": self._toggle_mmr,
            "why": self._show_why,
            "trace": window.toggle_trace,
            "coverage": window.toggle_coverage,
            "settings": window.visit_settings,
            "zoom_in": window.preview.view.zoom_in,
            "zoom_out": window.preview.view.zoom_out,
            "zoom_back": window.preview.view.zoom_back,
            "choose_vault": window.start.ask_for_folder,
            "rescan": session.rescan,
            "unfilter": session.unfilter,
            "model": setup.show_model,
            "keys": window.show_keys,
            "quit": window.close,
        }
        self._connect()

    @Slot(str)
    def act(self, name: str) -> None:
        """Do what `name` says."""
        self._actions[name]()

    @Slot(object, str)
    def act_on(self, row: Row, what: str) -> None:
        """Open or reveal a row's note."""
        if row.result is not None:
            self._locate(row.result.note_id, what, row.line)

    @Slot(object, object)
    def show_menu(self, row: Row, where: QPoint) -> None:
        """Offer what can be done with a row."""
        if row.result is None:
            return
        result, menu = row.result, QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, what in (
            (self.tr("Open"), "open"),
            (self.tr("Open in Obsidian"), "open:obsidian"),
            (self.tr("Open in VS Code"), "open:vscode"),
            (self.tr("Show in file manager"), "reveal"),
        ):
            menu.addAction(text).triggered.connect(lambda _=False, what=what: self.act_on(row, what))
        menu.addSeparator()
        for text, make in (
            (self.tr("Copy path"), opening.absolute_path),
            (self.tr("Copy wikilink"), opening.wikilink),
            (self.tr("Copy Markdown link"), opening.markdown_link),
            (self.tr("Copy passage with source"), opening.quotation),
        ):
            menu.addAction(text).triggered.connect(lambda _=False, make=make: self._copy(make(result)))
        menu.addSeparator()
        menu.addAction(self.tr("Why this rank?")).triggered.connect(self._show_why)
        menu.popup(where)

    @Slot(object)
    def hear(self, reply: Reply) -> None:
        """Open or reveal a note whose place has been found."""
        request, value = reply.request, reply.value
        if isinstance(request, Query) and reply.failure is not None:
            self._stop_waiting()
        if not isinstance(request, LocateNote) or not isinstance(value, Located):
            return
        if value.path is None:
            self._window.status.say(self.tr("This note is gone."))
            return
        what, _, opener = request.purpose.partition(":")
        if what == "reveal":
            done = opening.reveal_note(value.path)
        else:
            done = opening.open_note(value.path, request.line, opener or self._session.memory.opener)
        if not done:
            text = self.tr("{0} could not be opened. Choose another app in the settings.")
            self._window.status.say(text.format(printable(str(value.path))))

    @Slot(object)
    def click_url(self, url: QUrl) -> None:
        """Open a web or mail link; ask before anything else leaves the vault."""
        if url.scheme().lower() in opening.SAFE_SCHEMES:
            QDesktopServices.openUrl(url)
            return
        question = QMessageBox(self._window)
        question.setIcon(QMessageBox.Icon.Question)
        question.setText(self.tr("Open this link?"))
        question.setInformativeText(url.toString())
        question.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
        question.setDefaultButton(QMessageBox.StandardButton.Cancel)
        question.finished.connect(lambda answer: self._open_if(answer, url))
        question.open()

    def _open_if(self, answer: int, url: QUrl) -> None:
        if answer == QMessageBox.StandardButton.Open:
            QDesktopServices.openUrl(url)

    def _locate(self, note_id: int, what: str, line: int = 1) -> None:
        text = self._window.search.text().strip()
        if text:
            self._session.memory.add_question(text)
        self._session.engine.ask(LocateNote(note_id, what, line))

    def _current(self) -> Result | None:
        row = self._window.results.current_row()
        return row.result if row is not None else None

    @Slot()
    def _open_current(self) -> None:
        self._act_on_current("open")

    @Slot()
    def _reveal_current(self) -> None:
        self._act_on_current("reveal")

    @Slot(object)
    def _open_shown(self, note_id: int) -> None:
        self._locate(note_id, "open")

    def _act_on_current(self, what: str) -> None:
        """Act on the chosen row; Enter right after typing waits for the answer to what was typed."""
        self._waiting = "" if self._session.answers(self._window.search.text()) else what
        row = self._window.results.current_row() if not self._waiting else None
        if row is not None:
            self.act_on(row, what)

    @Slot()
    def _go_on(self) -> None:
        """Do what waited for this answer."""
        if self._waiting:
            self._act_on_current(self._waiting)

    @Slot()
    def _stop_waiting(self) -> None:
        self._waiting = ""

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(printable(text))
        self._window.status.say(self.tr("Copied."))

    def _copy_link(self) -> None:
        result = self._current()
        if result is not None:
            self._copy(opening.wikilink(result))

    def _show_why(self) -> None:
        result = self._current()
        if result is not None:
            WhyDialog(result, self._keeper, self._window).open()

    def _toggle_mmr(self) -> None:
        self._setup.change("mmr", "enabled", not self._session.settings.mmr.enabled)

    def _focus(self) -> None:
        self._window.search.setFocus()
        self._window.search.selectAll()

    @Slot()
    def _escape(self) -> None:
        """Leave the panel that one is in, else clear the question; when there is none, put the window away."""
        search = self._window.search
        if self._window.panels.leave():
            return
        if search.text():
            search.setFocus()
            search.clear()
            search.search_now()
        else:
            self._window.put_away()

    @Slot(str)
    def _choose_appearance(self, name: str) -> None:
        self._session.memory.appearance = _APPEARANCES.get(name, "system")
        self._keeper.choose(self._session.memory.appearance)

    @Slot(str)
    def _choose_opener(self, opener: str) -> None:
        self._session.memory.opener = opener

    def _connect(self) -> None:
        window = self._window
        window.acted.connect(self.act)
        window.empty.acted.connect(self.act)
        window.search.entered.connect(self._open_current)
        window.search.revealed.connect(self._reveal_current)
        window.search.left.connect(self._escape)
        window.search.textChanged.connect(self._stop_waiting)
        window.results.acted.connect(self.act_on)
        window.results.menu_wanted.connect(self.show_menu)
        window.preview.opened.connect(self._open_shown)
        window.preview.url_clicked.connect(self.click_url)
        window.settings.habits.appearance_changed.connect(self._choose_appearance)
        window.settings.habits.opener_changed.connect(self._choose_opener)
        self._session.engine.replied.connect(self.hear)
        self._session.engine.found.connect(self._go_on)
