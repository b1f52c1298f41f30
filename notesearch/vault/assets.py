"""Reads the pictures that notes show: from inside the vault, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
_MAX_BYTES = 8_000_000
# Where attachments are kept besides the note's own folder; a vault is not walked for one picture.
_FOLDERS = ("", "attachments", "Attachments", "assets", "images", "img", "files", "media", "resources", "_resources")


def is_image(target: str) -> bool:
    """Whether `target` names a kind of picture that may be shown."""
    return target.lower().endswith(_IMAGES)


def read_picture(vault: Path, note: Path, source: str) -> bytes | None:
    """Return the bytes of the picture `source` as `note` names it; None when it is not there, too big or outside."""
    if not is_image(source) or "\0" in source:
        return None
    top = vault.resolve()
    for candidate in _candidates(vault, note, source):
        try:
            real = candidate.resolve(strict=True)
            if real.is_relative_to(top) and real.is_file() and real.stat().st_size <= _MAX_BYTES:
                return real.read_bytes()
        except (OSError, RuntimeError):
            continue
    return None


def _candidates(vault: Path, note: Path, source: str) -> Iterator[Path]:
    relative = Path(source)
    if relative.is_absolute():
        return
    for base in (note.parent, vault):
        for folder in _FOLDERS:
            yield base / folder / relative
