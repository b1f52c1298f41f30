"""Both colour schemes can be read: every pair that meets has a contrast of 4.5 to 1; the switch is live."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QPushButton, QSlider, QSpinBox, QWidget

from notesearch.paths import resources
from notesearch.ui.theme import DARK, DARK_STRONG, LIGHT, LIGHT_STRONG, PAIRS, SIZES, Theme, ThemeKeeper, contrast, fill

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1.0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_every_pair_can_be_read(theme: Theme, pair: tuple[str, str]) -> None:
    colours = asdict(theme)
    assert contrast(colours[pair[0]], colours[pair[1]]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK, LIGHT_STRONG, DARK_STRONG], ids=lambda theme: theme.name)
@pytest.mark.parametrize("bar", ["accent", "muted"])
def test_bars_can_be_told_from_what_they_fill(theme: Theme, bar: str) -> None:
    assert contrast(asdict(theme)[bar], theme.badge) >= 3


@pytest.mark.parametrize("theme", [LIGHT_STRONG, DARK_STRONG], ids=["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_high_contrast_is_high(theme: Theme, pair: tuple[str, str]) -> None:
    colours = asdict(theme)
    assert contrast(colours[pair[0]], colours[pair[1]]) >= 7
    assert contrast(theme.edge, theme.surface) >= 3


def test_high_contrast_is_taken_when_the_desktop_asks_for_it(
    keeper: ThemeKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "wants_contrast", lambda: True)
    keeper.choose("dark")
    assert keeper.theme is DARK_STRONG
    keeper.choose("light")
    assert keeper.theme is LIGHT_STRONG
    monkeypatch.undo()
    keeper._apply()
    assert keeper.theme is LIGHT


@pytest.mark.parametrize("name", ["app.qss", "note.css"])
def test_the_style_sheets_name_only_colours_that_there_are(name: str) -> None:
    sheet = (resources() / "style" / name).read_text(encoding="utf-8")
    assert (resources() / "icons" / "tick-light.svg").exists()
    assert (resources() / "icons" / "tick-dark.svg").exists()
    assert set(re.findall(r"@([a-z_]+)", sheet)) <= {*asdict(LIGHT), *SIZES, "icons"}
    for each in ("icons", *SIZES):
        sheet = sheet.replace(f"@{each}", "")
    assert "@" not in fill(sheet, LIGHT)


def test_the_theme_changes_live(keeper: ThemeKeeper, qtbot: QtBot) -> None:
    with qtbot.waitSignal(keeper.changed):
        keeper.choose("dark")
    assert keeper.theme is DARK
    assert keeper._app.palette().color(QPalette.ColorRole.Base).name() == DARK.surface
    keeper.choose("light")
    assert keeper.theme is LIGHT


@pytest.mark.parametrize("kind", [QCheckBox, QLabel, QSpinBox, QDoubleSpinBox, QComboBox, QPushButton, QSlider])
def test_what_cannot_be_used_looks_so(kind: type[QWidget], keeper: ThemeKeeper, qtbot: QtBot) -> None:
    widget = kind()
    qtbot.addWidget(widget)
    if isinstance(widget, QCheckBox | QLabel | QPushButton):
        widget.setText("Text")
    if isinstance(widget, QSlider):
        widget.setOrientation(Qt.Orientation.Horizontal)
    widget.show()
    usable = widget.grab().toImage()
    widget.setEnabled(False)
    assert widget.grab().toImage() != usable
