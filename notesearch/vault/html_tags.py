"""Tells HTML tags from what only looks like one: `Vec<Name>`, `<Ctrl>`, `cp <source> <target>`."""

from __future__ import annotations

import re

RAW_NAMES = "script|pre|style|textarea"
BLOCK_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)
# Those that may stand inside a word: H<sub>2</sub>O.
_IN_WORDS = (
    "a|abbr|acronym|b|bdi|bdo|big|cite|code|del|em|font|i|ins|kbd|mark|nobr|q|s|small|span|strike|strong|sub|sup|tt|u|"
    "var|wbr"
)
_OTHERS = (
    "area|audio|br|button|canvas|data|datalist|dfn|embed|input|label|map|meter|noscript|object|output|picture|progress|"
    "rp|rt|ruby|samp|select|slot|source|template|time|video|img|svg|g|path|rect|circle|ellipse|line|polygon|polyline|"
    "defs|use|tspan|math|mi|mo|mn|mrow|msup|msub|mfrac"
)
# Words that stand for something to be filled in when they come without attributes and are never closed.
_FILLED_IN = frozenset(
    """
    address base body button caption cite code data dialog dir footer form frame head header input label legend line
    link main map menu meter object option output param path picture progress search section select slot source
    summary template textarea time title track use var video
    """.split()  # noqa: SIM905 - a paragraph is easier to read and to change
)
_ATTRIBUTE = r"""[a-z_:@][\w:.-]*+\s*+=\s*+(?:[^\s"'<>`]++|'[^'<]*+'|"[^"<]*+")"""
# Attributes without a value, with which a tag may begin; behind another one any word may be one.
_SWITCH = (
    "open|checked|disabled|hidden|controls|loop|muted|autoplay|playsinline|async|defer|required|reversed|selected|"
    "readonly|multiple|allowfullscreen|nowrap|noshade|border|compact|markdown|crossorigin|default|download|itemscope"
)
_ATTRIBUTES = rf"(?:\s++(?:{_ATTRIBUTE}|(?:{_SWITCH})(?=[\s/>]))(?:\s++(?:{_ATTRIBUTE}|[a-z_:@][\w:.-]*+))*+)?+"
_TAG = re.compile(rf"<(/?)({RAW_NAMES}|{BLOCK_NAMES}|{_IN_WORDS}|{_OTHERS})({_ATTRIBUTES})\s*+/?>", re.IGNORECASE)
_CLOSED = re.compile("</([a-z]+)")
_IN_WORD = re.compile(_IN_WORDS)


def without_tags(text: str, block: str = " ") -> str:
    """Return `text` without its HTML tags; one that cannot stand inside a word leaves `block`.

    Whatever else stands in angle brackets stays, for it is a part of the text.
    """
    closed = frozenset(_CLOSED.findall(text.lower()))

    def shown(tag: re.Match[str]) -> str:
        name, start = tag[2].lower(), tag.start()
        is_bare = not tag[1] and not tag[3] and name not in closed
        is_type = tag[2][0].isupper() and (tag[2][1:].islower() or len(name) == 1)  # List<Object>, Vec<T>
        if is_bare and (name in _FILLED_IN or (is_type and start and text[start - 1].isalnum())):
            return tag[0]
        return "" if _IN_WORD.fullmatch(name) else block

    return _TAG.sub(shown, text) if "<" in text else text
