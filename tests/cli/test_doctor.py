"""The doctor tries out every part, tells a choice from a fault, and ends with 1 when something is wrong."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import ModuleSpec
from typing import TYPE_CHECKING, Any

import pytest
from index_tools import without_root_rights

from notesearch.index.whole import ANOTHER

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import SimpleNamespace


def checks(ran: Any) -> dict[str, str]:  # noqa: ANN401 - what the fixture returns
    return {check["name"]: check["status"] for check in ran.json["checks"]}


def test_a_sound_installation_without_a_model_is_healthy(run: Callable[..., Any]) -> None:
    ran = run("doctor", "--json")
    assert (ran.code, ran.json["ok"]) == (0, True)
    found = checks(ran)
    assert (found["database"], found["vectors"], found["settings"], found["model"]) == ("ok", "ok", "ok", "note")


def test_it_leaves_nothing_behind(run: Callable[..., Any], tmp_path: Path) -> None:
    run("doctor")
    assert not (tmp_path / "data").exists()


def test_for_a_person_each_part_is_a_line(run: Callable[..., Any]) -> None:
    lines = run("doctor").out.splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("ok     database: apsw")


def test_a_chosen_model_that_is_missing_is_a_fault(run: Callable[..., Any]) -> None:
    run("config", "model.name", "e5")
    ran = run("doctor", "--json")
    assert (ran.code, ran.json["ok"], checks(ran)["model"]) == (1, False, "wrong")


def test_a_missing_llama_is_a_choice_and_no_fault(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "llama_cpp" else find(name))
    ran = run("doctor", "--json")
    assert (ran.code, checks(ran)["llama-cpp-python"]) == (0, "note")


@pytest.mark.parametrize("found", [None, ModuleSpec("sqlite_vec", None, origin="/nowhere/sqlite_vec/__init__.py")])
def test_a_vector_extension_that_cannot_load_is_a_fault(
    found: ModuleSpec | None, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: found if name == "sqlite_vec" else None)
    ran = run("doctor", "--json")
    assert (ran.code, checks(ran)["vectors"], checks(ran)["database"]) == (1, "wrong", "ok")


@pytest.mark.parametrize("content", ["[mmr", "[mmr]\nlamda = 0.5\n"])
def test_damaged_settings_are_a_fault_that_is_named(content: str, run: Callable[..., Any], tmp_path: Path) -> None:
    run("config", "mmr.enabled", "true")
    (tmp_path / "data" / "config" / "settings.toml").write_text(content, encoding="utf-8")
    ran = run("doctor")
    assert ran.code == 1
    assert "wrong  settings:" in ran.out


def test_an_index_without_faults_is_whole(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("doctor", fake.vault, "--json")
    assert (ran.code, checks(ran)["index"]) == (0, "ok")


def test_each_fault_of_an_index_is_named(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.faults = ["3 chunks have no words", "1 vector has no chunk"]
    ran = run("doctor", fake.vault)
    assert ran.code == 1
    assert ran.out.endswith("wrong  index: 3 chunks have no words\nwrong  index: 1 vector has no chunk\n")


def test_a_vault_that_there_never_was_is_a_wrong_argument(run: Callable[..., Any], tmp_path: Path) -> None:
    ran = run("doctor", tmp_path / "missing", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_an_offline_vault_is_a_fault(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.offline = "Vault offline: /notes cannot be read (No such file or directory)"
    ran = run("doctor", fake.vault, "--json")
    assert (ran.code, checks(ran)["vault"], checks(ran)["index"]) == (1, "wrong", "ok")


def test_an_index_that_cannot_be_written_is_a_fault(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.read_only = "The index folder /index cannot be written: Permission denied."
    ran = run("doctor", fake.vault)
    assert ran.code == 1
    assert ran.out.endswith("wrong  index: The index folder /index cannot be written: Permission denied.\n")


def test_another_window_is_no_fault(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.read_only = ANOTHER
    assert run("doctor", fake.vault).code == 0


@pytest.mark.skipif(sys.platform != "linux", reason="gives up root's rights in Linux's way")
def test_a_data_folder_that_cannot_be_written_is_a_fault(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    with without_root_rights():
        for place in (tmp_path / "file" / "data", locked, locked / "deep" / "data"):
            ran = run("doctor", "--json", "--data-dir", place)
            assert (ran.code, checks(ran)["data folder"]) == (1, "wrong")
    assert checks(run("doctor", "--json"))["data folder"] == "ok"
