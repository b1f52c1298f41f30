"""Badges say what product.md section 5 promises, and their tooltips show the arithmetic."""

from __future__ import annotations

from ui_fakes import make_result

from notesearch.search.results import Move, Result
from notesearch.settings import Decay, Mmr, Settings
from notesearch.ui.badges import Badge, badges


def texts(result: Result, settings: Settings | None = None) -> list[str]:
    return [badge.text for badge in badges(result, settings or Settings())]


def one(result: Result, kind: str, settings: Settings | None = None) -> Badge:
    return next(badge for badge in badges(result, settings or Settings()) if badge.kind == kind)


def test_a_journal_note_shows_its_decay_and_age() -> None:
    result = make_result(source="session", decay=0.7071, age_days=15.0)
    assert texts(result) == ["Journal", "x0.71, 15 days", "words"]
    assert one(result, "decay").tip == "Age weighs x0.71: max(0.3, 0.5 ^ (15 days / 30 days half-life))"


def test_a_day_is_one_day() -> None:
    assert "x0.98, 1 day" in texts(make_result(source="session", decay=0.977, age_days=1.0))


def test_evergreen_and_plain_notes_show_no_decay() -> None:
    assert texts(make_result(source="global", age_days=400.0)) == ["Evergreen", "words"]
    assert texts(make_result(source="workspace", age_days=400.0)) == ["Note", "words"]


def test_no_decay_badge_when_decay_is_off() -> None:
    result = make_result(source="session", decay=1.0, age_days=15.0)
    assert texts(result, Settings(decay=Decay(enabled=False))) == ["Journal", "words"]


def test_how_it_was_found_shows_the_sum() -> None:
    result = make_result(found_by=("words", "meaning"), text_score=0.62, vector_score=0.71, base=0.683)
    assert "words + meaning" in texts(result)
    assert "words 0.620 x 0.30 + meaning 0.710 x 0.70 = 0.683" in one(result, "found").tip
    assert "Score 0.500 = 0.683 x decay 1.00 x source 1.00 x opened 1.00" in one(result, "found").tip


def test_the_weights_are_those_of_the_search() -> None:
    result = make_result(found_by=("meaning",), text_score=None, vector_score=0.8, base=0.4, weights=(0.5, 0.5))
    assert "meaning 0.800 x 0.50 = 0.400" in one(result, "found").tip


def test_a_chunk_is_never_below_its_words() -> None:
    result = make_result(found_by=("words", "meaning"), text_score=0.9, vector_score=0.1, base=0.9)
    assert "words 0.900 (meaning 0.100 would lower it) = 0.900" in one(result, "found").tip


def test_a_difference_that_is_not_shown_is_none() -> None:
    result = make_result(found_by=("words", "meaning"), text_score=0.25501, vector_score=0.255, base=0.25501)
    assert "words 0.255 x 0.30 + meaning 0.255 x 0.70 = 0.255" in one(result, "found").tip


def test_mmr_shows_only_when_it_ranked_and_says_how_far() -> None:
    assert not any(text.startswith("MMR") for text in texts(make_result()))
    assert "MMR ↑3" in texts(make_result(mmr=Move(3)))
    assert "MMR ↓2" in texts(make_result(mmr=Move(-2)))
    assert "MMR =" in texts(make_result(mmr=Move(0)))
    tip = one(make_result(mmr=Move(3)), "mmr", Settings(mmr=Mmr(enabled=True, lambda_=0.6))).tip
    assert "up by 3" in tip
    assert "lambda 0.60: relevance x 0.60 - likeness x 0.40" in tip


def test_opened_exact_and_weak_have_their_own() -> None:
    found = make_result(opens=4, access_boost=1.08, exact=True, weak=True)
    assert texts(found)[-3:] == ["opened x1.08", "exact name", "weak"]
    assert "4 times" in one(found, "opened").tip


def test_badges_are_told_apart_without_colour() -> None:
    found = make_result(
        source="session", decay=0.5, age_days=30.0, opens=1, access_boost=1.03, exact=True, weak=True, mmr=Move(1)
    )
    shown = badges(found, Settings())
    assert len({badge.icon for badge in shown}) == len(shown)
    assert len({badge.text for badge in shown}) == len(shown)
    assert all(badge.tip for badge in shown)
