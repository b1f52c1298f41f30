"""Vaults of other programs are found whatever their lists hold, and English vaults are told from others."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from notesearch.errors import NoteSearchError
from notesearch.paths import resources
from notesearch.vault.discover import FoundVault, copy_sample, is_english, obsidian_vaults

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the list lies elsewhere on other systems")

ENGLISH = "This is the plan for the week and it is not a long one. We have to be at the house by the end of it. " * 3
GERMAN = "Das ist der Plan für die Woche und er ist nicht lang. Wir müssen am Ende der Woche im Haus sein. " * 3
CHINESE = "外婆的红烧肉要先把五花肉切成方块，焯水以后再下锅。" * 20


def listed(tmp_path: Path, content: str) -> tuple[FoundVault, ...]:
    file = tmp_path / "config" / "obsidian" / "obsidian.json"
    file.parent.mkdir(parents=True)
    file.write_text(content)
    return obsidian_vaults({"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")})


def test_vaults_that_exist_are_listed_the_latest_first(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    vaults = {
        "a": {"path": str(tmp_path / "old"), "ts": 1},
        "b": {"path": str(tmp_path / "new"), "ts": 2, "open": True},
        "c": {"path": str(tmp_path / "gone"), "ts": 3},
    }
    found = listed(tmp_path, json.dumps({"vaults": vaults}))
    assert found == (FoundVault(tmp_path / "new", 2), FoundVault(tmp_path / "old", 1))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"vaults": []}', '{"vaults": {"a": 1}}', '{"vaults": {"a": {}}}'])
def test_a_damaged_list_is_no_list(tmp_path: Path, content: str) -> None:
    assert listed(tmp_path, content) == ()


def test_no_list_is_no_vaults(tmp_path: Path) -> None:
    assert obsidian_vaults({"HOME": str(tmp_path)}) == ()


@pytest.mark.parametrize(
    ("texts", "english"),
    [([ENGLISH], True), ([ENGLISH, GERMAN], False), ([ENGLISH, CHINESE], False), ([], False), (["short"], False)],
)
def test_a_vault_is_english_when_all_of_it_is(tmp_path: Path, texts: list[str], *, english: bool) -> None:
    for place, text in enumerate(texts):
        (tmp_path / f"{place}.md").write_text(text)
    assert is_english(tmp_path) is english


def test_the_sample_vault_speaks_several_languages() -> None:
    assert not is_english(resources() / "sample-vault")


def test_the_sample_is_copied_once_and_left_alone_then(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.md").write_text("one")
    target = copy_sample(source, tmp_path / "data" / "sample-vault")
    (target / "a.md").write_text("mine")
    assert copy_sample(source, target) == target
    assert (target / "a.md").read_text() == "mine"


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(NoteSearchError, match="cannot be copied"):
        copy_sample(tmp_path / "missing", tmp_path / "data" / "sample-vault")
    assert list((tmp_path / "data").iterdir()) == []
