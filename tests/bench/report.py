"""What was measured, as a table for people and as JSON for machines."""

from __future__ import annotations

import json
import platform
import sqlite3
from dataclasses import asdict, dataclass
from os import cpu_count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    """One figure; `limit` is the most that it may be (None: told for information)."""

    name: str
    value: float
    unit: str
    limit: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the figure keeps its limit."""
        if self.limit is None:
            return ""
        return "ok" if self.value <= self.limit else "TOO MUCH"


def table(rows: Sequence[Row]) -> str:
    """Return the rows under each other, ratios first."""
    ordered = sorted(rows, key=lambda row: row.unit != "times")
    width = max(len(row.name) for row in ordered)
    lines = [f"{'':{width}}  {'measured':>10}  {'at most':>8}"]
    for row in ordered:
        limit = "" if row.limit is None else f"{row.limit:g}"
        lines.append(f"{row.name:{width}}  {row.value:10.3g}  {limit:>8}  {row.unit:8}  {row.verdict}".rstrip())
    return "\n".join(lines)


def write_json(file: Path, rows: Sequence[Row], notes: int) -> None:
    """Write the figures with what they were measured on."""
    machine = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": cpu_count(),
        "sqlite": sqlite3.sqlite_version,
    }
    figures = [{**asdict(row), "verdict": row.verdict} for row in rows]
    file.write_text(json.dumps({"notes": notes, "machine": machine, "figures": figures}, indent=2) + "\n", "utf-8")
