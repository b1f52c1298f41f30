"""Turns a note's bytes into text, whatever it was written in; says so when that was a guess."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

import charset_normalizer

_SAMPLE = 64 * 1024  # bytes that are looked at before guessing
# Longest first: UTF-32's little-endian mark starts with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = re.compile(
    rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|%PDF-|PK\x03\x04|\x1f\x8b|\x7fELF|MZ[\x00-\xff]\x00|SQLite format 3\x00"
    rb"|7z\xbc\xaf|RIFF....(?:WEBP|WAVE|AVI )|\xd0\xcf\x11\xe0|BZh[1-9]1AY|\xfd7zXZ|....ftyp|OggS\x00|ID3[\x02-\x04]",
    re.DOTALL,
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_CONTROL_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ue000-\uf8ff\ufffe\uffff]")
_MOST_CONTROL_IN_UTF8 = 0.3
_MOST_CONTROL_ELSEWHERE = 0.04  # random bytes have a tenth
_FEW_CONTROL = 4  # "a\0b" is text
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_WESTERN_RUN = 1.5  # accented letters of western languages mostly stand alone
_MULTI_BYTE = re.compile(r"[^\x00-\x7f\ufffd]")
# Legacy encodings by how likely they are when nothing else decides.
_LEGACY = ("gb18030", "cp932", "cp1251", "cp1252", "big5", "euc_kr", "euc_jp", "koi8_r")
_DAMAGED = 0.01
_NAMES = {
    "cp932": "Shift-JIS",
    "cp1251": "windows-1251",
    "cp1252": "windows-1252",
    "gb18030": "GB18030",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
}


class Decoded(NamedTuple):
    """Text without a byte order mark, every NUL a blank; what was odd about it."""

    text: str
    warnings: tuple[str, ...]


def decode(data: bytes, *, cut_off: bool = False) -> Decoded | None:
    """Return the text of `data`, or None when it is none; `cut_off` says that the bytes go on behind the end."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], name, cut_off=cut_off, guess=False)
    if not cut_off and b"\0" not in data:
        try:
            return Decoded(data.decode(), ())
        except UnicodeDecodeError:
            pass
    if _MAGIC.match(data):
        return None
    likely = _guess(data)
    return None if likely is None else _decoded(data, likely, cut_off=cut_off, guess=likely != "utf-8")


def _decoded(data: bytes, name: str, *, cut_off: bool, guess: bool) -> Decoded:
    """Decode with the codec `name`; bytes that it does not know become U+FFFD and are mentioned."""
    decoder = codecs.getincrementaldecoder(name)("replace")
    text = decoder.decode(data, final=not cut_off)
    warnings = []
    if guess:
        warnings.append(f"not UTF-8; read as {_NAMES.get(name, name)}")
    if text.count("\ufffd") > data.count(codecs.encode("\ufffd")):  # more than the note itself holds
        warnings.append("some bytes are not valid in this encoding and were replaced")
    return Decoded(text.replace("\0", " "), tuple(warnings))


def _guess(data: bytes) -> str | None:
    """Return the most likely codec of bytes that are not plain UTF-8 text, None for no text at all."""
    sample = data[:_SAMPLE]
    wide = _wide(sample)
    if wide is not None:
        return wide
    control = len(_CONTROL.findall(sample))
    utf8 = _is_utf8(data)
    share = _MOST_CONTROL_IN_UTF8 if utf8 else _MOST_CONTROL_ELSEWHERE
    if control > max(_FEW_CONTROL, share * len(sample)):
        return None
    return "utf-8" if utf8 else _legacy(data)


def _wide(sample: bytes) -> str | None:
    """Return the UTF-16 codec of bytes without a mark when it is obvious: NULs on one side only, real characters."""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if (even and odd) or not (even or odd) or len(sample) < 4:  # noqa: PLR2004 - two characters
        return None
    name = "utf-16-be" if even else "utf-16-le"
    obvious = (even + odd) * 4 >= len(sample)
    try:
        text = sample[: len(sample) // 2 * 2].decode(name)
    except UnicodeDecodeError:
        return None
    if _CONTROL_TEXT.search(text) or not (obvious or not _is_utf8(sample)):
        return None
    return name


def _is_utf8(data: bytes) -> bool:
    """Tell whether `data` is UTF-8 but for a few broken places."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return not broken or len(_MULTI_BYTE.findall(text)) >= broken


def _legacy(data: bytes) -> str:
    """Return the likeliest codec from before Unicode."""
    first = _HIGH_RUN.search(data)
    line = data.rfind(b"\n", 0, first.start()) + 1 if first else 0
    sample = data[line : line + _SAMPLE]
    if len(sample) == _SAMPLE:
        sample = sample[: sample.rfind(b"\n") + 1] or sample  # a line's end is no character's middle
    runs = _HIGH_RUN.findall(sample)
    if sum(map(len, runs)) <= _WESTERN_RUN * len(runs):
        return "cp1252"
    matches = charset_normalizer.from_bytes(sample, cp_isolation=list(_LEGACY), enable_fallback=False)
    ranked = sorted(matches, key=lambda one: (round(one.chaos, 2), -one.coherence, _LEGACY.index(one.encoding)))
    if ranked:
        return ranked[0].encoding
    return next((name for name in _LEGACY if _nearly(sample, name)), "cp1252")


def _nearly(sample: bytes, name: str) -> bool:
    """Tell whether the codec `name` knows all but a hundredth of `sample`."""
    text = sample.decode(name, "replace")
    return text.count("\ufffd") <= len(text) * _DAMAGED
