"""Which vault, which settings, which model: choosing them, keeping them, and ending in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QMessageBox

from notesearch.background.messages import (
    CheckLanguage,
    CopySample,
    FindVaults,
    ListModels,
    Opened,
    OpenVault,
    Order,
    RemoveModel,
    Reply,
    UseSettings,
)
from notesearch.paths import resources
from notesearch.ui.setting_rows import Change, changed
from notesearch.ui.told import said

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.background.installer import InstallEnd, Installer
    from notesearch.settings import Settings
    from notesearch.ui.session import Session

_KEEP_MS = 400


class Setup(QObject):
    """Opens vaults, keeps settings a moment after they change, has models installed."""

    def __init__(self, session: Session, installer: Installer, sample: Path) -> None:
        super().__init__(session)
        self.session, self._installer, self._sample = session, installer, sample
        self.window, self._engine = session.window, session.engine
        self.vault: Path | None = None
        self._query = ""
        self._keep = QTimer(self)
        self._keep.setSingleShot(True)
        self._keep.setInterval(_KEEP_MS)
        self._keep.timeout.connect(self._keep_settings)
        self._connect()
        self._engine.ask(FindVaults())

    def open_vault(self, vault: Path, query: str = "") -> None:
        """Open a vault and, once it is open, search for `query`."""
        self._save_now()
        self._query = query
        self.window.start.say("")
        self._engine.open_vault(vault)

    @Slot(object)
    def use_settings(self, settings: Settings) -> None:
        """Take other settings now, and keep them a moment later."""
        self.session.use_settings(settings)
        self._keep.start()

    def change(self, section: str, field: str, value: bool | float | str) -> None:  # noqa: FBT001 - a value, not a flag
        """Change one setting from outside the panel."""
        self.use_settings(changed(self.session.settings, Change(section, field, value)))
        self.window.settings.show_settings(self.session.settings)

    @Slot(object)
    def hear(self, reply: Reply) -> None:
        """Take what belongs to vaults and models."""
        request, value = reply.request, reply.value
        if reply.failure is not None:
            if isinstance(request, OpenVault | CopySample):
                self.window.show_start(said(reply.failure))
        elif isinstance(value, Opened):
            self._show_vault(value)
        elif isinstance(request, CopySample):
            self.open_vault(request.target)
        elif isinstance(request, FindVaults):
            self.window.start.offer(value)  # type: ignore[arg-type]  # what messages.py promises
        elif isinstance(request, ListModels | RemoveModel):
            self.window.settings.model.show_installed(value)  # type: ignore[arg-type]  # what messages.py promises
        elif isinstance(request, CheckLanguage):
            self.window.settings.model.recommend(english=bool(value))

    @Slot()
    def show_model(self) -> None:
        """Show where a model can be got."""
        panel = self.window.settings
        self.window.toggle_settings(shown=True)
        panel.area.ensureWidgetVisible(panel.model, 0, 200)
        first = next((offer for offer in panel.model.offers.values() if not offer.isHidden()), panel.model.choice)
        first.setFocus()

    @Slot()
    def close(self) -> None:
        """Save what is still unsaved and end the background work."""
        self._save_now()
        self._installer.close()
        self._engine.close()

    def _show_vault(self, opened: Opened) -> None:
        self.vault = opened.vault
        self.session.memory.last_vault = opened.vault
        window = self.window
        window.setWindowTitle(self.tr("{0} · NoteSearch").format(opened.vault.name))
        window.settings.use_vault(opened.vault)
        window.start.near = opened.vault.parent
        window.settings.show_settings(opened.settings)
        window.show_workspace()
        self.session.start_over(opened.settings, self._query)
        self._engine.ask(ListModels())
        self._engine.ask(CheckLanguage(opened.vault))

    def _save_now(self) -> None:
        if self._keep.isActive():
            self._keep.stop()
            self._keep_settings()

    @Slot()
    def _keep_settings(self) -> None:
        self._engine.ask(UseSettings(self.session.settings, keep=True))

    @Slot(object)
    def _open_chosen(self, vault: Path) -> None:
        self.open_vault(vault)

    @Slot()
    def _open_sample(self) -> None:
        self._engine.ask(CopySample(resources() / "sample-vault", self._sample))

    @Slot()
    def _forget_opens(self) -> None:
        self._engine.ask(Order("forget_opens"))

    @Slot(str)
    def _ask_to_remove(self, name: str) -> None:
        """Ask before a model is deleted: fetching it again takes a while."""
        question = QMessageBox(self.window)
        question.setIcon(QMessageBox.Icon.Question)
        question.setText(self.tr("Delete the model {0} from this computer?").format(name))
        question.setInformativeText(self.tr("What was learned with it stays until another model is chosen."))
        question.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel)
        question.setDefaultButton(QMessageBox.StandardButton.Cancel)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.finished.connect(lambda answer: self._remove_if(answer, name))
        question.open()

    def _remove_if(self, answer: int, name: str) -> None:
        if answer == QMessageBox.StandardButton.Yes:
            self.change("model", "name", "")
            self._engine.ask(UseSettings(self.session.settings))  # lets go of the file before it is deleted
            self._engine.ask(RemoveModel(name))

    @Slot(object)
    def _finish_install(self, end: InstallEnd) -> None:
        if end.model is not None:
            self.change("model", "name", end.model)

    @Slot(bool)
    def _pause(self, paused: bool) -> None:  # noqa: FBT001 - a slot
        self.change("model", "paused", paused)

    def _connect(self) -> None:
        window, installer = self.window, self._installer
        window.start.chosen.connect(self._open_chosen)
        window.start.sample_wanted.connect(self._open_sample)
        window.settings.changed.connect(self.use_settings)
        window.settings.forgot.connect(self._forget_opens)
        window.settings.model.install.connect(installer.start)
        window.settings.model.remove_wanted.connect(self._ask_to_remove)
        window.settings.model.cancelled.connect(installer.cancel)
        installer.progressed.connect(window.settings.model.show_progress)
        installer.ended.connect(window.settings.model.show_end)
        installer.ended.connect(self._finish_install)
        window.status.model_wanted.connect(self.show_model)
        window.status.paused.connect(self._pause)
        window.closing.connect(self.close)
        self._engine.replied.connect(self.hear)
