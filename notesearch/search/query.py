"""A tree of what was meant -> a typed query: words to score, conditions that must hold, text to embed."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from notesearch.index.filters import All, Condition, Dated, Either, Not, Place, Property, SourceIs, Tag, Tasks, Words
from notesearch.index.folding import fold
from notesearch.index.phrases import Group
from notesearch.index.prepare import name_key
from notesearch.index.tokenizer import query_terms
from notesearch.search import syntax
from notesearch.search.dates import span
from notesearch.search.groups import group_of, marks_of, open_ended
from notesearch.search.stopwords import only_asks, stopwords_of, subject_of
from notesearch.search.word_conditions import is_name, is_one_term, phrase_condition, phrase_of, words_condition
from notesearch.search.wording import Together, wording, wordings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from notesearch.index.phrases import Phrase
    from notesearch.settings import Source

_LONGEST = 5000
_HALF_TYPED = re.compile(rf"(?i:{'|'.join(syntax.FIELDS)}):")
_NO_OPERATOR = re.compile(r"([A-Za-z]{2,20}):(?![/:\\\d])\S.*")
_FIELD_BEGUN = re.compile(r"(?:^|[\s(])(?:#|(?i:tag|title|heading):)[^\s()\"*#]+$")
# Between two Hebrew letters it is part of a word.
_QUOTE = re.compile(r'(?<![\u05d0-\u05ea])"|"(?![\u05d0-\u05ea])')
_SOURCES: dict[str, Source] = {
    "journal": "session",
    "session": "session",
    "note": "workspace",
    "workspace": "workspace",
    "evergreen": "global",
    "global": "global",
}
# Properties that are kept apart from the others.
_OWN_FIELDS = {"title": "title", "alias": "title", "aliases": "title", "tag": "tag", "tags": "tag"}
_TASKS = {"task": None, "tasks": None, "done": True, "todo": False, "open": False}


@dataclass(frozen=True, slots=True)
class Query:
    """What a text asks for.

    `groups` are scored; `conditions` must hold; `meaning` is the text to embed (no operators, no negated words);
    `key` is compared with titles, aliases and file names; `marks` are the keys to mark (a prefix ends in `*`).
    `words` are the words as typed, each with its group. `hints` say what was not taken as an operator.
    `loose_text` is the text without its quotes, where it says more than they do: for when nothing has the exact words.
    `together` are words that are to stand next to each other, or may.
    `conditions_suffice`: a note may be what is asked for without any of the words (`tag:a OR word`, `word OR -other`).
    """

    text: str
    groups: tuple[Group, ...]
    conditions: tuple[Condition, ...]
    meaning: str
    key: str
    marks: frozenset[str]
    words: tuple[tuple[str, Group], ...] = ()
    has_date: bool = False
    hints: tuple[str, ...] = ()
    loose_text: str | None = None
    conditions_suffice: bool = False
    together: Together = field(default_factory=Together)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was asked for."""
        return not self.groups and not self.conditions


