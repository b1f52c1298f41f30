"""A settings file that was damaged by hand: the window starts with the defaults, says so, and keeps the file aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

from notesearch import app
from notesearch.paths import AppPaths
from notesearch.settings import Settings
from notesearch.ui.memory import Memory

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize(
    ("text", "said", "results"),
    [
        ("[search\nmax_results = ", "not TOML", 20),
        ("[search]\nmax_results = 7\nmax_resluts = 9\n", "there is no setting search.max_resluts", 7),
        ("[search]\nmax_results = 700\n", "at most 200", 20),
        ("[serach]\nmax_results = 7\n", "there is no section [serach]", 20),
    ],
)
def test_the_window_starts_says_so_and_keeps_the_file(
    text: str, said: str, results: int, tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "Heron.md").write_text("# Heron\n")
    paths = AppPaths.for_person(tmp_path / "data")
    paths.config.mkdir(parents=True)
    paths.settings_file.write_text(text)
    setup = app.build(qapp, paths, Memory(paths.config / "window.ini"))
    qtbot.addWidget(setup.window)
    setup.window.show()
    setup.open_vault(tmp_path / "vault")
    qtbot.waitUntil(lambda: said in setup.window.status.message.whole, timeout=20_000)
    assert setup.session.settings.search.max_results == results
    assert setup.session.settings.mmr == Settings().mmr
    setup.window.actions_by_name["mmr"].trigger()
    setup.window.close()
    assert "enabled = true" in paths.settings_file.read_text()
    assert [file.read_text() for file in paths.config.glob("settings.toml.bad*")] == [text]
    QLocale.setDefault(QLocale.system())
