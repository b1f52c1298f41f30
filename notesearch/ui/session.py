"""What the parts of the window do together: questions go to the engine, answers to the parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from notesearch.background.messages import (
    CheckLanguage,
    CopySample,
    FindVaults,
    FollowLink,
    Found,
    ListModels,
    LoadPicture,
    Notice,
    Opened,
    OpenVault,
    Order,
    Query,
    Reply,
    ShowNote,
    UseSettings,
)
from notesearch.paths import resources
from notesearch.settings import Settings
from notesearch.ui import states
from notesearch.ui.preview import Stop
from notesearch.ui.setting_rows import Change, changed

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.background.engine import Engine
    from notesearch.background.installer import InstallEnd, Installer
    from notesearch.notebook import Activity
    from notesearch.search.results import Results
    from notesearch.ui.main_window import MainWindow
    from notesearch.ui.memory import Memory
    from notesearch.ui.result_model import Row
    from notesearch.ui.single import Asked

_KEEP_MS = 400


class Session(QObject):
    """One window with one engine. Holds what is shown: the vault, its settings, the last answer."""

    def __init__(self, window: MainWindow, engine: Engine, installer: Installer, memory: Memory, sample: Path) -> None:
        super().__init__(window)
        self.window, self.engine, self.installer, self.memory = window, engine, installer, memory
        self._sample = sample
        self.vault: Path | None = None
        self.settings = Settings()
        self.results: Results | None = None
        self._activity: Activity | None = None
        self._shown_text = ""
        self._wanted = ""
        self._question = -1
        self._keep = QTimer(self)
        self._keep.setSingleShot(True)
        self._keep.setInterval(_KEEP_MS)
        self._keep.timeout.connect(self._keep_settings)
        self._connect()
        engine.ask(FindVaults())

    def open_vault(self, vault: Path, query: str = "") -> None:
        """Open a vault and, once it is open, search for `query`."""
        self._wanted = query
        self.window.start.say("")
        self.engine.open_vault(vault)

    @Slot(object)
    def open_chosen(self, vault: Path) -> None:
        """Open the vault that was chosen on the start page."""
        self.open_vault(vault)

    @Slot()
    def open_sample(self) -> None:
        """Open a copy of the sample vault."""
        self.engine.ask(CopySample(resources() / "sample-vault", self._sample))

    @Slot(object)
    def raise_with(self, asked: Asked) -> None:
        """Come to the front with what a second start asked for."""
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        if asked.vault is not None and asked.vault != self.vault:
            self.open_vault(asked.vault, asked.query)
        elif asked.query:
            window.search.setText(asked.query)

    @Slot()
    def close(self) -> None:
        """Save what is still unsaved and end the background work."""
        if self._keep.isActive():
            self._keep.stop()
            self._keep_settings()
        self.installer.close()
        self.engine.close()

    def use_settings(self, settings: Settings) -> None:
        """Take other settings: what is shown is ranked anew at once, and they are kept a moment later."""
        self.settings = settings
        self.engine.use_settings(settings)
        self.engine.search_again()
        self._keep.start()

    @Slot(str)
    def type(self, text: str) -> None:
        """Search for what has been typed; nothing typed shows what there is to do."""
        self._question = -1
        self.engine.search(text)
        if not text.strip():
            self._show_nothing()

    @Slot(object)
    def show_found(self, found: Found) -> None:
        """Show an answer; an empty one only when meaning has had its say too."""
        fresh = found.text != self._shown_text
        self.window.status.show_results(found.results, refining=found.refining)
        if found.refining and not found.results.results:
            return
        self.results, self._shown_text = found.results, found.text
        self.window.trace.show_trace(found.results)
        self.window.results.show_results(found.results, self.settings, fresh=fresh)
        if found.results.results:
            self.window.show_list(shown=True)
        else:
            self.window.show_list(shown=False)
            self.window.empty.show_state(states.nothing_found(found.results))

    @Slot(object)
    def choose(self, row: Row) -> None:
        """Preview the row that is chosen."""
        if row.result is not None and self.results is not None:
            self.window.preview.choose(Stop(row.result.note_id, row.chunk_id, self.results.terms))

    @Slot(object)
    def hear(self, reply: Reply) -> None:
        """Take the reply to anything but a search."""
        if reply.failure is not None:
            self._hear_failure(reply, reply.failure)
            return
        request, value = reply.request, reply.value
        match request:
            case OpenVault():
                assert isinstance(value, Opened)
                self._show_vault(value)
            case CopySample():
                self.open_vault(request.target)
            case FindVaults():
                self.window.start.offer(value)  # type: ignore[arg-type]  # what messages.py promises
            case ShowNote():
                self.window.preview.show_note(value)  # type: ignore[arg-type]  # what messages.py promises
            case FollowLink():
                self._follow(request, value)
            case LoadPicture():
                self._show_picture(request, value)
            case ListModels():
                self.window.settings.model.show_installed(value)  # type: ignore[arg-type]  # what messages.py promises
            case CheckLanguage():
                self.window.settings.model.recommend(english=bool(value))
            case Order(what="forget_opens" | "accept_deletions"):
                self.engine.search_again()

    @Slot(object)
    def show_activity(self, activity: Activity) -> None:
        """Show how the background work goes."""
        before, self._activity = self._activity, activity
        self.window.status.show_activity(activity)
        self.window.settings.model.show_activity(activity)
        for notice in activity.notices:
            self.window.status.say(notice)
        reading = (activity.indexing is None, activity.notes, activity.offline, activity.model.reason)
        if not self.window.search.text().strip() and (before is None or reading != _reading(before)):
            self.window.empty.show_state(states.at_rest(activity))

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Show what went wrong behind."""
        self.window.status.say(notice.text)

    @Slot()
    def recall(self) -> None:
        """Put the question before into the field."""
        questions = self.memory.questions
        if questions:
            self._question = (self._question + 1) % len(questions)
            self.window.search.setText(questions[self._question])
            self.window.search.selectAll()

    @Slot(object)
    def finish_install(self, end: InstallEnd) -> None:
        """Use a model that has been installed."""
        if end.model is not None:
            self.use_settings(changed(self.settings, Change("model", "name", end.model)))
            self.window.settings.show_settings(self.settings)

    @Slot(bool)
    def pause(self, paused: bool) -> None:  # noqa: FBT001 - a slot
        """Pause the model, or let it go on; this survives a restart."""
        self.use_settings(changed(self.settings, Change("model", "paused", paused)))
        self.window.settings.show_settings(self.settings)

    def _show_vault(self, opened: Opened) -> None:
        self.vault, self.settings = opened.vault, opened.settings
        self.memory.last_vault = opened.vault
        window = self.window
        window.setWindowTitle(window.tr("{0} · NoteSearch").format(opened.vault.name))
        window.settings.forget_undo()
        window.settings.show_settings(opened.settings)
        window.show_workspace()
        self._show_nothing()
        window.search.setText(self._wanted)
        window.search.search_now()
        self.engine.ask(ListModels())
        self.engine.ask(CheckLanguage(opened.vault))

    def _show_nothing(self) -> None:
        self.results, self._shown_text = None, ""
        window = self.window
        window.results.show_results(None, self.settings, fresh=True)
        window.preview.clear()
        window.status.show_results(None)
        window.trace.show_trace(None)
        window.show_list(shown=False)
        window.empty.show_state(states.at_rest(self._activity))

    def _hear_failure(self, reply: Reply, failure: str) -> None:
        if isinstance(reply.request, OpenVault | CopySample):
            self.window.show_start(failure)
        elif isinstance(reply.request, Query):
            self.window.show_list(shown=False)
            self.window.empty.show_state(states.failed(failure))
        else:
            self.window.status.say(failure)

    def _follow(self, request: FollowLink, value: object) -> None:
        if isinstance(value, int):
            self.window.preview.visit(value)
        else:
            self.window.status.say(self.tr("There is no note “{0}” in this vault.").format(request.target))

    def _show_picture(self, request: LoadPicture, value: object) -> None:
        shown = self.window.preview.shown
        if shown is not None and shown.note_id == request.from_note:
            self.window.preview.view.give_picture(request.source, value if isinstance(value, bytes) else None)

    @Slot()
    def _keep_settings(self) -> None:
        self.engine.ask(UseSettings(self.settings, keep=True))

    @Slot(str, object)
    def _ask_link(self, target: str, note_id: int) -> None:
        self.engine.ask(FollowLink(target, note_id))

    @Slot(str, object)
    def _ask_picture(self, source: str, note_id: int) -> None:
        self.engine.ask(LoadPicture(source, note_id))

    @Slot(object)
    def _ask_note(self, stop: Stop) -> None:
        self.engine.show_note(stop.note_id, stop.chunk_id, stop.terms)

    @Slot()
    def _forget_opens(self) -> None:
        self.engine.ask(Order("forget_opens"))

    @Slot()
    def _accept_deletions(self) -> None:
        self.engine.ask(Order("accept_deletions"))

    @Slot()
    def rescan(self) -> None:
        """Have the whole vault compared with the index."""
        self.engine.ask(Order("rescan"))

    @Slot()
    def show_model(self) -> None:
        """Show where a model can be got."""
        panel = self.window.settings
        self.window.toggle_settings(shown=True)
        panel.area.ensureWidgetVisible(panel.model, 0, 200)
        first = next((offer for offer in panel.model.offers.values() if not offer.isHidden()), panel.model.choice)
        first.setFocus()

    def _connect(self) -> None:
        window, engine = self.window, self.engine
        window.start.chosen.connect(self.open_chosen)
        window.start.sample_wanted.connect(self.open_sample)
        window.search.typed.connect(self.type)
        window.search.moved.connect(window.results.move)
        window.search.recalled.connect(self.recall)
        window.results.chosen.connect(self.choose)
        window.preview.wanted.connect(self._ask_note)
        window.preview.linked.connect(self._ask_link)
        window.preview.picture_wanted.connect(self._ask_picture)
        window.settings.changed.connect(self.use_settings)
        window.settings.forgot.connect(self._forget_opens)
        window.settings.model.install.connect(self.installer.start)
        window.settings.model.cancelled.connect(self.installer.cancel)
        self.installer.progressed.connect(window.settings.model.show_progress)
        self.installer.ended.connect(window.settings.model.show_end)
        self.installer.ended.connect(self.finish_install)
        window.status.model_wanted.connect(self.show_model)
        window.status.paused.connect(self.pause)
        window.status.deletions_agreed.connect(self._accept_deletions)
        window.status.rescan_wanted.connect(self.rescan)
        window.closing.connect(self.close)
        engine.found.connect(self.show_found)
        engine.replied.connect(self.hear)
        engine.active.connect(self.show_activity)
        engine.noticed.connect(self.show_notice)


def _reading(activity: Activity) -> tuple[object, ...]:
    return activity.indexing is None, activity.notes, activity.offline, activity.model.reason
