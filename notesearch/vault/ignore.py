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


class Ignored:
    """Patterns ready to match, the last one that speaks of a file or folder decides, as in git."""

    def __init__(self, spec: pathspec.GitIgnoreSpec) -> None:
        self._patterns = [
            (re.compile(pattern.regex), bool(pattern.include))
            for pattern in reversed(spec.patterns)
            if pattern.regex is not None
        ]

    def leaves_out(self, path: str) -> bool:
        """Tell whether `path` (a folder's ends in "/") is to be left out, in a folder that is not."""
        return next((leaves for pattern, leaves in self._patterns if _speaks_of(pattern, path)), False)


def _speaks_of(pattern: re.Pattern[str], path: str) -> bool:
    """Tell whether a pattern means `path` itself.

    pathspec's patterns also match what lies below; their one group is the slash after the folder that they mean. By
    its own rules a folder that `*` leaves out does not come back by `!*/`, and `k/**` means k as well.
    """
    for found in pattern.finditer(path):
        ends = found.end() == len(path) and path.endswith("/")
        if ends == (found.lastindex is not None):
            return True
    return False


def ignored(root: str, patterns: tuple[str, ...]) -> Ignored | None:
    """Return the patterns of the vault's own ignore file and then the person's; None when there are none."""
    lines = [*_ignore_file(root), *patterns]
    valid = [line for line in lines if line.strip() and not line.startswith("#") and compiled([line])]
    spec = compiled(valid) if valid else None
    return None if spec is None else Ignored(spec)


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
