"""How well a query and a note's names cover each other: the third evidence beside chunk and whole note."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from notesearch.index.stem import STEM_MARK
from notesearch.search.stopwords import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from notesearch.index.lexical import Group

    Name = tuple[str, str]  # prepared words and forms

# The share of the names in the keyword score: f = (1 - share) * (f_chunk + f_note) / 2 + share * f_names.
# Measured, nDCG@10 words only, share 0 -> .3: paraphrased questions .817 -> .862, product help .708 -> .737,
# dated conversations .790 -> .812; .4 gains no more and costs encyclopedia paragraphs that share a title .006.
SHARE = 0.3


# What a stem or another form of a word counts beside the word itself.
_FORM = 0.9


def names_score(groups: Sequence[Group], names: Iterable[Name], idf: Callable[[str], float]) -> float:
    """Return how well a query covers the best of a note's prepared `names` (title, aliases, file name), 0..1.

    `covered / asked * sqrt(covered / named)`, all three being sums of idf over words: what of the query stands in the
    name, the query, and the name (stop words aside; a word that was not asked for counts as the query's average).
    """
    asked = [(group, sum(idf(phrase.tokens[0]) for phrase in group.main) / len(group.main)) for group in groups]
    total = sum(weight for _, weight in asked)
    return max((_one_name(asked, total, name) for name in names), default=0.0) if total else 0.0


def _one_name(asked: Sequence[tuple[Group, float]], total: float, name: Name) -> float:
    words, forms = (text.split() for text in name)
    there = {*words, *forms}
    parts = [(_part(group, there), weight) for group, weight in asked]
    covered = sum(part * weight for part, weight in parts)
    if not covered:
        return 0.0
    others = sum(word not in ENGLISH for word in words) - sum(part > 0 for part, _ in parts)
    named = covered + max(0, others) * total / len(asked)
    return covered / total * math.sqrt(covered / named)


def _part(group: Group, there: set[str]) -> float:
    """Return how much of a group stands in a name, 0..1: a compound counts by its parts."""
    main = sum(there.issuperset(phrase.tokens) for phrase in group.main) / len(group.main)
    if main < _FORM and any(there.issuperset(phrase.tokens) for phrase in group.other if not phrase.prefix):
        return _FORM if len(group.main[0].tokens) == 1 and not _is_compound(group) else main
    return main


def _is_compound(group: Group) -> bool:
    return len(group.main) > 1 and not group.main[1].tokens[0].startswith(STEM_MARK)
