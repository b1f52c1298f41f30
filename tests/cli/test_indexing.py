"""`index` does what it is told and says what it did; deletions held back have an exit code of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import SimpleNamespace


def test_everything_is_embedded_unless_told_otherwise(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    run("index", fake.vault)
    run("index", fake.vault, "--no-embed")
    assert [notebook.asked for notebook in fake.notebooks] == [
        [("index", True), "closed"],
        [("index", False), "closed"],
    ]


def test_rebuilding_and_agreeing_come_before_indexing(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    run("index", fake.vault, "--rebuild", "--accept-deletions")
    assert fake.notebooks[0].asked == ["rebuild", "accept_deletions", ("index", True), "closed"]


def test_a_report_for_a_person_names_each_skipped_note(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("index", fake.vault)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "6 notes, 20 chunks, 15 of them embedded.",
        "1 added, 2 updated, 3 removed in 0.2 s.",
        "skipped: big.md: too large",
        "5 chunks are found by their words only until they are embedded.",
    ]


def test_deletions_held_back_are_3_and_say_what_to_do(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.held_back = 40
    ran = run("index", fake.vault)
    assert ran.code == 3
    assert "--accept-deletions" in ran.out
    assert run("index", fake.vault, "--json").code == 3


def test_status_for_a_person_adds_up(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("status", fake.vault)
    assert ran.out.splitlines()[0] == "10 notes on disk: 6 indexed, 2 waiting, 1 failed, 1 skipped."
    assert "failed: torn.md: cannot be read" in ran.out


def test_a_vault_that_is_offline_is_2_and_in_words(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    fake.report.offline = "Vault offline: the folder is not there"
    ran = run("index", fake.vault, "--json")
    assert (ran.code, ran.out, ran.err) == (2, "", "notesearch: Vault offline: the folder is not there\n")
