"""Pictures come from inside the vault only, whatever a note says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from notesearch.vault.assets import read_picture

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    vault = tmp_path / "vault"
    for name in ("Kitchen/oven.png", "attachments/heron.jpg", "top.gif"):
        file = vault / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(name.encode())
    (vault / "Kitchen" / "note.md").write_text("x")
    (tmp_path / "outside.png").write_bytes(b"outside")
    return vault


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("oven.png", "Kitchen/oven.png"),
        ("../attachments/heron.jpg", "attachments/heron.jpg"),
        ("heron.jpg", "attachments/heron.jpg"),
        ("attachments/heron.jpg", "attachments/heron.jpg"),
        ("top.gif", "top.gif"),
    ],
)
def test_a_picture_is_found_as_notes_name_it(vault: Path, source: str, found: str) -> None:
    assert read_picture(vault, vault / "Kitchen" / "note.md", source) == found.encode()


@pytest.mark.parametrize("source", ["../../outside.png", "missing.png", "note.md", "a\0.png", ""])
def test_nothing_else_is_read(vault: Path, source: str) -> None:
    assert read_picture(vault, vault / "Kitchen" / "note.md", source) is None


def test_an_absolute_path_is_not_read(vault: Path) -> None:
    assert read_picture(vault, vault / "Kitchen" / "note.md", str(vault / "top.gif")) is None


def test_a_link_out_of_the_vault_is_not_followed(vault: Path) -> None:
    (vault / "Kitchen" / "sly.png").symlink_to(vault.parent / "outside.png")
    assert read_picture(vault, vault / "Kitchen" / "note.md", "sly.png") is None


def test_a_picture_that_is_too_big_is_left_out(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notesearch.vault.assets._MAX_BYTES", 3)
    assert read_picture(vault, vault / "Kitchen" / "note.md", "oven.png") is None
