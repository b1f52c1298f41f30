"""What two spellings have in common: case, width, accents and invisible characters folded away."""

from __future__ import annotations

import re
import unicodedata

import regex

from notesearch.index.han import SIMPLIFIED

# Soft hyphen, zero-width and direction characters, variation selectors, and the Arabic tatweel, which only stretches.
IGNORABLE = (
    "\u00ad\u034f\u061c\u0640\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
)

# Marks that a reader may leave out: over Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels. The signs of
# Indic and South-East Asian scripts are not here: they are the vowels themselves. Three Cyrillic marks make letters of
# their own (й ў, ї, ѓ ќ) and stay; ё is the one that people write as е.
_MARKS = regex.compile(
    rf"[{IGNORABLE}"
    r"\u0300\u0302-\u0305\u0307\u0309-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    r"\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    r"\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]"
    r"|(?<![гк])\u0301|(?<![иу])\u0306|(?<!і)\u0308"
)
# Thai and Lao signs that look the same in any order or number: the ring of am before its tone, a sign typed twice, and
# two sara e for sara ae.
_RING_FIRST = regex.compile(r"(\u0e4d)([\u0e48-\u0e4b])|(\u0ecd)([\u0ec8-\u0ecb])")
_SIGN_TWICE = regex.compile(r"([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd])\1+")
_THAI_OR_LAO = regex.compile(r"[\u0e31-\u0ecd]")
# Hindi writes a nasal before a consonant as a letter or as a dot, and often leaves the dot below a letter out.
_DEVANAGARI = regex.compile(r"[\u0901-\u094d]")
_NUKTA = "\u093c"
_NASAL = regex.compile(r"\u0901|[\u0919\u091e\u0923\u0928\u092e]\u094d(?=[\u0915-\u0939])")

# The letters that end a syllable in Malayalam and Bengali are also typed as a letter, its vowel sign and a joiner.
_SYLLABLE_ENDS = {
    "\u0d7a": "\u0d23\u0d4d",
    "\u0d7b": "\u0d28\u0d4d",
    "\u0d7c": "\u0d30\u0d4d",
    "\u0d7d": "\u0d32\u0d4d",
    "\u0d7e": "\u0d33\u0d4d",
    "\u0d7f": "\u0d15\u0d4d",
    "\u0d54": "\u0d2e\u0d4d",
    "\u0d55": "\u0d2f\u0d4d",
    "\u0d56": "\u0d34\u0d4d",
    "\u09ce": "\u09a4\u09cd",
}

# Letters whose stroke or tie Unicode does not take apart, Arabic ones that are typed for each other or on a Persian or
# Urdu keyboard, the digits of every script, and the many shapes of hyphen, apostrophe and the Hebrew double one.
_LETTERS = (
    str.maketrans(
        {"ı": "i", "đ": "d", "ð": "d", "ø": "o", "ł": "l", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe"}
        | dict.fromkeys("\u0629\u06c1\u06c3\u06d5", "\u0647")
        | dict.fromkeys("\u0649\u06cc\u06d2", "\u064a")
        | {"\u06a9": "\u0643", "\u0671": "\u0627", "\u05f4": '"', "\u2215": "/"}
        | _SYLLABLE_ENDS
        | {chr(code): str(unicodedata.digit(chr(code))) for code in range(0x100, 0x1FC00) if chr(code).isdecimal()}
        | dict.fromkeys("\u05be\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-")
        | dict.fromkeys("\u2018\u2019\u02bb\u02bc\u02b9\u055a\u05f3\uff07", "'"),
    )
    | SIMPLIFIED
)

# Letters, digits and signs of names in full width, as they are typed between Chinese and Japanese characters.
_PLAIN_SIGNS = {
    chr(code): plain
    for code in (*range(0xFE50, 0xFE70), *range(0xFF01, 0xFF5F))
    if (plain := unicodedata.normalize("NFKC", chr(code))).isalnum() or plain in "#$%&'+-./:@\\_"
}
_FULL_WIDTH = re.compile(f"[{''.join(_PLAIN_SIGNS)}]")


def with_plain_signs(text: str) -> str:
    """Write full-width letters, digits and signs of names as ASCII, one for one: Ｃ＋＋ as C++, Ｒ＆Ｄ as R&D."""
    return _FULL_WIDTH.sub(lambda match: _PLAIN_SIGNS[match[0]], text)


def fold(text: str) -> str:
    """Fold `text` to what it shares with its other spellings: NFKC, full case folding, marks left out.

    ß is ss, İ and ı are i, ё is е, 圖 is 图; й stays й. Its length may differ from the length of `text`.
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    folded = _MARKS.sub("", folded).translate(_LETTERS)
    if _THAI_OR_LAO.search(folded):
        folded = _SIGN_TWICE.sub(r"\1", _RING_FIRST.sub(r"\2\4\1\3", folded)).replace("\u0e40\u0e40", "\u0e41")
    if _DEVANAGARI.search(folded):
        folded = _NASAL.sub("\u0902", folded.replace(_NUKTA, ""))
    return unicodedata.normalize("NFC", folded)
