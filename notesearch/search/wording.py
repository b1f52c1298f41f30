"""Words that stand together: a question said just as it was typed, stop words and all, and phrases in quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notesearch.index.folding import fold
from notesearch.index.tokenizer import query_terms
from notesearch.search.groups import marks_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from notesearch.index.phrases import Group, Phrase
    from notesearch.search.hits import Hit

_AROUND = " \t\n?!.,;:…。？！，、；：\"'“”()[]"
_LONGEST, _SHORTEST_RUN = 300, 3
_WORD_START = re.compile(r"[^\W_]")
_WORD = re.compile(r"[^\W_](?:\S*\w)?")


def standing_together(text: str, hits: Sequence[Hit], phrase: Phrase) -> list[Hit]:
    """Return those of `hits`, which are in order, that are a part of `phrase` wherever it stands in `text`."""
    *before, last = phrase.tokens
    at: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        token = last if phrase.prefix and hit.key.startswith(last) else hit.key
        at.setdefault((token, hit.start), hit)
    found: list[Hit] = []
    for hit in [hit for (token, _), hit in at.items() if token == phrase.tokens[0]]:
        row = [hit]
        for token in (*before, last)[1:]:
            word = _WORD_START.search(text, row[-1].end)
            # The next word, or the next pair of the same run of characters.
            following = (at.get((token, place)) for place in (row[-1].start + 1, word.start() if word else -1))
            if (next_hit := next(filter(None, following), None)) is None:
                break
            row.append(next_hit)
        else:
            found += row
    return sorted(set(found))


class Wording(NamedTuple):
    """Folded words with single spaces between them; `keys` are, for each word that tells, those that show it.

    `starts_in_run` and `ends_in_run`: no word ends there, for its script has no spaces or it is still being typed.
    """

    text: str
    keys: tuple[frozenset[str], ...]
    starts_in_run: bool
    ends_in_run: bool

    def may_stand(self, found: Collection[str]) -> bool:
        """Tell whether a text may say it that has the keys `found`."""
        return not any(keys.isdisjoint(found) for keys in self.keys)

    def words_in(self, folded: str) -> Iterator[tuple[int, int]]:
        """Yield where the words stand, as (start, end), wherever a folded text with single spaces says it."""
        for start, end in self._places(folded):
            yield from (match.span() for match in _WORD.finditer(folded, start, end))

    def _places(self, folded: str) -> Iterator[tuple[int, int]]:
        for match in re.finditer(re.escape(self.text), folded):
            start, end = match.span()
            begins = self.starts_in_run or not (start and folded[start - 1].isalnum())
            if begins and (self.ends_in_run or not folded[end : end + 1].isalnum()):
                yield start, end


class Together(NamedTuple):
    """What was asked for as words that stand together.

    `phrases` had quotes; only the `loose` keys are to be marked elsewhere. `wordings` are what a text may say just so.
    """

    phrases: tuple[Phrase, ...] = ()
    loose: frozenset[str] = frozenset()
    wordings: tuple[Wording, ...] = ()


def wording(quoted: str) -> Wording:
    """Return the wording of what stood in quotes: signs and all."""
    runs = [term.is_cjk for term in query_terms(quoted)] or [False]
    return Wording(" ".join(fold(quoted).split()), (), runs[0], runs[-1])


def wordings(
    text: str, words: Sequence[tuple[str, Group]], telling: Sequence[tuple[str, Group]], *, goes_on: bool
) -> tuple[Wording, ...]:
    """Return the wording of a question of plain words: all of it, and from its first telling word to the last one.

    None for a single word. `goes_on`: its last word may not be all typed.
    """
    whole = " ".join(fold(text).split()).strip(_AROUND)
    if len(whole) > _LONGEST or not words:
        return ()
    keys = tuple(each for _, group in telling for each in _needed(group))
    found = [Wording(whole, keys, words[0][1].is_run, words[-1][1].is_run or goes_on)]
    first, last = fold(telling[0][0]), fold(telling[-1][0])
    start, end = whole.find(first), whole.rfind(last) + len(last)
    if 0 <= start < end:
        goes_on = goes_on and end == len(whole)
        found.append(Wording(whole[start:end], keys, telling[0][1].is_run, telling[-1][1].is_run or goes_on))
    return tuple(dict.fromkeys(filter(_says_more_than_a_word, found)))


def _needed(group: Group) -> Iterator[frozenset[str]]:
    """Yield the keys of which a text that says a group has one: of a run all its pairs, of what may go on none."""
    if any(phrase.prefix for phrase in (*group.main, *group.other)):
        return
    if group.is_run:
        yield from (frozenset(pair.tokens) for pair in group.main)
    else:
        yield frozenset(marks_of(group))


def _says_more_than_a_word(wording: Wording) -> bool:
    return " " in wording.text or (wording.starts_in_run and len(wording.text) >= _SHORTEST_RUN)
