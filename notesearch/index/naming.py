"""What the notes of a vault are sorted by: tags, folders and property names, for completing a question."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notesearch.index.database import Database

_MOST = 2000


@dataclass(frozen=True, slots=True)
class VaultNames:
    """Tags and property names as they are compared (folded), folders as on disk; the most frequent first."""

    tags: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()


# The path up to its last "/": everything else is taken off the end. Bytes, since names need not be UTF-8.
_FOLDERS = (
    "SELECT CAST(rtrim(CAST(path AS TEXT), replace(CAST(path AS TEXT), '/', '')) AS BLOB) AS folder, count(*) "
    "FROM notes GROUP BY folder"
)


def vault_names(database: Database) -> VaultNames:
    """Return the names that the notes carry, at most 2,000 of each kind; ties go by the alphabet."""
    tags = _most_frequent(database, "tags", "tag")
    return VaultNames(tags, _folders(database), _most_frequent(database, "properties", "key"))


def _most_frequent(database: Database, table: str, column: str) -> tuple[str, ...]:
    # The two names are this module's own.
    text = f"SELECT {column} FROM {table} GROUP BY {column} ORDER BY count(DISTINCT note) DESC, {column} LIMIT ?"  # noqa: S608
    return tuple(str(name) for (name,) in database.rows(text, (_MOST,)))


def _folders(database: Database) -> tuple[str, ...]:
    """Return every folder that holds notes, itself or below, as on disk with "/" between."""
    notes: Counter[str] = Counter()
    for folder, count in database.rows(_FOLDERS):
        inner = PurePosixPath(os.fsdecode(folder).rstrip("/"))
        for each in (inner, *inner.parents):
            notes[str(each)] += count
    del notes["."]
    return tuple(sorted(notes, key=lambda each: (-notes[each], each)))[:_MOST]
