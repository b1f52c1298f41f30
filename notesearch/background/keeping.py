"""Keeps changed settings in the files that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch import settings as stored

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.settings import Settings


def keep_settings(settings: Settings, for_all: Path, for_vault: Path) -> None:
    """Write what differs from what the files say: into the vault's file what is its own, else into the one for all.

    A key that the vault's file already sets stays there, since it would otherwise win over the new value.
    """
    shared, own = stored.read_raw(for_all), stored.read_raw(for_vault)
    before = stored.to_plain(stored.load(for_all, for_vault)[0])
    for section, values in stored.to_plain(settings).items():
        for key, value in values.items():
            if value == before[section][key]:
                continue
            target = own if section == "vault" or key in own.get(section, {}) else shared
            target.setdefault(section, {})[key] = value
    stored.save(for_all, shared)
    if own:
        stored.save(for_vault, own)
