"""Knows which files the person wants left out: settings and the vault's own `.notesearchignore`."""

from __future__ import annotations

import os
import re

import pathspec

from notesearch.vault.read import read_bytes

IGNORE_FILE = ".notesearchignore"
_LONGEST = 64 * 1024  # bytes


def ignore_spec(root: str, patterns: tuple[str, ...]) -> pathspec.GitIgnoreSpec | None:
    """Return the patterns of the vault's own ignore file and then the person's; None when there are none."""
    lines = [*_ignore_file(root), *patterns]
    valid = [line for line in lines if line.strip() and not line.startswith("#") and _is_pattern(line)]
    return pathspec.GitIgnoreSpec.from_lines(valid) if valid else None


def _ignore_file(root: str) -> list[str]:
    """Return the lines of the root's `.notesearchignore`; a file that cannot be read says nothing."""
    try:
        text = read_bytes(f"{root}{os.sep}{IGNORE_FILE}", _LONGEST).data.decode("utf-8-sig", "surrogateescape")
    except OSError:
        return []
    return text.splitlines()


def _is_pattern(line: str) -> bool:
    """Tell whether gitignore syntax knows `line`."""
    try:
        pathspec.GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True
