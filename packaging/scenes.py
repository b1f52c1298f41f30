"""The window on the sample vault, brought into every state that is worth a picture."""  # noqa: INP001 - a script's part

from __future__ import annotations

import datetime as dt
import os
import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unittest.mock import patch

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from notesearch import app
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.ui.memory import Memory
from notesearch.ui.theme import ThemeKeeper

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from notesearch.background.messages import Found
    from notesearch.notebook import Activity

# Ages are counted from here, so that a picture looks the same whenever it is taken.
NOW = dt.datetime(2026, 11, 30, 9, tzinfo=dt.UTC)
SIZE = (1180, 760)
PATIENCE_SECONDS = 120
COPIES = 40


class Desk:
    """The window as a person uses it, with a camera."""

    def __init__(self, home: Path, out: Path, prefix: str = "") -> None:
        self._out, self._prefix = out, prefix
        self.home, self.vault = home, home / "sample-vault"
        self.paths = AppPaths.for_person(home / "data")
        application = app.application()
        application.setFont(QFont("Noto Sans", 10))
        application.setCursorFlashTime(0)
        memory = Memory(home / f"{out.name}-{os.getpid()}.ini")
        self.setup = app.build(application, self.paths, memory, self._open)
        self.window, self.session = self.setup.window, self.setup.session
        self._found: Found | None = None
        self.session.engine.found.connect(self._hear)
        self.window.resize(*SIZE)
        memory.keep_flag("welcomed", shown=True)
        self.window.show()

    def _open(self, vault: Path) -> Notebook:
        return Notebook.open(vault, self.paths, watch=True, clock=lambda: NOW)

    def _hear(self, found: Found) -> None:
        self._found = found

    @property
    def activity(self) -> Activity | None:
        """How the work behind goes."""
        return self.session.activity

    def wait(self, until: Callable[[], bool]) -> None:
        """Let the window run until a condition holds; raises TimeoutError after five minutes."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not until():
            if time.monotonic() > deadline:
                raise TimeoutError("the window does not come to what is to be shown")
            QTest.qWait(10)

    def settle(self) -> None:
        """Wait until every note is read and learned."""
        self.wait(lambda: (now := self.activity) is not None and now.notes > 0 and not now.busy and not now.pending)
        self.wait(lambda: (now := self.activity) is not None and (now.model.model is None or _learned(now)))

    def ask(self, text: str) -> None:
        """Type a question and wait for its full answer and its preview."""
        self._found = None
        self.window.activateWindow()
        self.window.search.setFocus()
        self.window.search.clear()
        self.window.search.insert(text)
        self.wait(lambda: (now := self._found) is not None and now.text == text and not now.refining)
        self.wait(self._previewed)

    def clear(self) -> None:
        """Ask nothing."""
        self.window.search.clear()
        self.wait(lambda: self.session.results is None)

    def _previewed(self) -> bool:
        row, shown = self.window.results.current_row(), self.window.preview.shown
        return row is None or row.result is None or (shown is not None and shown.note_id == row.result.note_id)

    def act(self, name: str) -> None:
        """Do one of the window's actions."""
        self.window.actions_by_name[name].trigger()

    def change(self, section: str, field: str, *, value: bool | str) -> None:
        """Change a setting and wait until the shown answer is ranked with it."""
        self._found = None
        self.setup.change(section, field, value)
        if self.window.search.text():
            self.wait(lambda: self._found is not None and not self._found.refining)

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Take a picture of the window, or of one of its parts."""
        QTest.qWait(120)
        (widget or self.window).grab().save(str(self._out / f"{self._prefix}{name}.png"))

    def shoot_dialog(self, name: str, action: str) -> None:
        """Take a picture of the dialog that an action opens, and close it."""
        self.act(action)
        dialog = next(each for each in self.window.findChildren(QDialog) if each.isVisible())
        self.shoot(name, dialog)
        dialog.reject()

    def panels(self, *, settings: bool = False, trace: bool = False) -> None:
        """Have these panels shown and no others."""
        self.window.toggle_settings(shown=settings)
        if self.window.trace.isVisible() != trace:
            self.window.toggle_trace()

    def open(self, vault: Path) -> None:
        """Open a vault and wait until the window shows it."""
        self.setup.open_vault(vault)
        self.wait(lambda: self.setup.vault == vault and self.activity is not None)


@dataclass(frozen=True, slots=True)
class Look:
    """A language, a scale (which the process must be started with), what takes the pictures, and high contrast."""

    language: str
    scale: int
    shoot: Callable[[Desk], None]
    strong: bool = False


def _learned(activity: Activity) -> bool:
    return activity.embedding.embedded == activity.embedding.total


def shoot_plain(desk: Desk) -> None:
    """Take the pictures in English, at 100 %: every state."""
    desk.wait(lambda: desk.window.start.found.count() > 0)
    desk.shoot("start")
    desk.open(desk.vault)
    _shoot_learning(desk)
    desk.settle()
    desk.shoot("rest")
    _shoot_results(desk)
    _shoot_panels(desk)
    _shoot_sizes(desk)
    _shoot_dark(desk)
    _shoot_trouble(desk)


def _shoot_learning(desk: Desk) -> None:
    desk.wait(lambda: (now := desk.activity) is not None and now.notes > 0 and not now.busy)
    if desk.session.settings.model.name:
        desk.wait(lambda: (now := desk.activity) is not None and now.embedding.embedded > 0)
        desk.ask("boiler pressure")
        desk.shoot("learning")
        desk.clear()


def _shoot_results(desk: Desk) -> None:
    desk.ask("how do I keep the starter alive")
    desk.shoot("results")
    desk.window.welcome.show()
    desk.shoot("welcome")
    desk.window.welcome.hide()
    desk.window.preview.next_hit()
    desk.shoot("preview")
    desk.shoot_dialog("why", "why")
    desk.ask("heron operations")
    desk.window.results.rows.toggle(desk.window.results.currentIndex(), open_up=True)
    desk.shoot("more-in-this-note")
    for name, query in (
        ("other-language", "Was tun, wenn die Heizung nicht zündet?"),
        ("exact", "红烧肉"),
        ("journal", "Mum slippers radiator"),
        ("identifier", "load_user_profile"),
        ("code", "retry with growing waits"),
        ("picture", "plot 23"),
        ("filters", "standup after:2026-03 source:session"),
        ("typo", "sourdoug starrter"),
        ("weak", "blorfing quandle"),
        ("meaning", "insomnia remedies"),
        ("no-results", '"purple walrus opera"'),
    ):
        desk.ask(query)
        desk.shoot(name)


def _shoot_panels(desk: Desk) -> None:
    desk.ask("bread recipe starter")
    desk.shoot("mmr-off")
    desk.change("mmr", "enabled", value=True)
    desk.shoot("mmr-on")
    desk.panels(settings=True)
    desk.shoot("settings")
    desk.window.settings.area.verticalScrollBar().setValue(1_000_000)
    desk.shoot("settings-end")
    desk.change("mmr", "enabled", value=False)
    desk.panels(trace=True)
    desk.shoot("trace")
    desk.panels()
    desk.shoot_dialog("keys", "keys")
    _shoot_completions(desk)


def _shoot_completions(desk: Desk) -> None:
    desk.clear()
    desk.window.search.setFocus()
    QTest.keyClick(desk.window.search, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    desk.shoot("operators")
    QTest.keyClick(desk.window.search, Qt.Key.Key_Escape)
    desk.ask("dough ")
    QTest.keyClicks(desk.window.search, "folder:")
    QTest.keyClick(desk.window.search, Qt.Key.Key_Down)
    desk.shoot("completions")
    QTest.keyClick(desk.window.search, Qt.Key.Key_Escape)


def _shoot_sizes(desk: Desk) -> None:
    desk.ask("boiler pressure")
    for name, size in (("800x500", (800, 500)), ("2560x1440", (2560, 1440))):
        desk.window.resize(*size)
        desk.shoot(name)
        desk.panels(settings=True, trace=True)
        desk.shoot(f"{name}-panels")
        desk.panels()
    desk.window.resize(*SIZE)


def _shoot_dark(desk: Desk) -> None:
    desk.window.settings.habits.appearance_changed.emit("dark")
    desk.ask("tide gauge drops readings")
    desk.shoot("dark")
    desk.panels(settings=True, trace=True)
    desk.shoot("dark-panels")
    desk.panels()
    desk.clear()
    desk.shoot("dark-rest")
    desk.window.settings.habits.appearance_changed.emit("light")


def _shoot_trouble(desk: Desk) -> None:
    model = desk.session.settings.model.name
    desk.change("model", "name", value="")
    desk.ask("boiler pressure")
    desk.shoot("keyword-only")
    desk.clear()
    desk.shoot("keyword-only-rest")
    away = desk.vault.rename(desk.home / "away")
    desk.act("rescan")
    desk.wait(lambda: (now := desk.activity) is not None and now.offline is not None)
    desk.shoot("offline-rest")
    desk.ask("boiler pressure")
    desk.shoot("offline")
    away.rename(desk.vault)
    desk.open(_many_notes(desk.home, desk.vault))
    desk.wait(lambda: (now := desk.activity) is not None and now.indexing is not None and now.notes > 0)
    desk.shoot("indexing")
    desk.change("model", "name", value=model)


def _many_notes(home: Path, vault: Path) -> Path:
    """Return a vault that takes a while to read: many copies of the sample."""
    for number in range(COPIES):
        shutil.copytree(vault, home / "archive" / f"Copy {number + 1}")
    return home / "archive"


def shoot_large(desk: Desk) -> None:
    """Take the pictures at 200 %, on a screen of 1920x1080."""
    desk.window.resize(960, 540)
    desk.open(desk.vault)
    desk.settle()
    desk.ask("how do I keep the starter alive")
    desk.shoot("results")
    desk.panels(settings=True)
    desk.shoot("settings")


def shoot_chinese(desk: Desk) -> None:
    """Take the pictures in Chinese."""
    desk.wait(lambda: desk.window.start.found.count() > 0)
    desk.shoot("start")
    desk.open(desk.vault)
    desk.settle()
    desk.shoot("rest")
    desk.ask("外婆的菜谱")
    desk.shoot("results")
    desk.panels(settings=True)
    desk.shoot("settings")
    desk.panels(trace=True)
    desk.shoot("trace")
    desk.panels()
    desk.shoot_dialog("why", "why")
    desk.shoot_dialog("keys", "keys")
    _shoot_completions(desk)
    desk.window.resize(800, 500)
    desk.shoot("800x500")


def shoot_contrast(desk: Desk) -> None:
    """Take the pictures as those see it who asked their desktop for high contrast, light and dark."""
    desk.wait(lambda: desk.window.start.found.count() > 0)
    desk.shoot("start")
    desk.open(desk.vault)
    desk.settle()
    for name in ("light", "dark"):
        desk.window.settings.habits.appearance_changed.emit(name)
        desk.shoot(f"{name}-rest")
        desk.ask("how do I keep the starter alive")
        desk.shoot(name)
        desk.panels(settings=True, trace=True)
        desk.shoot(f"{name}-panels")
        desk.panels()
        desk.shoot_dialog(f"{name}-why", "why")
        desk.shoot_dialog(f"{name}-keys", "keys")
        desk.ask("retry with growing waits")
        desk.shoot(f"{name}-code")
        desk.clear()


LOOKS = {
    "plain": Look("en_US", 1, shoot_plain),
    "large": Look("en_US", 2, shoot_large),
    "chinese": Look("zh_CN", 1, shoot_chinese),
    "contrast": Look("en_US", 1, shoot_contrast, strong=True),
}


def take(look: str, home: Path, out: Path) -> None:
    """Take the pictures of one look into `out`; `home` is as `prepare` lays it out."""
    QLocale.setDefault(QLocale(LOOKS[look].language))
    with patch.object(ThemeKeeper, "wants_contrast", lambda _: LOOKS[look].strong):
        desk = Desk(home, out, "" if look == "plain" else f"{look}-")
        try:
            LOOKS[look].shoot(desk)
        finally:
            desk.window.close()
