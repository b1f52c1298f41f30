"""Text -> the tokens that find it: one way for the index, for queries and for marking hits."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import regex

from notesearch.index.atoms import PLAIN_WORD, Atom, Leaf, atoms, fold_word
from notesearch.index.folding import fold
from notesearch.index.han import simplified
from notesearch.index.stem import STEM_MARK, english_stem, singular_of_small_acronyms

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

T = TypeVar("T")
Place = tuple[int, int, tuple[str, ...]]  # start, end, keys

# Part of the index's identity: raise it whenever any text would be tokenised differently.
TOKENIZER_VERSION = 8

# How much is remembered: some 40 MB of prepared tokens, some 10 MB of located ones.
_SHORT_WORD = (2, 3)
_LONGEST_REMEMBERED = 48
_MOST_PREPARED, _MOST_LOCATED, _MOST_CLUSTERS = 1 << 17, 1 << 14, 1 << 12

_TOKEN = re.compile(r"\S+")
_SET_RUN = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\u30fc\u3099\u309a"
_CLUSTER = regex.compile(r"\u0e40\u0e40|\X")  # two Thai sara e are one sara ae
_SET_WORD = regex.compile(rf"([{_SET_RUN}]+)|([[\p{{L}}\p{{M}}\p{{N}}_]--[{_SET_RUN}]]+)", regex.V1)


class QueryTerm(NamedTuple):
    """What to look for, for one thing typed; any of these finds it.

    `words`, a phrase in the running text (the parts of a compound; the pairs of a run of `is_cjk` characters, which
    may be a whole sentence; when `prefix`, one such character, to be looked up as a prefix in both columns);
    each of `forms`, one token in either column (the word itself, a compound whole and joined);
    `stem`, a marked token among the forms; `plain_stem`, one token in either column. `text` is what was typed.
    """

    words: tuple[str, ...]
    forms: tuple[str, ...]
    stem: str | None
    plain_stem: str | None
    text: str
    is_cjk: bool = False
    prefix: bool = False


class Span(NamedTuple):
    """Where a token stands in a text (code points) and the keys that find it."""

    start: int
    end: int
    keys: tuple[str, ...]


class _Memo(dict[str, T]):
    """Remembers what was made of up to `most` distinct tokens; starts afresh when full."""

    def __init__(self, make: Callable[[str], T], most: int) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, token: str) -> T:
        value = self._make(token)
        if len(token) <= _LONGEST_REMEMBERED:
            if len(self) >= self._most:
                self.clear()
            self[token] = value
        return value


def prepare(text: str) -> tuple[str, str]:
    """Return what goes into the index for `text`: its running words, and the further forms that find it.

    Both are tokens with single spaces between, to be split at spaces and folded no further.
    """
    prepared = list(map(_prepared.__getitem__, text.split()))
    words = " ".join([words for words, _ in prepared if words])
    return words, " ".join([forms for _, forms in prepared if forms])


def query_terms(text: str) -> list[QueryTerm]:
    """Return what to look for, for the words in `text`, in order; punctuation alone gives nothing."""
    terms = (_query_term(atom) for token in text.split() for atom in atoms(token))
    return [term for term in terms if term.words or term.forms]


def spans(text: str) -> Iterator[Span]:
    """Yield the tokens of `text` with the keys that find them: a compound first, then its parts; the pairs of a run,
    then its single characters. The keys are those of `prepare`.
    """
    for match in _TOKEN.finditer(text):
        offset = match.start()
        for start, end, keys in places(match.group()):
            yield Span(offset + start, offset + end, keys)


def places(token: str, wanted: Callable[[Collection[str]], bool] | None = None) -> Collection[Place]:
    """Return what `spans` finds in a stretch of text without white space, from its start.

    `wanted` is asked once for all the keys of a short stretch, and of each word or run of a long one, to pass over it
    as a whole.
    """
    if len(token) <= _LONGEST_REMEMBERED:
        keys, located = _located[token]
        return located if wanted is None or wanted(keys) else ()
    return [
        (span.start, span.end, span.keys)
        for atom in atoms(token)
        if wanted is None or wanted(_keys(atom))
        for span in _locate(atom, wanted)
    ]


def word_set(text: str) -> frozenset[str]:
    """Return the words of `text`, for comparing texts: folded Unicode words, `_` being a letter; Han, Hiragana,
    Katakana and Thai as single characters and as pairs.
    """
    found: set[str] = set()
    for run, word in _SET_WORD.findall(fold(text)):
        found.update((word,) if word else (*run, *map(add, run, run[1:])))
    return frozenset(found)


def _query_term(atom: Atom) -> QueryTerm:
    words, forms = atom.words, atom.names
    if atom.is_run:
        return QueryTerm(words, forms, None, None, atom.text, is_cjk=True, prefix=len("".join(words)) == 1)
    if len(words) != 1:
        return _with_stem(QueryTerm(words, forms, None, None, atom.text), atom.stem)
    word = words[0]
    if forms and len(word) == 1:  # C++ is not just any c
        return QueryTerm((), forms, None, None, atom.text)
    if (singular := singular_of_small_acronyms(atom.text)) is not None:
        return QueryTerm(words, (word, *forms), None, singular, atom.text)
    stem = atom.leaves[0].stem
    if stem is None and len(word) in _SHORT_WORD and word.isascii() and word[0].isalpha():
        stem = word  # too short to be stemmed, but `cats` and `CDs` are marked with it
    return _with_stem(QueryTerm(words, (word, *forms), None, None, atom.text), stem)


def _with_stem(term: QueryTerm, stem: str | None) -> QueryTerm:
    """Let a stem find a term too, and a word that is spelled as the stem is: but a spy is not the SPI."""
    if stem is None:
        return term
    has_i_for_y = len(stem) in _SHORT_WORD and term.forms[0] == stem[:-1] + "y"
    is_word = stem not in term.forms and not has_i_for_y
    return term._replace(stem=STEM_MARK + stem, plain_stem=stem if is_word else None)


def _prepare_token(token: str) -> tuple[str, str]:
    if plain := PLAIN_WORD.fullmatch(token):
        word = plain[1].lower()
        stem = english_stem(word)
        return word, "" if stem is None or stem == word else STEM_MARK + stem
    words: list[str] = []
    forms: list[str] = []
    for atom in atoms(token):
        words += atom.words
        forms += atom.names + atom.others
        forms += [hump.key for hump in atom.humps]
        forms += [STEM_MARK + leaf.stem for leaf in atom.leaves + atom.humps if leaf.stem not in (None, leaf.key)]
        if atom.stem is not None and atom.stem not in atom.names:
            forms.append(STEM_MARK + atom.stem)
    return " ".join(words), " ".join(forms)


def _locate_token(token: str) -> tuple[tuple[str, ...], tuple[Place, ...]]:
    """Return all keys of a whitespace-separated token, and where in it they stand.

    As plain tuples, which the garbage collector does not look through again: with 16,000 remembered it took 50 ms.
    """
    if plain := PLAIN_WORD.fullmatch(token):  # the short way for most: snippets in half the time
        word = plain[1].lower()
        stem = english_stem(word)
        names = (word, STEM_MARK + stem) if stem else (word,)
        return names, ((*plain.span(1), names),)
    found = tuple((span.start, span.end, span.keys) for atom in atoms(token) for span in _locate(atom))
    return tuple({key for _, _, keys in found for key in keys}), found


def _keys(atom: Atom) -> frozenset[str]:
    """Return all keys of an atom; for a run, without saying where each of them stands."""
    if atom.is_run:
        return frozenset((*atom.words, *"".join(atom.words), *atom.names))
    return frozenset(key for span in _locate_word(atom) for key in span.keys)


def _locate(atom: Atom, wanted: Callable[[Collection[str]], bool] | None = None) -> Iterator[Span]:
    """Say where the keys of an atom stand, in its token; of a run, which has many, only those `wanted`."""
    return _locate_run(atom, wanted) if atom.is_run else _locate_word(atom)


def _locate_word(atom: Atom) -> Iterator[Span]:
    """Say where the keys of a word or compound stand, in its token."""
    start, end = atom.start, atom.start + len(atom.text)
    if atom.names:
        yield Span(start, end, (*atom.names, STEM_MARK + atom.stem) if atom.stem else atom.names)
    lowered = atom.text.lower()
    for form in atom.others:
        at = lowered.find(form) if len(lowered) == len(atom.text) else -1
        yield Span(start + at, start + at + len(form), (form,)) if at >= 0 else Span(start, end, (form,))
    for leaf in atom.leaves + atom.humps:
        yield _leaf_span(leaf)


def _leaf_span(leaf: Leaf) -> Span:
    return Span(leaf.start, leaf.end, (leaf.key, STEM_MARK + leaf.stem) if leaf.stem else (leaf.key,))


def _locate_run(atom: Atom, wanted: Callable[[Collection[str]], bool] | None) -> Iterator[Span]:
    """Say where the pairs and the characters of a run stand, in its token."""
    if atom.names:
        yield Span(atom.start, atom.start + len(atom.text), atom.names)
    places = _places(atom)
    both = [left.key + right.key for left, right in pairwise(places)]
    keys = {*both, *(place.key for place in places)}
    if wanted is not None:
        keys = {key for key in keys if wanted((key,))}
    for key, (left, right) in zip(both, pairwise(places), strict=True):
        if key in keys:
            yield Span(left.start, right.end, (key,))
    for place in places:
        if place.key in keys:
            yield Span(place.start, place.end, (place.key,))


def _places(atom: Atom) -> list[Leaf]:
    """Say from where each folded character of a run comes; it may be shorter or longer than the original."""
    folded = fold_word(atom.text)
    if folded == simplified(atom.text):  # one for one
        return [Leaf(at, at + 1, character) for at, character in enumerate(folded, atom.start)]
    found: list[Leaf] = []
    for match in _CLUSTER.finditer(atom.text):
        start, end = atom.start + match.start(), atom.start + match.end()
        found += [Leaf(start, end, character) for character in _folded_cluster(match.group())]
    return found


_folded_cluster = lru_cache(_MOST_CLUSTERS)(fold_word)
_prepared = _Memo(_prepare_token, _MOST_PREPARED)
_located = _Memo(_locate_token, _MOST_LOCATED)
