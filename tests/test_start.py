"""A command starts without what it does not need: the heavy packages are loaded where they are used, not before."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Each of them takes 40 to 220 ms of a start that is to take a quarter of a second.
NOT_AT_START = (
    "numpy", "ruamel", "markdown_it", "mdit_py_plugins", "watchdog", "rich", "PySide6", "charset_normalizer", "pathspec",
    "llama_cpp", "sqlite_vec", "pydantic",
)  # fmt: skip


def loaded_by(statement: str) -> set[str]:
    program = f"{statement}\nimport sys\nprint(*sys.modules, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in ran.stdout.splitlines()}


@pytest.mark.parametrize("module", ["notesearch.notebook", "notesearch.cli.entry", "notesearch.cli.searching"])
def test_nothing_heavy_is_loaded_before_it_is_needed(module: str) -> None:
    loaded = loaded_by(f"import {module}")
    assert "notesearch" in loaded
    assert loaded.isdisjoint(NOT_AT_START), loaded & set(NOT_AT_START)


def test_the_version_is_told_without_the_index_or_the_settings() -> None:
    loaded = loaded_by("from notesearch.cli.entry import run\nassert run(['--version']) == 0")
    assert loaded.isdisjoint({*NOT_AT_START, "apsw", "msgspec", "regex", "filelock"})
