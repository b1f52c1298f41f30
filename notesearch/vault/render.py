"""Renders a note as safe HTML for the preview: its properties, its text, the matched chunk and the hits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markdown_it.token import Token

from notesearch.vault import markdown
from notesearch.vault.anchors import CHUNK_END, CHUNK_START
from notesearch.vault.colours import coloured

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

    from notesearch.vault.note import FrontMatter

# Gives the hits in a plain text as (start, end) code points, in order and apart from one another.
HitFinder = Callable[[str], Sequence[tuple[int, int]]]

# A longer note is shown around its chunk only: Qt lays out about a megabyte of HTML a second.
LIMIT = 120_000
_BEFORE = LIMIT // 3
_LINE_ENDS = re.compile(r"\r\n?")
_BLOCK_ID = re.compile(r"(?:^|[ \t]+)\^[A-Za-z0-9-]+$")
_LEAVES = frozenset({"inline", "fence", "code_block", "hr", "math_block", "math_block_label"})


@dataclass(frozen=True, slots=True)
class Rendered:
    """A note as HTML.

    The chunk lies between the anchors CHUNK_START (`anchor`; empty when there is no chunk) and CHUNK_END (the end
    of the text when it is missing); each of the `hits` is a `<span class="hit">`. Links are `note:`, `#`, or the
    URL as written; images are `asset:` and a path of the vault; nothing else refers to a file or the network.
    """

    html: str
    anchor: str
    hits: int


def render(text: str, front: FrontMatter, chunk: tuple[int, int] | None, find_hits: HitFinder) -> Rendered:
    """Render `text` (the whole note); `chunk` is (start, end) in its code points."""
    marks = _Marks(find_hits)
    head = _properties(front, marks)
    first, last = _line_range(text, front.end, chunk)
    body, first, last = _around(_LINE_ENDS.sub("\n", text[front.end :]), first, last)
    md = _painter()
    env: dict[str, Any] = {"marks": marks}
    tokens = md.parse(body, env)
    _tidy(tokens)
    if chunk is not None:
        _anchor(tokens, first, CHUNK_START)
        _anchor(tokens, last + 1, CHUNK_END)
    html = str(md.renderer.render(tokens, md.options, env))
    return Rendered(head + html, CHUNK_START if chunk is not None else "", marks.count)


class _Marks:
    """Escapes plain text and wraps its hits, counting them."""

    def __init__(self, find_hits: HitFinder) -> None:
        self.count = 0
        self._find = find_hits

    def __call__(self, text: str) -> str:
        """Return `text` as HTML."""
        parts: list[str] = []
        done = 0
        for start, end in self._find(text):
            parts += [escape(text[done:start]), f'<span class="hit">{escape(text[start:end])}</span>']
            done = end
            self.count += 1
        return "".join([*parts, escape(text[done:])])


def _properties(front: FrontMatter, marks: _Marks) -> str:
    rows: dict[str, list[str]] = {"aliases": list(front.aliases)} if front.aliases else {}
    for key, value in front.properties:
        rows.setdefault(key, []).append(value)
    shown = [(key, ", ".join(values)) for key, values in rows.items()]
    if front.tags:
        shown.append(("tags", "  ".join(f"#{tag}" for tag in front.tags)))
    if not shown:
        return ""
    cells = "".join(f"<tr><td class='key'>{marks(key)}</td><td>{marks(value)}</td></tr>" for key, value in shown)
    return f"<table class='properties' cellpadding='3'>{cells}</table>"


def _line_range(text: str, body: int, chunk: tuple[int, int] | None) -> tuple[int, int]:
    """Return the chunk's first and last line, 0-based in the body."""
    if chunk is None:
        return 0, 0
    start, end = max(chunk[0], body), max(chunk[1], body)
    inside = text[start:end].rstrip()
    first = _LINE_ENDS.sub("\n", text[body:start]).count("\n")
    return first, first + _LINE_ENDS.sub("\n", inside).count("\n")


def _around(body: str, first: int, last: int) -> tuple[str, int, int]:
    """Cut a long body to whole lines around the chunk; returns it with the chunk's lines in it."""
    if len(body) <= LIMIT:
        return body, first, last
    lines = [line + "\n" for line in body.split("\n")]
    wanted = max(0, sum(map(len, lines[:first])) - _BEFORE)
    begin, at = 0, 0
    while at < wanted:
        at += len(lines[begin])
        begin += 1
    notice = "*…*\n\n" if begin else ""
    shift = notice.count("\n") - begin
    return notice + body[at : at + LIMIT] + "\n\n*…*", first + shift, last + shift


