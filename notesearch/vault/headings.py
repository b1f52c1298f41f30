"""Turns a heading's Markdown into the plain text that a person reads."""

from __future__ import annotations

import html
import re

from notesearch.vault.html_tags import without_tags

_LONGEST = 1000  # characters; what is beyond is no heading that anyone wrote
_MARKUP = re.compile(r"[*_`\[<&\\~=^{]")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
# In a regular expression, what names a heading or gives it a class: {#id .class}, {: .class}; but not {.NET}.
ATTRIBUTES = r"\{(?:#\S|:|\.[a-z])[^{}\n]*\}"
_BLOCK_ID = re.compile(r"\s\^[\w-]+$")
# Pandoc's `{#id .class}` and kramdown's `{: .class}`, behind signs that close the heading or not.
_ATTRIBUTES = re.compile(rf"(?<=\S)(?: #+)? {ATTRIBUTES}$")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
# Each pair is applied in turn; wikilinks before links, since both use brackets.
_STEPS = (
    (re.compile(r"!\[\[([^\[\]|]*)\|[0-9]+(?:x[0-9]+)?\]\]"), r"\1"),
    (re.compile(r"!?\[\[([^\[\]|]*)\|([^\[\]]*)\]\]"), r"\2"),
    (re.compile(r"!?\[\[([^\[\]|]*)\]\]"), r"\1"),
    (re.compile(r"!?\[([^\[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)"), r"\1"),
    (re.compile(r"!?\[([^\[\]]+)\]\[[^\[\]]*\]"), r"\1"),
    (re.compile(r"<((?:https?|mailto):[^<>\s]*)>"), r"\1"),
    (re.compile(r"(?<![*\\])(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s\\])\1(?!\*)"), r"\2"),
    (re.compile(r"(?<![\w\\])(_{1,3})(?=[^\s_])(.+?)(?<=[^\s\\])\1(?!\w)"), r"\2"),
    (re.compile(r"(~~|==)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
)


def plain_heading(text: str) -> str:
    """Return the heading `text` (without its hashes) free of markup, on one line, at most 1,000 characters."""
    text = " ".join(text[:_LONGEST].split())
    if _MARKUP.search(text) is None:
        return text
    text = _ATTRIBUTES.sub("", _BLOCK_ID.sub("", text))
    pieces: list[str] = []
    done = 0
    for code in _CODE.finditer(text):
        pieces += (_without_markup(text[done : code.start()]), code[2].strip())
        done = code.end()
    return " ".join("".join((*pieces, _without_markup(text[done:]))).split())


def _without_markup(text: str) -> str:
    """Return `text`, which holds no code span, without emphasis, links, tags, escapes and entities."""
    text = without_tags(text, "")
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    return html.unescape(_ESCAPE.sub(r"\1", text))
