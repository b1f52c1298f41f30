"""The background thread as the window sees it: start, ask, hear, stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QDeadlineTimer, QObject, QThread, QTimer, Signal, Slot

from notesearch.background.messages import Asked, Found, Latest, OpenVault, Query, Reply, Request, ShowNote, UseSettings
from notesearch.background.worker import OpenNotebook, Worker
from notesearch.search.results import Results

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.notebook import Activity
    from notesearch.settings import Settings

_CLOSING_MS = 10_000
# How soon a shown answer is asked for again after the index has changed; changes in between are one.
_AGAIN_MS = 1500
# How long typing must rest before meaning is searched too: words come at each letter, the model is not asked at each.
_REST_MS = 80


class _Lane:
    """At most one request running and one waiting; a newer one takes the place of the one that waits."""

    def __init__(self) -> None:
        self.running: int | None = None
        self.waiting: Latest | None = None


class _Thread(QThread):
    """A thread with one Python state from start to end.

    Entered from C++ alone, each slot would get a new one, and what libraries keep per thread (a file lock that is
    held, decimal contexts) would be lost between two slots.
    """

    def run(self) -> None:
        """Run the event loop."""
        self.exec()


class Engine(QObject):
    """Owns the worker and its thread. All its methods return at once; answers come as signals.

    `found` carries a Found, `replied` every other Reply (failures of searches included), `active` an Activity,
    `noticed` a Notice.
    """

    found = Signal(object)
    replied = Signal(object)
    active = Signal(object)
    noticed = Signal(object)
    _asked = Signal(object)
    _stopping = Signal()

    def __init__(self, open_notebook: OpenNotebook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tickets = 0
        self._text = ""
        self._words_of: str | None = None  # the text whose words have been shown, and whose full search has not begun
        self._full: int | None = None
        self._full_again = False
        self._lanes: dict[type, _Lane] = {kind: _Lane() for kind in get_args(Latest)}
        self._revision: int | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self.search_again)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._go_on)
        self._thread = _Thread()
        self._thread.setObjectName("notesearch-worker")
        self._worker = Worker(open_notebook)
        self._worker.moveToThread(self._thread)
        self._asked.connect(self._worker.take)
        self._worker.replied.connect(self._hear)
        self._worker.active.connect(self._pass_activity)
        self._worker.noticed.connect(self.noticed)
        self._stopping.connect(self._worker.stop)
        self._thread.finished.connect(self._worker.close)
        self._thread.start()

    def open_vault(self, vault: Path) -> None:
        """Open another vault; what was asked of the one before is forgotten."""
        self._text = ""
        self._revision = None
        self.ask(OpenVault(vault))

    def search(self, text: str) -> None:
        """Search for `text` by words at once and then in full, unless newer text comes; empty text only stops."""
        if text != self._text:
            self._rest.start()
        self._text, self._words_of = text, None
        lane = self._lanes[Query]
        if not text.strip():
            lane.waiting = None
            return
        self.offer(Query(text, "words"))

    @Slot()
    def search_again(self) -> None:
        """Ask the current question again, in full at once: settings, the index or the model have changed."""
        if not self._text.strip() or self._lanes[Query].running is not None:
            return
        if self._full is not None:
            self._full_again = True
        else:
            self._ask_full()

    def use_settings(self, settings: Settings) -> None:
        """Apply settings; of several quick ones only the newest."""
        self.offer(UseSettings(settings))

    def show_note(self, note_id: int, chunk_id: int | None, terms: frozenset[str]) -> None:
        """Ask for the preview of a note; of several quick ones only the newest is rendered."""
        self.offer(ShowNote(note_id, chunk_id, terms))

    def offer(self, request: Latest) -> None:
        """Send a request when none of its kind is running, else keep it in place of the one that waits."""
        lane = self._lanes[type(request)]
        if lane.running is None:
            lane.running = self.ask(request)
        else:
            lane.waiting = request

    def ask(self, request: Request) -> int:
        """Send a request and return the ticket that its Reply will carry."""
        self._tickets += 1
        self._asked.emit(Asked(self._tickets, request))
        return self._tickets

    def close(self) -> None:
        """End the thread; the worker closes the notebook in it. Safe to call twice."""
        self._again.stop()
        self._rest.stop()
        if self._thread.isRunning():
            self._stopping.emit()
            self._thread.wait(QDeadlineTimer(_CLOSING_MS))

    @Slot()
    def _go_on(self) -> None:
        """Search in full once the words have been shown and typing rests."""
        if self._words_of is not None and not self._rest.isActive():
            self._ask_full()

    def _ask_full(self) -> None:
        self._words_of = None
        self._full = self.ask(Query(self._text, "full"))

    @Slot(object)
    def _hear(self, reply: Reply) -> None:
        lane = self._lanes.get(type(reply.request))
        newer = None
        if lane is not None and lane.running == reply.ticket:
            lane.running, newer, lane.waiting = None, lane.waiting, None
        if isinstance(reply.request, Query):
            self._hear_search(reply, reply.request, newer)
        elif newer is None:
            self.replied.emit(reply)
        if newer is not None:
            self.offer(newer)

    def _hear_search(self, reply: Reply, query: Query, newer: Latest | None) -> None:
        """Show words at once and ask for the rest; an answer to older text is dropped."""
        outdated = newer is not None or query.text != self._text
        if query.stage == "full":
            if reply.ticket != self._full:
                return
            self._full, again, self._full_again = None, self._full_again, False
            if again and not outdated:
                self._ask_full()
        if outdated or reply.superseded:
            return
        if not isinstance(reply.value, Results):
            self.replied.emit(reply)
            return
        # Words that say why meaning takes no part are the whole answer.
        refining = query.stage == "words" and reply.value.reason is None
        self.found.emit(Found(query.text, reply.value, refining=refining))
        if refining:
            self._words_of = query.text
            self._go_on()

    @Slot(object)
    def _pass_activity(self, activity: Activity) -> None:
        settled = activity.pending == 0 and activity.indexing is None
        if settled and activity.revision != self._revision:
            if self._revision is not None and not self._again.isActive():
                self._again.start()
            self._revision = activity.revision
        self.active.emit(activity)
