"""Tells a strong match from a weak one, by what no ranking can say: how much it is above chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.index.stem import STEM_MARK

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from notesearch.index.phrases import Group, Phrase
    from notesearch.search.merge import Merged

# Measured on xquad-en's 1,190 questions and 50 made-up two-word queries (`zxqv blorp`), both models.
# Words: 95 % of the questions reach .13 at their best result; made-up words find nothing at all.
STRONG_TEXT = 0.1
# A mended word may be made up: one of two such words that happens to be near a real one stays under .45.
STRONG_MENDED_TEXT = 0.5
# Meaning, as contrast with the vault's median chunk: made-up queries reach .21 in some vaults with E5 (.19 MiniLM),
# .13 on xquad-en, where 95 % of the questions reach .14; so meaning alone must be clear, or have a word beside it.
STRONG_CONTRAST = 0.22
SUPPORTED_CONTRAST = 0.12
# BM25 makes little of a word in a chunk that is long beside the others. Where it says too little, this share of the
# query's weight must be in the chunk, whatever its length; a chunk of usual length gets there from .31 on.
STRONG_COVERAGE = 0.4
_OTHER_FORM = 0.5
# From this best keyword score on, something good was found, and a word is taken for mistyped with care.
WORTH_MENDING = 0.25


def is_weak(hit: Merged, coverage: Callable[[], float], *, mended: bool) -> bool:
    """Tell whether neither half of a hit reaches its threshold; `mended`: its words are not those that were typed.

    `coverage` gives the share, 0..1, of the query's weight that the chunk has; it is asked for when it is needed.
    """
    text, contrast = hit.text or 0.0, hit.contrast or 0.0
    by_words = text >= (STRONG_MENDED_TEXT if mended else STRONG_TEXT)
    by_meaning = contrast >= STRONG_CONTRAST
    together = text > 0 and not mended and contrast >= SUPPORTED_CONTRAST
    if by_words or by_meaning or together:
        return False
    return mended or hit.text is None or coverage() < STRONG_COVERAGE


def covered(groups: Sequence[Group], found: Collection[str], idf: Callable[[str], float]) -> float:
    """Return the share, 0..1, of the groups' weight (their rarest token's idf) that the tokens `found` make up."""
    weights = [max(idf(token) for phrase in group.main for token in phrase.tokens) for group in groups]
    have = sum(weight * _share(group, found) for group, weight in zip(groups, weights, strict=True))
    return have / sum(weights) if weights else 0.0


def _share(group: Group, found: Collection[str]) -> float:
    """Return how much of a group is there: of a compound or a run of Han its parts, of a word another form half."""
    if not group.is_run and _stands(group.main[0], found):  # a compound's parts may be too short to be looked for
        return 1.0
    whole = {phrase for phrase in group.main if not phrase.tokens[0].startswith(STEM_MARK)}
    each = {phrase.tokens: phrase for phrase in whole}.values()  # a name counts twice only for its rank
    share = sum(_stands(phrase, found) for phrase in each) / len(each) if each else 0.0
    forms = [phrase for phrase in (*group.main, *group.other) if phrase not in whole]
    return share or (_OTHER_FORM if any(_stands(phrase, found) for phrase in forms) else 0.0)


def _stands(phrase: Phrase, found: Collection[str]) -> bool:
    *before, last = phrase.tokens
    ends = any(token.startswith(last) for token in found) if phrase.prefix else last in found
    return ends and all(token in found for token in before)
