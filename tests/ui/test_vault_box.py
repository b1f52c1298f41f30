"""The vault's settings: folders, patterns and rules that are valid before they are taken, and a path that is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notesearch.settings import Settings, SourceRule, convert, to_plain
from notesearch.ui.settings_panel import SettingsPanel

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper
    from notesearch.ui.vault_box import VaultBox


@pytest.fixture
def panel(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, tmp_path: Path) -> SettingsPanel:
    panel = SettingsPanel(keeper, icons)
    qtbot.addWidget(panel)
    panel.use_vault(tmp_path)
    panel.show()
    return panel


@pytest.fixture
def box(panel: SettingsPanel) -> VaultBox:
    return panel.vault_box


@pytest.fixture
def taken(panel: SettingsPanel) -> list[Settings]:
    taken: list[Settings] = []
    panel.changed.connect(taken.append)
    return taken


def add_rule(box: VaultBox, pattern: str, source: str) -> None:
    box.kinds.source.setCurrentIndex(box.kinds.source.findData(source))
    box.kinds.entry.setText(pattern)
    box.kinds.add()


def shown(box: VaultBox) -> list[str]:
    rules = box.kinds.list
    return [rules.item(place).text() for place in range(rules.count())]


def test_patterns_are_added_taken_out_and_reset(box: VaultBox, taken: list[Settings]) -> None:
    for pattern in ("Archive/", "*.tmp.md", "Archive/"):
        QTest.keyClicks(box.ignore.entry, pattern)
        QTest.keyClick(box.ignore.entry, Qt.Key.Key_Return)
    assert taken[-1].vault.ignore == ("*.tmp.md", "Archive/")
    box.ignore.list.setCurrentRow(0)
    box.ignore.take_out.click()
    assert taken[-1].vault.ignore == ("Archive/",)
    box.ignore.reset.click()
    assert taken[-1].vault.ignore == ()
    assert not box.ignore.reset.isVisible()


@pytest.mark.parametrize("pattern", ["!", "# a comment"])
def test_what_is_no_pattern_is_not_taken_and_says_so(box: VaultBox, taken: list[Settings], pattern: str) -> None:
    box.ignore.entry.setText(pattern)
    box.ignore.add()
    assert taken == []
    assert box.ignore.problem.isVisible()
    QTest.keyClicks(box.ignore.entry, "x")
    assert not box.ignore.problem.isVisible()


def test_folders_must_be_there(box: VaultBox, taken: list[Settings], tmp_path: Path) -> None:
    (tmp_path / "Reference").mkdir()
    for text in ("Nowhere", "Reference", str(tmp_path / "Reference")):
        box.add_folder(text)
    assert [settings.vault.global_folders for settings in taken] == [
        ("Reference",), ("Reference", str(tmp_path / "Reference")),
    ]  # fmt: skip


def test_rules_keep_their_order_and_can_be_moved_up(box: VaultBox, taken: list[Settings]) -> None:
    add_rule(box, "Log/**", "session")
    add_rule(box, "**", "global")
    assert shown(box) == ["Log/**  →  Journal", "**  →  Evergreen"]
    box.kinds.list.setCurrentRow(1)
    box.kinds.up.click()
    assert taken[-1].vault.source_rules == (SourceRule("**", "global"), SourceRule("Log/**", "session"))
    assert box.kinds.list.currentRow() == 0
    assert not box.kinds.up.isEnabled()


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("Log/a.md", "Journal: the rule Log/**"),
        ("Reference/a.md", "Evergreen: it lies in a global folder"),
        ("x/2026-03-01.md", "Journal: its name starts with a date"),
        ("2026-02-30.md", "Note: no rule matches"),
        ("MEMORY.md", "Evergreen: it is named MEMORY.md"),
        ("{vault}/Log/a.md", "Journal: the rule Log/**"),
    ],
)
def test_a_path_says_which_rule_it_meets(box: VaultBox, tmp_path: Path, path: str, answer: str) -> None:
    (tmp_path / "Reference").mkdir()
    add_rule(box, "Log/**", "session")
    box.add_folder("Reference")
    box.test.field.setText(path.format(vault=tmp_path))
    assert box.test.answer.text().startswith(answer)


def test_each_entry_is_undone_by_itself(panel: SettingsPanel, box: VaultBox, taken: list[Settings]) -> None:
    for pattern in ("a/", "b/"):
        box.ignore.entry.setText(pattern)
        box.ignore.add()
    panel.undo.click()
    assert taken[-1].vault.ignore == ("a/",)
    assert box.ignore.list.count() == 1


def test_all_that_is_taken_is_valid(box: VaultBox, taken: list[Settings]) -> None:
    add_rule(box, "[a-z]*/", "workspace")
    box.ignore.entry.setText("读书/")
    box.ignore.add()
    assert convert(to_plain(taken[-1])) == taken[-1]
