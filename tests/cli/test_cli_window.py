"""`notesearch [VAULT]` opens the window on what was named, as an absolute path, and hands its exit code on."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from notesearch.ui.asked import Asked


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Put a list in the place of the window; it keeps what was to be opened."""
    calls: list[Any] = []

    def run(asked: Asked, _: object, *, demo: bool) -> int:
        calls.append((asked.vault, demo))
        return 0

    monkeypatch.setitem(sys.modules, "notesearch.app", SimpleNamespace(run=run))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return calls


def test_without_a_vault_the_last_one_is_left_to_the_window(run: Callable[..., Any], opened: list[Any]) -> None:
    assert run().code == 0
    assert opened == [(None, False)]


def test_a_relative_vault_is_opened_by_its_absolute_path(
    run: Callable[..., Any], opened: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run("notes").code == 0
    assert opened == [(tmp_path / "notes", False)]


def test_a_folder_named_like_a_command_is_opened_by_its_path(
    run: Callable[..., Any], opened: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run("./demo").code == 0
    assert opened == [(tmp_path / "demo", False)]


def test_a_vault_that_is_away_is_opened_when_it_has_an_index(
    run: Callable[..., Any], opened: list[Any], tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("a", encoding="utf-8")
    run("index", tmp_path / "notes")
    (tmp_path / "notes").rename(tmp_path / "elsewhere")
    assert run(tmp_path / "notes").code == 0
    assert opened == [(tmp_path / "notes", False)]


def test_an_empty_name_is_not_the_current_folder(run: Callable[..., Any], opened: list[Any]) -> None:
    assert run("").code == 2
    assert opened == []


def test_a_mistyped_command_opens_nothing(run: Callable[..., Any], opened: list[Any]) -> None:
    assert run("serach").code == 2
    assert opened == []
