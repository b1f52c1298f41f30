"""A stretch of text without spaces -> its words, compounds, runs of paired characters, emoji and symbols."""

from __future__ import annotations

import re
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING, NamedTuple

import regex

from notesearch.index.folding import IGNORABLE, fold, with_plain_signs
from notesearch.index.han import simplified
from notesearch.index.identifiers import compound_forms, joined, version_in
from notesearch.index.stem import english_stem, singular_of_acronyms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LONGEST_WORD = 100
_GROUP = 3  # digits between two thousands signs

# Scripts that put no space between words, and Hangul, which ties particles to them: found by character pairs. A few
# words stand in one character (㍻, ㍿). Thai, Lao, Khmer and Myanmar without their digits, which are as all others.
_PAIRED = (
    r"\u4e00-\u9fff\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}"
    r"\u30fc\uff70\u3099\u309a\uff9e\uff9f\u32ff\u337b-\u337f"
    r"\u0e01-\u0e3e\u0e40-\u0e4f\u0e5a\u0e5b\u0e81-\u0ecf\u0eda-\u0edf"
    r"\u1780-\u17da\u17dc-\u17df\u17ea-\u17ff\u19e0-\u19ff"
    r"\u1000-\u103f\u104a-\u108f\u109a-\u109f\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa7f"
)
_UNIT = r"\u3371-\u337a\u3380-\u33df\u33ff"  # units in one character: ㎏, ㎞, ㎡
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}{_UNIT}{IGNORABLE}]--[{_PAIRED}]]"
# What goes on with a word next to it. A character of a script without spaces does not: 学习C++编程.
_ASCII_NEXT, _NEXT = r"\w", rf"[\w--[{_PAIRED}]]"
_SYMBOL = r"[[\p{Sc}\p{Sm}\p{So}§¶†‡‰]--[\x00-\x7f\u2500-\u259f\ufffc\ufffd]]"
_PICTURE = r"\p{Extended_Pictographic}[\ufe0f\u20e3\p{Emoji_Modifier}]*"
_EMOJI = rf"\p{{Regional_Indicator}}{{2}}|{_PICTURE}(?:\u200d{_PICTURE})*[\U000e0020-\U000e007f]*"
_MONEY_OR_SHARE = r"\$(?=[0-9])|(?<=[0-9])%"
# One tie between two words makes them a compound: a_b, a-b, a.b, a/b, a/.b, a@b, a:b, a::b, a\b, a&b, a'b; צה"ל.
_TIE = (
    r"(?:_*(?:/\.?|::?|[-.@\\&'\u2018\u2019\u02bc\u05f3\u05be\u2010-\u2013\u2212])_*|_+"
    r'|(?<=[\u05d0-\u05ea])["\u05f4](?=[\u05d0-\u05ea]))'
)
# 1,299.50 and 1'299.50 as in English and Swiss, 1.299,50 and 1299,50 as in German; a lone 1.299 may be a version.
_DIGITS = (
    r"[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:['\u2019][0-9]{3})+)(?:\.[0-9]+)?"
    r"|[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+|[0-9]{1,3}(?:\.[0-9]{3}){2,}|[0-9]+,[0-9]{1,2}"
)


def _number_or_compound(letter: str, next_: str) -> str:
    """Write the patterns of a number with signs in it, and of a word or a compound of words: `load`, `.net`, `c++`,
    `__init__` and `load_user.py`. It may begin with a sign: .net, _private, #12, $HOME, @anna, -i, --hard.
    """
    number = rf"(?=[0-9])(?<![{next_}.,])(?:{_DIGITS})(?!{next_}|[.,][0-9])"
    sign = (
        rf"(?=[-._\#$@])(?:(?<![{next_}.])(?:\.|_+)|(?<![{next_}\#])\#(?=[0-9])|(?<![{next_}$])\$(?=[A-Za-z])"
        rf"|(?<!{next_})@|(?<![\w-])--?(?=[A-Za-z]))"
    )
    end = rf"\+\+(?=[0-9])|(?:\+\+?+|\#|_+)(?!{next_})"
    return rf"(?P<number>{number})|(?P<word>(?:{sign})?{letter}+(?:{_TIE}{letter}+)*(?:{end})?)"


