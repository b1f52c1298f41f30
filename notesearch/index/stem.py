"""English stems, marked so that a stem is never taken for a word."""

from __future__ import annotations

from functools import lru_cache

import Stemmer

STEM_MARK = "~"
_SHORTEST, _LONGEST = 4, 32


@lru_cache(maxsize=1 << 17)
def english_stem(word: str) -> str | None:
    """Return the Snowball stem of a folded word, or None where stemming is not for it: only plain ASCII
    letters, at least four, so that words of other languages and identifiers stay what they are.
    """
    if not (_SHORTEST <= len(word) <= _LONGEST and word.isascii() and word.isalpha()):
        return None
    # A stemmer keeps its word while it works, so each call has its own: two threads may stem at once.
    return str(Stemmer.Stemmer("english", 0).stemWord(word))
