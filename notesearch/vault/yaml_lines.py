"""Reads the plain YAML of nearly all front matter line by line, and broken YAML as well as it can."""

from __future__ import annotations

import re
from typing import TypeAlias

# Numbers and dates stay as they are written; a mapping comes as its (key, value) pairs.
Value: TypeAlias = "str | list[Value] | tuple[tuple[str, Value], ...] | None"
Pairs: TypeAlias = "list[tuple[str, Value]]"

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`")
_FLOW_INDICATORS = re.compile(r"[,\[\]{}:]")
_QUOTED = re.compile(r"""'([^'\\]*)'$|"([^"\\]*)"$""")
_KEY = re.compile(r"([^\W\d_][\w./-]{0,99}(?: [\w./-]{1,100})?) ?:(?: +|$)")
_ITEM = re.compile(r"( *)- +(?=\S)")

_LOOSE_KEY = re.compile(
    r"""(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s#:,\[\]{}"'*-][^:\n]{0,199}?))[ \t]*:(?:[ \t]+(.*)|)$"""
)
_LOOSE_ITEM = re.compile(r"[ \t]*[-*](?:[ \t]+(.*)|)$")
_MOST_PAIRS = 5000


def read_plain(block: str) -> Pairs | None:
    """Return the pairs of a block of plain `key: value` lines and lists, exactly as YAML has them.

    None means that the block needs a whole parser.
    """
    pairs: Pairs = []
    listed = False  # a list may follow, its key having no value
    indent: str | None = None
    for line in block.split("\n"):
        text = line.rstrip(" ")
        if not text.isprintable():
            return None
        if not text or text[0] == "#":
            continue
        if (key := _KEY.match(text)) is not None:
            value = _plain_value(text[key.end() :])
            indent = None
            listed = key.end() == len(text)
            pairs.append((key[1], value[0] if value else None))
        else:
            value = _item(text, indent) if listed else None
            if value is not None:
                indent = text[: text.index("-")]
                _add_item(pairs, value[0])
        if value is None:
            return None
    return pairs


def _item(text: str, indent: str | None) -> tuple[Value] | None:
    """Return (the value) of a list's item at the indent of the list; None when it is something else."""
    found = _ITEM.match(text)
    return _scalar(text[found.end() :]) if found is not None and indent in {None, found[1]} else None


def read_loosely(block: str) -> Pairs:
    """Return what a block that is no YAML most likely means: `key: text` at the line start, `- item` or `*` below."""
    pairs: Pairs = []
    for line in block.split("\n"):
        text = line.rstrip()
        key = _LOOSE_KEY.match(text)
        item = _LOOSE_ITEM.match(text)
        if key is not None and len(pairs) < _MOST_PAIRS:
            pairs.append((key[1] or key[2] or key[3], _loose_value(key[4] or "")))
        elif item is not None and pairs:
            _add_item(pairs, _unquoted(item[1] or ""))
    return pairs


def _add_item(pairs: Pairs, item: Value) -> None:
    """Add an item to the list of the last key, which becomes one when it is none."""
    name, known = pairs[-1]
    if not isinstance(known, list):
        pairs[-1] = (name, [item] if known is None else [known, item])
    elif len(known) < _MOST_PAIRS:
        known.append(item)


def _plain_value(text: str) -> tuple[Value] | None:
    """Return the value behind a key: a scalar or a list in brackets; None when it is neither."""
    if not text.startswith("["):
        return _scalar(text)
    if not text.endswith("]"):
        return None
    inner = text[1:-1].strip(" ")
    if inner.startswith("[") and "[" not in inner[1:]:  # a wikilink is a list in a list to YAML
        linked = _plain_value(inner)
        return None if linked is None else ([linked[0]],)
    items: list[Value] = []
    for piece in inner.split(",") if inner else ():
        part = piece.strip(" ")
        value = _scalar(part)
        if not part or value is None or _FLOW_INDICATORS.search(part):
            return None
        items.append(value[0])
    return (items,)


def _scalar(text: str) -> tuple[Value] | None:
    """Return (the value) of a plain or simply quoted scalar, None when it takes more to read it."""
    if text in NULLS:
        return (None,)
    if text[0] in _INDICATORS:
        quoted = _QUOTED.match(text)
        return None if quoted is None else (quoted[1] or quoted[2] or "",)
    if ": " in text or " #" in text or text[-1] == ":":
        return None
    return (text,)


def _loose_value(text: str) -> Value:
    """Return the value that `text` most likely means."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]") and not text.startswith("[["):
        return [_unquoted(piece) for piece in text[1:-1].split(",")]
    return _unquoted(text)


def _unquoted(text: str) -> str | None:
    """Return `text` without the quotes around it; None for YAML's ways to write nothing."""
    text = text.strip()
    if text in NULLS:
        return None
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text
