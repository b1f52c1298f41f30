"""How well a query and a note's names cover each other: the third evidence beside chunk and whole note."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from notesearch.index.tokenizer import prepare
from notesearch.search.stopwords import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from notesearch.index.lexical import Group

# The share of the names in the keyword score: f = (1 - share) * (f_chunk + f_note) / 2 + share * f_names.
# Measured, nDCG@10 words only, share 0 -> .3: paraphrased questions .817 -> .862, product help .708 -> .737,
# dated conversations .790 -> .812; .4 gains no more and costs encyclopedia paragraphs that share a title .006.
SHARE = 0.3


def names_score(groups: Sequence[Group], names: Iterable[str], idf: Callable[[str], float]) -> float:
    """Return how well a query covers the best of a note's prepared `names` (title, aliases, file name), 0..1.

    `covered / asked * sqrt(covered / named)`, all three being sums of idf over words: what of the query stands in the
    name, the query, and the name (stop words aside; a word that was not asked for counts as the query's average).
    """
    asked = [(_tokens(group), _weight(group, idf)) for group in groups]
    total = sum(weight for _, weight in asked)
    return max((_one_name(asked, total, name) for name in names), default=0.0) if total else 0.0


def _one_name(asked: Sequence[tuple[frozenset[str], float]], total: float, name: str) -> float:
    words, forms = (text.split() for text in prepare(name))
    there = {*words, *forms}
    found = [weight for tokens, weight in asked if tokens & there]
    if not found:
        return 0.0
    covered = sum(found)
    others = sum(word not in ENGLISH for word in words) - len(found)
    named = covered + max(0, others) * total / len(asked)
    return covered / total * math.sqrt(covered / named)


def _weight(group: Group, idf: Callable[[str], float]) -> float:
    return sum(idf(phrase.tokens[0]) for phrase in group.main) / len(group.main)


def _tokens(group: Group) -> frozenset[str]:
    """Return every token that finds the group: the word, its forms and stems."""
    return frozenset(token for phrase in (*group.main, *group.other) for token in phrase.tokens)
