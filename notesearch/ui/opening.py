"""Takes a note out of the window: opens it, shows it in the file manager, names it for the clipboard."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING
from urllib.parse import quote

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.search.results import Result

SAFE_SCHEMES = frozenset({"http", "https", "mailto"})
COMMANDS = {"vscode": "code --goto {path}:{line}"}


def obsidian_url(path: Path) -> QUrl:
    """Return the link that has Obsidian open a note, every byte of its path escaped."""
    return QUrl.fromEncoded(f"obsidian://open?path={quote(os.fsencode(path), safe='')}".encode())


def file_url(path: Path) -> QUrl:
    """Return a file link that also holds for names that are not UTF-8."""
    prefix = "file:///" if sys.platform == "win32" else "file://"
    return QUrl.fromEncoded((prefix + quote(os.fsencode(path.as_posix()), safe="/:")).encode())


def command_line(template: str, path: Path, line: int) -> list[str]:
    """Return a command as its words, `{path}` and `{line}` filled in; empty when its quotes do not close."""
    try:
        words = shlex.split(template)
    except ValueError:
        return []
    return [word.replace("{path}", str(path)).replace("{line}", str(line)) for word in words]


def open_note(path: Path, line: int, opener: str) -> bool:
    """Open a note as the person chose; False when that did not work."""
    if opener == "default":
        return QDesktopServices.openUrl(file_url(path))
    if opener == "obsidian":
        return QDesktopServices.openUrl(obsidian_url(path))
    words = command_line(COMMANDS.get(opener, opener), path, line)
    return bool(words) and _start(words)


def reveal_note(path: Path) -> bool:
    """Show a note in the file manager; False when that did not work."""
    if sys.platform == "darwin":
        return _start(["open", "-R", str(path)])
    if sys.platform == "win32":
        return _start(["explorer", "/select,", str(path)])
    return QDesktopServices.openUrl(file_url(path.parent))


def _start(words: list[str]) -> bool:
    started, _ = QProcess.startDetached(words[0], words[1:])
    return bool(started)


def absolute_path(result: Result) -> str:
    """Return where a result's note lies."""
    return os.path.join(result.root, *result.path.split("/"))  # noqa: PTH118 - names may hold surrogate escapes


def wikilink(result: Result) -> str:
    """Return the link that names a note in other notes."""
    stem = result.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return f"[[{stem}]]" if stem == result.title else f"[[{stem}|{result.title}]]"


def markdown_link(result: Result) -> str:
    """Return a Markdown link to a note."""
    title = result.title.replace("[", "\\[").replace("]", "\\]")
    return f"[{title}]({quote(result.path, safe='/', errors='surrogateescape')})"


def quotation(result: Result) -> str:
    """Return the passage as a quote with its source."""
    passage = "\n".join(f"> {line}" for line in result.snippet.splitlines())
    return f"{passage}\n\n{wikilink(result)}, line {result.start_line}"