_ASCII_ATOM = re.compile(f"{_number_or_compound('[A-Za-z0-9]', _ASCII_NEXT)}|(?P<symbol>{_MONEY_OR_SHARE})")
_ATOM = regex.compile(
    rf"(?P<emoji>{_EMOJI})|(?P<run>[{_PAIRED}][{_PAIRED}{IGNORABLE}]*)|{_number_or_compound(_LETTER, _NEXT)}"
    rf"|(?P<symbol>{_SYMBOL}|{_MONEY_OR_SHARE})(?P=symbol)*",
    regex.V1,
)
_ASCII_WORD, _WORD = re.compile("[A-Za-z0-9]+"), regex.compile(rf"{_LETTER}+", regex.V1)
# Most tokens are no more than one such word; there is a short way for them.
PLAIN_WORD = re.compile(r"""[*"'(\[]*([A-Z]?[a-z]{1,99}|[A-Z]{1,99})[*"')\].,;:!?]*""")
# Where a word changes its case inside: load|User, HTTP|Server; but not in PDFs.
_HUMP = regex.compile(r"(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}(?!\b))")
_NUMBERED, _MEASURED = regex.compile(r"(\p{L}{3,})(\p{N}{1,4})"), regex.compile(rf"(\p{{N}}+)([{_UNIT}])")
_HYPHENATED = re.compile("[A-Za-z]+[-\u2010\u2011][A-Za-z]+")
_FOREIGN = regex.compile(rf"[^\p{{L}}\p{{M}}\p{{N}}]+|[{IGNORABLE}]+")
# Han, Hiragana and Katakana that folding leaves as they are, but for variants: most of Chinese and Japanese.
_FOLDED_RUN = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]+")
_EMOJI_STYLE = regex.compile(r"[\ufe0e\ufe0f\p{Emoji_Modifier}]+")
_HANGUL = regex.compile(r"\p{Hangul}+")


class Leaf(NamedTuple):
    """A single word of an atom: its offsets in the token, its folded spelling and its English stem, if any."""

    start: int
    end: int
    key: str
    stem: str | None = None


class Atom(NamedTuple):
    """The smallest thing that a person would search for as one.

    `text` stands at `start` of the token. `words` is its running text; `names` are the forms that mean the whole of
    it (spelled as it is, joined), `others` those that mean a part of it. `leaves` are its single words, `humps` the
    words inside those in camel case, and the last one with its sign (`C/C++`). `stem` is that of an English compound
    written as one word: `~xray` of x-rays.
    """

    start: int
    text: str
    words: tuple[str, ...]
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    humps: tuple[Leaf, ...] = ()
    is_run: bool = False
    stem: str | None = None


def atoms(token: str) -> Iterator[Atom]:
    """Take a text without white space apart, in order; punctuation alone gives nothing."""
    if plain := PLAIN_WORD.fullmatch(token):
        start, end = plain.span(1)
        word = token[start:end].lower()
        yield Atom(start, token[start:end], (word,), leaves=(Leaf(start, end, word, english_stem(word)),))
        return
    pattern, plain_token = (_ASCII_ATOM, token) if token.isascii() else (_ATOM, with_plain_signs(token))
    is_plain = plain_token == token
    for match in pattern.finditer(plain_token):
        start, text = match.start(), match.group()
        atom = _MAKERS[str(match.lastgroup)](start, text)
        as_typed = is_plain or token.startswith(text, start)
        yield atom if as_typed else atom._replace(text=token[start : start + len(text)])


def fold_word(text: str) -> str:
    """Fold a single word and leave out what is no letter in it (some characters fold to several words)."""
    if _FOLDED_RUN.fullmatch(text):
        return simplified(text)
    folded = fold(text)
    return folded if folded.isalnum() else _FOREIGN.sub("", folded)


def pairs(run: str) -> tuple[str, ...]:
    """Return the pairs of neighbouring characters of a folded run; a single character stands for itself."""
    return tuple(map(add, run, run[1:])) or tuple(run)


def _word(start: int, text: str) -> Atom:
    leaves = (_leaf(start, text),) if text.isalnum() else _leaves(start, text)
    words = tuple(leaf.key for leaf in leaves if leaf.key)
    if text.isalnum():
        return Atom(start, text, words, leaves=leaves if words else (), humps=_humps(leaves[0], text))
    whole = "".join(fold(text).split())
    bare = whole.lstrip("._#$@-").rstrip("_+#")
    names, others = _names(whole, bare, is_compound=len(leaves) > 1 or "/" in bare)
    if bare.endswith("'s"):  # Anna's is a form of Anna, not Anna and an s
        words = words[:-1]
    humps = tuple(hump for leaf in leaves for hump in _humps(leaf, text[leaf.start - start : leaf.end - start]))
    if text[-1] in "+#" and len(leaves) > 1:
        humps += (_signed(start, text, leaves[-1]),)
    stem = english_stem(bare.replace("-", "")) if "-" in bare and _HYPHENATED.fullmatch(text) else None
    return Atom(start, text, words, names, others, leaves, humps, False, stem)  # noqa: FBT003 - no run