def _tidy(tokens: Sequence[Token]) -> None:
    """Take out the `^id` that names a block, and give paragraphs with pictures the line height that fits them."""
    for before, token in pairwise(tokens):
        if token.type != "inline" or not token.children:
            continue
        last = token.children[-1]
        if last.type == "text":
            last.content = _BLOCK_ID.sub("", last.content)
        if before.type == "paragraph_open" and any(child.type == "image" for child in token.children):
            before.attrSet("class", "picture")


def _anchor(tokens: Sequence[Token], line: int, name: str) -> None:
    """Put an anchor at the first leaf that holds `line` or comes after it; none when the text ends before."""
    for token in tokens:
        if token.type not in _LEAVES or token.map is None or token.map[1] <= line:
            continue
        if token.type == "inline" and token.children is not None:
            token.children.insert(_child_at(token.children, line - token.map[0]), _named(name))
        else:
            token.meta["anchor"] = name
        return


def _child_at(children: Sequence[Token], lines: int) -> int:
    """Return the index of the first child after `lines` line breaks."""
    if lines <= 0:
        return 0
    seen = 0
    for index, child in enumerate(children):
        seen += child.type in {"softbreak", "hardbreak"}
        if seen == lines:
            return index + 1
    return len(children)


def _named(name: str) -> Token:
    token = Token("anchor", "", 0)
    token.content = name
    return token


def _painter() -> MarkdownIt:
    """Return the parser with the rules that write HTML for Qt's rich text."""
    md = markdown.parser()
    for name, rule in _RULES.items():
        md.add_render_rule(name, rule)
    return md


def _paint_text(_: object, tokens: Sequence[Token], index: int, __: object, env: dict[str, Any]) -> str:
    marks: _Marks = env["marks"]
    return marks(tokens[index].content)


def _paint_code(_: object, tokens: Sequence[Token], index: int, __: object, env: dict[str, Any]) -> str:
    return f"<code>{env['marks'](tokens[index].content)}</code>"


def _paint_block(_: object, tokens: Sequence[Token], index: int, __: object, env: dict[str, Any]) -> str:
    """Write a fence, indented code or display math as a framed cell, which Qt can give a background."""
    token = tokens[index]
    anchor = _anchor_html(token.meta.get("anchor"))
    language = token.info.split(maxsplit=1)[0] if token.type == "fence" and token.info.strip() else ""
    pieces = coloured(token.content.strip("\n"), language.strip("{}."))
    code = "".join(_in_colour(kind, env["marks"](piece)) for kind, piece in pieces)
    cell = f"<tr><td class='code'>{anchor}<pre>{code}</pre></td></tr>"
    return f"<table class='code' width='100%' cellpadding='8'>{cell}</table>"


def _in_colour(kind: str, html: str) -> str:
    return f'<span class="code-{kind}">{html}</span>' if kind else html


def _paint_math(_: object, tokens: Sequence[Token], index: int, __: object, env: dict[str, Any]) -> str:
    return f"<code>${env['marks'](tokens[index].content)}$</code>"


def _paint_rule(_: object, tokens: Sequence[Token], index: int, *__: object) -> str:
    return _anchor_html(tokens[index].meta.get("anchor")) + "<hr>"


def _paint_anchor(_: object, tokens: Sequence[Token], index: int, *__: object) -> str:
    return _anchor_html(tokens[index].content)


def _anchor_html(name: str | None) -> str:
    return f'<a name="{name}"></a>' if name else ""


def _paint_image(_: object, tokens: Sequence[Token], index: int, __: object, env: dict[str, Any]) -> str:
    """Show a picture of the vault; one from elsewhere is named, not fetched."""
    source = str(tokens[index].attrGet("src") or "")
    label = env["marks"](tokens[index].content or source)
    address = markdown.asset_url(source)
    if address is None:
        return f'<span class="missing">🖼 {label}</span>'
    return f'<img src="{escape(address)}" alt="{escape(source)}">'


def _paint_quote_open(_: object, tokens: Sequence[Token], index: int, *__: object) -> str:
    kind = "callout" if "callout" in tokens[index].meta else "quote"
    return f"<table class='{kind}' width='100%' cellpadding='8'><tr><td class='{kind}'>"


def _paint_quote_close(*_: object) -> str:
    return "</td></tr></table>"


def _paint_table_open(*_: object) -> str:
    return "<table class='grid' border='1' cellpadding='5' cellspacing='0'>"


_RULES: dict[str, Callable[..., str]] = {
    "text": _paint_text,
    "code_inline": _paint_code,
    "fence": _paint_block,
    "code_block": _paint_block,
    "math_block": _paint_block,
    "math_block_label": _paint_block,
    "math_inline": _paint_math,
    "math_inline_double": _paint_math,
    "hr": _paint_rule,
    "anchor": _paint_anchor,
    "image": _paint_image,
    "blockquote_open": _paint_quote_open,
    "blockquote_close": _paint_quote_close,
    "table_open": _paint_table_open,
}
