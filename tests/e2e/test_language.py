"""The window speaks the language that is chosen in its settings, at once, and the system's when none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTimer

from notesearch import app
from notesearch.paths import AppPaths
from notesearch.ui.asked import Asked
from notesearch.ui.main_window import MainWindow
from notesearch.ui.words import number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def spoken(qapp: QApplication) -> Iterator[None]:
    yield
    app.speak(qapp, "en")
    QLocale.setDefault(QLocale.system())
    qapp.setQuitOnLastWindowClosed(True)


def test_texts_and_numbers_follow(qapp: QApplication) -> None:
    app.speak(qapp, "zh_CN")
    assert QCoreApplication.translate("Acting", "Open") == "打开"
    app.speak(qapp, "en")
    assert QCoreApplication.translate("Acting", "Open") == "Open"
    assert number(12345) == "12,345"


def test_choosing_a_language_shows_the_window_in_it(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "Heron.md").write_text("# Heron\n")
    seen: list[str] = []
    languages = ["zh_CN", "en"]

    def look() -> None:
        window = next(each for each in qapp.topLevelWidgets() if isinstance(each, MainWindow) and each.isVisible())
        seen.append(f"{window.search.accessibleName()} {window.search.text()}")
        if languages:
            window.settings.habits.language_changed.emit(languages.pop(0))
        else:
            window.close()

    ticks = QTimer()
    ticks.timeout.connect(lambda: look() if _open_on_heron(qapp) else None)
    ticks.start(20)
    code = app.run(Asked(tmp_path / "vault", "heron"), AppPaths.for_person(tmp_path / "data"))
    ticks.stop()
    assert code == 0
    assert [text.partition(" ")[2] for text in seen] == ["heron"] * 3
    assert [text.partition(" ")[0] for text in seen[1:]] == ["搜索", "Search"]


def _open_on_heron(qapp: QApplication) -> bool:
    windows = [each for each in qapp.topLevelWidgets() if isinstance(each, MainWindow) and each.isVisible()]
    return any(window.search.text() == "heron" for window in windows)
