"""Words find their command, and every end of a command has its exit code and at most one line on standard error."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from notesearch import __version__
from notesearch.cli.entry import arrange
from notesearch.errors import ModelError, NoteSearchError, UsageError, VaultOfflineError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import SimpleNamespace


@pytest.mark.parametrize(
    ("typed", "arranged"),
    [
        ([], ["open"]),
        (["notes"], ["open", "notes"]),
        (["index", "notes"], ["index", "notes"]),
        (["./index"], ["open", "./index"]),
        (["--version"], ["--version"]),
        (["--help"], ["--help"]),
        (["-h"], ["-h"]),
        (["search", "-h"], ["search", "-h"]),
        (["search", "v", "-h"], ["search", "v", "--", "-h"]),
        (["--data-dir", "d", "index", "v"], ["--data-dir", "d", "index", "v"]),
        (["index", "v", "--data-dir", "d"], ["--data-dir", "d", "index", "v"]),
        (["index", "--data-dir=d", "v"], ["--data-dir=d", "index", "v"]),
        (["--data-dir", "d"], ["--data-dir", "d", "open"]),
        (["--data-dir", "index", "notes"], ["--data-dir", "index", "open", "notes"]),
        (["search", "v", "--", "--data-dir"], ["search", "v", "--", "--data-dir"]),
        (["--", "demo"], ["open", "--", "demo"]),
        (["search", "v", "-draft", "--limit", "3"], ["search", "v", "--limit", "3", "--", "-draft"]),
        (["search", "v", "--batch", "-"], ["search", "v", "--batch", "-"]),
        (["search", "v", "--limit", "-5", "q"], ["search", "v", "--limit", "-5", "q"]),
        (["search", "v", "--json", "-5"], ["search", "v", "--json", "--", "-5"]),
        (["search", "v", "--batch=my questions.tsv"], ["search", "v", "--batch=my questions.tsv"]),
        (["config", "search.min_score", "-1"], ["config", "search.min_score", "--", "-1"]),
        (["index", "-v"], ["index", "-v"]),
    ],
)
def test_words_find_their_command(typed: list[str], arranged: list[str]) -> None:
    assert arrange(typed) == arranged


@pytest.mark.parametrize("typed", [["index", "v", "--data-dir"], ["--data-dir"], ["status", "v", "--data-dir", ""]])
def test_a_data_folder_must_be_named(typed: list[str]) -> None:
    with pytest.raises(UsageError, match="--data-dir"):
        arrange(typed)


@pytest.mark.parametrize("first", [True, False])
def test_the_data_folder_may_stand_before_or_after_the_command(
    run: Callable[..., Any], tmp_path: Path, *, first: bool
) -> None:
    where = ["--data-dir", str(tmp_path / "chosen")]
    words = ["config", "mmr.enabled", "true"]
    assert run(*(where + words if first else words + where)).code == 0
    assert (tmp_path / "chosen" / "config" / "settings.toml").exists()
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (UsageError("no such vault"), 2),
        (VaultOfflineError("Vault offline"), 2),
        (NoteSearchError("disk full"), 1),
        (ModelError("model damaged", "not a GGUF"), 1),
    ],
)
def test_a_failure_is_one_line_and_its_exit_code(
    problem: Exception, code: int, run: Callable[..., Any], fake: SimpleNamespace
) -> None:
    def respond(request: object) -> None:
        raise problem

    fake.respond = respond
    ran = run("search", fake.vault, "tide", "--json")
    assert (ran.code, ran.out, ran.err) == (code, "", f"notesearch: {problem}\n")


def test_a_bug_is_loud(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    def respond(request: object) -> None:
        raise ZeroDivisionError

    fake.respond = respond
    with pytest.raises(ZeroDivisionError):
        run("search", fake.vault, "tide")


def test_ctrl_c_ends_with_130_and_one_line(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    def respond(request: object) -> None:
        raise KeyboardInterrupt

    fake.respond = respond
    ran = run("search", fake.vault, "tide")
    assert (ran.code, ran.out, ran.err) == (130, "", "notesearch: Interrupted.\n")
    assert fake.notebooks[0].asked[-1] == "closed"


@pytest.mark.parametrize(
    "words",
    [
        ["index"],
        ["index", "v", "w"],
        ["index", "v", "--frob"],
        ["status", "v", "--frob"],
        ["model", "frob"],
        ["model", "use"],
        ["--frob"],
        ["forget"],
    ],
)
def test_wrong_use_is_one_line_and_2(words: list[str], run: Callable[..., Any]) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("notesearch: ")
    assert ran.err.count("\n") == 1


def test_a_vault_that_is_no_folder_is_not_opened(run: Callable[..., Any], tmp_path: Path) -> None:
    ran = run(tmp_path / "indx")
    assert ran.code == 2
    assert "indx is not a folder" in ran.err


def program(*words: str | Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "notesearch", *map(str, words)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )  # fmt: skip


def test_the_version_is_printed() -> None:
    out, err = program("--version").communicate()
    assert (out.decode().strip(), err) == (f"notesearch {__version__}", b"")


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_what_needs_no_vault_loads_neither_sqlite_nor_qt(word: str) -> None:
    source = (
        "import sys\nfrom notesearch.cli.entry import run\n"
        f"run([{word!r}])\n"
        "print(sorted({'apsw', 'PySide6', 'notesearch.notebook', 'msgspec'} & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", source], capture_output=True, check=True)
    assert ran.stderr.strip() == b"[]"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_reader_that_has_had_enough_is_no_failure(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "notesearch", "config", "--data-dir", tmp_path],
            stdout=write, stderr=subprocess.PIPE, check=False
        )  # fmt: skip
    finally:
        os.close(write)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_real_interrupt_ends_with_130_and_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    questions = tmp_path / "questions"
    os.mkfifo(questions)
    with program("search", tmp_path / "notes", "--batch", questions, "--data-dir", tmp_path / "data") as running:
        other_end = opened_by_a_reader(questions, running)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
        os.close(other_end)
    assert (running.returncode, out, err) == (130, b"", b"notesearch: Interrupted.\n")


def opened_by_a_reader(fifo: Path, running: subprocess.Popen[bytes]) -> int:
    """Wait until the program reads from `fifo`, and return the end to write to."""
    while running.poll() is None:
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:  # nobody has opened it for reading yet
                raise
    pytest.fail("the program ended before it read the questions")


@pytest.mark.parametrize(
    "words",
    [
        ["search", "", "tea"],
        ["index", ""],
        ["status", ""],
        ["doctor", ""],
        ["forget", ""],
        ["config", "", "mmr.enabled", "true"],
        ["config", "--reset"],
        ["search", "v", "--batch", ""],
        ["model", "use", ""],
        ["index", "~nobody-of-this-name/x"],
        ["--data-dir", "~nobody-of-this-name/x", "doctor"],
    ],
)
def test_an_empty_or_impossible_name_is_one_line_and_2(words: list[str], run: Callable[..., Any]) -> None:
    ran = run(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_the_index_is_never_put_into_the_vault(run: Callable[..., Any], tmp_path: Path) -> None:
    vault = tmp_path / "notes"
    vault.mkdir()
    (vault / "a.md").write_text("tea", encoding="utf-8")
    ran = run("search", vault, "tea", "--data-dir", vault / "kept")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert [entry.name for entry in vault.iterdir()] == ["a.md"]


def test_a_query_is_read_as_utf8_whatever_the_locale(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    typed = "红".encode().decode("ascii", "surrogateescape")
    assert run("search", fake.vault, typed, "--json").json["query"] == "红"
    assert run("search", fake.vault, "caf\udce9", "--json").json["query"] == "caf\udce9"
