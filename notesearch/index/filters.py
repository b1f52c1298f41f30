"""Conditions on notes (path, tag, date, phrase ...) and their SQL: they hold before any cut, in words and in KNN."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from notesearch.index.rowids import note_of

if TYPE_CHECKING:
    import datetime as dt

    from notesearch.settings import Source

Value = str | int


@dataclass(frozen=True, slots=True)
class Words:
    """Notes in which an FTS5 expression over `note_words` holds (a phrase, a word, a prefix)."""

    match: str


@dataclass(frozen=True, slots=True)
class ChunkWords:
    """Notes of which one chunk has an FTS5 expression over `chunk_words`: stems stand only there."""

    match: str


@dataclass(frozen=True, slots=True)
class Place:
    """Notes by folded path: `folder` (in it or below), `path` (anywhere in it), `file` (anywhere in its name)."""

    part: Literal["path", "folder", "file"]
    text: str


@dataclass(frozen=True, slots=True)
class Tag:
    """Notes that carry a folded tag or one nested below it; when it `begins` so, any tag that goes on from there."""

    tag: str
    begins: bool = False


@dataclass(frozen=True, slots=True)
class SourceIs:
    """Notes of one source."""

    source: Source


@dataclass(frozen=True, slots=True)
class Evergreen:
    """Notes that never decay: `global` and `workspace`."""


@dataclass(frozen=True, slots=True)
class Dated:
    """Notes whose day (name, front matter, else mtime) lies in `first`..`last`, both inclusive and optional."""

    first: dt.date | None
    last: dt.date | None


@dataclass(frozen=True, slots=True)
class Property:
    """Notes with a folded front-matter key and, unless None, a folded value with these words; `*` at their end lets
    the last one go on.
    """

    key: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Tasks:
    """Notes with at least one task of this kind; None means any."""

    done: bool | None = None


@dataclass(frozen=True, slots=True)
class Not:
    """Notes for which a condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Notes for which every condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Notes for which at least one condition holds."""

    conditions: tuple[Condition, ...]


Condition = Words | ChunkWords | Place | Tag | SourceIs | Evergreen | Dated | Property | Tasks | Not | All | Either


@dataclass(frozen=True, slots=True)
class NoteFilter:
    """A condition as SQL with its bound values; a false one lets every note through."""

    where: str = ""
    values: tuple[Value, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.where)

    def __and__(self, other: NoteFilter) -> NoteFilter:
        """Return the filter that lets through what both do."""
        where = " AND ".join(f"({each.where})" for each in (self, other) if each)
        return NoteFilter(where, self.values + other.values)

    def on(self, note: str) -> str:
        """Return the SQL condition that the note with this id expression passes."""
        return f"{note} IN (SELECT id FROM notes WHERE {self.where})"  # noqa: S608 - text from this module only


def note_filter(*conditions: Condition) -> NoteFilter:
    """Return the filter of all `conditions` together; none lets every note through."""
    if not conditions:
        return NoteFilter()
    values: list[Value] = []
    return NoteFilter(_sql(All(conditions), values), tuple(values))


# What follows the last slash: cutting all that is no slash off the right end leaves the folders.
_NAME = "substr(notes.place, length(rtrim(notes.place, replace(notes.place, '/', ''))) + 1)"
_LETTERS = "a-z\u03b1-\u03c9\u0430-\u044f"  # folded ones of scripts with spaces
_DAY = "coalesce(notes.date, date(notes.mtime_ns / 1000000000, 'unixepoch', 'localtime'))"


def _sql(condition: Condition, values: list[Value]) -> str:
    match condition:
        case Not(inner):
            return f"NOT ({_sql(inner, values)})"
        case All(inner):
            return _joined([_sql(each, values) for each in inner], "AND") or "1"
        case Either(inner):
            return _joined([_sql(each, values) for each in inner], "OR") or "0"
        case Words(match):
            values.append(match)
            return "notes.id IN (SELECT rowid FROM note_words WHERE note_words MATCH ?)"
        case ChunkWords(match):
            values.append(match)
            return f"notes.id IN (SELECT {note_of('rowid')} FROM chunk_words WHERE chunk_words MATCH ?)"  # noqa: S608 - constants of ours
        case _:
            return _column_sql(condition, values)


def _joined(parts: list[str], operator: str) -> str:
    """Join conditions in brackets of two, for SQLite refuses a chain of a thousand; none give an empty text."""
    if len(parts) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(parts)
    half = len(parts) // 2
    return f"({_joined(parts[:half], operator)}) {operator} ({_joined(parts[half:], operator)})"


def _column_sql(condition: Condition, values: list[Value]) -> str:
    """Return the SQL of a condition on the note's own columns."""
    match condition:
        case Place(part, text):
            return _place_sql(part, text, values)
        case Tag(tag, begins):
            values.extend((tag, f"{_escape(tag)}%" if begins else f"{_escape(tag)}/%"))
            return r"notes.id IN (SELECT note FROM tags WHERE tag = ? OR tag LIKE ? ESCAPE '\')"
        case SourceIs(source):
            values.append(source)
            return "notes.source = ?"
        case Dated(first, last):
            values.extend((first.isoformat() if first else "0000", last.isoformat() if last else "9999"))
            return f"{_DAY} BETWEEN ? AND ?"
        case Property(key, value):
            values.extend((key, "*" if value is None else _words_pattern(value)))
            return "notes.id IN (SELECT note FROM properties WHERE key = ? AND ' ' || value || ' ' GLOB ?)"
        case Tasks(done):
            return {None: "notes.open_tasks + notes.done_tasks > 0", True: "notes.done_tasks > 0"}.get(
                done, "notes.open_tasks > 0"
            )
        case _:
            return "notes.source <> 'session'"


def _place_sql(part: str, text: str, values: list[Value]) -> str:
    plain = _escape(text.strip("/") if part == "folder" else text.lstrip("/"))
    if part == "folder":
        values.extend((f"{plain}/%", f"%/{plain}/%"))
        return r"(notes.place LIKE ? ESCAPE '\' OR notes.place LIKE ? ESCAPE '\')"
    values.append(f"%{plain}%")
    return rf"{_NAME if part == 'file' else 'notes.place'} LIKE ? ESCAPE '\'"


def _words_pattern(text: str) -> str:
    """Return the GLOB pattern of a value, a blank at both its ends, that has `text` as whole words.

    In scripts without spaces anything may stand around them.
    """
    goes_on, text = text.endswith("*"), text.rstrip("*")
    plain = re.sub(r"([*?\[])", r"[\1]", text)
    return f"*{_border(text[:1])}{plain}{'' if goes_on else _border(text[-1:])}*"


def _border(character: str) -> str:
    """Return what stands beside a word that has this letter or digit at its end: 2024-03-01 is in 2024-03-01T10:00."""
    kind = next((kind for kind in ("0-9", _LETTERS) if re.match(f"[{kind}]", character)), None)
    return f"[^{kind}]" if kind else ""


def _escape(text: str) -> str:
    """Escape what LIKE would take for wildcards."""
    return text.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
