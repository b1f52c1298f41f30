"""Reads a file of questions, whole and checked before the first one is asked."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from notesearch.errors import UsageError

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Question:
    """One line of the file: what the answer is to be called, and what is asked."""

    id: str
    query: str


def read_questions(file: str) -> list[Question]:
    """Return the questions of `file` (`-`: standard input), blank lines passed over.

    Raises UsageError when it cannot be read or a line has no tab; nothing has been answered by then.
    """
    if not file:
        raise UsageError("--batch needs a FILE.")
    lines = _bytes_of(file).decode("utf-8-sig", errors="replace").split("\n")
    numbered = ((number, line.removesuffix("\r")) for number, line in enumerate(lines, start=1))
    return [_question(number, line, file) for number, line in numbered if line.strip()]


def _bytes_of(file: str) -> bytes:
    if file == STANDARD_INPUT and sys.stdin is None:
        return b""
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from error


def _question(number: int, line: str, file: str) -> Question:
    name, tab, query = line.partition("\t")
    if not tab:
        where = "standard input" if file == STANDARD_INPUT else file
        raise UsageError(f"line {number} of {where} has no tab between id and query: {line!r}")
    return Question(name, query)
