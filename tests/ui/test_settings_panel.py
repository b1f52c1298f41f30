"""Each setting takes effect at once, can be undone and reset, and cannot leave its bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QSlider, QWidget
from ui_fakes import resting

from notesearch.background.installer import InstallEnd, InstallProgress
from notesearch.embedding.embedder import HostState
from notesearch.settings import Mmr, Model, Settings, convert, to_plain
from notesearch.ui.setting_rows import NumberRow, Scale, SwitchRow
from notesearch.ui.settings_panel import SettingsPanel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


@pytest.fixture
def panel(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> SettingsPanel:
    panel = SettingsPanel(keeper, icons)
    qtbot.addWidget(panel)
    panel.show()
    return panel


@pytest.fixture
def taken(panel: SettingsPanel) -> list[Settings]:
    taken: list[Settings] = []
    panel.changed.connect(taken.append)
    return taken


def number(panel: SettingsPanel, section: str, field: str) -> NumberRow:
    row = panel.rows[section, field]
    assert isinstance(row, NumberRow)
    return row


def test_the_mmr_switch_takes_effect_at_once(panel: SettingsPanel, taken: list[Settings]) -> None:
    row = panel.rows["mmr", "enabled"]
    assert isinstance(row, SwitchRow)
    assert not panel.rows["mmr", "lambda_"].isEnabled()
    row.box.click()
    assert [settings.mmr.enabled for settings in taken] == [True]
    assert panel.rows["mmr", "lambda_"].isEnabled()


def test_the_lambda_slider_takes_effect_at_once(panel: SettingsPanel, taken: list[Settings]) -> None:
    row = number(panel, "mmr", "lambda_")
    row.slider.setValue(250)
    assert taken[-1].mmr.lambda_ == 0.25
    assert row.spin.value() == 0.25


@pytest.mark.parametrize(
    ("section", "field", "values"),
    [
        ("decay", "half_life_days", (31, 32, 31)),
        ("search", "max_results", (21, 22, 21)),
        ("mmr", "lambda_", (0.75, 0.8, 0.75)),
    ],
)
def test_an_arrow_key_on_a_slider_is_one_step(
    panel: SettingsPanel, section: str, field: str, values: tuple[float, ...]
) -> None:
    panel.show_settings(Settings(mmr=Mmr(enabled=True)))
    row = number(panel, section, field)
    shown = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(row.slider, key)
        shown.append(row.spin.value())
    assert shown == list(values)
    assert row.slider.value() == row._scale.to_slider(values[-1])


def test_the_wheel_scrolls_and_changes_nothing(panel: SettingsPanel, taken: list[Settings]) -> None:
    panel.resize(360, 500)
    panel.show_settings(Settings(mmr=Mmr(enabled=True)))
    kinds: tuple[type[QWidget], ...] = (QSlider, QAbstractSpinBox, QComboBox)
    bar = panel.area.verticalScrollBar()
    for each in (each for kind in kinds for each in panel.findChildren(kind)):
        panel.area.ensureWidgetVisible(each, 0, 200)
        start = bar.value()
        at = each.mapTo(panel, each.rect().center())
        QTest.wheelEvent(panel.windowHandle(), at, QPoint(0, -120 if start < bar.maximum() else 120))
        assert bar.value() != start
        assert not each.hasFocus()
    assert taken == []


def test_showing_settings_changes_nothing(panel: SettingsPanel, taken: list[Settings]) -> None:
    panel.show_settings(Settings(mmr=Mmr(enabled=True, lambda_=0.2)))
    assert taken == []
    assert number(panel, "mmr", "lambda_").slider.value() == 200


def test_each_row_goes_to_its_bounds_and_no_further(panel: SettingsPanel, taken: list[Settings]) -> None:
    for row in panel.rows.values():
        if isinstance(row, NumberRow):
            for value in (-1e9, 1e9):
                row.spin.setValue(value)
                assert convert(to_plain(taken[-1])) == taken[-1]


def test_reset_brings_the_default_back_and_then_hides(panel: SettingsPanel, taken: list[Settings]) -> None:
    row = number(panel, "search", "max_results")
    row.spin.setValue(50)
    assert taken[-1].search.max_results == 50
    assert row.reset.isVisible()
    row.reset.click()
    assert taken[-1] == Settings()
    assert not row.reset.isVisible()


def test_undo_takes_one_field_back_as_one_step(panel: SettingsPanel, taken: list[Settings]) -> None:
    number(panel, "decay", "half_life_days").spin.setValue(60)
    for step in range(5):
        number(panel, "weights", "text").slider.setValue(500 + step)
    panel.undo.click()
    assert taken[-1].weights == Settings().weights
    assert taken[-1].decay.half_life_days == 60
    panel.undo.click()
    assert taken[-1] == Settings()
    assert not panel.undo.isEnabled()


def test_forgetting_opens_is_asked_for(panel: SettingsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.forgot):
        panel.forget.click()


@given(st.integers(0, 1000), st.sampled_from([Scale(0, 1), Scale(0, 5), Scale(1, 3650, decimals=0, curved=True)]))
def test_slider_and_value_agree(position: int, scale: Scale) -> None:
    value = scale.to_value(position)
    assert scale.low <= value <= scale.high
    assert scale.to_value(scale.to_slider(value)) == pytest.approx(value, rel=0.01, abs=0.01)


def test_models_can_be_installed_cancelled_and_chosen(
    panel: SettingsPanel, qtbot: QtBot, taken: list[Settings]
) -> None:
    box = panel.model
    with qtbot.waitSignal(box.install) as asked:
        box.offers["minilm"].click()
    assert asked.args == ["minilm"]
    box.show_progress(InstallProgress("minilm", 5_000_000, 83_000_000))
    assert "5 of 83 MB" in box.said.text()
    assert not box.offers["e5"].isEnabled()
    with qtbot.waitSignal(box.cancelled):
        box.cancel.click()
    box.show_end(InstallEnd("minilm", None, "no connection"))
    assert box.said.text() == "no connection"
    box.show_end(InstallEnd("minilm", "minilm"))
    assert not box.offers["minilm"].isVisible()
    box.choice.setCurrentIndex(1)
    box.choice.activated.emit(1)
    assert taken[-1].model.name == "minilm"


def test_minilm_is_recommended_for_english_notes(panel: SettingsPanel) -> None:
    assert "★" in panel.model.offers["e5"].text()
    panel.model.recommend(english=True)
    assert "★" in panel.model.offers["minilm"].text()
    assert "★" not in panel.model.offers["e5"].text()


def test_the_model_says_how_it_is_doing(panel: SettingsPanel) -> None:
    state = HostState("off", "no model: none has been chosen; `notesearch model install` fetches one")
    panel.model.show_activity(resting(model=state))
    assert panel.model.about.text() == "no model: none has been chosen"


def test_threads_and_minutes_are_typed_and_nought_has_a_name(panel: SettingsPanel, taken: list[Settings]) -> None:
    threads = number(panel, "model", "threads")
    assert threads.spin.text() == "automatic"
    assert threads.slider.isHidden()
    threads.spin.setValue(2)
    number(panel, "model", "idle_minutes").spin.setValue(0)
    assert (taken[-1].model.threads, taken[-1].model.idle_minutes) == (2, 0)
    assert convert(to_plain(taken[-1])) == taken[-1]


def test_only_an_installed_model_can_be_deleted(panel: SettingsPanel, qtbot: QtBot) -> None:
    panel.show_settings(Settings(model=Model(name="e5")))
    assert panel.model.remove.isHidden()
    panel.model.show_installed(("e5", "minilm"))
    with qtbot.waitSignal(panel.model.remove_wanted) as asked:
        panel.model.remove.click()
    assert asked.args == ["e5"]


def test_a_large_font_makes_the_panel_wider(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> None:
    font = QApplication.font()
    large = QFont(font)
    large.setPointSizeF(font.pointSizeF() * 1.8)
    QApplication.setFont(large)
    try:
        panel = SettingsPanel(keeper, icons)
        qtbot.addWidget(panel)
        panel.show()
        assert panel.minimumWidth() >= panel.area.widget().minimumSizeHint().width()
    finally:
        QApplication.setFont(font)
