"""Tells what kind of note a file is and how old it is, from its name, its place and its front matter."""

from __future__ import annotations

import datetime as dt
import functools
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from notesearch.vault.ignore import compiled
from notesearch.vault.note import Root

if TYPE_CHECKING:
    import pathspec

    from notesearch.settings import Source, SourceRule
    from notesearch.settings import Vault as VaultSettings
    from notesearch.vault.note import NoteFile

_DATED = re.compile(r"([0-9]{4})([-_]?)([0-9]{2})\2([0-9]{2})(?!\d)")
_SECONDS_PER_DAY = 86_400.0
Rule = Literal["pattern", "global folder", "dated name", "MEMORY.md", "else"]


@dataclass(frozen=True, slots=True)
class Decided:
    """A note's source and the rule that decided it; `pattern` is the person's own when that was the rule."""

    source: Source
    rule: Rule
    pattern: str = ""


class Moment(NamedTuple):
    """A point in time as the local calendar date and as seconds since 1970."""

    today: dt.date
    seconds: float


def dated_name(name: str) -> dt.date | None:
    """Return the date that the file name `name` starts with, or None when it carries no real calendar date."""
    found = _DATED.match(name)
    if found is None:
        return None
    try:
        return dt.date(int(found[1]), int(found[3]), int(found[4]))
    except ValueError:  # 2026-02-30
        return None


def vault_roots(vault: str, options: VaultSettings) -> tuple[Root, ...]:
    """Return the vault's folder and its global folders as roots, each absolute and once, the vault first."""
    root = os.path.abspath(os.path.expanduser(vault))  # noqa: PTH100, PTH111 - pathlib keeps "a/../b"
    folders = [_place(folder, root) for folder in options.global_folders]
    unique = dict.fromkeys(folder for folder in folders if folder != root)
    return (Root(root, is_global=root in folders), *(Root(folder, is_global=True) for folder in unique))


def source_of(file: NoteFile, chosen: Source | None, options: VaultSettings) -> Source:
    """Return the kind of note that `file` is; `chosen` is what its front matter says.

    The first rule that matches: front matter, the person's patterns, global folder, dated name, `MEMORY.md`.
    """
    return chosen if chosen is not None else decide(file.root, file.path, options).source


def decide(root: str, path: str, options: VaultSettings) -> Decided:
    """Return what kind of note the file at `path` in `root` is when its front matter does not say, and why."""
    for spec, rule in _compiled(options.source_rules):
        if spec.match_file(path):
            return Decided(rule.source, "pattern", rule.pattern)
    if _in_global_folder(root, path, options.global_folders):
        return Decided("global", "global folder")
    name = path.rsplit("/", 1)[-1]
    if dated_name(name) is not None:
        return Decided("session", "dated name")
    return Decided("global", "MEMORY.md") if name == "MEMORY.md" else Decided("workspace", "else")


def moment(now: dt.datetime) -> Moment:
    """Return what of a moment ages are counted from; without a time zone it is local time."""
    local = now.astimezone()
    return Moment(local.date(), local.timestamp())


def age_days(date: dt.date | None, mtime_ns: int | None, now: Moment) -> float | None:
    """Return a note's age in days, never below 0, or None when nothing tells it.

    A date counts whole days between local calendar dates; a modification time (nanoseconds since 1970) counts
    fractions.
    """
    if date is not None:
        return float(max(0, (now.today - date).days))
    if mtime_ns is None:
        return None
    return max(0.0, (now.seconds - mtime_ns / 1e9) / _SECONDS_PER_DAY)


@functools.lru_cache(maxsize=8)  # the same few rules classify every note of a scan
def _compiled(rules: tuple[SourceRule, ...]) -> tuple[tuple[pathspec.GitIgnoreSpec, SourceRule], ...]:
    """Return each rule ready to match; one that gitignore would refuse is left out."""
    specs = ((compiled([rule.pattern]), rule) for rule in rules)
    return tuple((spec, rule) for spec, rule in specs if spec is not None)


@functools.lru_cache(maxsize=64)
def _place(folder: str, root: str) -> str:
    """Return the absolute path of a global folder; a relative one lies in the vault."""
    return os.path.abspath(os.path.join(root, os.path.expanduser(folder)))  # noqa: PTH100, PTH111, PTH118


def _in_global_folder(root: str, path: str, folders: tuple[str, ...]) -> bool:
    """Tell whether a global folder is the file's own root, or lies inside it around the file."""
    places = [_place(folder, root) for folder in folders]
    whole = f"{root}/{path}"
    return any(place == root or (_inside(place, root) and _inside(whole, place)) for place in places)


def _inside(path: str, folder: str) -> bool:
    """Tell whether `path` lies below `folder`."""
    return path.startswith(folder.rstrip(os.sep) + os.sep)
