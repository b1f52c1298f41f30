"""Forgetting a vault removes all that is kept about it, asks first on a terminal, and never touches the notes."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import filelock
import pytest

from notesearch.paths import AppPaths, VaultPaths, private_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("a", encoding="utf-8")
    return folder


@pytest.fixture
def kept(tmp_path: Path, vault: Path) -> VaultPaths:
    places = AppPaths.for_person(tmp_path / "data").vault(vault)
    for file in (places.index, places.opens, places.settings_file, places.folder / "damaged" / "index.db"):
        private_folder(file.parent)
        file.write_text("", encoding="utf-8")
    return places


def gone(places: VaultPaths) -> bool:
    return not places.folder.exists() and not places.settings_file.exists()


def test_all_that_is_kept_goes_and_the_notes_stay(run: Callable[..., Any], vault: Path, kept: VaultPaths) -> None:
    other = kept.folder.parent / "other"
    other.mkdir()
    ran = run("forget", vault, "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert gone(kept)
    assert other.exists()
    assert (vault / "a.md").read_text(encoding="utf-8") == "a"


@pytest.mark.parametrize("typed", [b"", b"n\n"])
def test_a_script_is_not_asked(typed: bytes, run: Callable[..., Any], vault: Path, kept: VaultPaths) -> None:
    ran = run("forget", vault, stdin=typed)
    assert (ran.code, ran.err) == (0, "")
    assert gone(kept)


def test_a_script_without_standard_input_is_not_asked(
    run: Callable[..., Any], vault: Path, kept: VaultPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notesearch.cli.forget.sys", SimpleNamespace(stdin=None))
    assert run("forget", vault).code == 0
    assert gone(kept)


@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"n\n", 1), (b"\n", 1), (b"", 1)])
def test_on_a_terminal_the_person_decides(
    typed: bytes, code: int, run: Callable[..., Any], vault: Path, kept: VaultPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notesearch.cli.forget._can_be_asked", lambda: True)
    assert run("forget", vault, stdin=typed).code == code
    assert gone(kept) == (code == 0)


def test_a_vault_that_is_open_elsewhere_is_kept_whole(run: Callable[..., Any], vault: Path, kept: VaultPaths) -> None:
    with filelock.FileLock(kept.lock):
        ran = run("forget", vault, "--yes")
    assert ran.code == 1
    assert "open" in ran.err
    assert kept.index.exists()
    assert kept.settings_file.exists()


def test_a_vault_whose_folder_is_gone_can_be_forgotten(run: Callable[..., Any], vault: Path, kept: VaultPaths) -> None:
    (vault / "a.md").unlink()
    vault.rmdir()
    assert run("forget", vault, "--yes").code == 0
    assert gone(kept)


def test_where_nothing_is_kept_there_is_nothing_to_do(run: Callable[..., Any], vault: Path) -> None:
    ran = run("forget", vault, "--yes")
    assert (ran.code, ran.out) == (0, "")
    assert "nothing is kept" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_among_the_kept_files_is_not_followed(run: Callable[..., Any], vault: Path, kept: VaultPaths) -> None:
    (kept.folder / "link").symlink_to(vault)
    assert run("forget", vault, "--yes").code == 0
    assert (vault / "a.md").exists()
