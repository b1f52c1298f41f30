"""Settings changed in the window land in the file where they hold, and only what changed is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch import settings as stored
from notesearch.background.keeping import keep_settings
from notesearch.settings import Decay, Mmr, Settings, Vault

if TYPE_CHECKING:
    from pathlib import Path


def test_only_what_changed_is_written_for_all_vaults(tmp_path: Path) -> None:
    shared, own = tmp_path / "settings.toml", tmp_path / "vault.toml"
    keep_settings(Settings(mmr=Mmr(enabled=True)), shared, own)
    assert stored.read_raw(shared) == {"mmr": {"enabled": True}}
    assert not own.exists()


def test_a_key_that_the_vault_sets_itself_stays_with_the_vault(tmp_path: Path) -> None:
    shared, own = tmp_path / "settings.toml", tmp_path / "vault.toml"
    stored.save(own, {"decay": {"half_life_days": 7.0}})
    keep_settings(Settings(decay=Decay(half_life_days=90.0, floor=0.5)), shared, own)
    assert stored.read_raw(own) == {"decay": {"half_life_days": 90.0}}
    assert stored.read_raw(shared) == {"decay": {"floor": 0.5}}


def test_what_is_about_the_vault_is_the_vaults_own(tmp_path: Path) -> None:
    shared, own = tmp_path / "settings.toml", tmp_path / "vault.toml"
    keep_settings(Settings(vault=Vault(ignore=("drafts/",))), shared, own)
    assert stored.read_raw(own) == {"vault": {"ignore": ["drafts/"]}}


def test_a_reset_is_kept_too(tmp_path: Path) -> None:
    shared, own = tmp_path / "settings.toml", tmp_path / "vault.toml"
    keep_settings(Settings(mmr=Mmr(enabled=True, lambda_=0.2)), shared, own)
    keep_settings(Settings(), shared, own)
    assert stored.load(shared, own) == (Settings(), ())
