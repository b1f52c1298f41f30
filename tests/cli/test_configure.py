"""Every setting can be read and set by its dotted key, for all vaults or for one; what is refused changes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from cli_fakes import Ran

from notesearch import settings as choices
from notesearch.cli.configure import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


def test_all_settings_are_listed_with_what_is_in_effect(run: Callable[..., Any]) -> None:
    lines = run("config").out.splitlines()
    assert [line.partition(" = ")[0] for line in lines] == list(KEYS)
    assert "mmr.lambda = 0.7" in lines
    assert 'vault.date_keys = ["date", "created"]' in lines


@pytest.mark.parametrize("key", KEYS)
def test_each_setting_can_be_read_and_set_to_what_was_read(key: str, run: Callable[..., Any]) -> None:
    before = run("config", key)
    assert before.code == 0
    assert run("config", key, before.out.strip()).code == 0
    assert run("config", key).out == before.out


@pytest.mark.parametrize(
    ("key", "typed", "kept"),
    [
        ("mmr.enabled", "true", True),
        ("mmr.lambda", "0.25", 0.25),
        ("mmr.lambda", "1", 1),
        ("search.max_results", "50", 50),
        ("model.name", "e5", "e5"),
        ("model.name", "123", "123"),
        ("model.name", "true", "true"),
        ("model.name", '"my model"', "my model"),
        ("model.name", "", ""),
        ("vault.global_folders", '["/books", "/家"]', ["/books", "/家"]),
        ("vault.ignore", '["*.draft.md"]', ["*.draft.md"]),
        (
            "vault.source_rules",
            '[{"pattern": "Diary/", "source": "session"}]',
            [{"pattern": "Diary/", "source": "session"}],
        ),
    ],
)
def test_a_value_is_read_as_json_or_as_plain_text(key: str, typed: str, kept: object, run: Callable[..., Any]) -> None:
    assert run("config", key, typed).code == 0
    assert json.loads(run("config", key).out) == kept


def test_a_vault_has_settings_of_its_own_over_those_of_all(run: Callable[..., Any], vault: Path) -> None:
    run("config", "mmr.lambda", "0.2")
    run("config", vault, "search.max_results", "7")
    run("config", vault, "mmr.lambda", "0.9")
    assert (run("config", "mmr.lambda").out, run("config", vault, "mmr.lambda").out) == ("0.2\n", "0.9\n")
    assert run("config", "search.max_results").out == "20\n"
    assert "search.max_results = 7" in run("config", vault).out


def test_a_section_lists_its_settings(run: Callable[..., Any]) -> None:
    assert run("config", "mmr").out == "mmr.enabled = false\nmmr.lambda = 0.7\n"


def test_what_was_set_can_be_taken_back(run: Callable[..., Any], vault: Path) -> None:
    run("config", "mmr.lambda", "0.2")
    run("config", vault, "mmr.lambda", "0.9")
    assert run("config", vault, "mmr.lambda", "--reset").code == 0
    assert run("config", vault, "mmr.lambda").out == "0.2\n"
    assert run("config", "mmr.lambda", "--reset").code == 0
    assert run("config", "mmr.lambda").out == "0.7\n"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["mmr.lambda", "2"], "mmr.lambda"),
        (["mmr.lambda", "-1"], "mmr.lambda"),
        (["mmr.lambda", "NaN"], "mmr.lambda"),
        (["mmr.enabled", "maybe"], "mmr.enabled"),
        (["mmr.enabled", "1"], "mmr.enabled"),
        (["search.max_results", "2.5"], "search.max_results"),
        (["decay.half_life_days", "0"], "decay.half_life_days"),
        (["vault.source_rules", '[{"pattern": "x", "source": "diary"}]'], "source_rules"),
        (["vault.global_folders", "/books"], "vault.global_folders"),
        (["vault.global_folders", "[" * 100_000], "vault.global_folders"),
        (["mmr.lamda"], "mmr.lamda"),
        (["mmr.lamda", "0.5"], "mmr.lamda"),
        (["colour"], "colour"),
        (["mmr", "true"], "mmr"),
        (["./missing", "mmr.lambda"], "missing is not a folder"),
        (["a", "mmr.lambda", "0.5"], "a is not a folder"),
        (["a", "b", "c", "d"], "at most"),
        (["--reset"], "needs the KEY"),
    ],
)
def test_what_is_refused_is_named_and_changes_nothing(words: list[str], named: str, run: Callable[..., Any]) -> None:
    before = run("config").out
    ran = run("config", *words)
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err
    assert ran.err.count("\n") == 1
    assert run("config").out == before


def test_a_folder_that_is_there_is_a_vault_even_with_a_plain_name(
    run: Callable[..., Any], vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(vault.parent)
    assert run("config", "notes", "mmr.enabled", "true").code == 0
    assert run("config", "notes", "mmr.enabled").out == "true\n"
    assert run("config", "mmr.enabled").out == "false\n"


def test_nothing_is_written_into_the_vault(run: Callable[..., Any], vault: Path) -> None:
    run("config", vault, "mmr.enabled", "true")
    assert list(vault.iterdir()) == []


def test_a_damaged_file_is_told_and_kept_aside_when_something_is_set(run: Callable[..., Any], tmp_path: Path) -> None:
    run("config", "mmr.enabled", "true")
    file = tmp_path / "data" / "config" / "settings.toml"
    file.write_text("[mmr", encoding="utf-8")
    ran = run("config", "mmr.enabled")
    assert (ran.code, ran.out) == (0, "false\n")
    assert "settings.toml" in ran.err
    assert file.read_text(encoding="utf-8") == "[mmr"
    ran = run("config", "mmr.lambda", "0.5")
    assert (ran.code, ran.out) == (0, "")
    assert "settings.toml.bad" in ran.err
    assert file.with_name("settings.toml.bad").read_text(encoding="utf-8") == "[mmr"
    assert run("config", "mmr.lambda") == Ran(0, "0.5\n", "")


def test_every_setting_has_a_key() -> None:
    plain = choices.to_plain(choices.Settings())
    assert set(KEYS) == {f"{section}.{name}" for section, values in plain.items() for name in values}
