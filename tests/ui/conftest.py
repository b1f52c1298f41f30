"""Windows are drawn into memory, never onto the developer's screen."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale
from ui_fakes import FakeNotebook, broken
from ui_stage import Stage

from notesearch.background.engine import Engine
from notesearch.background.installer import Installer
from notesearch.paths import AppPaths, resources
from notesearch.ui.acting import Acting
from notesearch.ui.icons import Icons
from notesearch.ui.main_window import MainWindow
from notesearch.ui.memory import Memory
from notesearch.ui.naming import Naming
from notesearch.ui.session import Session
from notesearch.ui.setup import Setup
from notesearch.ui.theme import ThemeKeeper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture(autouse=True)
def american() -> Iterator[None]:
    """Numbers are written as in American English, whatever the machine's language."""
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(QLocale.system())


@pytest.fixture(scope="session")
def one_keeper(qapp: QApplication) -> ThemeKeeper:
    """Return the theme of the whole run: polishing every widget anew takes a second."""
    return ThemeKeeper(qapp, resources())


@pytest.fixture
def keeper(one_keeper: ThemeKeeper) -> ThemeKeeper:
    """Return a theme that is light until a test says otherwise."""
    one_keeper.choose("light")
    return one_keeper


@pytest.fixture
def icons() -> Icons:
    """Return the window's own icons."""
    return Icons(resources() / "icons")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """Return a memory that remembers nothing yet."""
    return Memory(tmp_path / "window.ini")


@pytest.fixture
def stage(
    tmp_path: Path, qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Stage]:
    """Return a window with a fake notebook behind it; a vault called "missing" cannot be opened."""
    monkeypatch.setattr("notesearch.vault.discover.obsidian_vaults", tuple)
    notebooks: list[FakeNotebook] = []
    paths = AppPaths.for_person(tmp_path / "data")

    def open_notebook(vault: Path) -> FakeNotebook:
        if vault.name == "missing":
            raise broken()
        notebooks.append(FakeNotebook(vault, paths))
        return notebooks[-1]

    window = MainWindow(keeper, icons, memory)
    qtbot.addWidget(window)
    session = Session(window, Engine(open_notebook, window), memory)
    setup = Setup(session, Installer(paths, window), paths.data / "sample-vault")
    Acting(session, setup, keeper)
    Naming(session)
    window.show()
    setup.open_vault(tmp_path / "vault")
    qtbot.waitUntil(lambda: setup.vault is not None)
    yield Stage(setup, notebooks)
    window.close()
