"""The demo gets ready what it needs, keeps the person's edits to their copy, and works without a display or a model."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from notesearch import paths
from notesearch.cli.demo import EXAMPLES
from notesearch.errors import ModelError, NoteSearchError
from notesearch.search.results import STAGES

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLE = paths.resources() / "sample-vault"
README = Path(__file__).parents[2] / "README.md"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Put a list in the place of the window; it keeps the vaults that were shown."""
    vaults: list[Path] = []

    def show(vault: Path, _: object, *, demo: bool) -> int:
        assert demo
        vaults.append(vault)
        return 0

    monkeypatch.setattr("notesearch.cli.demo.show_window", show)
    monkeypatch.setattr("notesearch.cli.demo.missing_display", lambda: None)
    return vaults


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Put a list in the place of installing; it keeps the names that were asked for."""
    names: list[str] = []
    monkeypatch.setattr("notesearch.cli.demo.install_model", lambda name, _: names.append(name))
    return names


@pytest.mark.usefixtures("installed")
def test_the_window_opens_on_a_copy_of_the_whole_sample_vault(
    run: Callable[..., Any], shown: list[Path], tmp_path: Path
) -> None:
    ran = run("demo")
    assert (ran.code, ran.err) == (0, "")
    assert shown == [tmp_path / "data" / "sample-vault"]
    original = sorted(file.relative_to(SAMPLE) for file in SAMPLE.rglob("*"))
    assert sorted(file.relative_to(shown[0]) for file in shown[0].rglob("*")) == original


@pytest.mark.usefixtures("installed")
def test_the_copy_is_kept_until_a_fresh_one_is_asked_for(run: Callable[..., Any], shown: list[Path]) -> None:
    run("demo")
    (shown[0] / "mine.md").write_text("an edit", encoding="utf-8")
    run("demo")
    assert (shown[0] / "mine.md").exists()
    run("demo", "--fresh")
    assert not (shown[0] / "mine.md").exists()
    assert (shown[0] / "MEMORY.md").exists()


@pytest.mark.usefixtures("installed")
def test_a_copy_that_was_cut_off_is_made_again(run: Callable[..., Any], shown: list[Path], tmp_path: Path) -> None:
    partial = tmp_path / "data" / "sample-vault.part"
    partial.mkdir(parents=True)
    (partial / "half.md").write_text("", encoding="utf-8")
    run("demo")
    assert not partial.exists()
    assert not (shown[0] / "half.md").exists()


@pytest.mark.usefixtures("installed", "shown")
def test_a_place_that_cannot_hold_the_copy_is_a_failure_in_words(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "sample-vault.part").write_text("a file in the way", encoding="utf-8")
    ran = run("demo")
    assert ran.code == 1
    assert "cannot be copied" in ran.err


@pytest.mark.usefixtures("shown")
def test_the_default_model_is_installed_when_none_is_chosen(run: Callable[..., Any], installed: list[str]) -> None:
    run("demo")
    assert installed == ["e5"]


@pytest.mark.usefixtures("shown")
def test_a_model_that_works_is_left_as_it_is(
    run: Callable[..., Any], installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notesearch.cli.demo.resolve", lambda *_: SimpleNamespace())
    run("config", "model.name", "minilm")
    run("demo")
    assert installed == []


@pytest.mark.usefixtures("shown")
def test_a_chosen_model_that_is_gone_is_fetched_again(
    run: Callable[..., Any], installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(*_: object) -> None:
        raise ModelError("model missing", "the file is gone")

    monkeypatch.setattr("notesearch.cli.demo.resolve", resolve)
    run("config", "model.name", "minilm")
    run("demo")
    assert installed == ["minilm"]


def test_without_a_network_the_window_opens_all_the_same(
    run: Callable[..., Any], shown: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def install(*_: object) -> None:
        raise NoteSearchError("there is no network.")

    monkeypatch.setattr("notesearch.cli.demo.install_model", install)
    ran = run("demo")
    assert (ran.code, len(shown)) == (0, 1)
    assert ran.err == "notesearch: there is no network. - the demo goes on by words alone.\n"


@pytest.mark.usefixtures("installed")
def test_without_a_display_the_same_searches_run_in_the_terminal(
    run: Callable[..., Any], fake: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    ran = run("demo")
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert "no display" in ran.err
    (notebook,) = fake.notebooks
    assert notebook.asked[0] == ("index", True)
    assert [request.text for request in notebook.asked[1:-1]] == [example.query for example in EXAMPLES]
    assert ran.out.count("[Journal] [x0.80, 15 days] [words + meaning]") == len(EXAMPLES)
    rows = [line.split()[0] for line in ran.out.splitlines() if " done " in line]
    assert rows == list(STAGES) * len(EXAMPLES)


def test_the_readme_names_every_search_of_the_demo() -> None:
    text = README.read_text(encoding="utf-8")
    assert [example.query for example in EXAMPLES if example.query not in text] == []
    assert any(example.mmr for example in EXAMPLES)
