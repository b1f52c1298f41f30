"""Everything that is written lies in one person's folders, readable by its owner only, never in a vault."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from notesearch import paths
from notesearch.errors import UsageError
from notesearch.paths import AppPaths, absolute, must_lie_outside

if TYPE_CHECKING:
    from pathlib import Path

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="rights and bytes in names are those of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_data_folder_holds_everything(tmp_path: Path) -> None:
    here = AppPaths.for_person(tmp_path / "kept")
    for place in (here.data, here.config, here.cache, here.logs, here.models, here.settings_file):
        assert place.is_relative_to(tmp_path / "kept")


def test_the_variable_names_the_folder_and_an_argument_outranks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTESEARCH_DATA_DIR", str(tmp_path / "variable"))
    assert AppPaths.for_person().data == tmp_path / "variable"
    assert AppPaths.for_person(tmp_path / "argument").data == tmp_path / "argument"


def test_without_either_the_platforms_folders_are_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTESEARCH_DATA_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    assert "notesearch" in AppPaths.for_person().data.parts


def test_a_relative_data_folder_does_not_move_with_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    here = AppPaths.for_person("kept")
    monkeypatch.chdir("/")
    assert here.data == tmp_path / "kept"


def test_nothing_is_created_by_asking(tmp_path: Path) -> None:
    here = AppPaths.for_person(tmp_path / "kept").vault(tmp_path)
    assert here.index.parent == here.opens.parent == here.lock.parent == here.folder
    assert not (tmp_path / "kept").exists()


def test_two_vaults_of_one_name_are_told_apart(tmp_path: Path) -> None:
    here = AppPaths.for_person(tmp_path / "kept")
    one, two = here.vault(tmp_path / "a" / "notes"), here.vault(tmp_path / "b" / "notes")
    assert one.folder != two.folder
    assert one.settings_file != two.settings_file


def test_the_same_vault_by_another_way_is_the_same(tmp_path: Path) -> None:
    vault = tmp_path / "notes"
    vault.mkdir()
    (tmp_path / "way").symlink_to(vault)
    here = AppPaths.for_person(tmp_path / "kept")
    assert here.vault(tmp_path / "way") == here.vault(vault) == here.vault(tmp_path / "x" / ".." / "notes")


@pytest.mark.parametrize("name", ["", "###", "笔记", "a" * 250, "CON", "a\nb", "..."])
def test_the_folder_of_any_vault_has_a_short_plain_name(name: str, tmp_path: Path) -> None:
    folder = AppPaths.for_person(tmp_path / "kept").vault(tmp_path / name).folder.name
    assert folder.isascii()
    assert folder.replace("-", "").isalnum()
    assert len(folder) <= 60
    assert not folder.startswith("-")


@posix_only
def test_a_vault_whose_name_is_not_utf8_has_a_place_too(tmp_path: Path) -> None:
    here = AppPaths.for_person(tmp_path / "kept")
    assert here.vault(tmp_path / os.fsdecode(b"caf\xe9")) != here.vault(tmp_path / os.fsdecode(b"caf\xe8"))


@posix_only
def test_every_folder_made_is_for_its_owner_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    made = paths.private_folder(tmp_path / "one" / "two" / "three")
    assert made.is_dir()
    assert [mode(folder) for folder in (made, made.parent, made.parent.parent)] == [0o700] * 3
    assert mode(tmp_path) == 0o755


@posix_only
def test_a_folder_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir(mode=0o750)
    there.chmod(0o750)
    paths.private_folder(there)
    assert mode(there) == 0o750


def test_a_file_in_the_way_of_a_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError):  # noqa: PT011 - the kind differs between platforms
        paths.private_folder(tmp_path / "file" / "folder")


def test_the_sample_vault_is_found_from_a_checkout() -> None:
    assert (paths.resources() / "sample-vault").is_dir()


@pytest.mark.parametrize("inside", ["kept", "deep/er/kept", "."])
def test_nothing_is_written_among_the_notes_of_a_vault(inside: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="lies in the vault"):
        must_lie_outside(AppPaths.for_person(tmp_path / inside), tmp_path)


@pytest.mark.parametrize("outside", ["../kept", "../vault-data", ".kept", ".local/share/kept", "deep/.er/kept"])
def test_beside_a_vault_and_in_its_hidden_folders_is_room(outside: str, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    must_lie_outside(AppPaths.for_person(vault / outside), vault)


@posix_only
def test_a_link_into_a_vault_is_seen_through(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (tmp_path / "link").symlink_to(vault)
    with pytest.raises(UsageError, match="lies in the vault"):
        must_lie_outside(AppPaths.for_person(tmp_path / "link" / "kept"), vault)


def test_a_name_that_leads_nowhere_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="home folder"):
        absolute("~nobody-of-this-name/notes")
    monkeypatch.setattr("os.getcwd", (tmp_path / "gone").stat)
    with pytest.raises(UsageError, match="current folder is gone"):
        absolute("notes")
    assert absolute(tmp_path) == tmp_path
