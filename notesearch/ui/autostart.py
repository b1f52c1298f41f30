"""Starting with the desktop: an entry in the person's autostart folder, there only while they want it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notesearch.paths import AppPaths

_RESERVED = re.compile(r"""[\s"'\\><~|&;$*?#()`]""")
_ENTRY = """[Desktop Entry]
Type=Application
Name=NoteSearch
Exec={command}
Icon=notesearch
Terminal=false
X-GNOME-Autostart-enabled=true
"""


class Autostart:
    """The entry `file`, which runs `command`; `file` is None where there is no such folder."""

    def __init__(self, file: Path | None, command: Sequence[str]) -> None:
        self._file, self._command = file, tuple(command)

    @classmethod
    def of_person(cls, paths: AppPaths) -> Autostart:
        """Return the entry of this desktop's person, for the program that runs and the data that it uses."""
        return cls(_entry_file(), [*_program(), *_own_data(paths), "--background"])

    @property
    def possible(self) -> bool:
        """Whether this system has a folder for such entries."""
        return self._file is not None

    @property
    def enabled(self) -> bool:
        """Whether the entry is there."""
        return self._file is not None and self._file.is_file()

    def use(self, *, wanted: bool) -> str:
        """Write the entry or take it away; returns why that cannot be, empty when it is done."""
        if self._file is None:
            return ""
        try:
            if wanted:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._file.write_text(_ENTRY.format(command=exec_line(self._command)), encoding="utf-8")
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            return f"{self._file}: {error.strerror or error}"
        return ""


def exec_line(command: Sequence[str]) -> str:
    """Return a command as the Exec key of a desktop entry has it, each word quoted where it must be."""
    return " ".join(_quoted(word) for word in command)


def _quoted(word: str) -> str:
    """Quote a word by the rules of the Desktop Entry Specification: for the command line, then for the file."""
    plain = word.replace("%", "%%")
    if plain and not _RESERVED.search(plain):
        return plain
    escaped = re.sub(r'(["`$\\])', r"\\\1", plain)
    return '"' + escaped.replace("\\", "\\\\") + '"'


def _entry_file() -> Path | None:
    if sys.platform in {"win32", "darwin"}:
        return None
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(home).expanduser() / "autostart" / "notesearch.desktop"


def _program() -> list[str]:
    """Return what starts this program: the packed one, the installed command, or the module."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    command = Path(sys.executable).with_name("notesearch")
    return [str(command)] if command.exists() else [sys.executable, "-m", "notesearch"]


def _own_data(paths: AppPaths) -> list[str]:
    """Return the option that names a data folder other than the platform's."""
    return ["--data-dir", str(paths.data)] if paths.config == paths.data / "config" else []
