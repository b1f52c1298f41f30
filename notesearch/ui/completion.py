"""What may stand in a question where the cursor is: operators, and the tags, folders and properties of the vault."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.ui.words import translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.index.naming import VaultNames

_MOST = 8
# A word is taken for the start of an operator from so many letters on: `is` and `on` are words of every question.
_SHORTEST = 3
_TOKEN = re.compile(
    r"""(?:^|(?<=[\s(-]))(?:
        (?P<name>[A-Za-z]+):(?P<value>"[^"]*|[^\s()"]*)
      | \#(?P<tag>[^\s()"'#.,;:!?\[\]]*)
      | \[(?P<property>[^\[\]:|"]*)
      | (?P<word>[A-Za-z]+)
    )$""",
    re.VERBOSE,
)
_AFTER = re.compile(r"[\s)\]]|$")
_DAYS = ("today", "yesterday", '"this week"', '"last week"', '"this month"', '"last month"', '"this year"')
_CHOICES = {
    "source": ("journal", "note", "evergreen"),
    "is": ("task", "done", "todo"),
    "before": _DAYS,
    "after": _DAYS,
    "on": _DAYS,
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text for the place of what is being typed; `hint` says what it is for, `goes_on` that more is to follow it."""

    text: str
    hint: str = ""
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Completion:
    """What could stand from `start` to the cursor; `sure` when an operator has been begun, not just a word."""

    start: int
    suggestions: tuple[Suggestion, ...]
    sure: bool


def operators() -> tuple[Suggestion, ...]:
    """Return every operator with what it does."""
    named = (
        ("tag:", translate("Completion", "notes with this tag; also #tag")),
        ("folder:", translate("Completion", "notes in this folder")),
        ("path:", translate("Completion", "part of the path")),
        ("file:", translate("Completion", "part of the file name")),
        ("title:", translate("Completion", "words of the title")),
        ("heading:", translate("Completion", "words of a heading")),
        ("source:", translate("Completion", "journal, note or evergreen")),
        ("before:", translate("Completion", "older than a day")),
        ("after:", translate("Completion", "from a day on")),
        ("on:", translate("Completion", "of a day, a month or a year")),
        ("is:", translate("Completion", "with tasks, open or done")),
        ("[", translate("Completion", "notes with this property")),
    )
    return tuple(Suggestion(text, hint, goes_on=True) for text, hint in named)


def complete(text: str, cursor: int, names: VaultNames) -> Completion | None:
    """Return what could stand at `cursor`; None where nothing is to be completed."""
    found = _TOKEN.search(text[:cursor])
    if found is None or not _AFTER.match(text, cursor):
        return None
    typed = found.group()
    if found["word"] is not None:
        suggestions = _operators_from(typed)
    elif found["tag"] is not None:
        suggestions = _matching((f"#{tag}" for tag in names.tags), found["tag"])
    elif found["property"] is not None:
        suggestions = _matching((f"[{key}]" for key in names.properties), found["property"])
    else:
        suggestions = _values(found["name"], found["value"].removeprefix('"'), names)
    if not suggestions or suggestions == (Suggestion(typed),):
        return None
    return Completion(found.start(), suggestions, sure=found["word"] is None)


def _operators_from(word: str) -> tuple[Suggestion, ...]:
    if len(word) < _SHORTEST:
        return ()
    return tuple(each for each in operators() if each.text.startswith(word.lower()))


def _values(name: str, value: str, names: VaultNames) -> tuple[Suggestion, ...]:
    operator = name.lower()
    if operator == "tag":
        values: Iterable[str] = names.tags
    elif operator in {"folder", "path"}:
        values = (f'"{folder}"' if re.search(r"[\s()]", folder) else folder for folder in names.folders)
    else:
        values = _CHOICES.get(operator, ())
    return _matching((f"{name}:{each}" for each in values), value)


def _matching(texts: Iterable[str], typed: str) -> tuple[Suggestion, ...]:
    """Return the texts whose value begins with what was typed, then those of which an inner part does."""
    wanted = typed.casefold()
    first: list[str] = []
    inner: list[str] = []
    for text in texts:
        value = re.sub(r"""^(?:[#\[]|[A-Za-z]+:)"?""", "", text).casefold()
        if value.startswith(wanted):
            first.append(text)
        elif re.search(rf"[\W_]{re.escape(wanted)}", value):
            inner.append(text)
    return tuple(map(Suggestion, (first + inner)[:_MOST]))
