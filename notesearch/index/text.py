"""Text that SQLite can hold."""

from __future__ import annotations


def storable(text: str) -> str:
    """Return `text` with lone surrogates (from names that are not UTF-8) as question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text
