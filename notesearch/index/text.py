"""Text as SQLite can hold it, and in less room."""

from __future__ import annotations

import json
import zlib

import apsw

_LONGEST_PACKED = 128 * 1024  # characters; of longer texts SQLite can cut a piece out without reading them whole
_LEVEL = 1  # higher ones save little more and take twice the time


def storable(text: str) -> str:
    """Return `text` with lone surrogates (from names that are not UTF-8) as question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def packed(text: str) -> str | bytes:
    """Return a note's text as it is stored: packed to half its size, unless it is very long."""
    if len(text) > _LONGEST_PACKED:
        return storable(text)
    return zlib.compress(text.encode("utf-8", "replace"), _LEVEL)


def unpacked(stored: apsw.SQLiteValue) -> str:
    """Return the text that was stored; empty for None. Raises CorruptError when it is none of ours."""
    try:
        return zlib.decompress(stored).decode() if isinstance(stored, bytes) else str(stored or "")
    except (zlib.error, UnicodeDecodeError) as error:
        raise apsw.CorruptError(f"a note's text cannot be unpacked: {error}") from error


def headings(stored: apsw.SQLiteValue) -> tuple[str, ...]:
    """Return the heading path that was stored; raises CorruptError when it is none."""
    try:
        return tuple(map(str, json.loads(str(stored))))
    except (ValueError, TypeError) as error:
        raise apsw.CorruptError(f"a chunk's headings cannot be read: {error}") from error
