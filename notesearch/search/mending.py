"""What a query may have meant when nothing good was found: words with a typo, and pieces of words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from notesearch.index.folding import fold
from notesearch.index.lexical import Group, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.index.vocabulary import Vocabulary
    from notesearch.search.query import Query

# What a mended word finds counts less than what was typed.
MENDED_SHARE = 0.8
_MOST_WORDS, _MOST_PIECES, _MOST_TYPOS = 2, 12, 3


def mend(query: Query, vocabulary: Vocabulary, stands: Callable[[str], bool]) -> Query | None:
    """Return the query with each word that no note has replaced by words that notes do have; None without any.

    A word that others contain is taken for a piece of them, else for a typo. `stands(token)` says whether any note
    has a token. The new query's `text` is what to show as "showing results for".
    """
    if len(query.words) > _MOST_WORDS:  # a long question has enough other words
        return None
    text, words = query.text, []
    for typed, group in query.words:
        instead = [] if _is_there(group, stands) else _instead(fold(typed), vocabulary, stands)
        if not instead:
            words.append((typed, group))
            continue
        text = text.replace(typed, instead[0])
        first, *others = (Phrase((word,)) for word in instead)
        words.append((instead[0], Group((first,), tuple(others))))
    if text == query.text:
        return None
    marks = {phrase.tokens[0] for _, group in words for phrase in (*group.main, *group.other)}
    groups = tuple(group for _, group in words)
    return replace(query, text=text, words=tuple(words), groups=groups, marks=query.marks | marks)


def _is_there(group: Group, stands: Callable[[str], bool]) -> bool:
    return any(phrase.prefix or any(map(stands, phrase.tokens)) for phrase in (*group.main, *group.other))


def _instead(word: str, vocabulary: Vocabulary, stands: Callable[[str], bool]) -> list[str]:
    pieces = [found for found in vocabulary.containing(word) if stands(found)][:_MOST_PIECES]
    return pieces or [found for found in vocabulary.near(word) if stands(found)][:_MOST_TYPOS]
