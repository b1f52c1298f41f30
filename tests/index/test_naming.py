"""The names of a vault for completions: tags, every folder with notes below it, property keys, the usual ones first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from small_vault import SmallVault

from notesearch.index.naming import VaultNames

if TYPE_CHECKING:
    from pathlib import Path


def test_names_come_most_frequent_first(tmp_path: Path) -> None:
    notes = {
        "a.md": "---\nstatus: open\n---\n#Work #tea",
        "Kitchen/b.md": "---\nstatus: done\ndue: soon\n---\n#work",
        "Kitchen/Old stuff/c.md": "plain",
        "家里/d.md": "plain",
    }
    with SmallVault(tmp_path, notes) as vault:
        assert vault.notebook.names() == VaultNames(
            tags=("work", "tea"), folders=("Kitchen", "Kitchen/Old stuff", "家里"), properties=("status", "due")
        )


def test_an_empty_vault_has_no_names(tmp_path: Path) -> None:
    with SmallVault(tmp_path, {}) as vault:
        assert vault.notebook.names() == VaultNames()
