"""Puts the window's parts together; the only place that names them all."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QSocketNotifier, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from notesearch.background.engine import Engine
from notesearch.background.installer import Installer
from notesearch.notebook import Notebook
from notesearch.paths import resources
from notesearch.ui.acting import Acting
from notesearch.ui.autostart import Autostart
from notesearch.ui.icons import Icons
from notesearch.ui.main_window import MainWindow
from notesearch.ui.memory import Memory
from notesearch.ui.naming import Naming
from notesearch.ui.presence import Presence
from notesearch.ui.session import Session
from notesearch.ui.setup import Setup
from notesearch.ui.single import SingleInstance
from notesearch.ui.theme import ThemeKeeper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notesearch.background.worker import OpenNotebook
    from notesearch.paths import AppPaths
    from notesearch.ui.asked import Asked

# How often threads change places: with Python's 5 ms, the window's slowest 1 % of turns took three times as long.
_SWITCH_SECONDS = 0.0005


def run(asked: Asked, paths: AppPaths, *, demo: bool = False) -> int:
    """Open the window on what is asked for (no vault: the last one, or the start page) and return its exit code.

    A second start hands what it is asked for to the first window and returns 0; a `demo` always has its own.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    app = application()
    single = SingleInstance(paths.data, app)
    if not demo and single.hand_over(asked):
        return 0
    memory = Memory(paths.config / ("demo.ini" if demo else "window.ini"))
    # A hidden window is still there: only its end is the program's.
    app.setQuitOnLastWindowClosed(False)
    if not demo:
        single.listen()
    code = 0
    again: Asked | None = asked
    while again is not None:
        speak(app, memory.language)
        code, again = _show(app, paths, memory, single, again)
    single.close()
    return code


def _show(
    app: QApplication, paths: AppPaths, memory: Memory, single: SingleInstance, asked: Asked
) -> tuple[int, Asked | None]:
    """Show a window until it is closed; returns the exit code, and what another one is to be opened on, if any."""
    setup = build(app, paths, memory)
    gc.freeze()  # what the window is made of stays: looking through it again took a frame or two while one typed
    presence = Presence(setup, Autostart.of_person(paths))
    single.asked.connect(presence.take)
    setup.window.closing.connect(app.quit)
    with _closed_by_signals(setup.window):
        presence.start(asked)
        code: int = app.exec()
    setup.window.deleteLater()
    return code, presence.again


@contextmanager
def _closed_by_signals(window: MainWindow) -> Iterator[None]:
    """Close the window in order on Ctrl+C and on SIGTERM; Qt's loop alone would never let Python see them."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(0)
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read, window)
    notifier.activated.connect(window.close)
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    woken = signal.set_wakeup_fd(theirs.fileno())
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(woken)
        for number, handler in before.items():
            signal.signal(number, handler)
        ours.close()
        theirs.close()


def application() -> QApplication:
    """Return the application: the same look on every system, without moving parts, in the present language."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("NoteSearch")
    app.setDesktopFileName("notesearch")
    app.setStyle("Fusion")
    app.setEffectEnabled(Qt.UIEffect.UI_General, False)  # noqa: FBT003 - Qt's own signature
    _translate(app)
    return app


def speak(app: QApplication, language: str) -> None:
    """Have all texts, numbers and dates in `language` (`en`, `zh_CN`), or in the system's when it is empty."""
    QLocale.setDefault(QLocale(language) if language else QLocale.system())
    for translator in app.findChildren(QTranslator):
        app.removeTranslator(translator)
        translator.deleteLater()
    _translate(app)


def _translate(app: QApplication) -> None:
    for folder, name in (
        (QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), "qtbase"),
        (str(resources() / "translations"), "notesearch"),
    ):
        translator = QTranslator(app)
        if translator.load(QLocale(), name, "_", folder):
            app.installTranslator(translator)


def build(app: QApplication, paths: AppPaths, memory: Memory, open_notebook: OpenNotebook | None = None) -> Setup:
    """Make the window with its engine; closing the window ends both.

    `open_notebook` opens a vault in the engine's thread; the usual one is watched and goes by the real time.
    """
    keeper = ThemeKeeper(app, resources(), memory.appearance)
    window = MainWindow(keeper, Icons(resources() / "icons"), memory)
    keeper.choose(memory.appearance)
    keeper.setParent(window)  # with another language comes another window, and its colours are its own
    engine = Engine(open_notebook or (lambda vault: Notebook.open(vault, paths, watch=True)), window)
    session = Session(window, engine, memory)
    setup = Setup(session, Installer(paths, window), paths.data / "sample-vault")
    Acting(session, setup, keeper)
    Naming(session)
    return setup
