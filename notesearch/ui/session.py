"""One question after another: what is typed goes to the engine, answers go to the list, the preview and the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication

from notesearch.background.messages import (
    FollowLink,
    Found,
    ListTags,
    LoadPicture,
    LookAround,
    LookAtCoverage,
    Notice,
    Order,
    Query,
    Reply,
)
from notesearch.notebook import Around, Preview, Status
from notesearch.settings import Settings
from notesearch.ui import states
from notesearch.ui.preview import Stop
from notesearch.ui.questions import Questions
from notesearch.ui.told import said

if TYPE_CHECKING:
    from notesearch.background.engine import Engine
    from notesearch.notebook import Activity
    from notesearch.search.results import Results
    from notesearch.ui.main_window import MainWindow
    from notesearch.ui.memory import Memory
    from notesearch.ui.result_model import Row

_SINCE_LAST_LOOK_MS = 10_000
_WAIT_MS = 400


class Session(QObject):
    """Holds what is shown: the settings that it was ranked with, the last answer, how the work behind goes."""

    def __init__(self, window: MainWindow, engine: Engine, memory: Memory) -> None:
        super().__init__(window)
        self.window, self.engine, self.memory = window, engine, memory
        self.settings = Settings()
        self.results: Results | None = None
        self.activity: Activity | None = None
        self._shown_text = ""
        self.questions = Questions(window.search, memory)
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(_WAIT_MS)
        self._waiting.timeout.connect(self._show_waiting)
        self._since_look = QElapsedTimer()
        self._since_look.start()
        self._connect()

    def use_settings(self, settings: Settings) -> None:
        """Rank what is shown anew at once."""
        self.settings = settings
        self.engine.use_settings(settings)
        self.engine.search_again()

    def start_over(self, settings: Settings, query: str) -> None:
        """Begin with another vault, with `query` as the first question."""
        self.settings = settings
        self.activity = None
        self.window.coverage.forget()
        self.window.coverage.ask()
        self._show_nothing()
        self.window.search.setText(query)
        self.window.search.search_now()

    def answers(self, text: str) -> bool:
        """Whether what is shown answers this text."""
        return self._shown_text == text

    @Slot(str)
    def type(self, text: str) -> None:
        """Search for what has been typed; nothing typed shows what there is to do."""
        self.engine.search(text)
        self.window.filters.show_text(text)
        if not text.strip():
            self._show_nothing()

    @Slot(object)
    def show_found(self, found: Found) -> None:
        """Show an answer; an empty one only when meaning has had its say too."""
        fresh = found.text != self._shown_text
        self.window.status.show_results(found.results, refining=found.refining)
        self.window.trace.show_trace(found.results)
        if found.refining and not found.results.results:
            self._waiting.start()
            return
        self._waiting.stop()
        self.results, self._shown_text = found.results, found.text
        self.window.filters.show_results(found.results)
        self.window.settings.moves.show_results(found.results)
        self.window.results.show_results(found.results, self.settings, fresh=fresh)
        if found.results.results:
            self.engine.offer(ListTags(tuple(result.note_id for result in found.results.results)))
            self.window.show_list(shown=True)
        else:
            self.window.show_list(shown=False)
            filtered = self.window.filters.unfiltered() not in {"", found.text}
            self.window.empty.show_state(states.nothing_found(found.results, filtered=filtered))

    @Slot(object)
    def choose(self, row: Row) -> None:
        """Preview the row that is chosen."""
        if row.result is not None and self.results is not None:
            self.window.preview.choose(Stop(row.result.note_id, row.chunk_id, self.results.terms))

    @Slot(object)
    def hear(self, reply: Reply) -> None:
        """Take what belongs to the question and its answer."""
        request, value = reply.request, reply.value
        if reply.failure is not None:
            self._hear_failure(reply, reply.failure)
        elif isinstance(value, Preview):
            self.window.preview.show_note(value)
        elif isinstance(value, Around):
            self.window.preview.show_around(value)
        elif isinstance(value, Status):
            self.window.coverage.show_status(value)
        elif isinstance(request, ListTags):
            self.window.filters.show_tags(value)  # type: ignore[arg-type]  # what messages.py promises
        elif isinstance(request, FollowLink):
            self._follow(request, value)
        elif isinstance(request, LoadPicture):
            self._show_picture(request, value)
        elif isinstance(request, Order):
            self.engine.search_again()

    @Slot(object)
    def show_activity(self, activity: Activity) -> None:
        """Show how the background work goes."""
        before, self.activity = self.activity, activity
        self.window.status.show_activity(activity)
        self.window.coverage.show_activity(activity)
        self.window.settings.model.show_activity(activity)
        for notice in activity.notices:
            self.window.status.tell(said(notice))
        news = before is None or _what_is_told(activity) != _what_is_told(before)
        if news and not self.window.search.text().strip():
            self.window.empty.show_state(states.at_rest(activity))

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Show what went wrong behind."""
        self.window.status.tell(said(notice.text))

    @Slot(str)
    def edit(self, text: str) -> None:
        """Ask the question with its filters changed."""
        self.window.search.setText(text)
        self.window.search.search_now()
        self.window.search.setFocus()

    @Slot()
    def unfilter(self) -> None:
        """Ask the question without its filters."""
        self.edit(self.window.filters.unfiltered())

    @Slot()
    def rescan(self) -> None:
        """Have the whole vault compared with the index."""
        self._since_look.start()
        self.engine.ask(Order("rescan"))

    @Slot(Qt.ApplicationState)
    def look_again(self, state: Qt.ApplicationState) -> None:
        """Have the vault compared when the person comes back, for no event may have told what happened meanwhile."""
        if state is Qt.ApplicationState.ApplicationActive and self._since_look.hasExpired(_SINCE_LAST_LOOK_MS):
            self.rescan()

    @Slot()
    def _show_waiting(self) -> None:
        """Show no longer what answers another question, when meaning (a model that is being loaded) takes its time."""
        self.window.show_list(shown=False)
        self.window.empty.show_state(states.no_words())

    def _show_nothing(self) -> None:
        self._waiting.stop()
        self.results, self._shown_text = None, ""
        window = self.window
        window.results.show_results(None, self.settings, fresh=True)
        window.preview.clear()
        window.filters.show_results(None)
        window.settings.moves.show_results(None)
        window.filters.show_text("")
        window.status.show_results(None)
        window.trace.show_trace(None)
        window.show_list(shown=False)
        window.empty.show_state(states.at_rest(self.activity))

    def _hear_failure(self, reply: Reply, failure: str) -> None:
        """Say what failed: in the list's place, or beside the words that were found already."""
        query = reply.request
        self._waiting.stop()
        if isinstance(query, Query) and (self.results is None or self._shown_text != query.text):
            self.window.show_list(shown=False)
            self.window.empty.show_state(states.failed(failure))
            return
        if isinstance(query, Query):
            self.window.status.show_results(self.results)
        self.window.status.say(said(failure))

    def _follow(self, request: FollowLink, value: object) -> None:
        if isinstance(value, int):
            self.window.preview.visit(value)
        else:
            self.window.status.say(self.tr("There is no note “{0}” in this vault.").format(request.target))

    def _show_picture(self, request: LoadPicture, value: object) -> None:
        shown = self.window.preview.shown
        if shown is not None and shown.note_id == request.from_note:
            self.window.preview.view.give_picture(request.source, value if isinstance(value, bytes) else None)

    @Slot(str, object)
    def _ask_link(self, target: str, note_id: int) -> None:
        self.engine.ask(FollowLink(target, note_id))

    @Slot(str, object)
    def _ask_picture(self, source: str, note_id: int) -> None:
        self.engine.ask(LoadPicture(source, note_id))

    @Slot(object)
    def _ask_note(self, stop: Stop) -> None:
        self.engine.show_note(stop.note_id, stop.chunk_id, stop.terms)

    @Slot(object)
    def _ask_around(self, note_id: int) -> None:
        self.engine.offer(LookAround(note_id))

    @Slot()
    def _ask_coverage(self) -> None:
        self.engine.offer(LookAtCoverage())

    @Slot()
    def _retry(self) -> None:
        self.engine.ask(Order("retry"))
        self.engine.offer(LookAtCoverage())

    @Slot()
    def _accept_deletions(self) -> None:
        self.engine.ask(Order("accept_deletions"))

    def _connect(self) -> None:
        window, engine = self.window, self.engine
        if isinstance(application := QGuiApplication.instance(), QGuiApplication):
            application.applicationStateChanged.connect(self.look_again)
        window.search.typed.connect(self.type)
        window.search.moved.connect(window.results.move)
        window.search.chosen.connect(self.edit)
        window.filters.edited.connect(self.edit)
        window.filters.ordered.connect(window.results.order_by)
        window.results.chosen.connect(self.choose)
        window.preview.wanted.connect(self._ask_note)
        window.preview.linked.connect(self._ask_link)
        window.preview.around_wanted.connect(self._ask_around)
        window.preview.picture_wanted.connect(self._ask_picture)
        window.status.deletions_agreed.connect(self._accept_deletions)
        window.status.rescan_wanted.connect(self.rescan)
        window.status.coverage_wanted.connect(window.toggle_coverage)
        window.coverage.wanted.connect(self._ask_coverage)
        window.coverage.retry.connect(self._retry)
        engine.found.connect(self.show_found)
        engine.replied.connect(self.hear)
        engine.active.connect(self.show_activity)
        engine.noticed.connect(self.show_notice)


def _what_is_told(activity: Activity) -> tuple[object, ...]:
    """Return what the page at rest tells; only when it changes is it shown anew."""
    return activity.indexing is None, activity.notes, activity.offline, activity.model.reason
