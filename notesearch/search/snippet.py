"""The piece of a chunk that shows why it was found, and where the hits are in a text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import regex

from notesearch.index.folding import fold
from notesearch.index.tokenizer import places, query_terms
from notesearch.search.hits import Hit
from notesearch.search.section import one_line
from notesearch.search.wording import Together, standing_together

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from notesearch.search.wording import Wording

ELLIPSIS = "…"
# A hit inside a compound says less than a word of its own, a repeated one less than one not seen yet.
_PART_FACTOR, _REPEAT_FACTOR = 0.5, 0.1
# What stands together as asked draws the snippet to it.
_TOGETHER_FACTOR = 3.0
# How far a cut may move to stand between words, and how much of the room stands before the first hit.
_REACH, _LEAD = 40, 3

_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]{1,20}://|www\.)[^\s<>]+")
_SENTENCE_END = re.compile(r"[.!?:;]\s+|[。！？]\s*")
# Where a key may stand in a word without its first letters: other scripts, and what ties the parts of a compound.
# It starts with a set of characters, which is what makes it fast.
_IN_DISGUISE = re.compile(r"[^a-zA-Z0-9 ](?:(?<=[^\x00-\x7f])[^\x00-\x7f]*|(?<=_)|(?<=\w[^\w])[^\w ]*(?=\w))")
# A stem may have i for y from its second letter on, and goes on otherwise behind that: die, dying.
_HEAD = re.compile(r"~?(.)(?:([^iy]{2})|([^iy]?)([iy]?))", re.DOTALL)
_STRETCH = re.compile(r"\S+")
_TIES = re.compile(r"[-_'./\\@:&]+")
_LETTER_PAIR = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]{2}")
_CLUSTER = regex.compile(r"\X")

Mark = tuple[int, int]


class Snippet(NamedTuple):
    """A piece of a note's text; `marks` are (start, end) code points in it, sorted and apart from each other.

    `keys` are those that the whole chunk has, of a prefix the words that begin with it; `hits` say where they stand in
    the chunk's text, on one line; `at` is where the first one stands that the snippet was cut around, None without any.
    `is_said`: it says what was asked just so.
    """

    text: str
    marks: tuple[Mark, ...]
    keys: frozenset[str]
    hits: tuple[Hit, ...] = ()
    is_said: bool = False
    at: int | None = None


def snippet(
    chunk_text: str,
    keys: Collection[str] | Mapping[str, float],
    together: Together = Together(),  # noqa: B008 - it cannot change
    *,
    width: int = 300,
    closest: str | None = None,
) -> Snippet:
    """Cut about `width` characters out of a chunk of Markdown, around its densest hits, and mark them.

    `keys` are those of the tokenizer, with weights (1 without); one that ends in `*` is a prefix. The text is what a
    reader sees, on one line, cut between words with an ellipsis at each cut. Without a hit it begins at the sentence
    `closest`, else at the beginning.
    """
    text = one_line(chunk_text)
    found = list(_hits(text, keys, likely_only=True))
    keys_there = frozenset(hit.key for hit in found)
    said = _said(text, keys_there, together.wordings)
    hits = _in_phrases(text, found, together) or _without_stray_pairs(found)
    hits = sorted([*hits, *said]) if said else hits
    first, last = _densest(hits, width) if hits else _beginning(text, closest, width)
    start, end = _window(text, first, last, width)
    before, after = ELLIPSIS if start else "", ELLIPSIS if end < len(text) else ""
    shown = before + text[start:end] + after
    shift = len(before) - start
    inside = [(a + shift, b + shift) for a, b in _outside_addresses(text, hits) if start <= a and b <= end]
    at = first if hits else None
    return Snippet(shown, _marks(shown, inside), keys_there, tuple(found), is_said=said is not None, at=at)


def _in_phrases(text: str, found: list[Hit], together: Together) -> list[Hit]:
    """Return the hits of phrases that were asked for, the heavier ones, and those that count elsewhere too."""
    rows = [hit for phrase in together.phrases for hit in standing_together(text, found, phrase)]
    if not rows:
        return []
    heavier = {hit: hit._replace(weight=_TOGETHER_FACTOR * hit.weight) for hit in rows}
    return [heavier.get(hit, hit) for hit in found if hit in heavier or hit.key in together.loose]


def _said(text: str, keys: Collection[str], wordings: Iterable[Wording]) -> list[Hit] | None:
    """Return the words of what a text says just as it was asked, None when it does not say it.

    Where folding changes the length of the text before them, nobody knows where they stand.
    """
    likely = [wording for wording in wordings if wording.may_stand(keys)]
    folded = fold(text) if likely else ""
    for wording in likely:
        if places := list(wording.words_in(folded)):
            kept = (place for place in places if fold(text[slice(*place)]) == folded[slice(*place)])
            return [Hit(*place, folded[slice(*place)], _TOGETHER_FACTOR) for place in kept]
    return None


def find_hits(text: str, keys: Collection[str]) -> tuple[Mark, ...]:
    """Return where `keys` stand in a plain text: (start, end) code points on cluster boundaries, sorted and apart."""
    return _marks(text, _outside_addresses(text, _without_stray_pairs(list(_hits(text, keys)))))


def keys_in(text: str, keys: Collection[str]) -> frozenset[str]:
    """Return which of `keys` stand in a plain text; of a prefix, the words that begin with it."""
    return frozenset(hit.key for hit in _hits(text, keys))


def _hits(text: str, keys: Collection[str] | Mapping[str, float], *, likely_only: bool = False) -> Iterator[Hit]:
    """Yield the tokens of `text` that one of `keys` finds, wholes before their parts.

    `likely_only` passes over what cannot be a hit at once (half the time of a search); there may be no white space but
    spaces in `text` then.
    """
    weights = keys if isinstance(keys, dict) else dict.fromkeys(keys, 1.0)
    exact, prefixes, heads = _sorted_out(tuple(weights.items()))

    def wanted(names: Collection[str]) -> bool:
        if not exact.keys().isdisjoint(names):
            return True
        return bool(prefixes) and any(name.startswith(prefixes) for name in names)

    outer = 0
    found = (
        (offset + start, offset + end, names)
        for offset, stretch in (_likely(text, heads) if likely_only else _stretches(text))
        for start, end, names in places(stretch, wanted)
    )
    for start, end, names in found:
        is_part, outer = end <= outer, max(outer, end)
        for name in sorted(names):  # a word before its stem
            weight = exact.get(name)
            if weight is None and prefixes and name.startswith(prefixes):
                weight = max(weights[prefix + "*"] for prefix in prefixes if name.startswith(prefix))
            if weight is not None:
                yield Hit(start, end, name, weight * _PART_FACTOR if is_part else weight)
                break


def _without_stray_pairs(hits: list[Hit]) -> list[Hit]:
    """Leave out single pairs of an alphabet's letters where a whole word was asked for: in Thai the end of one word
    and the start of the next, or a vowel with its tone, are in every line.
    """
    pairs = {hit.key for hit in hits if _LETTER_PAIR.fullmatch(hit.key)}
    if len(pairs) < 2:  # noqa: PLR2004 - a pair by itself was asked for, or there is none
        return hits
    starts, ends = {key[0] for key in pairs}, {key[-1] for key in pairs}
    kept = []
    for at, hit in enumerate(hits):
        is_part = hit.key in pairs and (hit.key[0] in ends or hit.key[-1] in starts)
        before, after = hits[at - 1] if at else None, hits[at + 1] if at + 1 < len(hits) else None
        goes_on = (before and before.start < hit.start < before.end) or (after and hit.start < after.start < hit.end)
        if goes_on or not is_part:
            kept.append(hit)
    return kept or hits


def _stretches(text: str) -> Iterator[tuple[int, str]]:
    """Yield the stretches between white space with their offsets."""
    return ((match.start(), match.group()) for match in _STRETCH.finditer(text))


def _likely(text: str, heads: re.Pattern[str] | None) -> Iterator[tuple[int, str]]:
    """Yield those of the stretches between spaces, with their offsets, that may hold a key: by one of the `heads`."""
    lowered = text.lower()
    if len(lowered) != len(text):
        yield from _stretches(text)
        return
    begins = [match.start() for match in heads.finditer(lowered)] if heads else []
    begins += [match.start() for match in _IN_DISGUISE.finditer(text)]
    end = 0
    for place in sorted(begins):
        if place >= end:
            start, space = text.rfind(" ", 0, place) + 1, text.find(" ", place)
            end = len(text) if space < 0 else space
            yield start, text[start:end]


@lru_cache(maxsize=8)  # the results of one search are looked through for the same keys
def _sorted_out(
    keys: tuple[tuple[str, float], ...],
) -> tuple[dict[str, float], tuple[str, ...], re.Pattern[str] | None]:
    """Split weighed keys into exact ones and prefixes, and return what finds the first letters of any of them.

    Short parts of a compound among them are left out: who looks for 3.11.7 does not look for each 7. A prefix of a
    script without spaces is a single character.
    """
    weights = dict(keys)
    short = {part for key in weights for part in _parts(key.rstrip("*")) if len(part) < 3}  # noqa: PLR2004 - 7, 11, e, mr
    exact = {key: weight for key, weight in weights.items() if not key.endswith("*") and key not in short}
    prefixes = [key[:-1] for key in weights if key.endswith("*") and len(key) > 1 and key[:-1] not in short]
    single = {prefix for prefix in prefixes if any(term.prefix for term in query_terms(prefix))}
    exact |= {prefix: weights[prefix + "*"] for prefix in single}
    open_ended = tuple(prefix for prefix in prefixes if prefix not in single)
    found = (match for key in (*exact, *open_ended) if (match := _HEAD.match(key)))
    heads = {re.escape(match[1] + (match[2] or match[3])) + ("[iy]" if match[4] else "") for match in found}
    return exact, open_ended, re.compile("|".join(heads)) if heads else None


def _parts(key: str) -> list[str]:
    parts = _TIES.split(key)
    return parts if len(parts) > 1 else []


def _densest(hits: list[Hit], width: int) -> Mark:
    """Return the stretch of at most `width` from hit to hit that holds the most weight, the first of equals."""
    best, found = -1.0, (hits[0].start, hits[0].end)
    counts: Counter[str] = Counter()
    total, first = 0.0, 0
    for hit in hits:
        total += hit.weight * (_REPEAT_FACTOR if counts[hit.key] else 1.0)
        counts[hit.key] += 1
        while hit.end - hits[first].start > width and hits[first] is not hit:
            gone = hits[first]
            counts[gone.key] -= 1
            total -= gone.weight * (_REPEAT_FACTOR if counts[gone.key] else 1.0)
            first += 1
        if total > best + 1e-9:
            best, found = total, (hits[first].start, hit.end)
    return found


def _beginning(text: str, sentence: str | None, width: int) -> Mark:
    """Return the stretch of `width` that begins with `sentence`, or with the text when that is not in it.

    The sentence is as it is shown, or in Markdown.
    """
    start = text.find(sentence) if sentence else 0
    if sentence and start < 0:
        start = max(0, text.find(one_line(sentence)))
    return start, start + width


def _window(text: str, first: int, last: int, width: int) -> Mark:
    """Widen the stretch from `first` to `last` to about `width`, with its ends between words or sentences."""
    if len(text) <= width:
        return 0, len(text)
    last = min(last, first + width)
    start = max(0, min(first - (width - (last - first)) // _LEAD, len(text) - width))
    end = min(len(text), start + width)
    return _start_between_words(text, start, first), _end_between_words(text, end, last)


def _start_between_words(text: str, start: int, first: int) -> int:
    """Move a cut forwards, at most to `first`: to the next sentence if one begins soon, else to the next word."""
    if start == 0:
        return 0
    limit = min(first, start + _REACH)
    if sentence := _SENTENCE_END.search(text, start - 1, limit):
        return sentence.end()
    space = text.find(" ", start - 1, limit)
    return space + 1 if space >= 0 else _cluster_start(text, start)


def _end_between_words(text: str, end: int, last: int) -> int:
    """Move a cut backwards, at most to `last`, to the end of a word."""
    if end == len(text):
        return end
    space = text.rfind(" ", max(last, end - _REACH), end + 1)
    return space if space >= 0 else max(last, _cluster_start(text, end))


def _outside_addresses(text: str, hits: list[Hit]) -> list[Mark]:
    """Return the places of hits in order, without those inside a web address, which is left in one piece."""
    some = bool(hits) and ("://" in text or "www." in text)
    addresses = [match.span() for match in _ADDRESS.finditer(text)] if some else []
    starts = [start for start, _ in addresses]
    places = sorted((hit.start, hit.end) for hit in hits)
    if not addresses:
        return places
    return [(a, b) for a, b in places if not (at := bisect_right(starts, a)) or addresses[at - 1][1] <= a]


def _marks(text: str, places: list[Mark]) -> tuple[Mark, ...]:
    """Return sorted places as marks: widened to whole clusters, overlapping ones as one."""
    plain = all(text[max(0, start - 1) : end + 1].isascii() for start, end in places)
    edges = [] if plain else [0, *accumulate(map(len, _CLUSTER.findall(text)))]
    marks: list[Mark] = []
    for start, end in places:
        if edges:
            start, end = edges[bisect_right(edges, start) - 1], edges[bisect_left(edges, end)]  # noqa: PLW2901
        if marks and start < marks[-1][1]:
            marks[-1] = (marks[-1][0], max(end, marks[-1][1]))
        else:
            marks.append((start, end))
    return tuple(marks)


def _cluster_start(text: str, at: int) -> int:
    """Return where the cluster that `at` falls into begins."""
    starts: list[int] = [match.start() for match in _CLUSTER.finditer(text, max(0, at - _REACH), at + 1)]
    return starts[-1]
