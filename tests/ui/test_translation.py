"""Every text of the window has a Chinese translation that keeps its placeholders, and is shown in it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QLabel

import notesearch.ui
from notesearch.paths import resources
from notesearch.ui.settings_panel import SettingsPanel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

FOLDER = resources() / "translations"
CODE = Path(notesearch.ui.__file__).parent
LUPDATE = Path(sys.executable).with_name("pyside6-lupdate")


def messages(file: Path) -> dict[tuple[str, str], tuple[str, str | None]]:
    """Return (context, source) -> (translation, what is wrong with it)."""
    found = {}
    for context in ET.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            key = context.findtext("name", ""), message.findtext("source", "")
            found[key] = translation.text or "", translation.get("type")
    return found


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(FOLDER / "notesearch_zh_CN.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def test_no_text_is_new_or_gone(tmp_path: Path) -> None:
    if not LUPDATE.exists():
        pytest.skip("lupdate comes with the development tools only")
    kept = FOLDER / "notesearch_zh_CN.ts"
    fresh = tmp_path / kept.name
    shutil.copy(kept, fresh)
    files = [str(file) for file in (*sorted(CODE.glob("*.py")), CODE.parent / "background" / "installer.py")]
    command = [str(LUPDATE), *files, "-ts", str(fresh), "-source-language", "en", "-locations", "none"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert messages(fresh) == messages(kept)
    assert [key for key, (text, wrong) in messages(fresh).items() if wrong or not text] == []


def test_translations_keep_their_placeholders() -> None:
    for (_, source), (text, _) in messages(FOLDER / "notesearch_zh_CN.ts").items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", source)), source


@pytest.mark.usefixtures("chinese")
def test_the_settings_are_shown_in_chinese(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> None:
    panel = SettingsPanel(keeper, icons)
    qtbot.addWidget(panel)
    assert panel.rows["mmr", "enabled"].reset.toolTip() == "恢复默认值"
    texts = [label.text() for label in panel.findChildren(QLabel) if label.text()]
    latin = [text for text in texts if not re.search("[\u4e00-\u9fff]", text)]
    assert latin == ["Lambda"]
