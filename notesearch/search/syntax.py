"""What was typed -> a tree of what was meant; any text is a valid query."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FIELDS = ("path", "folder", "file", "title", "heading", "tag", "source", "before", "after", "on", "is")
_DEEPEST = 40
_IN_QUOTES = re.compile(r'"[^"]*"')
# What keyboards and editors put in place of plain quotes and brackets.
_PLAIN_SIGNS = str.maketrans("“”„‟«»＂（）", '"' * 7 + "()")
_LEAVE_OUT, _MUST, _EITHER = (
    "to leave a word out, put a minus before it: -word",
    'what must be there stands in quotes: "word"',
    "either of two words is: one OR other",
)
_ELSEWHERE = {"NOT": _LEAVE_OUT, "AND": _MUST, "&&": _MUST, "||": _EITHER, "|": _EITHER}

_LEX = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<open>\() | (?P<close>\))
  | (?P<minus>-(?=[^\s\-)])(?!\(\s[^)]*$)(?![A-Za-z](?:[\s()]|$)))
  | (?P<field>(?i:path|folder|file|title|heading|tag|source|before|after|on|is))[:：](?!//)
      (?P<value>"[^"]*"|(?i:(?:last|this)[ ](?:week|month|year))(?!\w)|[^\s()"]+)
  | \#(?P<tag>(?!\d+(?:\s|$))[^\s()"'#.,;:!?\[\]]+)
  | \[(?P<property>"?[^\W\d][^\[\]:|\n]*)(?::(?P<is>[^\[\]|\n]*))?\](?=[\s)]|$)
  | "(?P<phrase>[^"]*)"
  | (?P<word>(?:[^\s()"]|(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea]))+)
  | (?P<other>.)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """One plain word; `prefix` when it was typed as `word*`."""

    text: str
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words in quotes: they stand together."""

    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """`name:value`; the name is one of FIELDS, or `property` with the value `key` or `key:text`.

    `short` is what was typed if that was `#tag` or `[property]`, which may have been meant as text. `quoted`: the value
    stood in quotes.
    """

    name: str
    value: str
    short: str = field(default="", compare=False)
    quoted: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Negated:
    """What must not be there."""

    node: Node


@dataclass(frozen=True, slots=True)
class Group:
    """Parts side by side: all hold, plain words being wishes."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Parts joined by OR: at least one holds."""

    nodes: tuple[Node, ...]


Node = Word | Quoted | Field | Negated | Group | Choice


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str = ""
    value: str = ""
    typed: str = ""


def with_plain_signs(text: str) -> str:
    """Return `text` with typographic quotes and full-width brackets as plain ones; its length stays."""
    return text.translate(_PLAIN_SIGNS)


def parse(text: str) -> Group:
    """Return the tree of `text`. Brackets without a partner and operators without an operand are passed over."""
    tokens = list(_tokens(text))
    nodes, position = _sequence(tokens, 0, 0)
    while position < len(tokens):  # a closing bracket too many
        more, position = _sequence(tokens, position + 1, 0)
        nodes = (*nodes, *more)
    return Group(nodes)


def advice(text: str) -> tuple[str, ...]:
    """Return how to say here what the operators of other search tools in `text` would have meant there."""
    words = _IN_QUOTES.sub('""', text).split()
    foreign = dict.fromkeys(word for word in words[:-1] if word in _ELSEWHERE)
    return tuple(f"{word} was searched as text; {_ELSEWHERE[word]}" for word in foreign)


def _tokens(text: str) -> list[_Token]:
    found = []
    for match in _LEX.finditer(text):
        kind = match.lastgroup or "other"
        if kind == "value":
            found.append(_Token("field", match["field"].lower(), match["value"]))
        elif kind in ("property", "is"):
            key, value = _bare(match["property"]), match["is"]
            whole = key if value is None else f"{key}:{_bare(value)}"
            found.append(_Token("property", value=whole, typed=match.group()))
        elif kind not in ("space", "other"):
            found.append(_Token("or" if match.group() == "OR" else kind, match[kind]))
    return found


def _bare(text: str) -> str:
    """Return a property's name or value without blanks and quotes around it."""
    return text.strip().strip('"').strip()


def _sequence(tokens: list[_Token], position: int, depth: int) -> tuple[tuple[Node, ...], int]:
    """Read parts side by side up to a closing bracket or the end; `a OR b` is one part."""
    nodes: list[Node] = []
    join = False
    while position < len(tokens) and tokens[position].kind != "close":
        if tokens[position].kind == "or":
            join = bool(nodes)
            position += 1
            continue
        node, position = _part(tokens, position, depth)
        if node is None:
            continue
        if join:
            last = nodes.pop()
            node = Choice((*last.nodes, node) if isinstance(last, Choice) else (last, node))
        nodes.append(node)
        join = False
    return tuple(nodes), position


def _part(tokens: list[_Token], position: int, depth: int) -> tuple[Node | None, int]:
    token = tokens[position]
    if token.kind == "minus":
        following = position + 1
        if following >= len(tokens) or tokens[following].kind == "close":
            return None, following
        node, following = _part(tokens, following, depth)
        return (Negated(node) if node else None), following
    if token.kind == "open":
        if depth >= _DEEPEST:
            return None, position + 1
        nodes, following = _sequence(tokens, position + 1, depth + 1)
        inner: Node | None = nodes[0] if len(nodes) == 1 else Group(nodes) if nodes else None
        return inner, following + (following < len(tokens))
    return _leaf(token), position + 1


def _leaf(token: _Token) -> Node | None:
    if token.kind == "field":
        return Field(token.text, token.value.strip('"'), quoted=token.value.startswith('"'))
    if token.kind == "property":
        return Field("property", token.value, token.typed)
    if token.kind == "tag":
        return Field("tag", token.text, f"#{token.text}")
    if token.kind == "phrase":
        return Quoted(token.text) if token.text.strip() else None
    if len(token.text) > 1 and token.text.endswith("*"):
        return Word(token.text.rstrip("*"), prefix=True)
    return Word(token.text)
