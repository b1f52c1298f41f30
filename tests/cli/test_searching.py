"""Each option reaches the search it is for, saved settings hold where none is given, and a query may look like an option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from cli_fakes import RESULT, answer

from notesearch.index.whole import ANOTHER
from notesearch.search.request import SearchRequest
from notesearch.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import SimpleNamespace


def asked(fake: SimpleNamespace) -> SearchRequest:
    request = fake.notebooks[-1].asked[0]
    assert isinstance(request, SearchRequest)
    return request


def chosen(fake: SimpleNamespace) -> Settings:
    settings = fake.notebooks[-1].settings
    assert isinstance(settings, Settings)
    return settings


def test_without_options_the_whole_vault_is_synced_and_settings_hold(
    run: Callable[..., Any], fake: SimpleNamespace
) -> None:
    run("config", "mmr.enabled", "true")
    run("config", fake.vault, "mmr.lambda", "0.2")
    run("search", fake.vault, "tide", "--json")
    request = asked(fake)
    assert (request.text, request.mode, request.limit, request.typing, request.sync) == (
        "tide",
        "auto",
        None,
        False,
        "full",
    )
    assert (chosen(fake).mmr.enabled, chosen(fake).mmr.lambda_) == (True, 0.2)


@pytest.mark.parametrize(
    ("options", "enabled", "weight"),
    [
        (["--mmr"], True, 0.7),
        (["--no-mmr"], False, 0.7),
        (["--lambda", "0.4"], True, 0.4),
        (["--lambda", "0.4", "--no-mmr"], False, 0.4),
        (["--lambda", "0"], True, 0.0),
        (["--lambda", "1"], True, 1.0),
        ([], False, 0.7),
    ],
)
def test_lambda_implies_mmr_unless_it_is_refused(
    options: list[str], weight: float, run: Callable[..., Any], fake: SimpleNamespace, *, enabled: bool
) -> None:
    assert run("search", fake.vault, "tide", "--json", *options).code == 0
    assert (chosen(fake).mmr.enabled, chosen(fake).mmr.lambda_) == (enabled, weight)


def test_the_other_options_reach_the_search(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    words = ["--limit", "5", "--mode", "keyword", "--no-decay", "--half-life", "7.5", "--no-sync", "--json"]
    assert run("search", fake.vault, "tide", *words).code == 0
    request = asked(fake)
    assert (request.mode, request.limit, request.sync) == ("keyword", 5, "none")
    assert (chosen(fake).decay.enabled, chosen(fake).decay.half_life_days) == (False, 7.5)


def test_options_are_for_one_search_and_not_saved(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    run("search", fake.vault, "tide", "--mmr", "--json")
    assert run("config", fake.vault, "mmr.enabled").out == "false\n"


@pytest.mark.parametrize(
    "options",
    [
        ["--limit", "0"],
        ["--limit", "201"],
        ["--limit", "many"],
        ["--lambda", "1.5"],
        ["--lambda", "-0.1"],
        ["--lambda", "nan"],
        ["--half-life", "0"],
        ["--half-life", "-3"],
        ["--half-life", "inf"],
        ["--mode", "hybrid"],
        ["--frob"],
        ["--batch"],
    ],
)
def test_a_value_out_of_bounds_is_one_line_and_2(
    options: list[str], run: Callable[..., Any], fake: SimpleNamespace
) -> None:
    ran = run("search", fake.vault, "tide", *options)
    assert (ran.code, ran.out, fake.notebooks) == (2, "", [])
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["-draft"],
        ["-draft tide"],
        ['-"low tide"'],
        ["--tide is high"],
        ["--", "-draft"],
        ["--", "--json"],
        ["--", "--data-dir"],
        [""],
        ["tag:#x -y"],
    ],
)
def test_a_query_may_start_with_a_dash(words: list[str], run: Callable[..., Any], fake: SimpleNamespace) -> None:
    assert run("search", "--json", fake.vault, *words).code == 0
    assert asked(fake).text == words[-1]


def test_options_may_follow_such_a_query(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    assert run("search", fake.vault, "-draft tide", "--limit", "3", "--json").code == 0
    assert (asked(fake).text, asked(fake).limit) == ("-draft tide", 3)


def test_two_queries_are_refused_with_what_to_do(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("search", fake.vault, "high", "tide")
    assert (ran.code, fake.notebooks) == (2, [])
    assert "quotes" in ran.err


def test_no_query_is_refused(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    assert run("search", fake.vault).code == 2


def test_no_result_is_an_empty_list_and_0(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.respond = lambda request: answer(request.text)
    ran = run("search", fake.vault, "tide", "--json")
    assert (ran.code, ran.json["results"]) == (0, [])


def test_the_answer_goes_to_one_stream_and_warnings_to_the_other(
    run: Callable[..., Any], fake: SimpleNamespace
) -> None:
    fake.respond = lambda request: answer(request.text, RESULT, warnings=("an operator was searched as text",))
    ran = run("search", fake.vault, "tide")
    assert ran.code == 0
    assert ran.err == "notesearch: an operator was searched as text\n"
    assert "the tide was high" in ran.out
    assert run("search", fake.vault, "tide", "--json").err == ""


def test_deletions_that_are_held_back_are_told(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.held_back = 30
    (warning,) = run("search", fake.vault, "tide", "--json").json["warnings"]
    assert warning.startswith("deletion held back until you agree: 30 notes")
    assert "--accept-deletions" in warning


def test_what_may_be_out_of_date_is_told_with_who_is_at_it(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.read_only = ANOTHER
    assert run("search", fake.vault, "tide", "--json").json["warnings"] == []
    fake.respond = lambda request: answer(request.text, RESULT, pending=3)
    first, second = run("search", fake.vault, "tide", "--json").json["warnings"]
    assert first == ANOTHER
    assert second.startswith("the words of 3 notes")


def test_an_index_that_cannot_be_written_is_told(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.read_only = "The index folder /index cannot be written: Permission denied."
    assert run("search", fake.vault, "tide", "--json").json["warnings"] == [fake.report.read_only]


def test_settings_that_do_not_all_count_are_told_once_and_the_others_hold(
    run: Callable[..., Any], fake: SimpleNamespace, tmp_path: Path
) -> None:
    run("config", "mmr.enabled", "true")
    file = tmp_path / "data" / "config" / "settings.toml"
    file.write_text("[mmr]\nenabled = true\nlambda = 7\n", encoding="utf-8")
    ran = run("search", fake.vault, "tide", "--json")
    (warning,) = ran.json["warnings"]
    assert "mmr.lambda" in warning
    assert ran.err == f"notesearch: {warning}\n"
    assert run("search", fake.vault, "tide").err == f"notesearch: {warning}\n"
    assert (chosen(fake).mmr.enabled, chosen(fake).mmr.lambda_) == (True, 0.7)
