"""Where words go: answers to standard output, progress and complaints to standard error, both always encodable."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from notesearch.errors import NoteSearchError

if TYPE_CHECKING:
    from collections.abc import Iterator

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


class ReaderGoneError(Exception):
    """The program that reads our answers has closed its end of the pipe; no fault of anybody's."""


def prepare_streams() -> None:
    """Make every name printable: what a stream cannot encode appears as an escape, never as an error.

    A stream that was closed before the program began (`>&-`) leads nowhere.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write(text: str) -> None:
    """Write an answer for a person; raises ReaderGoneError when nobody reads it, NoteSearchError on a full disk."""
    with _reader():
        sys.stdout.write(text)
        sys.stdout.flush()


def write_json(answer: dict[str, Any]) -> None:
    """Write `answer` as one line of JSON, in UTF-8 whatever the locale.

    Bytes of a name that are not UTF-8 appear as escapes of lone surrogates, the low byte in their last two digits.
    """
    line = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    line = _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) + "\n"
    with _reader():
        sys.stdout.flush()
        sys.stdout.buffer.write(line.encode())
        sys.stdout.buffer.flush()


@contextlib.contextmanager
def _reader() -> Iterator[None]:
    """Tell one who has had enough from an answer that cannot be written."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGoneError from error
    except OSError as error:
        drop_output()
        raise NoteSearchError(f"the answer cannot be written: {error.strerror}.") from error


def drop_output() -> None:
    """Let what is still to be written go nowhere: Python must not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(f"notesearch: {inert(message)}\n")
    sys.stderr.flush()


def inert(text: str) -> str:
    """Return `text` with each control character replaced by a space, so that a note cannot steer the terminal."""
    return _CONTROL.sub(" ", text)
