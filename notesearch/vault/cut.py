"""Weighs text, and cuts text that is too long for a chunk where it hurts least."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

# Han, kana, hangul, yi, their punctuation and wide forms, and Thai: such a character says as much as four letters.
_DENSE = re.compile(
    "[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]+"
)
_DENSE_WEIGHT = 4
_CLUSTER = regex.compile(r"\X")
_LOOKAHEAD = 64  # characters behind a cut that may belong to the cluster before it

_LINE_START = re.compile(r"\n")
_SENTENCE_START = re.compile(r"""[.!?…]["'”’)\]]*\s+|[。！？｡]["”’」』）]*|\n""")
_WORD_START = re.compile(r"\s+|[、，；,;]")
_KINDS_OF_CUT = (_LINE_START, _SENTENCE_START, _WORD_START)


def weigh(text: str) -> int:
    """Return the size of `text` in characters, a CJK, kana, hangul or Thai one counting four."""
    if text.isascii():
        return len(text)
    return len(text) + (_DENSE_WEIGHT - 1) * sum(map(len, _DENSE.findall(text)))


def cut(flat: str, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of contiguous pieces of `flat[start:end]`, each weighing at most `size`.

    A piece ends at the end of a line, else of a sentence, else of a word in its second half, else between two
    grapheme clusters; only a single cluster heavier than `size` is broken.
    """
    while start < end:
        stop = _fit(flat, start, end, size)
        if stop < end:
            stop = _best_cut(flat, start, stop)
        yield start, stop
        start = stop


def overlap_start(flat: str, start: int, end: int, size: int) -> int:
    """Return the first line or sentence start in `flat[start:end]` behind which at most `size` is left, else `end`."""
    first = max(start, end - size)
    starts = [found.end() for found in _SENTENCE_START.finditer(flat, first, end)]
    return next((place for place in starts if weigh(flat[place:end]) <= size), end)


def _fit(flat: str, start: int, end: int, size: int) -> int:
    """Return the largest stop <= `end` for which `flat[start:stop]` weighs at most `size`."""
    stop = min(end, start + size)
    window = flat[start:stop]
    if window.isascii() or weigh(window) <= size:
        return stop
    weights = accumulate(_DENSE_WEIGHT if _DENSE.match(character) else 1 for character in window)
    return start + max(1, sum(weight <= size for weight in weights))


def _best_cut(flat: str, start: int, stop: int) -> int:
    """Return where to cut behind `start`, at `stop` at the latest."""
    whole = _cluster_ends(flat, start, stop)
    for kind in _KINDS_OF_CUT:
        places = [found.end() for found in kind.finditer(flat, start + (stop - start) // 2, stop)]
        for place in reversed(places):
            if whole is None or place in whole:
                return place
    return stop if whole is None else max(whole, default=stop)


def _cluster_ends(flat: str, start: int, stop: int) -> set[int] | None:
    """Return where a grapheme cluster ends in `flat[start:stop]`; None means everywhere."""
    window = flat[start : stop + _LOOKAHEAD]
    if window.isascii() and "\r" not in window:
        return None
    ends = (start + found.end() for found in _CLUSTER.finditer(window))
    return {place for place in ends if place <= stop}
