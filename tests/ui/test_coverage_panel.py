"""The coverage says how many notes are indexed and learned, and names every file that is not, with its reason."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from ui_fakes import covered, resting

from notesearch.reports import SyncProgress
from notesearch.ui import coverage_panel
from notesearch.ui.coverage_panel import CoveragePanel
from notesearch.vault.note import SkippedFile

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

LOCKED = SkippedFile("/vault", "Locked.md", "no permission", failed=True)
DEVICE = SkippedFile("/vault", "a/pipe.md", "a pipe, not a file")


@pytest.fixture
def panel(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, monkeypatch: pytest.MonkeyPatch) -> CoveragePanel:
    monkeypatch.setattr(coverage_panel, "_AGAIN_MS", 1)
    panel = CoveragePanel(keeper, icons)
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    return panel


def cells(panel: CoveragePanel) -> list[list[str]]:
    model = panel.files
    return [[model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())]


def test_numbers_add_up_and_every_file_has_its_reason(panel: CoveragePanel) -> None:
    panel.show_status(covered(DEVICE, LOCKED, pending=2))
    assert panel.title._whole == "7 notes on disk  ·  3 indexed  ·  2 pending  ·  1 failed  ·  1 left out"
    assert panel.learned._whole == "Meaning is learned of 5 of 7 passages."
    assert cells(panel) == [
        ["✗ failed", "Locked.md", "no permission"],
        ["– left out", "a/pipe.md", "a pipe, not a file"],
    ]
    names = [panel.files.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]
    assert names == ["Status", "File", "Why"]


def test_a_whole_vault_says_so(panel: CoveragePanel) -> None:
    panel.show_status(covered())
    assert panel.whole.isVisible()
    assert not panel.again.isVisible()
    panel.show_status(covered(pending=1))
    assert not panel.whole.isVisible()


def test_a_folder_that_cannot_be_read_and_names_that_are_not_utf8_are_shown(panel: CoveragePanel) -> None:
    panel.show_status(covered(replace(LOCKED, path=""), replace(LOCKED, path="b\udcff.md")))
    assert [row[1] for row in cells(panel)] == ["/vault", "b\\udcff.md"]


def test_trying_again_is_asked_for_once(panel: CoveragePanel) -> None:
    spy = QSignalSpy(panel.retry)
    panel.show_status(covered(LOCKED))
    panel.again.click()
    panel.again.click()
    assert spy.count() == 1
    panel.show_status(covered(LOCKED))
    assert panel.again.isEnabled()


def test_it_counts_anew_when_the_index_has_come_to_rest(panel: CoveragePanel, qtbot: QtBot) -> None:
    spy = QSignalSpy(panel.wanted)
    panel.show_activity(resting(revision=1, busy=True, indexing=SyncProgress(1, 5), pending=4))
    assert not panel._pause.isActive()
    with qtbot.waitSignal(panel.wanted):
        panel.show_activity(resting(revision=2))
    panel.show_activity(resting(revision=2))
    assert not panel._pause.isActive()
    assert spy.count() == 1


def test_nothing_is_counted_while_nobody_looks(panel: CoveragePanel) -> None:
    spy = QSignalSpy(panel.wanted)
    panel.hide()
    panel.ask()
    assert spy.count() == 0


def test_it_asks_for_little_room_when_there_is_no_file_to_show(panel: CoveragePanel) -> None:
    panel.show_activity(resting(troubles=0))
    small = panel.sizeHint().height()
    panel.show_activity(resting(troubles=2))
    assert panel.sizeHint().height() >= small + 6 * panel.fontMetrics().height()
