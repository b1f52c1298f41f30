"""The model commands choose what they install, list what is there, and leave nothing chosen that they removed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from notesearch.errors import ModelError, NoteSearchError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from notesearch.paths import AppPaths


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data" / "models"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every file for a good model; what a check finds out is tested beside the check."""

    def resolve(name: str, paths: AppPaths) -> SimpleNamespace:
        return SimpleNamespace(path=paths.models / f"{name.removesuffix('.gguf')}.gguf")

    monkeypatch.setattr("notesearch.embedding.models.resolve", resolve)
    monkeypatch.setattr("notesearch.embedding.models.use", lambda file, _: SimpleNamespace(path=file.absolute()))


def chosen(run: Callable[..., Any]) -> str:
    return str(run("config", "model.name").out.strip().strip('"'))


def states(run: Callable[..., Any]) -> dict[str, tuple[bool, bool]]:
    rows = run("model", "list", "--json").json["models"]
    assert all(list(row) == ["name", "size", "installed", "chosen", "about"] for row in rows)
    return {row["name"]: (row["installed"], row["chosen"]) for row in rows}


def test_what_can_be_installed_is_listed_before_anything_is(run: Callable[..., Any]) -> None:
    assert states(run) == {"e5": (False, False), "minilm": (False, False)}
    assert "about 100 languages, MIT" in run("model", "list").out


def test_installing_chooses(run: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def install(name: str, paths: AppPaths, progress: Callable[[int, int], None]) -> SimpleNamespace:
        progress(1, 2)
        (folder / f"{name}.gguf").write_bytes(b"GGUF")
        return SimpleNamespace(path=folder / f"{name}.gguf")

    monkeypatch.setattr("notesearch.cli.model.install", install)
    ran = run("model", "install")
    assert (ran.code, ran.out, ran.err) == (0, "e5 is installed and in use.\n", "")
    assert chosen(run) == "e5"
    run("model", "install", "minilm")
    assert states(run) == {"e5": (True, False), "minilm": (True, True)}


def test_what_cannot_be_installed_chooses_nothing(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def install(*_: object) -> None:
        raise NoteSearchError("no network: try again")

    monkeypatch.setattr("notesearch.cli.model.install", install)
    ran = run("model", "install")
    assert (ran.code, ran.out, ran.err) == (1, "", "notesearch: no network: try again\n")
    assert chosen(run) == ""


def test_an_unknown_name_is_wrong_use(run: Callable[..., Any]) -> None:
    ran = run("model", "install", "gpt")
    assert ran.code == 2
    assert "e5, minilm" in ran.err


@pytest.mark.usefixtures("trusting")
def test_an_installed_model_is_used_by_its_name(run: Callable[..., Any], folder: Path) -> None:
    (folder / "minilm.gguf").write_bytes(b"GGUF")
    assert run("model", "use", "minilm").code == 0
    assert chosen(run) == "minilm"


@pytest.mark.usefixtures("trusting")
def test_another_file_is_used_where_it_lies(run: Callable[..., Any], tmp_path: Path) -> None:
    mine = tmp_path / "mine.gguf"
    mine.write_bytes(b"GGUF")
    assert run("model", "use", mine).code == 0
    assert chosen(run) == str(mine)
    assert states(run)[str(mine)] == (True, True)
    mine.unlink()
    assert states(run)[str(mine)] == (False, True)
    assert "missing" in run("model", "list").out


def test_a_refused_file_is_not_chosen(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def use(file: Path, paths: AppPaths) -> None:
        raise ModelError("model damaged", f"{file} is not a GGUF file")

    monkeypatch.setattr("notesearch.embedding.models.use", use)
    ran = run("model", "use", tmp_path / "notes.gguf")
    assert ran.code == 1
    assert ran.err.startswith("notesearch: model damaged")
    assert chosen(run) == ""


def test_removing_the_chosen_model_chooses_none(run: Callable[..., Any], folder: Path) -> None:
    (folder / "minilm.gguf").write_bytes(b"GGUF")
    run("config", "model.name", "minilm")
    ran = run("model", "remove", "minilm")
    assert ran.code == 0
    assert "by words alone" in ran.out
    assert chosen(run) == ""
    assert not (folder / "minilm.gguf").exists()


def test_removing_another_leaves_the_choice(run: Callable[..., Any], folder: Path) -> None:
    (folder / "minilm.gguf").write_bytes(b"GGUF")
    run("config", "model.name", "e5")
    assert run("model", "remove", "minilm").code == 0
    assert chosen(run) == "e5"


def test_what_is_not_there_cannot_be_removed(run: Callable[..., Any]) -> None:
    assert run("model", "remove", "e5").code == 2
