"""Knows which files the person wants left out: settings and the vault's own `.notesearchignore`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from notesearch.vault.read import read_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pathspec

IGNORE_FILE = ".notesearchignore"
_LONGEST = 64 * 1024  # bytes


def ignore_spec(root: str, patterns: tuple[str, ...]) -> pathspec.GitIgnoreSpec | None:
    """Return the patterns of the vault's own ignore file and then the person's; None when there are none."""
    lines = [*_ignore_file(root), *patterns]
    valid = [line for line in lines if line.strip() and not line.startswith("#") and compiled([line])]
    return compiled(valid) if valid else None


def compiled(patterns: Sequence[str]) -> pathspec.GitIgnoreSpec | None:
    """Return patterns of gitignore's syntax ready to match, None when one of them is not valid."""
    import pathspec  # noqa: PLC0415 - 70 ms, and most vaults have no patterns

    try:
        return pathspec.GitIgnoreSpec.from_lines(patterns)
    except (ValueError, re.error):
        return None


def _ignore_file(root: str) -> list[str]:
    """Return the lines of the root's `.notesearchignore`; a file that cannot be read says nothing."""
    try:
        text = read_bytes(f"{root}{os.sep}{IGNORE_FILE}", _LONGEST).data.decode("utf-8-sig", "surrogateescape")
    except OSError:
        return []
    return text.splitlines()
