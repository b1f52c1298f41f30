"""Snippets of a large vault mark what tells notes apart; words that are everywhere only when nothing else is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_vault import marked

if TYPE_CHECKING:
    from small_vault import MakeVault, SmallVault

TEXTS = {f"{number}.md": f"jar number {number} of the cellar\n" for number in range(12)} | {
    "pangolin.md": "a jar like a pangolin, seen in the cellar\n"
}


@pytest.fixture
def vault(vault_of: MakeVault, monkeypatch: pytest.MonkeyPatch) -> SmallVault:
    """A vault that counts as a large one."""
    monkeypatch.setattr("notesearch.index.commonness.LARGE_FROM_CHUNKS", 10)
    return vault_of(TEXTS)


def test_a_word_in_every_note_is_not_marked_beside_a_rare_one(vault: SmallVault) -> None:
    (result,) = vault.ask("jar pangolin cellar").results
    assert (result.path, marked(result)) == ("pangolin.md", ["pangolin"])


def test_it_does_not_make_the_result_weak(vault: SmallVault) -> None:
    (result,) = vault.ask("jars cellars pangolin").results
    assert not result.weak


def test_words_in_every_note_are_marked_when_nothing_else_is_asked_for(vault: SmallVault) -> None:
    first, *_ = vault.ask("jar cellar").results
    assert marked(first) == ["jar", "cellar"]


def test_in_a_small_vault_every_word_is_marked(vault_of: MakeVault) -> None:
    first, *_ = vault_of(TEXTS).ask("jar pangolin cellar").results
    assert marked(first) == ["jar", "pangolin", "cellar"]
