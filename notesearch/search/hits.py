"""A token of a text that was asked for."""

from __future__ import annotations

from typing import NamedTuple


class Hit(NamedTuple):
    """Where a token stands (code points) that was asked for, its key and the weight of that."""

    start: int
    end: int
    key: str
    weight: float
