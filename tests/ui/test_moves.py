"""Beside lambda stand the results that MMR moved most, largest move first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui_fakes import make_result, make_results

from notesearch.search.results import Move
from notesearch.ui.moves import Moves

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def shown(moves: Moves) -> list[str]:
    return [plain(line.whole) for line in moves.lines if not line.isHidden()]


def plain(text: str) -> str:
    """Return a text without the marks of direction."""
    return text.translate(dict.fromkeys(map(ord, "\u200e\u2068\u2069")))


def test_the_largest_moves_come_first_and_those_that_stay_are_left_out(qtbot: QtBot) -> None:
    moves = Moves()
    qtbot.addWidget(moves)
    assert shown(moves) == ["Search to see what moves."]
    moved = [0, 1, -2, 5, -4, 3, -1, 2]
    moves.show_results(make_results(*(make_result(n, mmr=Move(by)) for n, by in enumerate(moved))))
    assert shown(moves) == ["↑ 5  Note 3", "↓ 4  Note 4", "↑ 3  Note 5", "↓ 2  Note 2", "↑ 2  Note 7"]
    moves.show_results(make_results(make_result(1, mmr=Move(0)), make_result(2)))
    assert shown(moves) == ["Nothing moves in these results."]


def test_a_title_from_right_to_left_does_not_turn_the_line_round(qtbot: QtBot) -> None:
    moves = Moves()
    qtbot.addWidget(moves)
    moves.show_results(make_results(make_result(1, title="قهوة سمير", mmr=Move(3))))
    assert moves.lines[0].whole.startswith("\u200e↑ 3")
    assert shown(moves) == ["↑ 3  قهوة سمير"]
