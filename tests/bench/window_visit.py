"""One visit to the window in a process of its own: how soon it can be used, how soon keys are answered, its memory."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notesearch.background.messages import Found

KEY_GAP_MS = 110  # a fast typist


class Visit:
    """Types the questions letter by letter, and notes when the words of what stands in the field are there."""

    def __init__(self, place: Path, vault: Path) -> None:
        from PySide6.QtCore import QEventLoop, QTimer  # noqa: PLC0415 - a start is measured with what it loads
        from PySide6.QtTest import QTest  # noqa: PLC0415 - as above

        from notesearch import app  # noqa: PLC0415 - as above
        from notesearch.paths import AppPaths  # noqa: PLC0415 - as above
        from notesearch.ui.memory import Memory  # noqa: PLC0415 - as above

        self._tests, self._event_loop, self._timer = QTest, QEventLoop, QTimer
        paths = AppPaths.for_person(place)
        self.setup = app.build(app.application(), paths, Memory(paths.config / "window.ini"))
        gc.freeze()  # as the program does there
        self.window = self.setup.window
        self.setup.session.engine.found.connect(self._hear)
        self.setup.open_vault(vault)
        self.window.show()
        self._pressed: dict[str, float] = {}
        self.waits: dict[str, float] = {}

    def _wait(self, milliseconds: int) -> None:
        """Let the event loop run as an application does; `QTest.qWait` would hold the interpreter's lock meanwhile."""
        loop = self._event_loop()
        self._timer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def _hear(self, found: Found) -> None:
        if found.text in self._pressed and found.text not in self.waits:
            self.waits[found.text] = (time.perf_counter() - self._pressed[found.text]) * 1000

    def until_usable(self) -> None:
        """Wait until the window is there and a search would be answered."""
        while self.setup.vault is None or not self.window.isVisible() or self.setup.session.activity is None:
            self._wait(1)

    def until_settled(self) -> None:
        """Wait until the disk has been compared with the index."""
        while self.setup.session.activity.busy or self.setup.session.activity.pending:
            self._wait(20)

    def type(self, text: str) -> None:
        """Type a question and wait for its words; letters that come too fast for an answer of their own wait with it."""
        self.window.search.setFocus()
        for letter in text:
            self._pressed[self.window.search.text() + letter] = time.perf_counter()
            self._tests.keyClick(self.window.search, letter)
            self._wait(KEY_GAP_MS)
        while text not in self.waits:
            self._wait(1)
        self.window.search.clear()
        self._wait(KEY_GAP_MS)


def resident_mb() -> float:
    """Return this process's resident memory in MB (Linux only)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    """Visit the vault of the arguments (data folder, vault, start time, questions) and print what was measured."""
    place, vault, started, questions = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]
    sys.setswitchinterval(0.0005)
    visit = Visit(place, vault)
    visit.until_usable()
    usable = time.time() - started
    if questions:
        visit.until_settled()
    for question in questions:
        visit.type(question)
    memory = resident_mb()
    visit.window.close()
    answered = sum(wait < KEY_GAP_MS for wait in visit.waits.values())
    sys.stdout.write(
        json.dumps({"usable_s": usable, "waits_ms": list(visit.waits.values()), "mb": memory, "at_once": answered})
    )


if __name__ == "__main__":
    main()
