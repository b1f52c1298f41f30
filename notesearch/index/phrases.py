"""What is asked of FTS5: phrases, and the groups of them that one thing typed becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FEW_LETTERS = 3
_NAMES = "{title aliases headings tags place}"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens that stand next to each other; `prefix` lets the last one go on.

    `columns` is empty for all, or names those that count, in FTS5's words: `title`, `{title aliases}`, `- forms`.
    """

    tokens: tuple[str, ...]
    prefix: bool = False
    columns: str = ""

    def expression(self) -> str:
        """Return the phrase as FTS5 syntax, every token quoted: nothing typed is ever an operator."""
        quoted = " + ".join('"' + token.replace('"', '""') + '"' for token in self.tokens) + (
            " *" if self.prefix else ""
        )
        return f"{self.columns} : ({quoted})" if self.columns else quoted


def any_of(phrases: Iterable[Phrase]) -> str:
    """Return the FTS5 expression that holds where at least one phrase does."""
    return " OR ".join(phrase.expression() for phrase in phrases)


@dataclass(frozen=True, slots=True)
class Group:
    """One thing that was asked for: its `main` phrases count towards a perfect score, `other` ones only help.

    `is_run`: the main phrases are the pairs of characters of a script without spaces.
    """

    main: tuple[Phrase, ...]
    other: tuple[Phrase, ...] = ()
    is_run: bool = False

    @property
    def is_barely_begun(self) -> bool:
        """Whether it is a word of up to three letters that is still being typed."""
        begun = (len(phrase.tokens[-1]) <= _FEW_LETTERS for phrase in self.other if phrase.prefix)
        return any(begun) and not self.is_run and not self.main[-1].prefix

    def closed(self) -> Group:
        """Return the group without what lets a word that is being typed go on."""
        return replace(self, other=tuple(phrase for phrase in self.other if not phrase.prefix))

    def going_on_in_names(self) -> Group:
        """Return the group with its open end in the names of notes only; a single letter does not go on."""
        if len(self.main[-1].tokens[-1]) == 1:
            return self.closed()
        names = (replace(phrase, columns=_NAMES) if phrase.prefix else phrase for phrase in self.other)
        return replace(self, other=tuple(names))


def phrases_of(groups: Iterable[Group]) -> tuple[Phrase, ...]:
    """Return every phrase of the groups, each once."""
    return tuple(dict.fromkeys(phrase for group in groups for phrase in (*group.main, *group.other)))
