"""Weighs text, and cuts text that is too long for a chunk where it hurts least."""

from __future__ import annotations

import re
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
# Characters that may belong to one cluster with a neighbour, by Unicode's grapheme cluster break property.
_JOINING = regex.compile(r"[^\p{GCB=Other}\p{GCB=Control}\p{GCB=LF}\p{GCB=LV}\p{GCB=LVT}]")
_NEAR = 200  # characters that are searched for a cluster's end

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
    grapheme clusters; only one that is heavier than `size` or longer than 200 characters is broken.
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
    return next((place for place in starts if weigh(flat[place:end]) <= size and _apart(flat, place)), end)


def _fit(flat: str, start: int, end: int, size: int) -> int:
    """Return the largest stop <= `end` for which `flat[start:stop]` weighs at most `size`, a character at least."""
    low, high = start + 1, min(end, start + size)
    if weigh(flat[start:high]) <= size:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if weigh(flat[start:middle]) <= size:
            low = middle
        else:
            high = middle
    return low


def _best_cut(flat: str, start: int, stop: int) -> int:
    """Return where to cut behind `start`, at `stop` at the latest."""
    for kind in _KINDS_OF_CUT:
        places = [found.end() for found in kind.finditer(flat, start + (stop - start) // 2, stop)]
        for place in reversed(places):
            if _apart(flat, place):
                return place
    for place in range(stop, max(start, stop - _NEAR), -1):
        if _apart(flat, place):
            return place
    # Nothing but joining characters, such as a row of flags: count some clusters out (the time grows with their
    # number squared). One that is longer than that is broken.
    stop = min(stop, start + _NEAR)
    ends = [start + found.end() for found in _CLUSTER.finditer(flat[start : stop + 1])]
    return max((place for place in ends if place <= stop), default=stop)


def _apart(flat: str, place: int) -> bool:
    """Tell for sure that no grapheme cluster, and no line end, spans `place`."""
    before, after = flat[place - 1], flat[place]
    if before.isascii() and after.isascii():
        return not (before == " " and after == "\n")  # it may have been a CR LF, see `flatten_lines`
    return _JOINING.match(before) is None and _JOINING.match(after) is None
