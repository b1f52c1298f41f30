"""Windows are drawn into memory, never onto the developer's screen."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

from notesearch.paths import resources
from notesearch.ui.icons import Icons
from notesearch.ui.memory import Memory
from notesearch.ui.theme import ThemeKeeper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication


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
