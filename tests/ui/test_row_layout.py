"""A row's snippet takes at most three lines, its marks land on the right letters, and nothing leaves the row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont
from ui_fakes import make_result, other_chunk

from notesearch.settings import Settings
from notesearch.ui.badges import badges
from notesearch.ui.result_model import Row
from notesearch.ui.row_layout import Fonts, RowLayout, lay_out, snippet_layout, title_layout, utf16_length
from notesearch.ui.theme import LIGHT

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def row_for(**changes: object) -> Row:
    result = make_result(**changes)  # type: ignore[arg-type]
    return Row("result", result, badges=badges(result, Settings()))


def laid_out(width: int = 400, **changes: object) -> RowLayout:
    return lay_out(row_for(**changes), width, Fonts.of(QFont()), LIGHT)


@pytest.mark.parametrize("snippet", ["short", "word " * 200, "外婆的红烧肉" * 60, "x" * 900, ""])
def test_a_snippet_takes_at_most_three_lines(qapp: QApplication, snippet: str) -> None:
    layout = snippet_layout(snippet, (), 300, QFont(), LIGHT)
    assert layout.lineCount() <= 3
    assert layout.boundingRect().right() <= 300


def test_hits_in_a_title_are_marked_up_to_the_ellipsis(qapp: QApplication) -> None:
    marks = ((0, 3), (30, 35))
    whole = title_layout("外婆的 red meat", marks[:1], 400, QFont(), LIGHT)
    assert [(each.start, each.length) for each in whole.formats()] == [(0, 3)]
    cut = title_layout("外婆的 " + "long " * 20, marks, 80, QFont(), LIGHT)
    assert cut.lineCount() == 1
    assert cut.text().endswith("…")
    assert all(each.start + each.length < len(cut.text()) for each in cut.formats())


def test_a_cut_snippet_ends_with_an_ellipsis(qapp: QApplication) -> None:
    assert snippet_layout("word " * 200, (), 300, QFont(), LIGHT).text().endswith("…")
    assert not snippet_layout("word", (), 300, QFont(), LIGHT).text().endswith("…")


@settings(max_examples=60)
@given(st.lists(st.text("ilmw", min_size=1, max_size=14), min_size=20, max_size=60), st.integers(120, 600))
def test_the_ellipsis_never_starts_a_fourth_line(qapp: QApplication, words: list[str], width: int) -> None:
    layout = snippet_layout(" ".join(words), (), width, QFont(), LIGHT)
    assert layout.lineCount() <= 3


def test_marks_count_code_points_and_qt_counts_halves(qapp: QApplication) -> None:
    layout = snippet_layout("🦆🦆 duck", ((3, 7),), 300, QFont(), LIGHT)
    (mark,) = layout.formats()
    assert (mark.start, mark.length) == (5, 4)


@given(st.text(max_size=80))
def test_lengths_are_those_of_utf_16(text: str) -> None:
    assert utf16_length(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


@settings(max_examples=40)
@given(st.text(max_size=300), st.integers(120, 900))
def test_any_text_lays_out_inside_its_row(qapp: QApplication, text: str, width: int) -> None:
    layout = laid_out(width, title=text, snippet=text, marks=((0, 1),), more=(other_chunk(),))
    assert layout.more is not None
    for rect in [layout.title, layout.place, layout.more, *(placed.rect for placed in layout.badges)]:
        assert rect.bottom() <= layout.height
    assert layout.snippet_at.y() + layout.snippet.boundingRect().height() <= layout.height


def test_many_badges_go_onto_a_second_line(qapp: QApplication) -> None:
    narrow = laid_out(140, source="session", decay=0.5, age_days=30.0, opens=3, access_boost=1.05, weak=True)
    assert len({placed.rect.top() for placed in narrow.badges}) > 1
    assert len({placed.rect.top() for placed in laid_out(900).badges}) == 1


def test_a_badge_is_found_under_the_mouse(qapp: QApplication) -> None:
    layout = laid_out()
    first = layout.badges[0]
    assert layout.badge_at(first.rect.center().x(), first.rect.center().y()) is first.badge
    assert layout.badge_at(1, 1) is None


def test_a_note_at_the_top_of_the_vault_leaves_no_empty_line(qapp: QApplication) -> None:
    assert laid_out(path="a.md", heading=()).height < laid_out(path="k/a.md", heading=()).height
