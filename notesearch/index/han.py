"""Chinese characters that are the same to who searches: traditional, Japanese and simplified ones."""

from __future__ import annotations

from notesearch.paths import resources


def _variants() -> dict[int, str]:
    """Return the simplified character for each traditional and Japanese one that differs from it."""
    lines = (resources() / "han-variants.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if not line.startswith("#"))
    return {ord(variant): simplified for simplified, variants in pairs for variant in variants}


SIMPLIFIED = _variants()
_DIFFERENT = frozenset(map(chr, SIMPLIFIED))


def simplified(text: str) -> str:
    """Return `text` with simplified characters in place of their variants; its length stays."""
    return text if _DIFFERENT.isdisjoint(text) else text.translate(SIMPLIFIED)
