"""Tells keywords, texts, comments, names and numbers of code apart, for the preview's colours."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

# Reading code takes about a millisecond for a thousand characters: longer code stays plain.
LIMIT = 20_000
_KINDS = (
    (Comment, "comment"),
    (String, "text"),
    (Number, "number"),
    (Operator.Word, "keyword"),
    (Keyword, "keyword"),
    (Name.Function, "name"),
    (Name.Class, "name"),
    (Name.Builtin, "name"),
    (Name.Decorator, "name"),
    (Name.Tag, "name"),
    (Name.Attribute, "name"),
)


def coloured(code: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return `code` as (kind, piece): keyword, text, comment, name, number, or "" for the rest.

    The pieces together are `code`. A language that is not known, or very long code, is one plain piece.
    """
    lexer = _lexer(language) if language and len(code) <= LIMIT else None
    if lexer is None:
        return (("", code),)
    pieces = tuple(_merged(lexer, code))
    return pieces if "".join(piece for _, piece in pieces) == code else (("", code),)


def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language.lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _merged(lexer: Lexer, code: str) -> Iterator[tuple[str, str]]:
    tokens = ((_kind(kind), piece) for kind, piece in lexer.get_tokens(code))
    for kind, group in groupby(tokens, key=lambda token: token[0]):
        yield kind, "".join(piece for _, piece in group)


def _kind(token: _TokenType) -> str:
    return next((name for kind, name in _KINDS if token in kind), "")  # type: ignore[comparison-overlap]  # "in" means a subtype
