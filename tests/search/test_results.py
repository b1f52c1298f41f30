"""What is found comes in the right order, once a note, with the right chunk, and says why it stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fakes import SubjectHost
from small_vault import marked

from notesearch.settings import Boost, Decay, Mmr, Search, Settings, Sources, Weights

if TYPE_CHECKING:
    from small_vault import MakeVault

NOTES = {
    "engine.md": "# Engine\n\nThe automobile needs a new engine.\n",
    "soup.md": "# Soup\n\nA recipe for dinner: cook the soup.\n",
    "shore.md": "# Shore\n\nThe tide and the wave at the ocean.\n",
    "2024-05-01.md": "The car would not start today.\n",
}


def test_the_scores_are_what_their_parts_say(vault_of: MakeVault) -> None:
    settings = Settings(
        sources=Sources(session=0.5, workspace=2.0), decay=Decay(half_life_days=10), weights=Weights(text=1, vector=1)
    )
    vault = vault_of(NOTES, settings=settings, host=SubjectHost())
    vault.notebook.record_open(vault.first("soup").note_id)
    for result in vault.ask("soup car").results:
        assert result.score == pytest.approx(result.base * result.decay * result.source_weight * result.access_boost)
        if result.text_score is not None and result.vector_score is not None:
            assert result.base == pytest.approx(max((result.text_score + result.vector_score) / 2, result.text_score))
        assert result.source_weight == {"session": 0.5, "workspace": 2.0}[result.source]
        assert result.access_boost == (pytest.approx(1.034657, abs=1e-5) if result.path == "soup.md" else 1.0)


def test_55_of_two_equal_notes_the_opened_one_comes_first(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "one quokka", "b.md": "one quokka"})
    first, second = vault.ask("quokka").results
    assert (first.path, second.path, first.score) == ("a.md", "b.md", second.score)
    vault.notebook.record_open(second.note_id)
    opened, other = vault.ask("quokka").results
    assert (opened.path, opened.opens, other.opens) == ("b.md", 1, 0)
    assert opened.score / other.score == pytest.approx(1.034657, abs=1e-5)
    vault.notebook.forget_opens()
    assert vault.found("quokka") == ["a.md", "b.md"]


def test_the_boost_can_be_switched_off_and_lifts_no_note_that_does_not_match(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES, settings=Settings(boost=Boost(enabled=False)))
    vault.notebook.record_open(vault.first("soup").note_id)
    assert (vault.first("soup").access_boost, vault.first("soup").opens) == (1.0, 1)
    assert vault.found("tide") == ["shore.md"]


@pytest.mark.parametrize(("least", "found"), [(0.0, 2), (1.0, 0)])
def test_the_gate_drops_what_is_under_the_least_score(vault_of: MakeVault, least: float, found: int) -> None:
    vault = vault_of({"a.md": "one quokka", "b.md": "a quokka"}, settings=Settings(search=Search(min_score=least)))
    answer = vault.ask("quokka")
    assert len(answer.results) == found
    assert {row.stage: row.count for row in answer.trace}["gate"] == found


def test_41_and_57_a_single_keyword_hit_passes_a_usual_threshold(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "one quokka"}, settings=Settings(search=Search(min_score=0.3)))
    assert vault.found("quokka") == ["a.md"]


def test_60_there_are_no_more_results_than_were_asked_for(vault_of: MakeVault) -> None:
    vault = vault_of({f"{n}.md": "a quokka" for n in range(10)}, settings=Settings(search=Search(max_results=4)))
    assert len(vault.found("quokka")) == 4
    assert len(vault.found("quokka", limit=3)) == 3


def test_the_first_ten_are_the_same_whether_ten_or_fifty_are_asked_for(vault_of: MakeVault) -> None:
    notes = {
        f"{n:02}.md": " ".join(["quokka"] * (n % 7 + 1) + ["wombat"] * (n % 5) + [f"filler{n}"] * 9) for n in range(60)
    }
    for settings in (Settings(), Settings(mmr=Mmr(enabled=True, lambda_=0.4))):
        vault = vault_of(notes, settings=settings)
        many = vault.found("quokka wombat", limit=50)
        assert len(many) == 50
        for limit in (1, 10, 49):
            assert vault.found("quokka wombat", limit=limit) == many[:limit]


def test_ties_go_by_path(vault_of: MakeVault) -> None:
    names = ["a/b.md", "a/c.md", "b/a.md", "c/a.md"]
    notes = dict.fromkeys(reversed(names), "---\ntitle: Same\n---\nthe quokka")
    vault = vault_of({"x/other.md": "nothing", **notes})
    results = vault.ask("quokka").results
    assert [result.path for result in results] == names
    assert len({result.score for result in results}) == 1


def test_one_result_a_note_with_its_other_chunks_under_it(vault_of: MakeVault) -> None:
    parts = "".join(f"## Part {n}\n\nThe quokka again. {'Filler goes on. ' * 90}\n\n" for n in range(5))
    result = vault_of({"long.md": parts, "other.md": "a quokka"}, settings=Settings()).ask("quokka").results
    (long,) = (each for each in result if each.path == "long.md")
    lines = [long.start_line, *(other.start_line for other in long.more)]
    assert len(lines) == len(set(lines)) >= 4
    assert all(other.score <= long.score for other in long.more)
    assert [other.score for other in long.more] == sorted((other.score for other in long.more), reverse=True)


def test_an_exact_title_alias_or_name_comes_before_a_better_score(vault_of: MakeVault) -> None:
    notes = {f"a{n}.md": "quokka " * 50 for n in range(5)}
    by_title = "---\ntitle: The Quokka\n---\nIt is small.\n"
    vault = vault_of({**notes, "y.md": by_title, "z/the quokka.md": "Something else, once: quokka.\n"})
    first, second, third, *_ = vault.ask("the QUOKKA").results
    assert {first.path, second.path} == {"y.md", "z/the quokka.md"}
    assert (first.exact, second.exact, third.exact) == (True, True, False)
    assert not first.weak


def test_a_journal_crowd_does_not_hide_the_one_evergreen_note(vault_of: MakeVault) -> None:
    notes = {f"2020-{1 + n // 28:02}-{1 + n % 28:02}.md": "quokka quokka quokka" for n in range(210)}
    vault = vault_of({**notes, "about.md": "Of the quokka, and of some other small animals that live there too."})
    answer = vault.ask("quokka")
    counts = {row.stage: row.count for row in answer.trace}
    assert (counts["keyword"], counts["supplement"]) == (200, 1)
    assert answer.results[0].path == "about.md"


def test_a_note_found_by_its_alias_stands_with_the_chunk_that_matches(vault_of: MakeVault) -> None:
    """However many other chunks match better than that one."""
    long = "---\naliases: [Quokka]\n---\n" + "Filler goes on and on.\n\n" * 300 + "Here is the quokka.\n"
    vault = vault_of({"long.md": long} | {f"{n:03}.md": "quokka quokka" for n in range(230)})
    best = vault.first("quokka")
    assert (best.path, best.exact) == ("long.md", True)
    assert best.end_line == 604
    assert marked(best) == ["quokka"]


def test_mmr_moves_near_copies_down_and_says_so(vault_of: MakeVault) -> None:
    notes = {
        "a.md": "quokka quokka quokka lives on an island",
        "b.md": "quokka quokka quokka lives on an island too",
        "c.md": "quokka photographs need permission, says our guide",
    }
    plain = vault_of(notes).ask("quokka")
    assert [result.path for result in plain.results] == ["a.md", "b.md", "c.md"]
    assert all(result.mmr is None for result in plain.results)
    diverse = vault_of(notes, settings=Settings(mmr=Mmr(enabled=True, lambda_=0.3))).ask("quokka")
    assert [(result.path, result.mmr.moved) for result in diverse.results if result.mmr] == [
        ("a.md", 0),
        ("c.md", 1),
        ("b.md", -1),
    ]
    assert [row.status for row in diverse.trace if row.stage == "mmr"] == ["done"]
    same = vault_of(notes, settings=Settings(mmr=Mmr(enabled=True, lambda_=1.0))).ask("quokka")
    assert [result.path for result in same.results] == ["a.md", "b.md", "c.md"]


def test_62_an_empty_vault_and_no_match(vault_of: MakeVault) -> None:
    assert vault_of({}).ask("quokka").results == ()
    assert vault_of(NOTES).ask("quokka").results == ()


def test_a_note_without_a_body_is_found_by_its_name(vault_of: MakeVault) -> None:
    vault = vault_of({"Quokka list.md": "", "Wombat.md": "---\naliases: [Digger]\n---\n", **NOTES})
    first = vault.first("quokka")
    assert (first.path, first.title) == ("Quokka list.md", "Quokka list")
    assert vault.found("digger") == ["Wombat.md"]


def test_when_the_first_is_weak_all_are(vault_of: MakeVault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = vault_of({"a.md": "a quokka and a quokka", "b.md": "a quokka", "x.md": "nothing"})
    first, second = vault.ask("quokka").results
    monkeypatch.setattr("notesearch.search.presenter.is_weak", lambda hit, *_, **__: hit.chunk == second.chunk_id)
    assert [result.weak for result in vault.ask("quokka").results] == [False, True]
    monkeypatch.setattr("notesearch.search.presenter.is_weak", lambda hit, *_, **__: hit.chunk == first.chunk_id)
    assert [result.weak for result in vault.ask("quokka").results] == [True, True]


def test_c_is_not_the_exact_name_of_c_plus_plus(vault_of: MakeVault) -> None:
    vault = vault_of({"C.md": "A language: C++ came of it.", "C++.md": "Another.", "C#.md": "A third, as C++ is."})
    assert [result.path for result in vault.ask("C++").results if result.exact] == ["C++.md"]
