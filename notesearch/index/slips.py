"""Tells a slip of the finger or of the ear from another word that is spelled nearly the same."""

from __future__ import annotations

from itertools import pairwise

_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SOUNDS = ("aeiouy", "ckqsxz", "bpvfw", "dt", "gj", "mn", "lr", "uvw")


def _neighbours() -> frozenset[frozenset[str]]:
    """Return the pairs of letters that are taken for each other: keys side by side or one above the other, sounds."""
    aside = {frozenset(pair) for row in _KEYS for pair in pairwise(row)}
    above = {
        frozenset((upper[at], letter))
        for upper, lower in pairwise(_KEYS)
        for place, letter in enumerate(lower)
        for at in (place, place + 1)
    }
    sounds = {frozenset((one, other)) for group in _SOUNDS for one in group for other in group if one != other}
    return frozenset(aside | above | sounds)


_LIKE = _neighbours()


def is_slip(typed: str, meant: str) -> bool:
    """Tell whether `typed` may be `meant` mistyped, these being one or two edits apart.

    Only a single letter in place of one that neither lies near it nor sounds like it makes another word: nobody types
    resolution for revolution. A neighbour in the word typed twice is a slip, another ending may be a form of the word
    (septicemia, septicemic), and of other alphabets every letter is taken.
    """
    if len(typed) != len(meant):
        return True
    other = [at for at, (one, two) in enumerate(zip(typed, meant, strict=True)) if one != two]
    if len(other) != 1 or other[0] == len(typed) - 1:
        return True
    at = other[0]
    pair = frozenset((typed[at], meant[at]))
    around = typed[max(0, at - 1) : at] + typed[at + 1 : at + 2]
    return pair in _LIKE or typed[at] in around or not "".join(pair).isascii()
