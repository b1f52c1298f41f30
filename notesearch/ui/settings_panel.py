"""The settings, at hand beside the results: each takes effect at once and can be undone or reset."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notesearch.settings import Settings
from notesearch.ui.decay_curve import DecayCurve
from notesearch.ui.habits_box import HabitsBox
from notesearch.ui.model_box import ModelBox, ModelChoice
from notesearch.ui.moves import Moves
from notesearch.ui.pieces import IconButton, button, label, line
from notesearch.ui.scrolling import Scrolling
from notesearch.ui.setting_rows import Change, NumberRow, Scale, SettingRow, SwitchRow, changed
from notesearch.ui.vault_box import VaultBox

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QShowEvent

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

_UNIT = Scale(0.0, 1.0)
_FACTOR = Scale(0.0, 5.0, step=0.1)
_DAYS = Scale(1.0, 3650.0, decimals=0, step=1.0, curved=True)
_COUNT = Scale(1.0, 200.0, decimals=0, step=1.0)
_THREADS = Scale(0.0, 64.0, decimals=0, step=1.0, sliding=False)
_MINUTES = Scale(0.0, 1440.0, decimals=0, step=5.0, sliding=False)
_MAX_UNDO = 100
_WIDTH = 336


class SettingsPanel(QWidget):
    """Shows and changes settings: `changed` carries the new Settings, `forgot` that opens are to be forgotten."""

    changed = Signal(object)
    forgot = Signal()
    closed = Signal()

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._keeper, self._icons = keeper, icons
        self._settings = Settings()
        self._before: list[tuple[tuple[str, str], Settings]] = []
        self.rows: dict[tuple[str, str], SettingRow] = {}
        self.model = ModelBox()
        self.model.chosen.connect(self._choose_model)
        self.model.paused.connect(self._pause)
        self.curve = DecayCurve(keeper)
        self.undo = IconButton(keeper, icons, "undo", self.tr("Undo the last change"))
        self.undo.clicked.connect(self._undo)
        self.habits = HabitsBox()
        self.forget = button(self.tr("Forget what I opened"), self._forget)
        self.moves = Moves()
        self.mmr = SwitchRow(self.tr("Vary the results (MMR)"), "mmr", "enabled", keeper, icons)
        self.vault_box = VaultBox(keeper, icons)
        self._lay_out()
        keeper.changed.connect(self._fit_width)
        self.show_settings(self._settings)

    def show_settings(self, settings: Settings) -> None:
        """Show the settings that hold now."""
        self._settings = settings
        for row in self.rows.values():
            row.show_value(settings)
        self.curve.show_decay(settings.decay)
        self.vault_box.test.show_settings(settings)
        self.model.show_settings(settings)
        self.undo.setEnabled(bool(self._before))
        self.rows["mmr", "lambda_"].setEnabled(settings.mmr.enabled)
        self.moves.setVisible(settings.mmr.enabled)
        for field in ("half_life_days", "floor"):
            self.rows["decay", field].setEnabled(settings.decay.enabled)

    def showEvent(self, event: QShowEvent) -> None:
        """Be as wide as the settings need in the system's font."""
        super().showEvent(event)
        self._fit_width()

    @Slot()
    def _fit_width(self) -> None:
        inside, bar = self._inside.minimumSizeHint().width(), self.area.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(max(_WIDTH, inside + bar))

    def begin(self) -> None:
        """Go to the first setting."""
        self.mmr.box.setFocus()

    def use_vault(self, vault: Path) -> None:
        """Start over: another vault has other settings and folders."""
        self.vault_box.use_vault(vault)
        self._before = []
        self.undo.setEnabled(False)

    @Slot(object)
    def _take(self, change: Change) -> None:
        # Numbers that slide are undone as one change, lists entry by entry.
        step = len(self._before) if isinstance(change.value, tuple) else ""
        self._use(changed(self._settings, change), (change.section, f"{change.field}{step}"))

    def _use(self, settings: Settings, key: tuple[str, str]) -> None:
        """Take new settings; changes of one field in a row are undone as one."""
        if not self._before or self._before[-1][0] != key:
            self._before = [*self._before, (key, self._settings)][-_MAX_UNDO:]
        self.show_settings(settings)
        self.forget.setText(self.tr("Forget what I opened"))
        self.changed.emit(settings)

    @Slot()
    def _undo(self) -> None:
        if self._before:
            _, settings = self._before.pop()
            self.show_settings(settings)
            self.changed.emit(settings)

    @Slot(object)
    def _choose_model(self, choice: ModelChoice) -> None:
        self._use(changed(self._settings, Change("model", "name", choice.name)), ("model", "name"))

    @Slot(bool)
    def _pause(self, paused: bool) -> None:  # noqa: FBT001 - a slot
        self._use(changed(self._settings, Change("model", "paused", paused)), ("model", "paused"))

    @Slot()
    def _forget(self) -> None:
        self.forget.setText(self.tr("Forgotten"))
        self.forgot.emit()

    def _switch(self, name: str, section: str, field: str) -> SettingRow:
        return self._keep(SwitchRow(name, section, field, self._keeper, self._icons))

    def _number(self, name: str, section: str, field: str, scale: Scale) -> SettingRow:
        return self._keep(NumberRow(name, (section, field), scale, self._keeper, self._icons))

    def _keep(self, row: SettingRow) -> SettingRow:
        row.changed.connect(self._take)
        self.rows[row.section, row.field] = row
        return row

    def _groups(self) -> list[tuple[str, str, list[QWidget]]]:
        """Return (title, help, widgets) of each group, from top to bottom."""
        *others, window = self._other_groups()
        return [*self._ranking_groups(), *self._weight_groups(), *others, self._vault_group(), window]

    def _ranking_groups(self) -> list[tuple[str, str, list[QWidget]]]:
        days = dataclasses.replace(_DAYS, suffix=self.tr(" d"))
        return [
            (
                self.tr("Variety"),
                self.tr("Re-rank so that near-duplicates make room. 1 is relevance alone, 0 variety alone."),
                [
                    self._keep(self.mmr),
                    self._number(self.tr("Lambda"), "mmr", "lambda_", _UNIT),
                    self.moves,
                ],
            ),
            (
                self.tr("Age of journal notes"),
                self.tr("Dated notes count less as they age, never below the floor."),
                [
                    self._switch(self.tr("Older journal notes rank lower"), "decay", "enabled"),
                    self._number(self.tr("Half-life"), "decay", "half_life_days", days),
                    self._number(self.tr("Floor"), "decay", "floor", _UNIT),
                    self.curve,
                ],
            ),
        ]

    def _weight_groups(self) -> list[tuple[str, str, list[QWidget]]]:
        return [
            (
                self.tr("Words and meaning"),
                self.tr("How much each counts where both found a passage."),
                [
                    self._number(self.tr("Words"), "weights", "text", _UNIT),
                    self._number(self.tr("Meaning"), "weights", "vector", _UNIT),
                ],
            ),
            (
                self.tr("Sources"),
                self.tr("The factor for each kind of note."),
                [
                    self._number(self.tr("Journal"), "sources", "session", _FACTOR),
                    self._number(self.tr("Note"), "sources", "workspace", _FACTOR),
                    self._number(self.tr("Evergreen"), "sources", "global_", _FACTOR),
                ],
            ),
        ]

    def _other_groups(self) -> list[tuple[str, str, list[QWidget]]]:
        return [
            (
                self.tr("Results"),
                "",
                [
                    self._number(self.tr("How many"), "search", "max_results", _COUNT),
                    self._number(self.tr("Lowest score"), "search", "min_score", _UNIT),
                    self._switch(self.tr("Notes that I opened rank higher"), "boost", "enabled"),
                    self.forget,
                ],
            ),
            (
                self.tr("Model for meaning"),
                self.tr("Runs on this computer. Without one, NoteSearch searches by words."),
                [
                    self.model,
                    self._number(self.tr("Threads"), "model", "threads", self._special(_THREADS, self.tr("automatic"))),
                    self._number(
                        self.tr("Unload when idle for (minutes)"),
                        "model",
                        "idle_minutes",
                        self._special(_MINUTES, self.tr("never")),
                    ),
                ],
            ),
            (self.tr("This window"), "", [self.habits]),
        ]

    @staticmethod
    def _special(scale: Scale, zero: str) -> Scale:
        """Return a scale whose lowest value has a name."""
        return dataclasses.replace(scale, special=zero)

    def _vault_group(self) -> tuple[str, str, list[QWidget]]:
        for row in self.vault_box.rows:
            self._keep(row)
        text = self.tr("Which files are notes, and of which kind. Patterns are written as in .gitignore.")
        return self.tr("This vault"), text, [self.vault_box]

    def _lay_out(self) -> None:
        close = IconButton(self._keeper, self._icons, "close", self.tr("Close ({settings})"))
        close.clicked.connect(self.closed)
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 8, 8)
        top.addWidget(label(self.tr("Settings"), "heading"), 1)
        top.addWidget(self.undo)
        top.addWidget(close)
        self._inside = inside = QWidget()
        inside.setObjectName("panel")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 8, 16, 24)
        column.setSpacing(8)
        for place, (title, text, widgets) in enumerate(self._groups()):
            if place:
                column.addSpacing(8)
                column.addWidget(line())
                column.addSpacing(8)
            column.addWidget(label(title, "heading"))
            if text:
                column.addWidget(label(text, "muted", wrap=True))
            for widget in widgets:
                column.addWidget(widget)
        column.addStretch()
        self.area = Scrolling(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(top)
        whole.addWidget(line())
        whole.addWidget(self.area, 1)
        self.setMinimumWidth(_WIDTH)
