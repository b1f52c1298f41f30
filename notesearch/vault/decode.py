"""Turns a note's bytes into text, whatever it was written in; says so when that was a guess."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

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
_LEAST_CONTROL_IN_UTF16 = 0.25
_FEW_CONTROL = 4  # "a\0b" is text
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_WESTERN_RUN = 1.5  # accented letters of western languages mostly stand alone
_MULTI_BYTE = re.compile(r"[^\x00-\x7f\ufffd]")
# GB2312 writes Han as pairs from 0xB0, the 3,755 commonest up to 0xD7; Korean's EUC has its syllables up to 0xC8.
_GB2312 = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xf7][\xa1-\xfe])*+[\xa1-\xf7]?")
_GB2312_PAIR = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")
_LOW_LEAD = re.compile(rb"[\x81-\x9f][\x40-\xfc]")
_FIRST_HAN, _LAST_HANGUL, _LAST_COMMON_HAN = 0xB0, 0xC8, 0xD7
_MOSTLY = 0.7
# Japanese EUC writes its syllables with this byte first, and nearly every sentence has some; so few are in Chinese.
_KANA, _MUCH_KANA = 0xA4, 0.15
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
    likely = _guess(data, cut_off=cut_off)
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


def _guess(data: bytes, *, cut_off: bool) -> str | None:
    """Return the most likely codec of bytes that are not plain UTF-8 text, None for no text at all."""
    sample = data[:_SAMPLE]
    wide = _wide(sample)
    if wide is not None:
        return wide
    control = len(_CONTROL.findall(sample))
    utf8 = _is_utf8(data, cut_off=cut_off) and not _is_chinese(sample)
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
    # A valid UTF-8 text with a stray NUL is no UTF-16; one of hardly anything but ASCII and control bytes may be.
    control = len(_CONTROL.findall(sample)) / len(sample)
    if _is_valid(sample, "utf-8") and (not sample.isascii() or control < _LEAST_CONTROL_IN_UTF16):
        return None
    even_part = sample[: len(sample) // 2 * 2]
    if not _is_valid(even_part, name) or _CONTROL_TEXT.search(even_part.decode(name, "replace")):
        return None
    return name


def _is_valid(data: bytes, name: str, *, cut_off: bool = True) -> bool:
    """Tell whether `data` is valid in the codec `name`; `cut_off` lets it end inside a character."""
    try:
        codecs.getincrementaldecoder(name)().decode(data, final=not cut_off)
    except UnicodeDecodeError:
        return False
    return True


def _is_utf8(data: bytes, *, cut_off: bool) -> bool:
    """Tell whether `data` is UTF-8 but for a few broken places."""
    if _is_valid(data, "utf-8", cut_off=cut_off):
        return True
    text = data.decode("utf-8", "replace")
    return len(_MULTI_BYTE.findall(text)) >= text.count("\ufffd")


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
    if _is_japanese_euc(sample):
        return "euc_jp"
    if _is_chinese(sample):
        return "gb18030"
    import charset_normalizer  # noqa: PLC0415 - 40 ms, and hardly a note needs it

    matches = charset_normalizer.from_bytes(sample, cp_isolation=list(_LEGACY), enable_fallback=False)
    ranked = sorted(matches, key=lambda one: (round(one.chaos, 2), -one.coherence, _LEGACY.index(one.encoding)))
    if ranked:
        # Pairs that begin so are rare characters in Chinese and the common ones in Japanese.
        japanese = ranked[0].encoding == "gb18030" and len(_LOW_LEAD.findall(sample)) * 2 > len(b"".join(runs)) // 2
        return "cp932" if japanese and _is_valid(sample, "cp932") else ranked[0].encoding
    return next((name for name in _LEGACY if _nearly(sample, name)), "cp1252")


def _is_chinese(sample: bytes) -> bool:
    """Tell whether `sample` is made of GB2312's pairs, most of them its commonest characters, beyond Korean's range."""
    if _GB2312.fullmatch(sample) is None:
        return False
    pairs = [pair[0] for pair in _GB2312_PAIR.findall(sample) if pair[0] >= _FIRST_HAN]
    common = sum(lead <= _LAST_COMMON_HAN for lead in pairs)
    return any(lead > _LAST_HANGUL for lead in pairs) and common >= _MOSTLY * len(pairs)


def _is_japanese_euc(sample: bytes) -> bool:
    """Tell whether `sample` is made of pairs as Chinese is, but with the syllables of Japanese."""
    leads = [pair[0] for pair in _GB2312_PAIR.findall(sample)] if _GB2312.fullmatch(sample) else []
    return leads.count(_KANA) > _MUCH_KANA * len(leads)


def _nearly(sample: bytes, name: str) -> bool:
    """Tell whether the codec `name` knows all but a hundredth of `sample`."""
    text = sample.decode(name, "replace")
    return text.count("\ufffd") <= len(text) * _DAMAGED
