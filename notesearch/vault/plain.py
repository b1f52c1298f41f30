"""Markdown -> the text that a reader sees, for indexing, embedding and snippets."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from notesearch.vault.headings import ATTRIBUTES
from notesearch.vault.html_tags import without_tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Found in one pass from left to right, so that whichever starts first decides: code and addresses keep their signs,
# comments and data go. Here and below each pattern starts with a plain character, which is what makes it fast, and
# stops at the first thing that may end it, so that the time stays linear in the length of the text.
_VERBATIM = re.compile(
    r"""
    \n(?P<quote>[ \t>]*)(?:[-*+][ \t]+)?(?:
        (?P<fence>```+|~~~+)(?P<info>[^\n`]*)\n
            (?P<block>.*?)(?:(?<=\n)[ \t>]*(?P=fence)[`~]*[ \t]*(?=\n|\Z)|\Z)
        | (?P<comment><!--).*?(?:-->|\Z)
        | <(?P<hidden>script|style)\b.*?(?:</(?P=hidden)\s*>|\Z)
    )
    | <!--(?:(?!<!--|\n[ \t]*\n).)*?-->
    | <(?P<inline>script|style)\b(?:(?!</?(?:script|style)|\n[ \t]*\n).)*+</(?P=inline)\s*>
    | (?P<aside>%%).*?%%
    | ``(?!`)(?P<wide>[^\n]+?)(?<!`)``(?!`)
    | `(?!`)(?P<span>[^`\n]+(?:\n(?![ \t]*\n)[^`\n]+)*)`(?!`)
    | `+
    | \\(?P<literal>[!-/:-@\[-`{}~])
    | https?://[^\s<>()\[\]|\x00]+
    | data:[\w/+.-]{1,80};base64,[A-Za-z0-9+/=]*
    """,
    re.VERBOSE | re.DOTALL,
)
# What none of these is in has nothing of the kind, which is most text: half the time of a plain text.
_SIGNS_OF_VERBATIM = ("`", "~~~", "<", "%%", "\\", "http", "data:")
_SIGNS_OF_LONG = ("```", "~~~", "<!--", "%%", "<script", "<style")
_STASHED = re.compile("\x00([0-9]+)\x00")
_DRAWINGS = ("compressed-json",)

# Lines that only draw: rules, underlines of headings, headings without a text, the second row of a table.
_DRAWN = re.compile(
    r"\n[ \t>]*(?:=+|\#{1,6}[ \t]*|(?:[-*_][ \t]*){2,}|(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)+)(?=\n|\Z)"
)
_CLOSED_HEADING = re.compile(r"(\n#{1,6}[ \t][^\n]*#)[ \t]*(?=\n|\Z)")
_NAMED_HEADING = re.compile(rf"(\n#{{1,6}}[ \t][^\n{{]*[^\s{{])[ \t]+{ATTRIBUTES}[ \t]*(?=\n|\Z)")
_LINE_START = re.compile(
    r"\n[ \t]*(?:(?:>|[-*+][ \t]+(?:\[[^\]\n]\][ \t]+)?|[0-9]{1,9}[.)][ \t]+\[[^\]\n]\][ \t]+|\#{1,6}[ \t]+"
    r"|\[![\w |-]+\][+-]?)[ \t]*)+"
)
_TABLE_ROW = re.compile(r"\n[ \t]*\|[^\n]*")
_CELL_EDGE = re.compile(r"(?<![ \t\\])[ \t]*(?<!\\)\|[ \t]*")

_WIKI_LINK = re.compile(r"(?:!\[|\[)\[([^\[\]\n]+)\]\]")
_PART = re.compile(r"#(?=[^\s#])")  # but [[C#]] and [[F# notes]] are names
_SIZE = re.compile(r"[0-9]+(?:x[0-9]+)?")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]+\](?::[ \t]*)?")
_INLINE_FOOTNOTE = re.compile(r"\^\[([^\[\]]*)\]")
_LINK = re.compile(r"(?:!\[|\[)((?:[^\[\]]++|\[[^\[\]]*\])*+)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)")
_REFERENCE = re.compile(r"(?:!\[|\[)(?<![\w\]]\[)([^\[\]\n]+)\]\[[^\[\]\n]*\]")
# What it leads to looks like an address or a path; `[Anna]: hello` is talk.
_DEFINITION = re.compile(
    r"""\n {0,3}\[[^\[\]\n^][^\[\]\n]*\]:[ \t]+(?:<[^<>\n]*>|(?=[^\s]*[/.#:\x00])[^\s]+)"""
    r"""(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*(?=\n|\Z)"""
)
_ANGLES = re.compile("<(\x00[0-9]+\x00|[^\\s<>@]+@[^\\s<>@]+)>")

_INNER = r"(?![\s{0}])([^{0}\n]+(?:\n(?![ \t]*\n)[^{0}\n]+)*)(?<!\s)"
_STARS = [re.compile(rf"\*(?<!\*\*)\*{{{n - 1}}}{_INNER.format('*')}\*{{{n}}}(?!\*)") for n in (1, 2, 3, 1)]
_BARS = re.compile(r"_(?<!\w_)(_{0,2})(?![\s_])((?:[^_\n]|\n(?![ \t]*\n)|(?<=\w)_+(?=[^\W_]))+)(?<![\s_])_\1(?!\w)")
# Pandoc's H~2~O.
_LOWERED = re.compile(r"(?<=\w)~(?<!~~)([\w+-]{1,20})~(?!~)")
_STRUCK = re.compile(rf"~~{_INNER.format('~')}~~")
_MARKED = re.compile(rf"=={_INNER.format('=')}==")
_BLOCK_ID = re.compile(r"[ \t\n]\^[A-Za-z0-9-]+[ \t]*(?=\n|\Z)")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_ENCODED = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,}={0,2}\s*)+")
_ENCODED_LINE, _LEAST_ENCODED = 60, 200
# What Logseq keeps under a block for itself.
_BLOCK_NOTE = re.compile(r"\n[ \t]*(?:id|collapsed|ls-type)::[^\n]*")
_BLANK_LINES = re.compile(r"\n\s*\n")


