"""In a large index what is common is left out of a question: a word whole, of a run of characters its common pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_vault import SmallVault

from notesearch.index.phrases import Group, Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# All of them say "we"; four of twelve begin a word with 大, which is more than three tenths.
TEXTS = {f"{number}.md": f"我们喝茶 plain{number}\n" for number in range(7)} | {
    "hill.md": "我们去爬山\n",
    "train.md": "我们坐火车 大海\n",
    "big.md": "我们大学 大家 plain\n",
    "wide.md": "我们大地 大人 plain\n",
    "tall.md": "我们大楼 大树 plain\n",
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallVault]:
    """A vault that counts as a large one."""
    monkeypatch.setattr("notesearch.index.commonness.LARGE_FROM_CHUNKS", 10)
    with SmallVault(tmp_path, TEXTS) as made:
        yield made


def run(*pairs: str) -> Group:
    return Group(tuple(Phrase((pair,)) for pair in pairs), is_run=True)


def left_of(vault: SmallVault, *groups: Group) -> list[Group]:
    lexical = vault.notebook._index.lexical
    return list(lexical._commonness.without_common(groups))


def test_a_sentence_loses_its_common_pair_and_no_more(vault: SmallVault) -> None:
    assert left_of(vault, run("我们", "们去", "爬山"), run("火车")) == [run("们去", "爬山"), run("火车")]


def test_a_common_pair_by_itself_is_left_out_whole(vault: SmallVault) -> None:
    assert left_of(vault, run("我们"), run("火车")) == [run("火车")]


def test_a_single_character_is_as_common_as_the_pairs_that_it_begins(vault: SmallVault) -> None:
    begun = Group((Phrase(("大",), prefix=True),), is_run=True)
    assert left_of(vault, begun, run("爬山")) == [run("爬山")]
    assert left_of(vault, begun) == [begun]  # nothing rarer is asked for


def test_what_is_common_is_asked_for_when_nothing_else_stands_anywhere(vault: SmallVault) -> None:
    asked = [run("我们"), run("飞机")]
    assert left_of(vault, *asked) == asked


def test_a_sentence_with_a_common_pair_finds_its_note_first(vault: SmallVault) -> None:
    assert vault.ask("我们爬山 茶").results[0].path == "hill.md"


def test_the_whole_run_is_marked(vault: SmallVault) -> None:
    first, *_ = vault.ask("我们去爬山").results
    assert (first.path, [first.snippet[start:end] for start, end in first.marks]) == ("hill.md", ["我们去爬山"])


def test_a_small_index_drops_nothing(vault: SmallVault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notesearch.index.commonness.LARGE_FROM_CHUNKS", 5000)
    asked = [run("我们", "爬山"), run("火车")]
    assert left_of(vault, *asked) == asked
