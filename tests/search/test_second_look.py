"""What the texts of the best hits show puts them in order: complete ones, literal ones and exact words first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_vault import NOISE, marked

from notesearch.search.second_look import _at_most_one, _lifted

if TYPE_CHECKING:
    from small_vault import MakeVault

DAY = "It was a long day and we were tired. "
TALK = "We went on walking and talked about many things that came to our minds there. "


def far_apart(*words: str) -> str:
    """Return a long note whose words stand in different chunks."""
    return "# A day out\n\n" + "\n\n".join(f"{word}. " + TALK * 30 for word in words)


@pytest.mark.parametrize(
    ("query", "said", "scattered"),
    [
        ("black forest", f"# Trip\n\nWe saw the black forest in the fog. {DAY * 8}", "# Paths\n\nForest: black boots."),
        ("will self", "# People\n\n- Sam Hall\n- Will Self\n- Ann Lee", "# Care\n\nI will do it myself. Self, self."),
        ("not all who wander are lost", f"{DAY * 8} Not all who wander are lost.", "We wander. Lost; wander, lost."),
        ("what is machine learning?", f"I read about machine learning. {DAY * 8}", "Learning to fix a machine."),
        ("件文件", "这是件文件的事，" + "今天天气很好，" * 8, "文件和文件，事件文书，文件"),
        ("東京旅行", "来年の東京旅行の話。" + "今日はよい天気。" * 8, "旅行と東京。東京の旅行。"),
    ],
)
def test_what_says_just_what_was_asked_comes_first(vault_of: MakeVault, query: str, said: str, scattered: str) -> None:
    found = vault_of({"z said.md": said, "a scattered.md": scattered, **NOISE}).found(query)
    assert found[:2] == ["z said.md", "a scattered.md"]


@pytest.mark.parametrize(
    ("query", "name", "named", "said"),
    [
        ("black forest", "z.md", "# The forest of black trees\n\nTrees.", f"We saw the black forest. {DAY * 20}"),
        ("the beatles", "z.md", "# Beatles\n\nA band.", f"We heard the Beatles. {DAY * 20}"),
        ("what is dns", "z.md", "# DNS\n\nThe domain name system.", "# Diary\n\nDad asked: what is DNS? No idea."),
        ("the budget", "z.md", "# Budget for the house\n\nNumbers.", f"We discussed the budget. {DAY * 4}"),
        ("to-do list", "z.md", "# To-do list for the move\n\nBoxes.", f"I wrote a to-do list again. {DAY * 4}"),
        ("wi-fi router", "z.md", "# Wi-Fi router at home\n\nBox.", f"A wi-fi router fell down. {DAY * 4}"),
        ("node.js setup", "z.md", "# Node.js setup on the server\n\nBox.", f"The node.js setup broke. {DAY * 4}"),
        (
            "toggling and editing",
            "toggling and editing statuses.md",
            "# Other\n\nEditing: toggling.",
            f"Toggling and editing. {DAY * 8}",
        ),
        ("笔记系统", "笔记系统构建原则.md", "一些原则。", "今天看了关于笔记系统的视频。"),
        ("確定申告", "確定申告のやり方.md", "1. 書類を集める", "- [ ] 確定申告"),
        ("แกงเขียวหวาน", "วิธีทำแกงเขียวหวาน.md", "วิธีทำ", "กินแกงเขียวหวานกับเพื่อน"),
        ("김치찌개", "김치찌개 만드는 법.md", "김치", "김치찌개를 먹었다."),
    ],
)
def test_but_not_before_a_note_that_is_named_so(
    vault_of: MakeVault, query: str, name: str, named: str, said: str
) -> None:
    vault = vault_of({name: named, "a.md": said, **NOISE})
    assert vault.found(query) == [name, "a.md"]
    assert [result.path for result in vault.ask(f"{query} ", typing=True).results] == [name, "a.md"]


def test_what_is_said_is_seen_while_its_last_word_is_typed(vault_of: MakeVault) -> None:
    notes = {"z.md": f"We saw the black forest. {DAY * 8}", "a.md": "# Paths\n\nForest: black boots.", **NOISE}
    found = vault_of(notes).ask("black fore", typing=True).results
    assert [result.path for result in found] == ["z.md", "a.md"]


def test_what_is_said_keeps_its_order(vault_of: MakeVault) -> None:
    notes = {
        "t.md": "Green tea is good. Green tea.",
        "c.md": "Tea that is green: tea, pots? Tea, green.",
        "b.md": f"{DAY}We drank green tea. {DAY}",
    }
    assert vault_of({**notes, **NOISE}).found("green tea") == ["t.md", "b.md", "c.md"]


SCORES = st.dictionaries(st.integers(0, 9), st.floats(0, 1.2), min_size=1)


@given(SCORES, st.sets(st.integers(0, 9)))
def test_what_is_lifted_is_above_the_worse_and_in_its_order(scores: dict[int, float], chosen: set[int]) -> None:
    better, worse = scores.keys() & chosen, scores.keys() - chosen
    lifted = _lifted(scores, better, worse)
    assert {chunk: lifted[chunk] for chunk in worse} == {chunk: scores[chunk] for chunk in worse}
    top = max((scores[chunk] for chunk in worse), default=0.0)
    assert all(lifted[chunk] >= max(top, scores[chunk]) for chunk in better)
    order = sorted(better, key=scores.__getitem__)
    assert order == sorted(order, key=lifted.__getitem__)


@given(SCORES)
def test_scores_end_at_one_in_their_order(scores: dict[int, float]) -> None:
    bent = _at_most_one(scores)
    assert max(bent.values()) <= 1
    assert sorted(scores, key=scores.__getitem__) == sorted(scores, key=bent.__getitem__)
    assert max(scores.values()) > 1 or bent == scores


def test_every_word_of_what_was_said_is_marked(vault_of: MakeVault) -> None:
    first = vault_of({"a.md": "Here Will Self is; he will, for one self.", **NOISE}).ask("will self").results[0]
    assert marked(first) == ["Will", "Self", "self"]


def test_a_word_beats_its_stem_however_often_that_stands_there(vault_of: MakeVault) -> None:
    notes = {"z.md": f"Install Windows then. {DAY}", "a.md": "A window, the window; window frames.", **NOISE}
    assert vault_of(notes).found("windows") == ["z.md", "a.md"]
    assert vault_of({**notes, "z.md": f"Install the window then. {DAY}", "a.md": "Windows, windows."}).found("window")[
        0
    ] == ("z.md")


def test_the_chunk_with_all_the_words_is_shown(vault_of: MakeVault) -> None:
    text = f"## One\n\n{'big cat, big cat. ' * 9}{DAY * 35}\n\n## Two\n\n{DAY * 15}Here the big cat slept.{DAY * 8}"
    first = vault_of({"a.md": text, **NOISE}).ask("big cat slept").results[0]
    assert first.heading == ("Two",)
    assert {"big", "cat", "slept"} <= set(marked(first))


def test_a_note_that_has_all_words_in_several_chunks_beats_one_with_one_of_them(vault_of: MakeVault) -> None:
    notes = {"z.md": far_apart("zebra", "giraffe", "okapi"), "a.md": "# Zebra\n\nZebra, zebra!", **NOISE}
    assert vault_of(notes).found("zebra giraffe okapi") == ["z.md", "a.md"]


def test_a_run_is_there_only_with_all_of_it(vault_of: MakeVault) -> None:
    # Both have a part of 图书馆 or 数据库; neither has all of either.
    notes = {"z.md": far_apart("图书", "数据"), "a.md": "# 馆\n\n书馆，书馆", **NOISE}
    assert vault_of(notes).found("图书馆 数据库")[0] == "a.md"


def test_a_word_that_is_being_typed_may_be_any_that_begins_so(vault_of: MakeVault) -> None:
    notes = {"z.md": "# Docker\n\nDocker, docker.", "a.md": f"{DAY * 8} one doc {DAY * 8}", **NOISE}
    assert [result.path for result in vault_of(notes).ask("doc", typing=True).results] == ["z.md", "a.md"]


@pytest.mark.parametrize("query", ['"rare old phrase"', 'note "rare old phrase"'])
def test_the_snippet_shows_a_quoted_phrase_and_marks_only_that(vault_of: MakeVault, query: str) -> None:
    text = f"old rare; phrase old, phrase rare. {DAY * 20} a rare old phrase here {DAY * 20} old rare phrase old"
    first = vault_of({"a.md": text, **NOISE}).ask(query).results[0]
    assert "a rare old phrase here" in first.snippet
    assert marked(first) == ["rare", "old", "phrase"]


@pytest.mark.parametrize(
    ("query", "name", "parts"),
    [
        ('"@person_name"', "ask @person_name now", "ask person_name, person_name now"),
        ('"load_user"', "the load_user call", "load user; load user"),
        ('"3.11.7"', "version 3.11.7 is out", "3, 11, 7 and 3 11 7"),
        ('".NET"', "a .NET thing", "a net, the net"),
        ('"#1234"', "see #1234 there", "see 1234 and 1234"),
        ('"$HOME"', "set $HOME now", "home home"),
        ('"e-mail"', "the e-mail came", "e mail, e mail"),
        ('"§ 12"', "see § 12 there", "12 and 12"),
        ('"50%"', "it is 50% off", "50 50 50"),
    ],
)
def test_a_name_in_quotes_is_found_as_a_whole_first(vault_of: MakeVault, query: str, name: str, parts: str) -> None:
    assert vault_of({"z.md": name, "a.md": parts, **NOISE}).found(query)[0] == "z.md"
