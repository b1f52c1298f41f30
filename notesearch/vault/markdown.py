"""Parses Markdown as notes are written: wikilinks, callouts, tasks, footnotes and math; HTML stays text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from notesearch.vault.assets import is_image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_CALLOUT = re.compile(r"\[!([\w-]{1,40})\][+-]?[ \t]*")
_TASK = re.compile(r"\[([ xX/-])\][ \t]+")
_SIGN_IN_NAME = re.compile("%(23|5[eE])")  # a `#` or `^` that begins no part of the note
_MAX_LINK = 500


def parser() -> MarkdownIt:
    """Return a parser whose tokens hold no raw HTML, and whose links and images are `note:`, `asset:` or a URL."""
    md = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    md.use(footnote_plugin).use(dollarmath_plugin)
    md.inline.ruler.before("image", "wikilink", _wikilink)
    md.core.ruler.push("notes", _shape)
    return md


def note_url(target: str) -> str:
    """Return the `note:` link of a wikilink's or relative link's target."""
    return "note:" + quote(target, safe="/#")


def asset_url(target: str) -> str | None:
    """Return the `asset:` address of a picture inside the vault, or None when it is elsewhere or no picture."""
    plain = unquote(target)
    if _SCHEME.match(plain) or plain.startswith(("/", "\\")) or not is_image(plain):
        return None
    return "asset:" + quote(plain, safe="/")


def _wikilink(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it so
    """Turn `[[target#part|label]]` into a link and `![[picture.png]]` into an image."""
    embeds = state.src.startswith("![[", state.pos)
    opening = state.pos + (3 if embeds else 2)
    if not embeds and not state.src.startswith("[[", state.pos):
        return False
    closing = state.src.find("]]", opening, opening + _MAX_LINK)
    inside = state.src[opening:closing] if closing > opening else ""
    if not inside or "\n" in inside or closing >= state.posMax:
        return False
    if not silent:
        _push_wikilink(state, inside, embeds=embeds)
    state.pos = closing + 2
    return True


def _push_wikilink(state: StateInline, inside: str, *, embeds: bool) -> None:
    target, _, label = (part.strip() for part in inside.replace("\\|", "|").partition("|"))
    if embeds and is_image(target):
        token = state.push("image", "img", 0)
        token.attrs = {"src": target, "alt": ""}
        token.children = [_text(target)]
        token.content = target
        return
    link = state.push("link_open", "a", 1)
    link.attrs = {"href": note_url(target)}
    shown = label or target.lstrip("#").replace("#", " › ")
    state.push("text", "", 0).content = f"↳ {shown}" if embeds else shown
    state.push("link_close", "a", -1)


def _shape(state: StateCore) -> None:
    """Give callouts and task items their look, and every relative link its `note:` address."""
    for index, token in enumerate(state.tokens):
        if token.type == "blockquote_open":
            _callout(state.tokens, index)
        elif token.type == "inline":
            if index > 1 and state.tokens[index - 2].type == "list_item_open":
                _task(state.tokens[index - 2], token)
            _links(token)


def _callout(tokens: Sequence[Token], index: int) -> None:
    """Mark a quote that starts with `[!kind]` as a callout, with a bold first line as its title."""
    inline = tokens[index + 2] if index + 2 < len(tokens) else None
    children = inline.children if inline is not None and inline.type == "inline" else None
    found = _CALLOUT.match(children[0].content) if children else None
    if not children or not found:
        return
    children[0].content = children[0].content[found.end() :]
    breaks = [place for place, child in enumerate(children) if child.type in {"softbreak", "hardbreak"}]
    end = breaks[0] if breaks else len(children)
    if not any(child.content.strip() for child in children[:end]):
        children[0].content = found[1].replace("-", " ").capitalize()
    children.insert(end, Token("strong_close", "strong", -1))
    children.insert(0, Token("strong_open", "strong", 1))
    depth = tokens[index].level
    closing = next(t for t in tokens[index:] if t.type == "blockquote_close" and t.level == depth)
    tokens[index].meta["callout"] = closing.meta["callout"] = found[1].lower()


def _task(item: Token, inline: Token) -> None:
    """Show `[ ]` and `[x]` at the start of a list item as boxes in place of its bullet."""
    first = inline.children[0] if inline.children else None
    found = _TASK.match(first.content) if first is not None and first.type == "text" else None
    if first is not None and found:
        item.attrSet("class", "task")
        first.content = ("☐ " if found[1] == " " else "☑ ") + first.content[found.end() :]


def _links(inline: Token) -> None:
    for token in inline.children or ():
        if token.type != "link_open":
            continue
        href = str(token.attrGet("href") or "")
        if href and not href.startswith("#") and not _SCHEME.match(href):
            token.attrSet("href", note_url(unquote(_SIGN_IN_NAME.sub(r"%25\1", href))))


def _text(content: str) -> Token:
    token = Token("text", "", 0)
    token.content = content
    return token
