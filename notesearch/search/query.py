"""A tree of what was meant -> a typed query: words to score, conditions that must hold, text to embed."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from notesearch.index.filters import All, Condition, Dated, Either, Not, Place, Property, SourceIs, Tag, Tasks, Words
from notesearch.index.lexical import Group, Phrase, any_of
from notesearch.index.prepare import name_key
from notesearch.index.tokenizer import QueryTerm, fold, prepare, query_terms
from notesearch.search import syntax
from notesearch.search.dates import span
from notesearch.search.stopwords import STOPWORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RUNNING = "- forms"
_SOURCES = {
    "journal": "session",
    "session": "session",
    "note": "workspace",
    "workspace": "workspace",
    "evergreen": "global",
    "global": "global",
}
_TASKS = {"task": None, "tasks": None, "done": True, "todo": False, "open": False}


@dataclass(frozen=True, slots=True)
class Query:
    """What a text asks for.

    `groups` are scored; `conditions` must hold; `meaning` is the text to embed (no operators, no negated words);
    `key` is compared with titles, aliases and file names; `marks` are the keys to mark (a prefix ends in `*`).
    `words` are the words as typed, each with its group. `hints` say what was not taken as an operator.
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

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was asked for."""
        return not self.groups and not self.conditions


@dataclass
class _Reader:
    """Collects the parts of a query while walking its tree."""

    today: dt.date
    typing: bool
    words: list[tuple[str, Group]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    meaning: list[str] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    hints: list[str] = field(default_factory=list)
    has_date: bool = False

    def wish(self, node: syntax.Node) -> None:
        """Take a part of the top level: plain words are scored, everything else must hold too."""
        match node:
            case syntax.Word(text, prefix):
                self._score(text, prefix=prefix)
            case syntax.Group(nodes):
                for inner in nodes:
                    self.wish(inner)
            case syntax.Field():
                condition = self._field(node)
                if condition is None:
                    self.hints.append(f"{node.name}:{node.value} was searched as text")
                    self._score(node.value)
                else:
                    self.conditions.append(condition)
            case syntax.Negated(inner):
                if (condition := self.condition(inner)) is not None:
                    self.conditions.append(Not(condition))
            case _:
                self._must(node)

    def _must(self, node: syntax.Node) -> None:
        """Take a phrase or a choice: it is scored, and it must hold."""
        if (condition := self.condition(node)) is not None:
            self.conditions.append(condition)
        for leaf in _positive_leaves(node):
            if isinstance(leaf, syntax.Quoted):
                self._score_phrase(leaf.text)
            else:
                self._score(leaf.text, prefix=leaf.prefix)

    def _score(self, text: str, *, prefix: bool = False) -> None:
        self.meaning.append(text)
        for term in query_terms(text):
            group = _group(term, prefix=prefix)
            self.words.append((term.text, group))
            self.marks |= _marks(group)

    def _score_phrase(self, text: str) -> None:
        self.meaning.append(text)
        words, _ = prepare(text)
        if words:
            group = Group((Phrase(tuple(words.split()), columns=_RUNNING),))
            self.words.append((text, group))
            self.marks |= set(words.split())

    def condition(self, node: syntax.Node) -> Condition | None:
        """Return the condition that a part stands for; None when it says nothing (punctuation alone)."""
        match node:
            case syntax.Word(text, prefix):
                return _words_condition(text, prefix=prefix)
            case syntax.Quoted(text):
                words, _ = prepare(text)
                return Words(Phrase(tuple(words.split()), columns=_RUNNING).expression()) if words else None
            case syntax.Field():
                return self._field(node) or _words_condition(node.value)
            case syntax.Negated(inner):
                condition = self.condition(inner)
                return None if condition is None else Not(condition)
            case syntax.Group(nodes):
                inner_conditions = self._conditions(nodes)
                return All(inner_conditions) if inner_conditions else None
            case syntax.Choice(nodes):
                inner_conditions = self._conditions(nodes)
                return Either(inner_conditions) if inner_conditions else None

    def _conditions(self, nodes: Iterable[syntax.Node]) -> tuple[Condition, ...]:
        return tuple(condition for node in nodes if (condition := self.condition(node)) is not None)

    def _field(self, node: syntax.Field) -> Condition | None:
        """Return the condition of `name:value`; None when the value makes no sense there."""
        name, value = node.name, node.value
        match name:
            case "path" | "folder" | "file":
                return Place(name, fold(value))
            case "title":
                return _words_condition(value, columns="{title aliases}")
            case "heading":
                return _words_condition(value, columns="headings")
            case "tag":
                return Tag(fold(value.strip("#/")))
            case "source":
                source = _SOURCES.get(value.lower())
                return SourceIs(source) if source else None  # type: ignore[arg-type] - the table holds sources only
            case "property":
                key, _, text = value.partition(":")
                return Property(fold(key.strip()), fold(text.strip()) or None)
            case "is":
                return Tasks(_TASKS[value.lower()]) if value.lower() in _TASKS else None
            case _:
                return self._date(name, value)

    def _date(self, name: str, value: str) -> Condition | None:
        days = span(value, self.today)
        if days is None:
            return None
        self.has_date = True
        first, last = days
        if name == "before":
            return Dated(None, first - dt.timedelta(days=1))
        return Dated(first, None) if name == "after" else Dated(first, last)


def parse_query(text: str, today: dt.date, *, typing: bool = False) -> Query:
    """Read any text as a query; `typing` lets the last word go on (`wor` finds `words`)."""
    reader = _Reader(today, typing)
    reader.wish(syntax.parse(text))
    words = _without_stopwords(reader.words)
    groups = [group for _, group in words]
    if typing and groups and text[-1:].strip() and isinstance(_last(text), syntax.Word):
        groups[-1] = _open_ended(groups[-1])
        reader.marks |= _marks(groups[-1])
    return Query(
        text=text,
        groups=tuple(groups),
        conditions=tuple(reader.conditions),
        meaning=" ".join(reader.meaning),
        key=name_key(text),
        marks=frozenset(reader.marks),
        words=tuple(words),
        has_date=reader.has_date,
        hints=tuple(reader.hints),
    )


def _last(text: str) -> syntax.Node | None:
    nodes = syntax.parse(text).nodes
    return nodes[-1] if nodes else None


def _positive_leaves(node: syntax.Node) -> Iterator[syntax.Word | syntax.Quoted]:
    match node:
        case syntax.Word() | syntax.Quoted():
            yield node
        case syntax.Group(nodes) | syntax.Choice(nodes):
            for inner in nodes:
                yield from _positive_leaves(inner)


def _without_stopwords(words: list[tuple[str, Group]]) -> list[tuple[str, Group]]:
    """Leave out words that carry no subject, unless there are only such words."""
    telling = [(text, group) for text, group in words if text.lower() not in STOPWORDS]
    return telling or words


def _group(term: QueryTerm, *, prefix: bool) -> Group:
    """Return the phrases that find a term: pairs each for themselves, a word with its forms and stem."""
    if term.is_cjk:
        return Group(tuple(Phrase((pair,), prefix=term.prefix or prefix) for pair in term.words))
    forms = tuple(Phrase((form,)) for form in term.forms)
    stems = tuple(Phrase((stem,)) for stem in (term.stem, term.plain_stem) if stem)
    if len(term.words) == 1:
        word = Phrase(term.words, prefix=prefix)
        return Group((word,), (*forms, *stems))
    parts = tuple(Phrase((part,)) for part in term.words if len(part) > 1)
    together = (Phrase(term.words, prefix=prefix, columns=_RUNNING),) if term.words else ()
    return Group((*together, *forms[:1])[:1], (*forms, *parts, *stems))


def _open_ended(group: Group) -> Group:
    """Let the word that is being typed go on."""
    longer = tuple(Phrase(phrase.tokens, prefix=True, columns=phrase.columns) for phrase in group.main[-1:])
    return Group(group.main, (*group.other, *longer))


def _marks(group: Group) -> set[str]:
    """Return the keys that show a group's hits; the tokens of a compound mark its parts."""
    keys = set()
    for phrase in (*group.main, *group.other):
        *before, last = phrase.tokens
        keys |= {*before, last + "*" if phrase.prefix else last}
    return keys


def _words_condition(text: str, *, prefix: bool = False, columns: str = "") -> Condition | None:
    """Return the condition that every term of `text` is there, exactly (no stems)."""
    terms = query_terms(text)
    found = tuple(Words(any_of(_exact(term, prefix=prefix, columns=columns))) for term in terms)
    return All(found) if found else None


def _exact(term: QueryTerm, *, prefix: bool, columns: str) -> Iterator[Phrase]:
    if term.words:
        yield Phrase(term.words, prefix=term.prefix or prefix, columns=columns or _RUNNING)
    if not columns:
        yield from (Phrase((form,)) for form in term.forms)
