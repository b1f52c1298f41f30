"""The `config` command: reads and sets each setting by its dotted key, for all vaults or for one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from notesearch import settings as choices
from notesearch.cli.opening import load_settings
from notesearch.cli.output import complain, inert, write
from notesearch.errors import UsageError
from notesearch.paths import absolute

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notesearch.paths import AppPaths

_MOST_WORDS = 3
_DEFAULTS = choices.to_plain(choices.Settings())
KEYS = tuple(f"{section}.{name}" for section, values in _DEFAULTS.items() for name in values)
"""Every setting, as `config` names it."""


def configure(words: Sequence[str], paths: AppPaths, *, reset: bool = False) -> None:
    """Carry out `config [VAULT] [KEY [VALUE]]`; `reset` forgets what was set for KEY.

    Without KEY all settings in effect are printed, with KEY its value, with VALUE it is set: in the vault's own
    file when there is a VAULT, else for all vaults. Raises UsageError for an unknown key and a value out of bounds.
    """
    vault, key, value = _parts(words)
    files = [paths.settings_file]
    if vault is not None:
        files.append(paths.vault(vault).settings_file)
    if reset:
        _forget(files[-1], key)
    elif value is None:
        _show(load_settings(*files), key)
    else:
        key = _known(key or "")
        store(files[-1], key, _parsed(key, value))


def _parts(words: Sequence[str]) -> tuple[Path | None, str | None, str | None]:
    if len(words) > _MOST_WORDS:
        raise UsageError("config takes at most a VAULT, a KEY and a VALUE; put a value with spaces in quotes.")
    has_vault = len(words) == _MOST_WORDS or (len(words) > 0 and _is_vault(words[0]))
    rest = words[1:] if has_vault else words
    return (
        _folder(words[0]) if has_vault else None,
        rest[0] if rest else None,
        rest[1] if len(rest) > 1 else None,
    )


def _folder(word: str) -> Path:
    vault = absolute(word)
    if not word or not vault.is_dir():
        raise UsageError(f"{word or 'a VAULT without a name'} is not a folder.")
    return vault


def _is_vault(word: str) -> bool:
    looks_like_path = word.startswith((".", "~")) or "/" in word or os.sep in word
    return looks_like_path or Path(word).is_dir()


def _known(key: str) -> str:
    if key not in KEYS:
        raise UsageError(f"there is no setting {key}; `notesearch config` lists them all.")
    return key


def _show(settings: choices.Settings, key: str | None) -> None:
    plain = choices.to_plain(settings)
    if key is None or key in plain:
        chosen = [name for name in KEYS if key in (None, name.partition(".")[0])]
        write("".join(f"{name} = {_printed(plain, name)}\n" for name in chosen))
    else:
        write(f"{_printed(plain, _known(key))}\n")


def _printed(plain: dict[str, Any], key: str) -> str:
    section, name = key.split(".")
    return inert(json.dumps(plain[section][name], ensure_ascii=False))


def store(file: Path, key: str, value: object) -> None:
    """Set one setting in `file`, the others kept; raises UsageError for a value out of bounds."""
    _save(file, _with(choices.read_raw(file), key, value))


def _save(file: Path, raw: dict[str, Any]) -> None:
    copy = choices.save(file, raw)
    if copy is not None:
        complain(f"{file} held what cannot be read; it is kept as it was in {copy}.")


def _parsed(key: str, text: str) -> object:
    """Return the first reading of `text` that the setting accepts: as JSON, else as plain text."""
    readings = [*_as_json(text), text]
    for reading in readings[:-1]:
        if _fits(key, reading):
            return reading
    if not _fits(key, text):
        choices.convert(_with({}, key, readings[0]))
    return text


def _as_json(text: str) -> Iterator[object]:
    try:
        yield json.loads(text)
    except (ValueError, RecursionError):
        return


def _fits(key: str, value: object) -> bool:
    try:
        choices.convert(_with({}, key, value))
    except UsageError:
        return False
    return True


def _with(raw: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    section, name = key.split(".")
    return {**raw, section: {**raw.get(section, {}), name: value}}


def _forget(file: Path, key: str | None) -> None:
    if key is None:
        raise UsageError("config --reset needs the KEY of a setting.")
    section, name = _known(key).split(".")
    raw = choices.read_raw(file)
    kept = {other: value for other, value in raw.get(section, {}).items() if other != name}
    _save(file, {**raw, section: kept})
