"""Where words go: answers to standard output, progress and complaints to standard error, both always encodable."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


class ReaderGoneError(Exception):
    """The program that reads our answers has closed its end of the pipe; no fault of anybody's."""


def prepare_streams() -> None:
    """Make every name printable: what a stream cannot encode appears as an escape, never as an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write(text: str) -> None:
    """Write an answer for a person; raises ReaderGoneError when nobody reads it."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise ReaderGoneError from error


def write_json(answer: dict[str, Any]) -> None:
    """Write `answer` as one line of JSON, in UTF-8 whatever the locale.

    Bytes of a name that are not UTF-8 appear as escapes of lone surrogates, the low byte in their last two digits.
    """
    line = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    line = _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) + "\n"
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(line.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError as error:
        raise ReaderGoneError from error


def complain(message: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(f"notesearch: {inert(message)}\n")
    sys.stderr.flush()


def inert(text: str) -> str:
    """Return `text` with each control character replaced by a space, so that a note cannot steer the terminal."""
    return _CONTROL.sub(" ", text)
