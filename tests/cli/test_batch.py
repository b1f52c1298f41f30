"""A file of questions is checked whole before the first answer, and answered one line each, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli_fakes import answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import SimpleNamespace

    import pytest

    from notesearch.search.request import SearchRequest
    from notesearch.search.results import Results


def written(folder: Path, content: bytes) -> Path:
    file = folder / "questions.tsv"
    file.write_bytes(content)
    return file


def test_each_line_is_answered_in_order_with_its_id_first(
    run: Callable[..., Any], fake: SimpleNamespace, tmp_path: Path
) -> None:
    ran = run("search", fake.vault, "--batch", written(tmp_path, b"q2\thigh tide\nq1\tlow\ttide\n"))
    assert ran.code == 0
    assert [(line["id"], line["query"]) for line in ran.lines] == [("q2", "high tide"), ("q1", "low\ttide")]
    assert list(ran.lines[0])[:2] == ["id", "query"]


def test_one_notebook_answers_all_and_syncs_before_the_first_only(
    run: Callable[..., Any], fake: SimpleNamespace
) -> None:
    run("search", fake.vault, "--batch", "-", stdin=b"1\ta\n2\tb\n3\tc\n")
    (notebook,) = fake.notebooks
    assert [request.sync for request in notebook.asked[:3]] == ["full", "none", "none"]
    assert notebook.asked[3:] == ["closed"]


def test_without_sync_none_is_made(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    run("search", fake.vault, "--batch", "-", "--no-sync", stdin=b"1\ta\n2\tb\n")
    assert [request.sync for request in fake.notebooks[0].asked[:2]] == ["none", "none"]


def test_json_is_printed_asked_for_or_not(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    plain = run("search", fake.vault, "--batch", "-", stdin=b"1\ta\n")
    assert run("search", fake.vault, "--batch", "-", "--json", stdin=b"1\ta\n").lines == plain.lines


def test_a_mark_windows_line_ends_and_blank_lines_are_passed_over(
    run: Callable[..., Any], fake: SimpleNamespace
) -> None:
    ran = run("search", fake.vault, "--batch", "-", stdin="\ufeff1\t红\r\n\r\n \n\n2\tb".encode())
    assert [(line["id"], line["query"]) for line in ran.lines] == [("1", "红"), ("2", "b")]


def test_a_line_without_a_tab_is_named_before_any_answer(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("search", fake.vault, "--batch", "-", stdin=b"1\ta\n\n3 no tab\n")
    assert (ran.code, ran.out) == (2, "")
    assert "line 3 of standard input" in ran.err
    assert ran.err.count("\n") == 1
    assert fake.notebooks == []


def test_nothing_asked_is_nothing_answered(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("search", fake.vault, "--batch", "-", stdin=b"\n\n")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_a_file_that_cannot_be_read_is_named(run: Callable[..., Any], fake: SimpleNamespace, tmp_path: Path) -> None:
    ran = run("search", fake.vault, "--batch", tmp_path / "missing.tsv")
    assert ran.code == 2
    assert "missing.tsv cannot be read" in ran.err


def test_a_query_besides_a_file_is_refused(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    assert run("search", fake.vault, "tide", "--batch", "-").code == 2


def test_bytes_that_are_not_utf8_spoil_their_own_line_only(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("search", fake.vault, "--batch", "-", stdin=b"1\tcaf\xe9\n2\tb\n")
    assert [line["query"] for line in ran.lines] == ["caf\ufffd", "b"]


def test_each_answer_is_written_before_the_next_question_is_asked(
    run: Callable[..., Any], fake: SimpleNamespace, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    seen = []

    def respond(request: SearchRequest) -> Results:
        seen.append(capsysbinary.readouterr().out.count(b"\n"))
        return answer(request.text)

    fake.respond = respond
    run("search", fake.vault, "--batch", "-", stdin=b"1\ta\n2\tb\n")
    assert seen == [0, 1]
