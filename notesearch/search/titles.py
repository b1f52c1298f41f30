"""How well a query and a note's names cover each other: the third evidence beside chunk and whole note."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.stem import STEM_MARK
from notesearch.search.stopwords import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from notesearch.index.phrases import Group

# The share of the names in the keyword score: f = (1 - share) * (f_chunk + f_note) / 2 + share * f_names.
# Measured, nDCG@10 words only, share 0 -> .3: paraphrased questions .817 -> .862, product help .708 -> .737,
# dated conversations .790 -> .812; .4 gains no more and costs encyclopedia paragraphs that share a title .006.
SHARE = 0.3
# What a stem or another form of a word counts beside the word itself.
_FORM = 0.9


class Asked(NamedTuple):
    """What is asked for: each group with its weight, the weights' sum, and every token that finds any of them."""

    groups: tuple[tuple[Group, float], ...]
    total: float
    tokens: frozenset[str]


def asked_for(groups: Iterable[Group], idf: Callable[[str], float]) -> Asked:
    """Return the groups of a query as `names_score` takes them, each once."""
    weighed = tuple(
        (group, sum(idf(phrase.tokens[0]) for phrase in group.main) / len(group.main))
        for group in dict.fromkeys(groups)
    )
    tokens = (token for group, _ in weighed for phrase in (*group.main, *group.other) for token in phrase.tokens)
    return Asked(weighed, sum(weight for _, weight in weighed), frozenset(tokens))


def names_score(asked: Asked, names: str, bearers: Callable[[str], int]) -> float:
    """Return how well a query covers the best of a note's `names`, as `Reader.names` gives them, 0..1.

    `covered / asked * sqrt(covered / named) / (1 + ln(bearers))`, the first three being sums of idf over words: what
    of the query stands in the name, the query, and the name (stop words aside; a word that was not asked for counts
    as the query's average). A name says the less the more notes have it (encyclopedia paragraphs .969 -> .971).
    """
    best = 0.0
    if asked.tokens.isdisjoint(names.split()):  # as with most; a query sees hundreds
        return best
    for line in names.split("\n"):
        name, _, forms = line.partition("\t")
        if score := _one_name(asked, name.split(), forms.split()):
            best = max(best, score / (1 + math.log(bearers(name))))
    return best


def is_named(groups: Iterable[Group], names: str) -> bool:
    """Tell whether one of a note's `names`, as `Reader.names` gives them, has every group, in some form of it."""
    for line in names.split("\n"):
        name, _, forms = line.partition("\t")
        there = {*name.split(), *forms.split()}
        if all(_part(group, there) >= _FORM for group in groups):
            return True
    return False


def _one_name(asked: Asked, words: list[str], forms: list[str]) -> float:
    there = {*words, *forms}
    parts = [(_part(group, there), weight) for group, weight in asked.groups]
    covered = sum(part * weight for part, weight in parts)
    if not covered or not asked.total:
        return 0.0
    others = sum(word not in ENGLISH for word in words) - sum(part > 0 for part, _ in parts)
    named = covered + max(0, others) * asked.total / len(asked.groups)
    return covered / asked.total * math.sqrt(covered / named)


def _part(group: Group, there: set[str]) -> float:
    """Return how much of a group stands in a name, 0..1: a compound counts by its parts."""
    main = sum(there.issuperset(phrase.tokens) for phrase in group.main) / len(group.main)
    if main < _FORM and any(there.issuperset(phrase.tokens) for phrase in group.other if not phrase.prefix):
        return _FORM if len(group.main[0].tokens) == 1 and not _is_compound(group) else main
    return main


def _is_compound(group: Group) -> bool:
    return len(group.main) > 1 and not group.main[1].tokens[0].startswith(STEM_MARK)
