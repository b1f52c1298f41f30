"""Finds vaults that are already on this machine, and looks which language a vault is written in."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from notesearch.errors import NoteSearchError
from notesearch.paths import private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SAMPLE_NOTES = 60
_SAMPLE_BYTES = 4096
_MAX_FILES = 20_000
# The commonest words of English; in English prose they make up a fifth of all words or more.
_ENGLISH = frozenset(
    [
        "the",
        "of",
        "and",
        "to",
        "a",
        "in",
        "is",
        "it",
        "that",
        "for",
        "on",
        "with",
        "as",
        "be",
        "this",
        "are",
        "at",
        "you",
        "i",
        "or",
        "not",
        "by",
        "from",
        "an",
        "we",
        "have",
    ]
)
_ENGLISH_SHARE = 0.12
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class FoundVault:
    """A folder that another program calls a vault, with when it was last open there (epoch milliseconds)."""

    path: Path
    last_open: int = 0


def obsidian_vaults(environ: Mapping[str, str] | None = None) -> tuple[FoundVault, ...]:
    """Return the vaults of Obsidian's `obsidian.json` that exist, the latest first; none when it cannot be read."""
    found: dict[Path, int] = {}
    for file in _obsidian_files(os.environ if environ is None else environ):
        for path, when in _listed(file):
            if path.is_dir():
                found[path] = max(when, found.get(path, 0))
    ordered = sorted(found.items(), key=lambda item: (-item[1], str(item[0])))
    return tuple(FoundVault(path, when) for path, when in ordered)


def notes(folder: Path) -> Iterator[Path]:
    """Yield Markdown files below `folder`, hidden folders left out, after at most 20,000 entries seen."""
    seen = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            seen += 1
            if name.lower().endswith((".md", ".markdown")):
                yield Path(parent) / name
        if seen > _MAX_FILES:
            return


def is_english(folder: Path) -> bool:
    """Whether a sample of the notes reads as English throughout; an empty vault does not."""
    checked = 0
    for note in islice(notes(folder), _SAMPLE_NOTES):
        words = [word.lower() for word in _WORD.findall(_start_of(note))]
        if len(words) < 20:  # noqa: PLR2004 - too short to tell
            continue
        checked += 1
        common = sum(word in _ENGLISH for word in words)
        foreign = sum(not word.isascii() for word in words)
        if common < _ENGLISH_SHARE * len(words) or foreign > 0.2 * len(words):
            return False
    return checked > 0


def copy_sample(source: Path, target: Path) -> Path:
    """Copy the sample vault to `target` in one step unless it is there; raises NoteSearchError."""
    if target.is_dir():
        return target
    try:
        private_folder(target.parent)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".sample-") as folder:
            shutil.copytree(source, Path(folder, "copy"))
            Path(folder, "copy").replace(target)
    except OSError as error:
        raise NoteSearchError(f"The sample notes cannot be copied to {target}: {error.strerror or error}.") from error
    return target


def _start_of(note: Path) -> str:
    try:
        with note.open("rb") as stream:
            return stream.read(_SAMPLE_BYTES).decode("utf-8", errors="ignore")
    except OSError:
        return ""


def _obsidian_files(environ: Mapping[str, str]) -> list[Path]:
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or "~").expanduser()
    if sys.platform == "darwin":
        folders = [home / "Library/Application Support"]
    elif sys.platform == "win32":
        folders = [Path(environ.get("APPDATA", home / "AppData/Roaming"))]
    else:
        folders = [Path(environ.get("XDG_CONFIG_HOME") or home / ".config")]
        folders += [home / ".var/app/md.obsidian.Obsidian/config", home / "snap/obsidian/current/.config"]
    return [folder / "obsidian" / "obsidian.json" for folder in folders]


def _listed(file: Path) -> list[tuple[Path, int]]:
    """Return the (path, time) pairs of an `obsidian.json`, whose shape is not ours to trust."""
    try:
        listed = json.loads(file.read_text(encoding="utf-8")).get("vaults", {}).values()
        return [(Path(entry["path"]), int(entry.get("ts", 0))) for entry in listed]
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return []