def _signed(start: int, text: str, last: Leaf) -> Leaf:
    """Return the last word of a compound with the sign behind it, which is a name of its own: C++ in C/C++."""
    return Leaf(last.start, start + len(text), last.key + text[len(text.rstrip("+#")) :])


def _number(start: int, text: str) -> Atom:
    """Take a number with grouped digits or a decimal comma; it is also found as others write it: 1299.50, 1299."""
    leaves = _leaves(start, text)
    *groups, last = (leaf.key for leaf in leaves)
    has_fraction = len(set(_ASCII_WORD.sub("", text))) > 1 or len(last) < _GROUP
    whole_part = "".join(groups) if has_fraction else "".join((*groups, last))
    plain = f"{whole_part}.{last}" if has_fraction else whole_part
    others = (whole_part,) if has_fraction and len(groups) > 1 else ()
    return Atom(start, text, (*groups, last), (fold(text), plain), others, leaves)


def _leaves(start: int, text: str) -> tuple[Leaf, ...]:
    """Find the single words of a compound that starts at `start` of the token."""
    pattern = _ASCII_WORD if text.isascii() else _WORD
    found = (_leaf(start + match.start(), match.group()) for match in pattern.finditer(text))
    return tuple(leaf for leaf in found if leaf.key)


def _leaf(start: int, text: str) -> Leaf:
    """Fold a single word. English has no accents: a word that has them is left to its own language."""
    key = fold_word(text)[:_LONGEST_WORD]
    if not text.isascii():
        return Leaf(start, start + len(text), key)
    singular = singular_of_acronyms(text) if text[-1] == "s" else None
    return Leaf(start, start + len(text), key, singular or english_stem(key))


def _humps(leaf: Leaf, text: str) -> tuple[Leaf, ...]:
    """Find the words inside a word in camel case, and the name and number of one such as python3 or 10㎏."""
    if len(text) > _LONGEST_WORD or (text.isalpha() and (text.islower() or text.isupper() or text[1:].islower())):
        return ()
    cuts = [0, *(match.start() for match in _HUMP.finditer(text)), len(text)]
    found = [(a, b) for a, b in pairwise(cuts) if len(cuts) > 2]  # noqa: PLR2004 - its two ends: nothing to cut
    if numbered := _NUMBERED.fullmatch(text) or (None if text.isascii() else _MEASURED.fullmatch(text)):
        found += [numbered.span(1), numbered.span(2)]
    return tuple(_leaf(leaf.start + a, text[a:b]) for a, b in found)


def _names(whole: str, bare: str, *, is_compound: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of a compound (`whole` with its leading dot, `++` or `#`, `bare` without), and of its parts."""
    forms = compound_forms(bare) if is_compound else []
    own = dict.fromkeys([whole, *forms[:1], *joined(bare), *version_in(bare)]) if forms or whole != bare else {}
    return tuple(own), tuple(form for form in forms if form not in own)


def _run(start: int, text: str) -> Atom:
    folded = fold_word(text)
    names = (folded,) if len(folded) > 1 and _HANGUL.fullmatch(folded) else ()
    return Atom(start, text, pairs(folded), names, tuple(folded[-1:]) if len(folded) > 1 else (), is_run=True)


def _emoji(start: int, text: str) -> Atom:
    return Atom(start, text, (), (_EMOJI_STYLE.sub("", text) or text,))


def _symbol(start: int, text: str) -> Atom:
    """№ and ℃ are words in one character; § and → stand for themselves."""
    word = fold_word(text[0])
    if word:
        return Atom(start, text, (word,), leaves=(Leaf(start, start + len(text), word),))
    return Atom(start, text, (), (text[0],))


_MAKERS: dict[str, Callable[[int, str], Atom]] = {
    "word": _word,
    "number": _number,
    "run": _run,
    "emoji": _emoji,
    "symbol": _symbol,
}
