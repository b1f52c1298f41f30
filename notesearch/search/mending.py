"""What a query may have meant when a word of it is in no note: words with a typo, and pieces of words."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.folding import fold
from notesearch.index.phrases import Group, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.index.vocabulary import Vocabulary
    from notesearch.search.query import Query

# What a query finds whose words are all mended counts so much less than what was typed.
_MENDED_LOSS = 0.2
_SHORT_QUERY, _MOST_PIECES, _MOST_TYPOS = 2, 12, 3
_SURE_PIECE, _SURE_BEGINNING = 9, 5
_SHORTEST_APART = 3


class Mended(NamedTuple):
    """A query with words replaced; its `text` is what to show as "showing results for".

    `asked` is that text with all the words that stand in for one, as a choice: for the conditions made of words.
    `share`, .8..1, is what its scores are worth: the less, the more of its words no note has as typed. `is_guess` when
    none of them is as it was typed.
    """

    query: Query
    asked: str
    share: float
    is_guess: bool


def mend(query: Query, vocabulary: Vocabulary, stands: Callable[[str], bool], *, careful: bool) -> Mended | None:
    """Return the query with each word that no note has replaced by words that notes do have; None without any.

    A word that others contain is taken for a piece of them, else for a typo, else for two words without the space
    between them. `stands(token)` says whether any note has a token. `careful`, for when something good was found
    already, and for a query of more than two words: a word must be as typed to vouch for the others, a typo is one
    edit behind the first letter, nothing is taken apart, and pieces are long, have a digit or stand at the beginning:
    entity is no piece of identity, and kind none of kindred.
    """
    careful = careful or len(query.words) > _SHORT_QUERY
    missing = {at for at, (_, group) in enumerate(query.words) if not _is_there(group, vocabulary, stands)}
    if not missing or (careful and len(missing) == len(query.words)):
        return None
    words = list(query.words)
    known: dict[str, list[str]] = {}  # what stands in for each word that was typed
    for at in sorted(missing):
        typed, group = words[at]
        if typed not in known:
            goes_on = _beginning(group) is not None
            known[typed] = _instead(fold(typed), vocabulary, stands, careful=careful, goes_on=goes_on)
        if instead := known[typed]:
            first, *others = (Phrase(tuple(word.split())) for word in instead)
            words[at] = (instead[0], Group((first,), tuple(others)))
    text = _with_others(query.text, {typed: instead[0] for typed, instead in known.items() if instead})
    if text == query.text:
        return None
    choices = {typed: f"({' OR '.join(instead)})" for typed, instead in known.items() if instead}
    marks = {token for _, group in words for phrase in (*group.main, *group.other) for token in phrase.tokens}
    groups = tuple(group for _, group in words)
    mended = replace(query, text=text, words=tuple(words), groups=groups, marks=query.marks | marks)
    asked = _with_others(query.text, choices)
    return Mended(mended, asked, 1 - _MENDED_LOSS * len(missing) / len(words), is_guess=len(missing) == len(words))


def _with_others(text: str, instead: dict[str, str]) -> str:
    """Return a text with some of its words replaced, all at once."""
    if not instead:
        return text
    typed = "|".join(re.escape(word) for word in sorted(instead, key=len, reverse=True))
    return re.sub(typed, lambda match: instead[match[0]], text)


def _is_there(group: Group, vocabulary: Vocabulary, stands: Callable[[str], bool]) -> bool:
    beginning = _beginning(group)
    if beginning is not None and vocabulary.has_beginning(beginning):
        return True
    phrases = [phrase for phrase in (*group.main, *group.other) if not phrase.prefix or phrase in group.main]
    return any(phrase.prefix or all(map(stands, phrase.tokens)) for phrase in phrases)


def _beginning(group: Group) -> str | None:
    """Return what of a word stands, if it is still being typed."""
    return next((phrase.tokens[-1] for phrase in group.other if phrase.prefix and phrase not in group.main), None)


def _instead(
    word: str, vocabulary: Vocabulary, stands: Callable[[str], bool], *, careful: bool, goes_on: bool
) -> list[str]:
    may_be_inside = not careful or len(word) >= _SURE_PIECE or any(map(str.isdigit, word))
    may_go_on = len(word) >= _SURE_BEGINNING
    longer = vocabulary.containing(word) if may_be_inside else vocabulary.beginning_with(word) if may_go_on else []
    if pieces := list(islice(filter(stands, longer), _MOST_PIECES)):
        return pieces
    typos = list(islice(filter(stands, vocabulary.near(word, careful=careful)), _MOST_TYPOS))
    if not typos and goes_on:
        typos = list(islice(filter(stands, vocabulary.near_beginning(word)), _MOST_TYPOS))
    return typos or ([] if careful else _apart(word, stands))


def _apart(word: str, stands: Callable[[str], bool]) -> list[str]:
    """Return the two words that `word` may be without the space between them, the first one as long as can be."""
    cuts = range(len(word) - _SHORTEST_APART, _SHORTEST_APART - 1, -1) if word.isalpha() else ()
    return [f"{word[:at]} {word[at:]}" for at in cuts if stands(word[:at]) and stands(word[at:])][:1]
