"""How near together the words of a query stand in a text."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notesearch.index.phrases import Group
    from notesearch.search.hits import Hit

# Half as near at this many characters between two words; in the other order they count less.
_HALF, _TURNED = 30, 0.8
_MOST_PLACES = 12  # of one word, to keep the time linear

Places = list[tuple[int, int]]


def nearness(groups: Sequence[Group], hits: Iterable[Hit]) -> float:
    """Return how near, 0..1, what was asked for stands together: the mean over neighbours in the query.

    1 for words next to each other as in the query; two words with a gap of 30 characters count half; one that is not
    there is near nothing.
    """
    pairs = list(pairwise(_places(groups, hits)))
    return sum(_near(left, right) for left, right in pairs) / len(pairs) if pairs else 0.0


def _places(groups: Sequence[Group], hits: Iterable[Hit]) -> list[Places]:
    """Return for each group where it stands."""
    phrases = [(at, phrase) for at, group in enumerate(groups) for phrase in (*group.main, *group.other)]
    bearers: dict[str, set[int]] = {}
    for at, phrase in phrases:
        for token in phrase.tokens:
            bearers.setdefault(token, set()).add(at)
    beginnings = [(phrase.tokens[-1], at) for at, phrase in phrases if phrase.prefix]
    places: list[Places] = [[] for _ in groups]
    for hit in hits:
        found = bearers.get(hit.key) or {at for start, at in beginnings if hit.key.startswith(start)}
        for at in found:
            if len(places[at]) < _MOST_PLACES:
                places[at].append((hit.start, hit.end))
    return places


def _near(left: Places, right: Places) -> float:
    """Return how near the nearest two places of two words are."""
    return max((_nearness(one, other) for one in left for other in right), default=0.0)


def _nearness(one: tuple[int, int], other: tuple[int, int]) -> float:
    if other[0] >= one[0]:
        return 1 / (1 + max(0, other[0] - one[1] - 1) / _HALF)
    return _TURNED / (1 + max(0, one[0] - other[1] - 1) / _HALF)
