"""Finds what a note links to: wikilinks, embeds and relative Markdown links, but not those inside code."""

from __future__ import annotations

import re

_CODE = re.compile(
    r"^[ \t>]*(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ \t>]*(?P=fence)|\Z)|``(?!`)[^\n]+?(?<!`)``(?!`)|`(?!`)[^`\n]+`",
    re.DOTALL | re.MULTILINE,
)
_WIKI_LINK = re.compile(r"\[\[([^\[\]|\n]{1,500})(?:\|[^\[\]\n]*)?\]\]")
_INLINE = re.compile(r"\]\([ \t]*(?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}(?:\([^\s()]*\)[^\s()]*)*))")
_DEFINITION = re.compile(r"^ {0,3}\[[^\[\]\n^][^\[\]\n]*\]:[ \t]*(?:<([^<>\n]{1,500})>|(\S{1,500}))", re.MULTILINE)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#")


def link_targets(text: str) -> tuple[str, ...]:
    """Return the targets of a note's links as they are written, each once, in order; none that leads out of the vault.

    `[[Note#Part|shown]]` and `[shown](../Note.md#part)` give `Note#Part` and `../Note.md#part`.
    """
    if "[[" not in text and "](" not in text and "]:" not in text:
        return ()
    plain = _CODE.sub(" ", text) if "`" in text or "~~~" in text else text
    wiki = [match[1].removesuffix("\\").strip() for match in _WIKI_LINK.finditer(plain)]
    addresses = [match[1] or match[2] for pattern in (_INLINE, _DEFINITION) for match in pattern.finditer(plain)]
    relative = [address for address in addresses if not _ELSEWHERE.match(address)]
    return tuple(dict.fromkeys(target for target in (*wiki, *relative) if target and not target.startswith("#")))
