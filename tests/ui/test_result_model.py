"""The rows: strong and weak apart, further passages in place, and no reset where nothing has changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from ui_fakes import make_result, make_results, other_chunk

from notesearch.settings import Settings
from notesearch.ui.result_model import ROW_ROLE, ResultModel, dividers


def model_with(*results: object) -> ResultModel:
    model = ResultModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.show(make_results(*results), Settings())  # type: ignore[arg-type]
    return model


def kinds(model: ResultModel) -> list[str]:
    return [model.index(place).data(ROW_ROLE).kind for place in range(model.rowCount())]


def test_a_divider_stands_between_strong_and_weak() -> None:
    model = model_with(make_result(1), make_result(2), make_result(3, weak=True))
    assert kinds(model) == ["result", "result", "divider", "result"]
    assert not model.flags(model.index(2)) & Qt.ItemFlag.ItemIsSelectable


def test_when_all_are_weak_it_is_said_above_them_and_the_first_can_be_chosen() -> None:
    model = model_with(make_result(1, weak=True), make_result(2, weak=True))
    assert kinds(model) == ["divider", "result", "result"]
    assert model.index(0).data().startswith("Only weak matches")
    assert model.first().row() == 1
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole).endswith("1 of 2")


@pytest.mark.parametrize(
    ("weak", "lines"),
    [
        ("", {}),
        ("sss", {}),
        ("ww", {0: "all weak"}),
        ("sww", {1: "weak"}),
        ("sws", {1: "weak", 2: "sure"}),
        ("swwsw", {1: "weak", 3: "sure", 4: "weak"}),
        ("wss", {0: "weak", 1: "sure"}),
        ("swswsww", {5: "weak"}),
        ("swswsws", {}),
    ],
)
def test_lines_stand_where_weak_and_sure_results_meet_unless_they_are_mixed(weak: str, lines: dict[int, str]) -> None:
    assert dividers([letter == "w" for letter in weak], ranked=True) == lines


def test_a_sure_result_below_weak_ones_has_a_line_above_it() -> None:
    model = model_with(make_result(1), make_result(2, weak=True), make_result(3))
    assert [model.index(place).data() for place in (1, 3)] == ["Weak matches", "Sure matches, ranked lower"]


def test_in_another_order_no_line_is_drawn_between_mixed_ones() -> None:
    model = model_with(make_result(1, title="b", weak=True), make_result(2, title="a"))
    model.order_by("title")
    assert kinds(model) == ["result", "divider", "result"]
    model = model_with(make_result(1, title="a"), make_result(2, title="c", weak=True), make_result(3, title="b"))
    model.order_by("folder")
    assert kinds(model) == ["result", "result", "result"]


def test_hits_in_a_title_are_known_to_its_row() -> None:
    model = model_with(make_result(1, title="Old bread, new bread"), make_result(2, title="Rolls"))
    assert [model.index(n).data(ROW_ROLE).title_marks for n in range(2)] == [((4, 9), (15, 20)), ()]


def test_another_order_keeps_the_results_and_unknown_ages_come_last() -> None:
    model = model_with(
        make_result(1, title="b"), make_result(2, title="A", age_days=9.0), make_result(3, title="c", age_days=2.0)
    )
    for order, titles in (("newest", ["c", "A", "b"]), ("title", ["A", "b", "c"]), ("relevance", ["b", "A", "c"])):
        model.order_by(order)  # type: ignore[arg-type]
        assert [model.index(place).data() for place in range(3)] == titles


def test_more_of_a_note_opens_in_place() -> None:
    model = model_with(make_result(1, more=(other_chunk(98), other_chunk(99))), make_result(2))
    model.toggle(model.index(0))
    assert kinds(model) == ["result", "passage", "passage", "result"]
    assert model.row(model.index(2)).chunk_id == 99  # type: ignore[union-attr]
    model.toggle(model.index(1))
    assert kinds(model) == ["result", "result"]


def test_what_is_opened_up_stays_so_in_the_refined_answer() -> None:
    first = make_result(1, more=(other_chunk(),))
    model = model_with(first, make_result(2))
    model.toggle(model.index(0))
    model.show(make_results(make_result(2), first), Settings())
    assert kinds(model) == ["result", "result", "passage"]


def test_the_same_rows_change_nothing_and_new_numbers_do_not_reset() -> None:
    model = model_with(make_result(1), make_result(2))
    resets, changes = QSignalSpy(model.modelReset), QSignalSpy(model.dataChanged)
    model.show(make_results(make_result(1), make_result(2)), Settings())
    assert (resets.count(), changes.count()) == (0, 0)
    model.show(make_results(make_result(1, score=0.4), make_result(2)), Settings())
    assert (resets.count(), changes.count()) == (0, 1)


def test_a_screen_reader_hears_title_place_badges_and_position() -> None:
    model = model_with(make_result(1), make_result(2))
    said = model.index(1).data(int(Qt.ItemDataRole.AccessibleTextRole))
    assert said == "Note 2, Kitchen  ›  Oven, Note, words, 2 of 2"


def test_no_answer_is_no_rows() -> None:
    model = model_with(make_result(1))
    model.show(None, Settings())
    assert model.rowCount() == 0


def test_a_dragged_row_is_the_notes_file_or_its_wikilink() -> None:
    model = model_with(make_result(1, path="Küche/A & B #1.md", title="Bread"), make_result(2, weak=True))
    data = model.mimeData([model.index(0)])
    assert [url.toLocalFile() for url in data.urls()] == ["/vault/Küche/A & B #1.md"]
    assert data.text() == "[[A & B #1|Bread]]"
    assert model.supportedDragActions() == Qt.DropAction.CopyAction
    assert model.mimeData([model.index(1)]).urls() == []


def test_further_passages_are_named_by_their_headings_below_the_title() -> None:
    model = ResultModel()
    others = (other_chunk(98), replace(other_chunk(99), heading=("Note 1", "Method", "Salt")))
    model.show(make_results(make_result(1, more=others)), Settings())
    model.toggle(model.index(0))
    assert [model.index(place).data() for place in (1, 2)] == ["Starter", "Method  ›  Salt"]
