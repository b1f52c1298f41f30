"""Makes mutants of notes and queries: the same for a seed and a number, so that a bad one can be made again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T", bytes, str)

# What parsers trip over: half of a pair, what opens and never closes, what nests, odd bytes and characters.
NOTE_PIECES = [
    piece.encode("utf-8", "surrogatepass")
    for piece in (
        *(
            "---\n",
            "\n---\n",
            "\n...\n",
            "title: ",
            "tags: [a, [b",
            "aliases:\n  - ",
            "date: 2026-02-30\n",
            "&a *a",
            "!!python/x ",
        ),
        *(
            "a: {b: [",
            "? ",
            "|\n  ",
            "key:: value\n",
            "# ",
            "\n\n## ",
            "\n===\n",
            "\n- ",
            "\n1. ",
            "\n> ",
            "> > > > ",
            "- - - - ",
        ),
        *(
            "```",
            "\n```python\n",
            "~~~",
            "`",
            "``",
            "**",
            "__",
            "*_*_",
            "[[",
            "]]",
            "![[",
            "[a](",
            "![](",
            "](",
            "[^1]",
            "\n[^1]: ",
        ),
        *(
            "<b",
            "<!--",
            "-->",
            "<script>",
            "</",
            "&amp;",
            "&#x110000;",
            "&#0;",
            "$$",
            "$",
            "\\",
            "|a|b|\n|-|-|\n",
            "|",
            "%%",
            "==",
            "~~",
        ),
        *(
            "#tag",
            "#a/b",
            "- [ ] ",
            "- [x] ",
            "http://",
            "javascript:",
            "file:///",
            "\t",
            "\r",
            "\r\n",
            "\n",
            "\n\n\n",
            "    ",
            "\x0b\x0c",
        ),
        *(
            "\x00",
            "\ufeff",
            "\u2028",
            "\u200d",
            "\u0301" * 9,
            "\U0001f468\u200d\U0001f469",
            "\ud800",
            "\U0010ffff",
            "كِتَابٌ",
            "文字列",
            "ไทยไม่เว้น",
        ),
        *(
            "İ",
            "ß",
            "ﬃ",
            "ＡＢＣ",
            "a_b_c",
            "camelCaseWord",
            "3.11.7",
            "x" * 300,
            "a.b.c.d.e.f",
            "§ 12",
            "C++",
            "e\u0301",
        ),
    )
] + [b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\x80", b"\xc3", b"\x82\xa0", b"\x1b[2J"]

QUERY_PIECES = (
    *(
        '"',
        "'",
        "(",
        ")",
        "-",
        "--",
        "+",
        "*",
        "^",
        ":",
        "~",
        "/",
        "\\",
        "|",
        "&",
        "!",
        "?",
        "{",
        "}",
        "[",
        "]",
        "$",
        "%",
        "_",
    ),
    *(
        " OR ",
        " AND ",
        " NOT ",
        "NEAR(",
        "NEAR/3",
        "tag:",
        "path:",
        "file:",
        "folder:",
        "title:",
        "body:",
        "is:",
        "has:",
        "prop:",
    ),
    *(
        "before:",
        "after:",
        "on:",
        "date:",
        "source:",
        "task:",
        "2026-02-30",
        "yesterday",
        "99999999999999999999",
        "-1",
        "0x",
        "1e999",
    ),
    *(
        "#",
        "#tag",
        "@",
        "file:///etc",
        "..",
        ".",
        ",",
        ";",
        "…",
        "§",
        "C++",
        "3.11.7",
        "user_name",
        "camelCase",
        "a-b-c",
        "it's",
    ),
    *(
        "\t",
        "\n",
        "\r",
        "\x00",
        "\x1b",
        "\ufeff",
        "\u200d",
        "\u202e",
        "\u0301",
        "\ud800",
        "\U0001f468\u200d\U0001f469",
        "\U0010ffff",
    ),
    *(
        "东京",
        "東",
        "ไทย",
        "كِتَابٌ",
        "связь",
        "İ",
        "ß",
        "ＡＢＣ",
        "(a+)+$",
        "' OR 1=1 --",
        "chunk_words",
        "rowid",
        "x" * 200,
    ),
)

_NEST = (2, 8, 60, 1500)
_LONGEST_NOTE, _LONGEST_QUERY = 60_000, 6_000


def note(seeds: Sequence[bytes], seed: int, number: int) -> bytes:
    """Return the `number`th mutant of some notes."""
    dice = random.Random(f"note {seed} {number}")
    return bytes(_mutated(dice.choice(seeds), seeds, NOTE_PIECES, dice))[:_LONGEST_NOTE]


def query(seeds: Sequence[str], seed: int, number: int) -> str:
    """Return the `number`th mutant of some queries."""
    dice = random.Random(f"query {seed} {number}")
    return _mutated(dice.choice(seeds), seeds, QUERY_PIECES, dice)[:_LONGEST_QUERY]


def _mutated(text: T, seeds: Sequence[T], pieces: Sequence[T], dice: random.Random) -> T:
    for _ in range(dice.choice((1, 2, 3, 5, 12))):
        text = _mutate(text, seeds, pieces, dice)
    return text


def _mutate(text: T, seeds: Sequence[T], pieces: Sequence[T], dice: random.Random) -> T:
    """Put something in, take something out, say something again, or go on as another one does."""
    start = dice.randrange(len(text) + 1)
    stop = min(len(text), start + dice.choice((1, 4, 40, 400)))
    match dice.randrange(6):
        case 0:
            return text[:start] + dice.choice(pieces) + text[start:]
        case 1:
            return text[:start] + dice.choice(pieces) * dice.choice(_NEST) + text[start:]
        case 2:
            return text[:start] + text[stop:]
        case 3:
            return text[:start] + text[start:stop] * dice.choice((2, 3, 20)) + text[stop:]
        case 4:
            return text[:start] + dice.choice(pieces) + text[stop:]
        case _:
            other = dice.choice(seeds)
            return text[:start] + other[dice.randrange(len(other) + 1) :]
