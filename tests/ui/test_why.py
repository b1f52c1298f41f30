"""The picture of a rank shows each part of the sum, in its order."""

from __future__ import annotations

from ui_fakes import make_result

from notesearch.search.results import Move
from notesearch.ui.why import bars


def test_both_halves_are_shown_with_their_weights() -> None:
    result = make_result(text_score=0.6, vector_score=0.8, base=0.74, score=0.37, decay=0.5, mmr=Move(-2))
    shown = {bar.name: bar.value for bar in bars(result)}
    assert shown == {
        "Words": "0.60 x 0.30",
        "Meaning": "0.80 x 0.70",
        "Together": "0.740",
        "Age": "x0.50",
        "Source weight": "x1.00",
        "Opened before": "x1.00",
        "Score": "0.370",
        "Moved by MMR": "-2",
    }


def test_words_alone_count_in_full() -> None:
    first = bars(make_result(text_score=0.6))[0]
    assert (first.value, first.share) == ("0.60", 0.6)
