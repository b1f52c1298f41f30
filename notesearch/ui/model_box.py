"""The settings' part about the model: which one there is, getting one, pausing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from notesearch.embedding.catalogue import CATALOGUE, Installable
from notesearch.ui.pieces import button, label
from notesearch.ui.told import said
from notesearch.ui.words import share

if TYPE_CHECKING:
    from notesearch.background.installer import InstallEnd, InstallProgress
    from notesearch.notebook import Activity
    from notesearch.settings import Settings

_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """What the person chose: a model by the name of settings (empty: none)."""

    name: str


class ModelBox(QWidget):
    """`chosen` carries a ModelChoice, `install` and `remove_wanted` the name of a model, `paused` whether to rest."""

    chosen = Signal(object)
    install = Signal(str)
    remove_wanted = Signal(str)
    cancelled = Signal()
    paused = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.about = label("", "muted", wrap=True)
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Model"))
        self.choice.activated.connect(self._choose)
        self.pause = QCheckBox(self.tr("Pause learning meaning"))
        self.pause.toggled.connect(self.paused)
        self.offers = {model.name: button("", self._install) for model in CATALOGUE}
        self.remove = button("", self._remove, "link")
        self.progress, self.said = QProgressBar(), label("", "muted", wrap=True)
        self.progress.setTextVisible(False)
        self.cancel = button(self.tr("Cancel"), self.cancelled)
        self._installed: tuple[str, ...] = ()
        self._name = ""
        self._english = False
        self._lay_out()
        self._end_progress()
        self._refresh()

    def show_settings(self, settings: Settings) -> None:
        """Show which model is chosen."""
        self._name = settings.model.name
        with QSignalBlocker(self.pause):
            self.pause.setChecked(settings.model.paused)
        self._refresh()

    def show_installed(self, names: tuple[str, ...]) -> None:
        """Show which models can be chosen."""
        self._installed = names
        self._refresh()

    def recommend(self, *, english: bool) -> None:
        """Recommend the model that suits the vault's language."""
        self._english = english
        self._refresh()

    def show_activity(self, activity: Activity) -> None:
        """Say how the model is doing."""
        state = activity.model
        if state.model is not None:
            done = share(activity.embedding.embedded, activity.embedding.total)
            text = self.tr("{0}, {1} dimensions, knows {2}. {3} of your notes are learned.").format(
                state.model.name, state.model.dimensions, said(state.model.languages), done
            )
        else:
            text = said(state.reason) or self.tr("The model is loading …")
        if text != self.about.text():
            self.about.setText(text)

    @Slot(object)
    def show_progress(self, progress: InstallProgress) -> None:
        """Show how far a download is."""
        for widget in (self.cancel, self.said):
            widget.show()
        self.progress.setVisible(progress.total > 0)  # a bar that only moves to and fro says nothing
        self.progress.setMaximum(progress.total)
        self.progress.setValue(progress.done)
        if progress.total and progress.done >= progress.total:
            self.said.setText(self.tr("Checking and converting {0} …").format(progress.name))
        elif progress.total:
            done, total = progress.done // _MB, progress.total // _MB
            self.said.setText(self.tr("Fetching {0}: {1} of {2} MB").format(progress.name, done, total))
        else:
            self.said.setText(self.tr("Asking for {0} …").format(progress.name))
        self._enable(on=False)

    @Slot(object)
    def show_end(self, end: InstallEnd) -> None:
        """Show that an installation is over, and how it went."""
        self._end_progress()
        self.said.setText(said(end.failure))
        self.said.setVisible(bool(end.failure))
        if end.model is not None and end.model not in self._installed:
            self.show_installed((*self._installed, end.model))

    def _end_progress(self) -> None:
        for widget in (self.progress, self.cancel, self.said):
            widget.hide()
        self._enable(on=True)

    def _enable(self, *, on: bool) -> None:
        for offer in self.offers.values():
            offer.setEnabled(on)

    def _refresh(self) -> None:
        names = [*dict.fromkeys((*self._installed, *([self._name] if self._name else [])))]
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItem(self.tr("None: words only"), "")
            for name in names:
                self.choice.addItem(name, name)
            self.choice.setCurrentIndex(names.index(self._name) + 1 if self._name else 0)
        for model in CATALOGUE:
            self.offers[model.name].setText(self._offer_text(model))
            self.offers[model.name].setVisible(model.name not in self._installed)
        self.pause.setVisible(bool(self._name))
        self.remove.setText(self.tr("Delete {0} from this computer").format(self._name))
        self.remove.setVisible(self._name in self._installed)

    def _offer_text(self, model: Installable) -> str:
        languages = self.tr("English") if model.languages == "English" else self.tr("about 100 languages")
        text = self.tr("Get {0}: {1}, {2} MB").format(model.name, languages, model.gguf_bytes // _MB)
        best = "minilm" if self._english else "e5"
        return self.tr("{0} ★").format(text) if model.name == best else text

    @Slot()
    def _install(self) -> None:
        for name, offer in self.offers.items():
            if offer is self.sender():
                self.install.emit(name)

    @Slot()
    def _remove(self) -> None:
        self.remove_wanted.emit(self._name)

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(ModelChoice(str(self.choice.currentData())))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.said, 1)
        row.addWidget(self.cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.choice)
        layout.addWidget(self.about)
        layout.addWidget(self.pause)
        layout.addWidget(self.remove)
        for offer in self.offers.values():
            layout.addWidget(offer)
        layout.addWidget(self.progress)
        layout.addLayout(row)
