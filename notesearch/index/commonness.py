"""What tells the rows of a large index apart, and what is too common to: words, forms and pairs of characters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notesearch.index.frequency import Frequencies
    from notesearch.index.phrases import Group, Phrase

LARGE_FROM_CHUNKS = 5000
_COMMON_SHARE = 0.2
# A pair of characters is less than a word. Thai, words only, nDCG@10 with shares .2, .25, .3, .4, 1: .935, .943, .949,
# .951, .951; a question to 20,000 Thai notes takes 59, 64, 76, 81, 102 ms, one to Chinese notes 28 to 34.
_COMMON_SHARE_OF_PAIRS = 0.3
_SAYS_NOTHING_SHARE = 0.5


class Commonness:
    """Judges the groups of a query by how many chunks have them (`product.md`, section 2, step 2)."""

    def __init__(self, frequencies: Frequencies) -> None:
        self._frequencies = frequencies
        self._last: tuple[Sequence[Group], Sequence[Group]] = ((), ())  # what was asked last, and what is left of it

    def forget(self) -> None:
        """Judge anew: the index has changed."""
        self._last = ((), ())

    @property
    def is_large(self) -> bool:
        """Whether the index is so large that what is common only costs time."""
        return self._chunks > LARGE_FROM_CHUNKS

    def telling(self, groups: Sequence[Group]) -> Sequence[Group]:
        """Leave out what stands in over a fifth of a large index, while something rarer is asked for too."""
        if not self.is_large:
            return groups
        rare = [group for group in groups if self._rare_part(group)]
        return rare if any(self._frequencies.of_commonest(self._rare_part(group)) for group in rare) else groups

    def without_common(self, groups: Sequence[Group]) -> Sequence[Group]:
        """Leave out words, forms of words and pairs that do not tell rows apart; a rare word may have a common stem."""
        if self._last[0] is not groups:
            telling = self.telling(groups)
            self._last = (groups, groups if telling is groups else list(map(self._of_rare, telling)))
        return self._last[1]

    def say_nothing(self, groups: Sequence[Group]) -> bool:
        """Tell whether each thing that is asked for is a word in over half of a large index's chunks."""
        if not self.is_large or any(len(phrase.tokens) > 1 for group in groups for phrase in group.main):
            return False
        most = _SAYS_NOTHING_SHARE * self._chunks
        return all(self._frequencies.of_commonest(group.main) > most for group in groups)

    def _of_rare(self, group: Group) -> Group:
        other = tuple(phrase for phrase in group.other if self._is_rare([phrase]))
        return replace(group, main=self._rare_part(group), other=other)

    def _rare_part(self, group: Group) -> tuple[Phrase, ...]:
        """Return a group's main phrases if all of them are rare; of a run, which may be a sentence, those that are."""
        if not group.is_run:
            return group.main if self._is_rare(group.main) else ()
        most = _COMMON_SHARE_OF_PAIRS * self._chunks
        # Whole phrases are counted, for a single character is asked for as the beginning of a pair.
        return tuple(pair for pair in group.main if self._frequencies.of_phrase("chunk_words", pair) <= most)

    def _is_rare(self, phrases: Iterable[Phrase]) -> bool:
        return self._frequencies.of_commonest(phrases) <= _COMMON_SHARE * self._chunks

    @property
    def _chunks(self) -> int:
        return self._frequencies.total("chunk_words")
