"""Starting at login is a file that is there only while it is wanted, and starts this very program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from notesearch.paths import AppPaths
from notesearch.ui.autostart import Autostart, exec_line

if TYPE_CHECKING:
    from pathlib import Path

linux_only = pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="other systems have no such folder")


def test_the_entry_comes_and_goes(tmp_path: Path) -> None:
    file = tmp_path / "autostart" / "notesearch.desktop"
    autostart = Autostart(file, ["/opt/notesearch", "--background"])
    assert (autostart.possible, autostart.enabled) == (True, False)
    assert autostart.use(wanted=True) == ""
    assert autostart.enabled
    assert "Exec=/opt/notesearch --background\n" in file.read_text()
    assert autostart.use(wanted=False) == ""
    assert not file.exists()
    assert autostart.use(wanted=False) == ""


def test_where_it_cannot_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "autostart").write_text("a file in the way")
    autostart = Autostart(tmp_path / "autostart" / "notesearch.desktop", ["x"])
    assert str(tmp_path) in autostart.use(wanted=True)
    assert not autostart.enabled


def test_without_such_a_folder_it_is_not_possible() -> None:
    autostart = Autostart(None, ["x"])
    assert (autostart.possible, autostart.enabled, autostart.use(wanted=True)) == (False, False, "")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["/usr/bin/notesearch", "--background"], "/usr/bin/notesearch --background"),
        (["/my apps/notesearch"], '"/my apps/notesearch"'),
        (["/100%/x"], "/100%%/x"),
        (['a"b$c'], '"a\\\\"b\\\\$c"'),
    ],
)
def test_words_are_quoted_as_the_desktop_entry_specification_says(command: list[str], line: str) -> None:
    assert exec_line(command) == line


@linux_only
def test_it_starts_this_program_with_its_own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    Autostart.of_person(AppPaths.for_person(tmp_path / "data")).use(wanted=True)
    said = (tmp_path / "config" / "autostart" / "notesearch.desktop").read_text()
    assert f"--data-dir {tmp_path / 'data'} --background\n" in said
