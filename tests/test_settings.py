"""Settings start at the documented defaults, keep their bounds, survive a hand that damages them, and are replaced whole."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_tools import without_root_rights

from notesearch import settings as choices
from notesearch.errors import NoteSearchError, UsageError
from notesearch.settings import Settings, Sources, Weights

if TYPE_CHECKING:
    from pathlib import Path


def test_the_defaults_are_the_documented_ones() -> None:
    assert choices.to_plain(Settings()) == {
        "search": {"max_results": 20, "min_score": 0.0},
        "weights": {"text": 0.3, "vector": 0.7},
        "sources": {"session": 1.0, "workspace": 1.0, "global": 1.0},
        "decay": {"enabled": True, "half_life_days": 30.0, "floor": 0.3},
        "boost": {"enabled": True},
        "mmr": {"enabled": False, "lambda": 0.7},
        "vault": {
            "global_folders": (),
            "source_rules": (),
            "ignore": (),
            "follow_symlinks": False,
            "date_keys": ("date", "created"),
        },
        "chunks": {"size": 1600, "overlap": 320},
        "model": {"name": "", "threads": 0, "paused": False, "idle_minutes": 10},
    }


@pytest.mark.parametrize(
    ("key", "low", "high", "outside"),
    [
        ("search.max_results", 1, 200, [0, 201, -1, 2.5, "20", True]),
        ("search.min_score", 0, 1, [-0.01, 1.01, float("nan"), float("inf"), "0"]),
        ("weights.text", 0, 1, [-1, 2, float("nan")]),
        ("weights.vector", 0, 1, [-1, 2, float("nan")]),
        ("sources.session", 0, 5, [-0.1, 5.1, float("inf")]),
        ("sources.workspace", 0, 5, [-0.1, 5.1]),
        ("sources.global", 0, 5, [-0.1, 5.1]),
        ("decay.half_life_days", 0.001, 36500, [0, -1, float("inf"), float("nan"), 10**400]),
        ("decay.floor", 0, 1, [-0.1, 1.1]),
        ("mmr.lambda", 0, 1, [-0.1, 1.1, float("nan")]),
    ],
)
def test_both_bounds_hold_and_nothing_beyond_them(key: str, low: float, high: float, outside: list[object]) -> None:
    section, name = key.split(".")
    for value in (low, high):
        assert choices.to_plain(choices.convert({section: {name: value}}))[section][name] == value
    for wrong in outside:
        with pytest.raises(UsageError, match=f"setting {section}.{name} is not valid"):
            choices.convert({section: {name: wrong}})


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ({"mmr": {"lamda": 0.5}}, "lamda"),
        ({"colours": {}}, "colours"),
        ({"mmr": 3}, "mmr"),
        ({"mmr": {"enabled": 1}}, "mmr.enabled"),
        ({"vault": {"source_rules": [{"pattern": "x", "source": "diary"}]}}, "source_rules"),
        ({"vault": {"source_rules": [{"pattern": "x"}]}}, "source"),
        ({"vault": {"global_folders": "notes"}}, "vault.global_folders"),
    ],
)
def test_what_is_wrong_is_named(raw: dict[str, Any], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        choices.convert(raw)


def test_weights_are_shares_of_their_sum() -> None:
    assert Weights(text=0.5, vector=0.5).shares() == (0.5, 0.5)
    assert Weights(text=1.0, vector=0.25).shares() == (0.8, 0.2)
    assert Weights(text=0.0, vector=0.4).shares() == (0.0, 1.0)


def test_two_weights_of_nothing_mean_the_defaults() -> None:
    assert Weights(text=0.0, vector=0.0).shares() == (0.3, 0.7)


def test_each_source_has_its_own_weight() -> None:
    weights = Sources(session=0.5, workspace=2.0, global_=3.0)
    assert [weights.weight(source) for source in ("session", "workspace", "global")] == [0.5, 2.0, 3.0]


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert choices.load(tmp_path / "missing.toml", tmp_path / "too.toml") == (Settings(), ())


def test_a_vaults_file_lies_over_the_one_for_all_key_by_key(tmp_path: Path) -> None:
    for_all, one = tmp_path / "all.toml", tmp_path / "one.toml"
    choices.save(for_all, {"mmr": {"enabled": True, "lambda": 0.2}, "search": {"max_results": 7}})
    choices.save(one, {"mmr": {"lambda": 0.9}})
    loaded, _ = choices.load(for_all, one)
    assert (loaded.mmr.enabled, loaded.mmr.lambda_, loaded.search.max_results) == (True, 0.9, 7)


def test_a_vaults_empty_list_outranks_a_full_one(tmp_path: Path) -> None:
    for_all, one = tmp_path / "all.toml", tmp_path / "one.toml"
    choices.save(for_all, {"vault": {"ignore": ["*.tmp.md"]}})
    choices.save(one, {"vault": {"ignore": []}})
    assert choices.load(for_all, one)[0].vault.ignore == ()


DAMAGED = [
    b"mmr = [unclosed",
    b"\xff\xfe\x00",
    b"x = " + b"9" * 5000,
    b"x = " + b"[" * 100_000,
    b"[mmr]\nlambda = 0.1\nlambda = 0.2",
    b"[mmr]\nlambda = 7",
    b"[mmr]\nlamda = 0.5",
    b"mmr = 'on'",
    b"[mmr]\nlambda = nan",
    b"[colours]\nbackground = 'red'",
    b"colours = 3",
    b"[[mmr]]\nlambda = 0.1",
]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_file_damaged_by_hand_is_told_in_one_line_and_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    settings, problems = choices.load(tmp_path / "other.toml", file)
    assert settings == Settings()
    (problem,) = problems
    assert str(file) in problem
    assert "\n" not in problem
    assert file.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.toml"]


def test_what_can_be_read_beside_a_fault_counts(tmp_path: Path) -> None:
    for_all, one = tmp_path / "all.toml", tmp_path / "one.toml"
    for_all.write_text("[mmr]\nenabled = true\nlambda = 0.2\n[search]\nmax_results = 0\n", encoding="utf-8")
    one.write_text("[mmr]\nlambda = 'much'\n[decay]\nfloor = 0.5\nroof = 1\n[sounds]\non = true\n", encoding="utf-8")
    settings, problems = choices.load(for_all, one)
    assert (settings.mmr.enabled, settings.mmr.lambda_, settings.search.max_results) == (True, 0.2, 20)
    assert settings.decay.floor == 0.5
    assert len(problems) == 2
    assert "search.max_results" in problems[0]
    assert all(name in problems[1] for name in ("mmr.lambda", "decay.roof", "[sounds]"))


@pytest.mark.skipif(sys.platform == "win32", reason="other systems have named pipes")
def test_a_pipe_in_place_of_the_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    settings, problems = choices.load(tmp_path / "settings.toml")
    assert (settings, len(problems)) == (Settings(), 1)


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    settings, problems = choices.load(tmp_path)
    assert (settings, len(problems)) == (Settings(), 1)
    assert "cannot be read" in problems[0]


@pytest.mark.parametrize("content", DAMAGED)
def test_saving_over_a_damaged_file_keeps_a_copy_of_it(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    copy = choices.save(file, {"mmr": {"enabled": True}})
    assert copy == tmp_path / "settings.toml.bad"
    assert copy.read_bytes() == content
    assert choices.load(file) == (choices.convert({"mmr": {"enabled": True}}), ())
    assert choices.save(file, {}) is None


def test_no_copy_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    kept = []
    for content in (b"first", b"second", b"first"):
        file.write_bytes(content)
        kept.append(choices.save(file, {}))
    assert [copy.name for copy in kept if copy] == ["settings.toml.bad", "settings.toml.bad-2", "settings.toml.bad"]
    assert [copy.read_bytes() for copy in kept if copy] == [b"first", b"second", b"first"]


def test_a_damaged_file_that_cannot_be_copied_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.mkdir()
    with pytest.raises(NoteSearchError, match="cannot be written"):
        choices.save(file, {})
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.toml"]


@given(content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode(errors="replace")))
def test_no_file_whatever_stops_loading(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.mktemp("any") / "settings.toml"
    file.write_bytes(content)
    settings, _ = choices.load(file)
    assert choices.convert(choices.to_plain(settings)) == settings


def test_a_byte_order_mark_of_a_windows_editor_is_read_over(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b"\xef\xbb\xbf[mmr]\nenabled = true\n")
    assert choices.load(file)[0].mmr.enabled


def test_nothing_invalid_is_ever_saved(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    choices.save(file, {"mmr": {"enabled": True}})
    before = file.read_bytes()
    with pytest.raises(UsageError):
        choices.save(file, {"mmr": {"lambda": 2}})
    with pytest.raises(UsageError) as refused:
        choices.save(file, {"mmr": {"enabled": True}, "vault": {"global_folders": ["/notes/caf\udce9"]}})
    assert str(refused.value) == r"""settings can only hold names that are UTF-8: '"/notes/caf\udce9"'"""
    assert file.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.toml"]


def test_a_place_that_cannot_be_written_is_a_failure_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(NoteSearchError, match="cannot be written"):
        choices.save(tmp_path / "file" / "settings.toml", {})


@pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")
def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "config" / "settings.toml"
    choices.save(file, {})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


texts = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20)
rules = st.fixed_dictionaries({"pattern": texts, "source": st.sampled_from(["session", "workspace", "global"])})


@given(folders=st.lists(texts, max_size=4), rules=st.lists(rules, max_size=4), weight=st.floats(0, 5))
def test_what_is_saved_is_what_is_loaded(
    tmp_path_factory: pytest.TempPathFactory, folders: list[str], rules: list[dict[str, str]], weight: float
) -> None:
    file = tmp_path_factory.mktemp("saved") / "settings.toml"
    raw = {"vault": {"global_folders": folders, "source_rules": rules}, "sources": {"global": weight}}
    choices.save(file, raw)
    assert choices.load(file) == (choices.convert(raw), ())


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"mmr": {"enabled": "no"}}, "setting mmr.enabled is not valid: it must be true or false"),
        ({"mmr": {"lambda": "much"}}, "setting mmr.lambda is not valid: it must be a number"),
        ({"mmr": {"lambda": 1.5}}, "setting mmr.lambda is not valid: it must be a number, at most 1.0"),
        ({"decay": {"half_life_days": 0}}, "setting decay.half_life_days is not valid: it must be a number, over 0.0"),
        ({"chunks": {"size": 5}}, "setting chunks.size is not valid: it must be a whole number, at least 200"),
        ({"vault": {"ignore": "a"}}, 'setting vault.ignore is not valid: it must be a list such as ["one", "two"]'),
        ({"vault": {"ignore": [1]}}, "setting vault.ignore[0] is not valid: it must be a text"),
    ],
)
def test_what_a_value_must_be_is_said_in_plain_words(raw: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as refused:
        choices.convert(raw)
    assert str(refused.value) == said


@pytest.mark.skipif(sys.platform != "linux", reason="gives up root's rights in Linux's way")
def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    choices.save(closed / "settings.toml", {"mmr": {"enabled": True}})
    closed.chmod(0)
    try:
        with without_root_rights():
            settings, problems = choices.load(closed / "settings.toml")
    finally:
        closed.chmod(0o700)
    assert (settings, len(problems)) == (Settings(), 1)
    assert "cannot be read" in problems[0]
