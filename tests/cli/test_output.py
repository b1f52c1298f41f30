"""Every answer can be printed: strict UTF-8 in JSON, escapes where a stream or a name needs them, inert note text."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.cli.output import inert, prepare_streams, write, write_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import SimpleNamespace


def test_a_name_that_is_not_utf8_is_escaped_and_comes_back(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("status", fake.vault, "--json")
    assert '"caf\\udce9.md"' in ran.out
    assert ran.json["skipped"][0]["path"] == "caf\udce9.md"


def test_such_a_name_is_printed_for_a_person_too(run: Callable[..., Any], fake: SimpleNamespace) -> None:
    ran = run("status", fake.vault)
    assert ran.code == 0
    assert "caf\\udce9.md: too large" in ran.out


def test_other_letters_are_written_as_they_are(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    write_json({"title": "红烧肉 \U0001f35c", "low": "\ud83d"})
    assert capsysbinary.readouterr().out == '{"title": "红烧肉 \U0001f35c", "low": "\\ud83d"}\n'.encode()


@given(st.text(st.characters()))
def test_any_text_is_one_line_of_utf8_that_parses_to_itself(text: str) -> None:
    program = json.dumps(text)  # what write_json promises, without its stream
    assert json.loads(program) == text
    assert "\n" not in inert(text)


def test_json_is_utf8_and_text_is_printable_whatever_the_locale() -> None:
    program = (
        "from notesearch.cli.output import prepare_streams, write, write_json\n"
        "prepare_streams()\nwrite('红\\n')\nwrite_json({'a': '红'})\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"}
    )
    assert ran.stdout.replace(b"\r", b"") == b"\\u7ea2\n" + '{"a": "红"}\n'.encode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("call", ["write('a')", "write_json({'a': 1})"])
def test_an_answer_that_cannot_be_written_is_a_failure_in_words(call: str) -> None:
    program = f"""
from notesearch.cli.output import prepare_streams, write, write_json
from notesearch.errors import NoteSearchError
prepare_streams()
try:
    {call}
except NoteSearchError as error:
    raise SystemExit(str(error))
"""
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (ran.returncode, ran.stderr) == (1, b"the answer cannot be written: No space left on device.\n")


def test_a_stream_that_was_closed_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    prepare_streams()
    with sys.stdout:
        write("into the void")


def test_a_number_that_json_does_not_know_is_a_bug_and_loud() -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_json({"score": float("nan")})


def test_a_note_cannot_steer_the_terminal() -> None:
    assert inert("a\x1b[2Jb\x07c\x9bd\ne\r") == "a [2Jb c d e "