@dataclass
class _Reader:
    """Collects the parts of a query while walking its tree."""

    today: dt.date
    is_used: Callable[[Condition], bool]
    words: list[tuple[str, Group]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    meaning: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    has_date: bool = False
    quoted: list[str] = field(default_factory=list)
    phrases: list[Phrase] = field(default_factory=list)
    wishes: bool = False
    has_wordless_choice: bool = False

    def wish(self, node: syntax.Node) -> None:
        """Take a part of the top level: plain words are scored, everything else must hold too."""
        match node:
            case syntax.Word(text, prefix):
                self.wishes = True
                self._score(text, prefix=prefix)
            case syntax.Group(nodes):
                for inner in nodes:
                    self.wish(inner)
            case syntax.Field():
                self._wish_field(node)
            case syntax.Negated(inner):
                if (condition := self.condition(inner)) is not None:
                    self.conditions.append(Not(condition))
            case _:
                self._must(node)

    def _wish_field(self, node: syntax.Field) -> None:
        condition = self._field(node)
        if condition is None:
            self._score_field(node.value, f"{node.name}:{node.value} was searched as text")
        elif not node.short or self._is_used(condition):
            self.conditions.append(condition)
        else:
            typed, name = node.short.rstrip("*"), node.value.rstrip("*")
            missing = f"no note has the tag {name}" if node.name == "tag" else f"no note has the property {name}"
            self._score_field(typed, f"{missing}; it was searched as text")

    def _score_field(self, text: str, hint: str) -> None:
        self.hints.append(hint)
        self.wishes = True
        self._score(text)

    def _is_used(self, condition: Condition) -> bool:
        """Tell whether any note has the tag or property of a condition."""
        if isinstance(condition, Property):
            return self.is_used(Property(condition.key))
        return not isinstance(condition, Tag) or self.is_used(condition)

    def _must(self, node: syntax.Node) -> None:
        """Take a phrase or a choice: it is scored, and it must hold."""
        if (condition := self.condition(node, loose=True)) is not None:
            self.conditions.append(condition)
        if isinstance(node, syntax.Choice):
            self.has_wordless_choice |= any(not any(_positive_leaves(inner)) for inner in node.nodes)
        for leaf in _positive_leaves(node):
            if isinstance(leaf, syntax.Quoted):
                self.quoted.append(leaf.text)
                self._score_phrase(leaf.text)
            else:
                self._score(leaf.text, prefix=leaf.prefix)

    def _score(self, text: str, *, prefix: bool = False) -> None:
        if (hint := _hint(text)) is not None:
            self.hints.append(hint)
        terms = query_terms(subject_of(text))
        if terms:  # punctuation alone means nothing
            self.meaning.append(text)
        self.words += ((term.text, group_of(term, prefix=prefix)) for term in terms)

    def _score_phrase(self, text: str) -> None:
        if is_one_term(text) or is_name(text):
            self._score(text)
        elif phrase := phrase_of(text):
            self.meaning.append(text)
            self.phrases.append(phrase)
            self.words.append((text, Group((phrase,))))

    def condition(self, node: syntax.Node, *, loose: bool = False) -> Condition | None:
        """Return the condition that a part stands for; None when it says nothing (punctuation alone).

        A `loose` one also holds for other forms of a plain word, as its scoring does: what is asked for may be
        `cats`, but who leaves out `cat` does not leave out `cats`.
        """
        match node:
            case syntax.Word(text, prefix):
                return words_condition(text, prefix=prefix, loose=loose)
            case syntax.Quoted(text):
                if is_one_term(text):
                    return words_condition(text)
                return phrase_condition(text)
            case syntax.Field():
                return self._field(node) or words_condition(node.value)
            case syntax.Negated(inner):
                condition = self.condition(inner)
                return None if condition is None else Not(condition)
            case syntax.Group(nodes):
                inner_conditions = self._conditions(nodes, loose=loose)
                return All(inner_conditions) if inner_conditions else None
            case syntax.Choice(nodes):
                inner_conditions = self._conditions(nodes, loose=loose)
                return Either(inner_conditions) if inner_conditions else None

    def _conditions(self, nodes: Iterable[syntax.Node], *, loose: bool) -> tuple[Condition, ...]:
        return tuple(condition for node in nodes if (condition := self.condition(node, loose=loose)) is not None)

    def _field(self, node: syntax.Field) -> Condition | None:
        """Return the condition of `name:value`; None when the value makes no sense there."""
        name, value = node.name, node.value
        match name:
            case "path" | "folder" | "file":
                place = fold(value).strip("* ")  # anything may stand around it anyway
                return Place(name, place) if place.strip("/") else None
            case "title" | "heading":
                columns = "{title aliases}" if name == "title" else "headings"
                goes_on = value.endswith("*")
                words = words_condition(value.rstrip("*"), prefix=goes_on, columns=columns)
                if words is None or not node.quoted or (phrase := phrase_of(value)) is None:
                    return words
                in_a_row = replace(phrase, columns=columns, prefix=phrase.prefix or goes_on)
                return All((words, Words(in_a_row.expression())))
            case "tag":
                tag = fold(value.strip("#/ ").rstrip("*"))
                begins = value.endswith("*")  # a star alone: any tag
                return Tag(tag, begins=begins) if tag or begins else None
            case "source":
                source = _SOURCES.get(value.lower())
                return SourceIs(source) if source else None
            case "property":
                key, _, text = (fold(part.strip()) for part in value.partition(":"))
                if key in _OWN_FIELDS and text:
                    return self._field(syntax.Field(_OWN_FIELDS[key], text))
                return Property(key, text or None)
            case "is":
                return Tasks(_TASKS[value.lower()]) if value.lower() in _TASKS else None
            case _:
                return self._date(name, value)

    def _date(self, name: str, value: str) -> Condition | None:
        days = span(value, self.today)
        if days is None or (name == "before" and days[0] == dt.date.min):  # no day comes before the first one
            return None
        self.has_date = True
        first, last = days
        if name == "before":
            return Dated(None, first - dt.timedelta(days=1))
        return Dated(first, None) if name == "after" else Dated(first, last)


def parse_query(
    text: str, today: dt.date, *, typing: bool = False, is_used: Callable[[Condition], bool] = lambda _: True
) -> Query:
    """Read any text as a query; `typing` lets the last word go on (`wor` finds `words`), also that of a field.

    `#tag` and `[property]` are text where no note has them: `is_used(condition)` says whether one does.
    """
    # A name that is not UTF-8 stands with `?` in the index.
    asked = syntax.with_plain_signs(text[:_LONGEST]).encode("utf-8", "replace").decode()
    reader = _Reader(today, is_used)
    reader.wish(syntax.parse(f"{asked}*" if typing and _is_begun(asked) else asked))
    words = _without_stopwords(reader.words)
    goes_on = typing and bool(words) and words[-1] is reader.words[-1] and _goes_on(asked)
    if goes_on:
        words = [*words[:-1], (words[-1][0], open_ended(words[-1][1]))]
    groups = tuple(group for _, group in words)
    return Query(
        text=text,
        groups=groups,
        conditions=tuple(reader.conditions),
        together=_together(asked, reader, words, goes_on=goes_on),
        meaning=" ".join(reader.meaning),
        key=name_key(asked),
        marks=frozenset().union(*map(marks_of, groups)),
        words=tuple(words),
        has_date=reader.has_date,
        hints=(*reader.hints, *_hints_on(asked, len(text))),
        loose_text=_loose_text(asked, reader),
        conditions_suffice=reader.has_wordless_choice and not reader.wishes,
    )


def _loose_text(text: str, reader: _Reader) -> str | None:
    """Return a text without its quotes, where it says more than they do."""
    says_more = 0 < len(reader.quoted) < len(reader.words) and '-"' not in text
    return text.replace('"', " ") if says_more else None


def _together(text: str, reader: _Reader, telling: list[tuple[str, Group]], *, goes_on: bool) -> Together:
    """Return what is to stand together: the phrases in quotes, or all the words of a question without operators."""
    if reader.conditions or reader.quoted:
        phrases = dict.fromkeys(reader.phrases)
        loose = (group for _, group in telling if group.main[0] not in phrases)
        said = tuple(dict.fromkeys(map(wording, reader.quoted)))
        return Together(tuple(phrases), frozenset().union(*map(marks_of, loose)), said)
    return Together(wordings=wordings(text, reader.words, telling, goes_on=goes_on))


def _is_begun(text: str) -> bool:
    """Tell whether a text ends in the value of a field, or in a choice, that may not be all typed."""
    nodes = syntax.parse(text).nodes
    in_choice = bool(nodes) and isinstance(nodes[-1], syntax.Choice) and text[-1].isalnum()
    return in_choice or _FIELD_BEGUN.search(text) is not None


def _goes_on(text: str) -> bool:
    """Tell whether a text ends in a plain word, which may not be all typed."""
    nodes = syntax.parse(text).nodes
    return bool(text[-1:].strip()) and bool(nodes) and isinstance(nodes[-1], syntax.Word)


def _hint(word: str) -> str | None:
    """Say that a word looks like an operator and was not taken for one."""
    if _HALF_TYPED.fullmatch(word):
        return f"{word} needs a value right after the colon; it was searched as text"
    if found := _NO_OPERATOR.fullmatch(word):
        return f"there is no operator {found[1]}: ; it was searched as text"
    return None


def _hints_on(text: str, length: int) -> Iterator[str]:
    """Say what was not taken as it stands in the whole text, of which `length` characters were typed."""
    if len(_QUOTE.findall(text)) % 2:
        yield "a quotation mark has no partner; it was passed over"
    if length > _LONGEST:
        yield f"only the first {_LONGEST} characters were searched"


def _positive_leaves(node: syntax.Node) -> Iterator[syntax.Word | syntax.Quoted]:
    match node:
        case syntax.Word() | syntax.Quoted():
            yield node
        case syntax.Group(nodes) | syntax.Choice(nodes):
            for inner in nodes:
                yield from _positive_leaves(inner)


def _without_stopwords(words: list[tuple[str, Group]]) -> list[tuple[str, Group]]:
    """Leave out words that carry no subject, unless there are only such words."""
    silent = stopwords_of([text.lower() for text, _ in words])
    telling = [word for word in words if not (word[0].lower() in silent or only_asks(word[0])) or _is_open(word[1])]
    return telling or words


def _is_open(group: Group) -> bool:
    return group.main[-1].prefix
