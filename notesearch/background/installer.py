"""Installs a model in a process of its own, while the window goes on; can be cancelled at any time."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from notesearch.errors import NoteSearchError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from notesearch.paths import AppPaths

_LOOK_MS = 100
_END_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class InstallProgress:
    """Bytes of the download so far; `total` is 0 while unknown, `done == total` while it is being converted."""

    name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class InstallEnd:
    """The end of it: `model` is what settings call it, or None with the `failure` in words (empty: cancelled)."""

    name: str
    model: str | None
    failure: str = ""


class Installer(QObject):
    """Runs one installation at a time: `progressed` carries InstallProgress, `ended` InstallEnd."""

    progressed = Signal(object)
    ended = Signal(object)

    def __init__(self, paths: AppPaths, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths = paths
        self._running: tuple[str, BaseProcess, Connection] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def busy(self) -> bool:
        """Whether an installation is on its way."""
        return self._running is not None

    def start(self, name: str) -> None:
        """Install the model `name`; nothing happens while another installation runs."""
        if self._running is not None:
            return
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        process = spawn.Process(target=_install, args=(name, self._paths, theirs), name=f"install-{name}")
        process.start()
        theirs.close()
        self._running = name, process, ours
        self._timer.start()
        self.progressed.emit(InstallProgress(name, 0, 0))

    @Slot()
    def cancel(self) -> None:
        """End the installation; nothing half-installed stays."""
        if self._running is not None:
            name = self._running[0]
            self._finish()
            self.ended.emit(InstallEnd(name, None))

    def close(self) -> None:
        """End the installation without a word; waits for its process, at most two seconds."""
        if self._running is not None:
            self._finish()

    @Slot()
    def _look(self) -> None:
        """Take what the process has said since the last look."""
        if self._running is None:
            return
        name, process, ours = self._running
        said: InstallProgress | InstallEnd | None = None
        try:
            while ours.poll():
                said = ours.recv()
        except EOFError:
            if not isinstance(said, InstallEnd):
                said = InstallEnd(name, None, self.tr("The installation broke off ({0}).").format(process.exitcode))
        if isinstance(said, InstallEnd):
            self._finish()
            self.ended.emit(said)
        elif said is not None:
            self.progressed.emit(said)

    def _finish(self) -> None:
        assert self._running is not None
        _, process, ours = self._running
        self._running = None
        self._timer.stop()
        process.terminate()
        process.join(_END_SECONDS)
        if process.is_alive():
            process.kill()
            process.join(_END_SECONDS)
        process.close()
        ours.close()


def _install(name: str, paths: AppPaths, say: Connection) -> None:
    """Run in the process: install, telling how far it is, and end tidily when asked to."""
    from notesearch.embedding.install import install  # noqa: PLC0415 - loaded in this process only

    signal.signal(signal.SIGTERM, _leave)
    try:
        model = install(name, paths, lambda done, total: say.send(InstallProgress(name, done, total)))
        say.send(InstallEnd(name, model.path.stem))
    except NoteSearchError as error:
        say.send(InstallEnd(name, None, str(error)))


def _leave(*_: object) -> None:
    """Unwind, so that pip is ended and temporary files are removed."""
    sys.exit(1)
