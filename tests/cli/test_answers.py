"""The JSON of every answer has the promised keys in the promised order, and nothing is rounded that a script may need."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from cli_fakes import MOVED, RESULT, answer

from notesearch.cli import answers

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import SimpleNamespace

SEARCH_KEYS = ["query", "mode", "reason", "pending", "took_ms", "results", "trace", "warnings"]
RESULT_KEYS = [
    "path", "root", "title", "heading", "start_line", "end_line", "snippet", "marks", "score", "exact", "found_by",
    "text_score", "vector_score", "source", "age_days", "decay", "source_weight", "opens", "access_boost", "mmr",
    "weak", "more",
]  # fmt: skip
INDEX_KEYS = [
    "notes", "chunks", "embedded", "pending_embeddings", "added", "updated", "removed", "held_back", "skipped", "seconds"
]  # fmt: skip
STATUS_KEYS = ["on_disk", "indexed", "pending", "failed", "skipped", "chunks", "embedded", "model", "mode", "reason"]


def test_a_search_and_its_parts_have_their_keys_in_order() -> None:
    shown = answers.of_search(answer("tide", RESULT))
    assert list(shown) == SEARCH_KEYS
    assert list(shown["results"][0]) == RESULT_KEYS
    assert list(shown["results"][0]["more"][0]) == ["start_line", "end_line", "heading", "score"]
    assert list(shown["trace"][0]) == ["stage", "status", "reason", "count", "ms"]


def test_a_mended_typo_is_told_among_the_warnings() -> None:
    shown = answers.of_search(answer("tdie", RESULT, warnings=("a hint",), corrected="tide"))
    assert shown["warnings"] == ["a hint", 'showing results for "tide"']


def test_no_result_is_an_empty_list() -> None:
    assert answers.of_search(answer("tide"))["results"] == []


def test_scores_are_given_whole_and_times_to_the_microsecond() -> None:
    third = dataclasses.replace(RESULT, score=1 / 3)
    shown = answers.of_search(answer("tide", third))
    assert shown["results"][0]["score"] == 1 / 3
    assert shown["took_ms"] == 12.346


def test_a_half_that_did_not_find_it_is_null() -> None:
    only_words = dataclasses.replace(RESULT, vector_score=None, found_by=("words",))
    assert answers.of_result(only_words)["vector_score"] is None


def test_mmr_is_null_or_says_how_far_it_moved_the_result() -> None:
    assert answers.of_result(RESULT)["mmr"] is None
    assert answers.of_result(dataclasses.replace(RESULT, mmr=MOVED))["mmr"] == {"moved": -2}


def test_index_and_status_print_their_keys_in_order(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    report = run("index", fake.vault, "--json").json
    assert list(report) == INDEX_KEYS
    assert report["skipped"] == [{"path": "big.md", "root": "/notes", "reason": "too large"}]
    status = run("status", fake.vault, "--json").json
    assert list(status) == STATUS_KEYS
    assert status["model"] == {"name": "e5", "dimensions": 384, "sha256": "ab" * 32}
    assert status["reason"] is None
    assert status["on_disk"] == status["indexed"] + status["pending"] + len(status["failed"]) + len(status["skipped"])


def test_status_tells_of_an_offline_vault_on_both_streams(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.offline = "Vault offline: the folder is not there"
    ran = run("status", fake.vault, "--json")
    assert (ran.code, ran.err) == (0, "notesearch: Vault offline: the folder is not there\n")
    assert (ran.json["mode"], ran.json["reason"]) == ("hybrid", "Vault offline: the folder is not there")
