"""Lives in the background thread and owns the notebook there; each slot calls it once."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial, singledispatchmethod
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from notesearch.background.asking import meaning_of, with_time_of
from notesearch.background.keeping import keep_settings
from notesearch.background.messages import (
    Asked,
    CheckLanguage,
    CopySample,
    FindVaults,
    FollowLink,
    ListModels,
    ListNames,
    ListTags,
    LoadPicture,
    Located,
    LocateNote,
    LookAround,
    LookAtCoverage,
    Notice,
    Opened,
    OpenVault,
    Order,
    Query,
    RemoveModel,
    Reply,
    ShowNote,
    UseSettings,
)
from notesearch.embedding import models
from notesearch.embedding.embedder import QueryVector
from notesearch.errors import NoteSearchError, VaultOfflineError
from notesearch.search.request import SearchRequest
from notesearch.vault import assets, discover

if TYPE_CHECKING:
    from notesearch.notebook import Activity, Notebook
    from notesearch.search.results import Results

OpenNotebook = Callable[[Path], "Notebook"]
# Milliseconds between two steps: while there is work, while a query vector is awaited, while
# the model works on chunks, at rest, after a failure.
_BUSY, _AWAITING, _LEARNING, _RESTING, _FAILED = 0, 5, 40, 200, 2000
# When a vault has been open for this long, what the first preview needs is loaded: not while the window starts.
_WARMING = 400
_LATER = object()


class Worker(QObject):
    """Answers every request with exactly one Reply and tells how the background work goes.

    It has no parent, so that it can move to its thread; `open_notebook` is called there.
    """

    replied = Signal(object)  # Reply
    active = Signal(object)  # Activity
    noticed = Signal(object)  # Notice

    def __init__(self, open_notebook: OpenNotebook) -> None:
        super().__init__()
        self._open_notebook = open_notebook
        self._notebook: Notebook | None = None
        self._awaited: tuple[int, Asked] | None = None
        self._awaited_since = 0.0
        self._ready: tuple[QueryVector, Asked] | None = None
        self._vector: tuple[str, QueryVector] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.step)
        self._finishing = QTimer(self)
        self._finishing.setSingleShot(True)
        self._finishing.timeout.connect(self.finish)

    @Slot(object)
    def take(self, asked: Asked) -> None:
        """Do what is asked; a failure with words is the reply, any other is a bug and goes on as one too."""
        self._answer(asked, lambda: self._do(asked.request, asked))

    @Slot()
    def step(self) -> None:
        """Do one bounded step of background work and come back for the next."""
        if self._notebook is None:
            return
        try:
            activity = self._notebook.work()
        except NoteSearchError as error:
            self.noticed.emit(Notice(str(error)))
            self._timer.start(_FAILED)
            return
        except Exception as error:
            self.noticed.emit(Notice(f"{type(error).__name__}: {error}"))
            self._timer.start(_FAILED)
            raise
        self._timer.start(self._wait_after(activity))
        self.active.emit(activity)
        self._hear(activity)

    def _wait_after(self, activity: Activity) -> int:
        """Return the milliseconds until the next step."""
        if activity.busy:
            return _BUSY
        if self._awaited is not None:
            return _AWAITING
        embedding = activity.embedding
        learning = embedding.embedded < embedding.total and not embedding.paused and activity.model.phase == "ready"
        return _LEARNING if learning else _RESTING

    @Slot()
    def stop(self) -> None:
        """Close, after all that was asked before, and end the thread."""
        self.close()
        QThread.currentThread().quit()

    @Slot()
    def close(self) -> None:
        """Stop: first the timers, then the notebook. Safe to call twice."""
        self._timer.stop()
        self._finishing.stop()
        self._supersede()
        if self._notebook is not None:
            self._notebook.close()
            self._notebook = None

    @property
    def _open(self) -> Notebook:
        if self._notebook is None:
            raise VaultOfflineError("No vault is open. Choose one first.")
        return self._notebook

    def _answer(self, asked: Asked, work: Callable[[], object]) -> None:
        """Do `work` and reply with its value, or with its failure; a failure without words goes on as a bug."""
        try:
            value = work()
        except NoteSearchError as error:
            self._reply(asked, failure=str(error))
        except Exception as error:
            self._reply(asked, failure=f"{type(error).__name__}: {error}")
            raise
        else:
            if value is not _LATER:
                self._reply(asked, value)

    def _reply(self, asked: Asked, value: object = None, failure: str | None = None) -> None:
        self.replied.emit(Reply(asked.ticket, asked.request, value, failure))

    def _supersede(self) -> None:
        """Give the full search that waits its reply: newer text has come."""
        waiting = self._awaited or self._ready
        self._awaited = self._ready = None
        if waiting is not None:
            asked = waiting[1]
            self.replied.emit(Reply(asked.ticket, asked.request, superseded=True))

    def _hear(self, activity: Activity) -> None:
        """Take the query vector that is waited for; words that were asked for meanwhile go before the full search."""
        for ticket, vector in activity.answers:
            if self._awaited is not None and self._awaited[0] == ticket:
                timed = replace(vector, ms=(time.perf_counter() - self._awaited_since) * 1000)
                self._ready, self._awaited = (timed, self._awaited[1]), None
                self._finishing.start()

    @Slot()
    def finish(self) -> None:
        """Run the full search whose query vector has come, unless newer text has come too."""
        if self._ready is None:
            return
        (vector, asked), self._ready = self._ready, None
        query = asked.request
        assert isinstance(query, Query)
        # Asked again with the same words, it is there at once.
        self._vector = (meaning_of(query.text), replace(vector, ms=0.0)) if vector.vector is not None else None
        self._answer(asked, partial(self._search_in_full, query, vector))

    def _search_in_full(self, query: Query, vector: QueryVector) -> Results:
        request = SearchRequest(query.text, typing=True, closest_s=0.0)
        return with_time_of(vector, self._open.search(request, lambda _: vector))

    def _search_by_words(self, query: Query) -> Results:
        """Search by words alone; without a model this is the whole search, and says so."""
        state = self._open.model_state
        if state.model is None:
            return self._search_in_full(query, QueryVector(None, "skipped", state.reason))
        return self._open.search(SearchRequest(query.text, mode="keyword", typing=True))

    @singledispatchmethod
    def _do(self, request: object, asked: Asked) -> object:
        """Do what `request` says and return its value, or _LATER when the reply comes by itself."""
        raise TypeError(f"no such request: {request!r} in {asked!r}")

    @_do.register(OpenVault)
    def _do_open(self, request: OpenVault, _: Asked) -> object:
        self.close()
        self._vector = None
        self._notebook = self._open_notebook(request.vault)
        self._timer.start(_BUSY)
        QTimer.singleShot(_WARMING, self, _load_preview)
        return Opened(self._notebook.vault, self._notebook.settings)

    @_do.register(Query)
    def _do_query(self, request: Query, asked: Asked) -> object:
        self._supersede()
        if request.stage == "words":
            return self._search_by_words(request)
        meaning = meaning_of(request.text)
        if not meaning:
            return self._search_in_full(request, QueryVector(None, "skipped"))
        if self._vector is not None and self._vector[0] == meaning:
            return self._search_in_full(request, self._vector[1])
        self._awaited, self._awaited_since = (self._open.request_vector(meaning), asked), time.perf_counter()
        self._timer.start(_BUSY)
        return _LATER

    @_do.register(ShowNote)
    def _do_show(self, request: ShowNote, _: Asked) -> object:
        return self._open.preview(request.note_id, request.chunk_id, request.terms)

    @_do.register(FollowLink)
    def _do_follow(self, request: FollowLink, _: Asked) -> object:
        return self._open.resolve_link(request.target, request.from_note)

    @_do.register(LoadPicture)
    def _do_picture(self, request: LoadPicture, _: Asked) -> object:
        note = self._open.note_path(request.from_note)
        return None if note is None else assets.read_picture(self._open.vault, note, request.source)

    @_do.register(LocateNote)
    def _do_locate(self, request: LocateNote, _: Asked) -> object:
        path = self._open.note_path(request.note_id)
        if path is not None and request.purpose.startswith("open"):
            self._open.record_open(request.note_id)
        return Located(path, self._open.vault)

    @_do.register(UseSettings)
    def _do_settings(self, request: UseSettings, _: Asked) -> object:
        notebook = self._open
        if notebook.settings.model != request.settings.model:
            self._vector = None
        notebook.use_settings(request.settings)
        if request.keep:
            own = notebook.paths.vault(notebook.vault).settings_file
            keep_settings(request.settings, notebook.paths.settings_file, own)
        self._timer.start(_BUSY)
        return notebook.settings

    @_do.register(Order)
    def _do_order(self, request: Order, _: Asked) -> object:
        notebook = self._open
        match request.what:
            case "rescan":
                notebook.rescan()
            case "retry":
                notebook.retry()
            case "accept_deletions":
                notebook.accept_deletions()
            case "forget_opens":
                notebook.forget_opens()
        self._timer.start(_BUSY)
        return None

    @_do.register(LookAtCoverage)
    def _do_coverage(self, _: LookAtCoverage, __: Asked) -> object:
        return self._open.status()

    @_do.register(LookAround)
    def _do_around(self, request: LookAround, _: Asked) -> object:
        return self._open.around(request.note_id)

    @_do.register(ListTags)
    def _do_tags(self, request: ListTags, _: Asked) -> object:
        return self._open.tags_of(request.notes)

    @_do.register(ListNames)
    def _do_names(self, _: ListNames, __: Asked) -> object:
        return self._open.names()

    @_do.register(FindVaults)
    def _do_vaults(self, _: FindVaults, __: Asked) -> object:
        return discover.obsidian_vaults()

    @_do.register(CheckLanguage)
    def _do_language(self, request: CheckLanguage, _: Asked) -> object:
        return discover.is_english(request.vault)

    @_do.register(CopySample)
    def _do_sample(self, request: CopySample, _: Asked) -> object:
        return discover.copy_sample(request.source, request.target)

    @_do.register(ListModels)
    def _do_models(self, _: ListModels, __: Asked) -> object:
        return tuple(model.name for model in models.installed(self._open.paths))

    @_do.register(RemoveModel)
    def _do_remove(self, request: RemoveModel, asked: Asked) -> object:
        models.remove(request.name, self._open.paths)
        return self._do_models(ListModels(), asked)


def _load_preview() -> None:
    """Load what renders notes: a tenth of a second that the first preview need not wait for."""
    importlib.import_module("notesearch.search.preview")
