"""What the window remembers, past questions among it, is for its owner only, whatever the umask."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from notesearch.ui.memory import Memory

if TYPE_CHECKING:
    from pathlib import Path


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps what is in a person's profile from others")
@pytest.mark.parametrize("is_there", [False, True])
def test_the_file_is_for_its_owner_only(tmp_path: Path, is_there: bool) -> None:  # noqa: FBT001 - pytest's
    file = tmp_path / "config" / "window.ini"
    before = os.umask(0)
    try:
        if is_there:  # as an earlier version left it
            file.parent.mkdir(mode=0o700)
            file.touch(mode=0o644)
        memory = Memory(file)
        for question in ("bread", "heron"):
            memory.add_question(question)
            memory.save()
            assert (_mode(file), _mode(file.parent)) == (0o600, 0o700)
    finally:
        os.umask(before)
    assert Memory(file).questions == ["heron", "bread"]


def test_where_nothing_can_be_written_nothing_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("not a folder")
    memory = Memory(tmp_path / "config" / "window.ini")
    memory.add_question("bread")
    memory.save()
    assert memory.questions == ["bread"]
