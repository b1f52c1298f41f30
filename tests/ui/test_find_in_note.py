"""Finding in the shown note: every place marked and counted, with keys for the next, the one before and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from notesearch.reports import Preview
from notesearch.ui.preview import PreviewPane, Stop

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

HTML = (
    "<h1>Bread</h1><p>Bake <span class='hit'>bread</span> in <b>an</b> oven.</p>"
    "<h2>Über 😀 bread</h2><p>BREAD again</p><h1></h1>"
)


@pytest.fixture
def pane(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons) -> PreviewPane:
    pane = PreviewPane(keeper, icons)
    qtbot.addWidget(pane)
    pane.resize(600, 400)
    pane.show()
    pane.choose(Stop(1, None, frozenset()))
    pane.show_note(Preview(1, "Bread", "Bread.md", "/vault", HTML, "", 1))
    return pane


def marked(pane: PreviewPane, keeper: ThemeKeeper) -> list[tuple[str, bool]]:
    """Return each marked text, and whether it is the current one."""
    accent = QColor(keeper.theme.accent)
    return [
        (each.cursor.selectedText(), each.format.background().color() == accent) for each in pane.view.extraSelections()
    ]


def test_all_places_are_marked_and_stepped_through_from_the_field(pane: PreviewPane, keeper: ThemeKeeper) -> None:
    pane.begin_find()
    QTest.keyClicks(pane.find_bar.field, "bread")
    assert pane._count.text() == "1 of 4"
    assert marked(pane, keeper) == [
        ("Bread", False), ("bread", False), ("bread", False), ("BREAD", False), ("Bread", True),
    ]  # fmt: skip
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Return)
    assert pane._count.text() == "2 of 4"
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    pane.previous_hit()
    assert pane._count.text() == "4 of 4"


def test_places_after_an_emoji_are_right(pane: PreviewPane, keeper: ThemeKeeper) -> None:
    pane.begin_find()
    QTest.keyClicks(pane.find_bar.field, "again")
    assert marked(pane, keeper) == [("again", False), ("again", True)]


def test_escape_leads_back_to_the_hits_of_the_question(pane: PreviewPane, keeper: ThemeKeeper) -> None:
    pane.begin_find()
    QTest.keyClicks(pane.find_bar.field, "oven")
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Escape)
    assert not pane.find_bar.isVisible()
    assert marked(pane, keeper) == []
    assert pane._count.text() == "1 hit"


def test_what_is_not_there_is_said(pane: PreviewPane) -> None:
    pane.begin_find()
    QTest.keyClicks(pane.find_bar.field, "cake")
    assert pane.find_bar.count.text() == "Not in this note"
    assert pane._count.text() == ""


def test_the_marks_keep_to_the_theme_and_to_the_next_note(pane: PreviewPane, keeper: ThemeKeeper) -> None:
    pane.begin_find()
    QTest.keyClicks(pane.find_bar.field, "bread")
    keeper.choose("dark")
    assert pane._count.text() == "1 of 4"
    assert len(marked(pane, keeper)) == 5
    pane.choose(Stop(2, None, frozenset()))
    pane.show_note(Preview(2, "Two", "Two.md", "/vault", "<p>bread</p>", "", 0))
    assert pane._count.text() == "1 hit"


def test_nothing_to_find_in_without_a_note(pane: PreviewPane) -> None:
    pane.begin_find()
    pane.clear()
    assert not pane.find_bar.isVisible()
    pane.begin_find()
    assert not pane.find_bar.isVisible()


def test_the_outline_lists_the_headings_and_leads_to_them(pane: PreviewPane, qtbot: QtBot) -> None:
    pane.resize(600, 160)
    pane.outline.fill()
    menu = pane.outline.menu_of_headings
    assert [action.text() for action in menu.actions()] == ["Bread", "    Über 😀 bread"]
    with qtbot.waitSignal(pane.outline.chosen) as asked:
        menu.actions()[1].trigger()
    assert pane.view.document().findBlock(asked.args[0]).text() == "Über 😀 bread"


def test_a_note_without_headings_has_no_outline(pane: PreviewPane) -> None:
    pane.show_note(Preview(1, "Plain", "Plain.md", "/vault", "<p>text</p>", "", 0))
    assert not pane.outline.isEnabled()
