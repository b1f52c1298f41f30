"""Code in colours is the same code: known languages are told apart in pieces, everything else stays whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.vault.colours import LIMIT, coloured


@given(st.text(max_size=200), st.sampled_from(["python", "sql", "html", "bash", "json", "c", "diff", "nothing", ""]))
def test_the_pieces_are_the_code(code: str, language: str) -> None:
    assert "".join(piece for _, piece in coloured(code, language)) == code


def test_kinds_are_told_apart() -> None:
    found = coloured("SELECT 'a', 12 -- why\n", "sql")
    assert {"keyword", "text", "number", "comment"} <= {kind for kind, _ in found}


@pytest.mark.parametrize("language", ["", "no-such-language", "../x"])
def test_an_unknown_language_is_one_plain_piece(language: str) -> None:
    assert coloured("def x(): 1", language) == (("", "def x(): 1"),)


def test_long_code_stays_plain() -> None:
    code = "x = 1\n" * (LIMIT // 6 + 1)
    assert coloured(code, "python") == (("", code),)