def plain_text(markdown: str) -> str:
    """Return what a reader of `markdown` sees: its text without syntax, comments and encoded data.

    Code keeps every sign; a link shows its text, an image its description. Any string has a plain text.
    """
    text = "\n" + markdown.replace("\x00", " ").replace("\r\n", "\n")
    stash: list[str] = []
    if any(sign in text for sign in _SIGNS_OF_VERBATIM):
        text = _VERBATIM.sub(lambda match: _set_aside(match, stash), text)
    text = _without_emphasis(_without_links(_without_block_syntax(text)))
    if "&" in text:
        text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    if stash:
        text = _STASHED.sub(lambda match: stash[int(match[1])], text)
    if max(map(len, text.split()), default=0) >= _ENCODED_LINE:
        text = _ENCODED.sub(_drop_encoded, text)
    return _BLANK_LINES.sub("\n\n", text).strip()


def around(markdown: str, slices: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    """Return for each of `slices`, (start, end) offsets, what must stand before and behind it to be read as it is.

    That is what opened and what will close the fence, comment or script that it begins or ends inside of, "" for none.
    """
    if not any(sign in markdown for sign in _SIGNS_OF_LONG):
        return [("", "")] * len(slices)
    spans = [
        (match.start(sign) + len(match[sign]) - 1, match.end() - 1, (opening, closing))
        for match in _VERBATIM.finditer("\n" + markdown.replace("\x00", " "))
        for sign, opening, closing in _ends(match)
    ]
    starts = [start for start, _, _ in spans]

    def signs(place: int) -> tuple[str, str]:
        at = bisect_right(starts, place) - 1
        return spans[at][2] if at >= 0 and place < spans[at][1] else ("", "")

    return [(signs(start)[0], signs(end)[1]) for start, end in slices]


def _ends(match: re.Match[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the group of the sign, and what opens and closes a match that may be longer than a chunk.

    A fence needs no closing.
    """
    if match["fence"]:
        yield "info", match[0][1 : match.start("block") - match.start()], ""
    elif match["hidden"]:
        yield "hidden", f"<{match['hidden']}>", f"</{match['hidden']}>"
    elif match["comment"]:
        yield "comment", "<!--", "-->"
    elif match["aside"]:
        yield "aside", "%%", "%%"


def _set_aside(match: re.Match[str], stash: list[str]) -> str:
    """Put what must stay as it is into `stash` and return what stands for it; return nothing for what goes."""
    if match["fence"]:
        if match["info"].strip() in _DRAWINGS:
            return "\n"
        code = match["block"].removesuffix("\n")
        depth = match["quote"].count(">")
        return "\n" + _stashed(_unquoted(code, depth) if depth else code, stash)
    if code := match["wide"] or match["span"]:
        return _stashed(code.strip(), stash)
    if match["literal"]:
        return _stashed(match["literal"], stash)
    if match[0].startswith("http"):
        address = match[0].rstrip("*_~=.,;:!?'\"")
        return _stashed(address, stash) + match[0][len(address) :]
    if match[0][0] == "`":
        return match[0]
    return "\n" if match[0][0] == "\n" else ""


def _unquoted(code: str, depth: int) -> str:
    """Take the signs of a quote in a quote, up to `depth`, off each line."""
    return re.sub(rf"^[ \t]*(?:>[ \t]?){{1,{depth}}}", "", code, flags=re.MULTILINE)


def _stashed(text: str, stash: list[str]) -> str:
    stash.append(text)
    return f"\x00{len(stash) - 1}\x00"


def _without_block_syntax(text: str) -> str:
    """Drop what only marks blocks: rules, underlines, quote and list signs, heading marks, the lines of tables."""
    text = _DRAWN.sub("", text)
    if ":: " in text:
        text = _BLOCK_NOTE.sub("", text)
    if "#" in text:
        if "{" in text:
            text = _NAMED_HEADING.sub(r"\1", text)
        text = _CLOSED_HEADING.sub(_open_heading, text)
    if "]:" in text:
        text = _DEFINITION.sub("", text)
    if "|" in text:
        text = _TABLE_ROW.sub(lambda match: "\n" + _CELL_EDGE.sub(" ", match[0].strip()).strip(), text)
    return _LINE_START.sub("\n", text)


def _open_heading(match: re.Match[str]) -> str:
    """Take the closing signs off `# Title ##`, not the sign of `# C#`."""
    text = match[1].rstrip("#")
    return text.rstrip() if text[-1] in " \t" else match[1]


def _without_links(text: str) -> str:
    """Show the text of links and images, and what stands around HTML tags."""
    if "[" in text:
        if "[[" in text:
            text = _WIKI_LINK.sub(_shown, text)
        if "[^" in text or "^[" in text:
            text = _INLINE_FOOTNOTE.sub(r" \1", _FOOTNOTE.sub("", text))
        for _ in range(2):  # an image may be the text of a link
            text = _LINK.sub(r"\1", text) if "](" in text else text
        if "][" in text:
            text = _REFERENCE.sub(r"\1", text)
    if "<" in text:
        text = without_tags(_ANGLES.sub(r"\1", text))
    return text.replace(r"\|", "|")


def _shown(match: re.Match[str]) -> str:
    """Return the text that Obsidian shows for `[[target|text]]`."""
    target, _, text = match[1].partition("|")
    target = target.removesuffix("\\")
    is_size = match[0].startswith("!") and _SIZE.fullmatch(text.strip())  # of a picture
    if text and not is_size:
        return text
    return _PART.sub(" > ", target.lstrip("#^"))


def _without_emphasis(text: str) -> str:
    """See through `*emphasis*`, `_emphasis_`, `~~struck~~` and `==marked==`, and drop Obsidian's block ids."""
    if "*" in text:
        for stars in _STARS:
            text = stars.sub(r"\1", text)
    if "_" in text:
        text = _BARS.sub(r"\2", text)
    if "~~" in text:
        text = _STRUCK.sub(r"\1", text)
    if "~" in text:
        text = _LOWERED.sub(r"\1", text)
    if "==" in text:
        text = _MARKED.sub(r"\1", text)
    return _BLOCK_ID.sub("", text) if "^" in text else text


def _drop_encoded(match: re.Match[str]) -> str:
    """Drop what looks like base64: long, and of small letters, capitals and digits mixed."""
    found = match[0]
    mixed = re.search("[a-z]", found) and re.search("[A-Z]", found) and re.search("[0-9]", found)
    return " " if mixed and len(found) >= _LEAST_ENCODED else found
