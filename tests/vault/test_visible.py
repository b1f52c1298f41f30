"""Code, comments, scripts and math are blanked where they are, and nothing that a person meant as text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.vault.visible import visible


def _words(text: str, *code: tuple[int, int]) -> list[str]:
    return visible(text, 0, len(text), code).split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a <!-- b --> c", ["a", "c"]),
        ("a <!-- b\n\nc --> d", ["a", "d"]),
        ("a <!-- b", ["a", "<!--", "b"]),
        ("a %% b\nc %% d", ["a", "d"]),
        ("a %% b", ["a", "%%", "b"]),
        ("a $b c$ d", ["a", "d"]),
        ("a $$ b c $$ d", ["a", "d"]),
        ("$$\nb\nc\n$$\nd", ["d"]),
        ("> $$\n> b\n> $$\n\nd", ["d"]),
        ("- $$\n  b\n  $$\n- d", ["-", "d"]),
        ("$5 a and $6 b", ["$5", "a", "and", "$6", "b"]),
        ("US$5 a 6$ b", ["US$5", "a", "6$", "b"]),
        (r"\$a b$ c", [r"\$a", "b$", "c"]),
        ("Cafe $$ a\n\nBar $$ b", ["Cafe", "$$", "a", "Bar", "$$", "b"]),
        ("- Cafe $$ a\n- Bar $$ b", ["-", "Cafe", "$$", "a", "-", "Bar", "$$", "b"]),
        ("`<!--` a `-->` b", ["`<!--`", "a", "`-->`", "b"]),
        ("`$` a `$` b", ["`$`", "a", "`$`", "b"]),
        ("a <style>\n#b { }\n</style> c", ["a", "c"]),
        ("a <script>b</script> c", ["a", "c"]),
        ("> ```\n> b\n> ```\n> c", [">", "c"]),
        ("> - ~~~ md\n>   b\n>   ~~~\n> c", [">", "c"]),
        ("> ```\n> b\nc", ["c"]),
        ("> ```b``` c", [">", "```b```", "c"]),
        ("", []),
    ],
)
def test_what_is_left(text: str, words: list[str]) -> None:
    assert _words(text) == words


def test_known_code_is_blanked_and_opens_nothing() -> None:
    text = "a\n```\n<!-- %% $$\n```\nb --> c %% d $$"
    assert _words(text, (2, 20)) == ["a", "b", "-->", "c", "%%", "d", "$$"]


def test_a_comment_may_hold_code() -> None:
    text = "a %%\n```\nb\n```\nc %% d"
    assert _words(text, (5, 14)) == ["a", "d"]


def test_only_the_body_is_given() -> None:
    assert visible("head\rbody\r\ntail", 5, 11, ()) == "body \n"


@given(st.text(alphabet="<!->%$`~# \n\\ab", max_size=200), st.integers(0, 50), st.integers(0, 50))
def test_every_place_stays_where_it_is(text: str, first: int, length: int) -> None:
    first = min(first, len(text))
    code = (first, min(len(text), first + length))
    seen = visible(text, 0, len(text), (code,))
    assert len(seen) == len(text)
    assert all(new in {old, " "} for old, new in zip(text, seen, strict=True))
    assert not seen[code[0] : code[1]].strip()


@pytest.mark.parametrize(
    "unit",
    ["$", "$$ ", "$a ", "<!--", "%%", "`", "> ```\n", "> ~~~\n>", "<style>", "\n$$$ a", "\\$", "\n- $$\n", "\n> "],
)
def test_no_text_takes_long(unit: str) -> None:
    started = time.process_time()
    _words("```" + unit * (200_000 // len(unit)))
    assert time.process_time() - started < 1
