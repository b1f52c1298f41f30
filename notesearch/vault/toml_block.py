"""Reads the TOML between `+++` lines that Hugo and Zola write."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notesearch.vault.yaml_lines import Pairs, Value

_LONGEST = 32 * 1024  # characters, as of YAML
# Takes the parser time that grows with its square.
_DEEP_KEY = re.compile(r"(?<![\w\"'.-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){100}")


def read_toml(block: str) -> Pairs | None:
    """Return the top-level pairs of `block`, dates in ISO's form, fractions as written; None when it is no TOML."""
    if len(block) > _LONGEST or _DEEP_KEY.search(block):
        return None
    try:
        table = tomllib.loads(block, parse_float=str)
        return [(key, _value(value)) for key, value in table.items()]
    except (ValueError, RecursionError):
        return None


def _value(value: object) -> Value:
    if isinstance(value, dict):
        return tuple((key, _value(child)) for key, child in value.items())
    if isinstance(value, list):
        return [_value(child) for child in value]
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.date | dt.time):  # a datetime is a date
        return value.isoformat()
    return str(value)
