"""English stems, marked so that a stem is never taken for a word."""

from __future__ import annotations

import re
from functools import lru_cache

import Stemmer

STEM_MARK = "~"
_SHORTEST, _LONGEST = 4, 32
_CONSONANT = "b-df-hj-np-tv-xz"
_TRY = re.compile(f"[{_CONSONANT}]{{2}}y")
_ACRONYMS = re.compile(r"([A-Z][A-Z0-9]{1,30}?)(?:s|(?<=[SXZ])es)")
# In small letters only what looks like no other word: not https or mbps, aws, dns, css or bus.
_SMALL_ACRONYMS = re.compile(f"([{_CONSONANT}]{{3,4}}(?<![ps])|[{_CONSONANT}]pu)s")


@lru_cache(maxsize=1 << 17)
def english_stem(word: str) -> str | None:
    """Return the Snowball stem of a folded word, or None where stemming is not for it: only plain ASCII
    letters, at least four (but also try, for tries), so that words of other languages and identifiers stay what they
    are.
    """
    if not (word.isascii() and word.isalpha() and len(word) <= _LONGEST):
        return None
    if len(word) < _SHORTEST and not _TRY.fullmatch(word):
        return None
    # A stemmer keeps its word while it works, so each call has its own: two threads may stem at once.
    return str(Stemmer.Stemmer("english", 0).stemWord(word))


def singular_of_acronyms(text: str) -> str | None:
    """Return what there is more than one of, folded: PDF in PDFs, OS in OSes; None for any other word."""
    found = _ACRONYMS.fullmatch(text)
    if found is None:
        return None
    singular = found[1].lower()
    return english_stem(singular) or singular


def singular_of_small_acronyms(word: str) -> str | None:
    """Return what a word in small letters is most likely the plural of, if that is an acronym: pdf in pdfs."""
    found = _SMALL_ACRONYMS.fullmatch(word)
    return found[1] if found else None
