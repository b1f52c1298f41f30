"""A hit inside a chunk of several sections shows the headings that it stands under, not those of the chunk's start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_vault import NOISE

from notesearch.search.section import _headings, heading_at, one_line
from notesearch.vault.outline import outline

if TYPE_CHECKING:
    from small_vault import MakeVault

WHOLE = "# A\n\nintro\n\n#### B\n\nbirds\n\n## C\n\ncows\n\n```\n# code\n```\n\nSet\n---\n\nlast\n"
MIDDLE = "tail\n\n## D\n\ndogs\n\n# E\n\neels\n"
SISTERS = "### D\n\ndogs\n\n## E\n\neels\n\n# F\n\nfish\n"


def place_of(markdown: str, word: str) -> int:
    return one_line(markdown).index(word)


@pytest.mark.parametrize(
    ("markdown", "path", "word", "heading"),
    [
        (WHOLE, ("A",), "intro", ("A",)),
        (WHOLE, ("A",), "birds", ("A", "B")),
        (WHOLE, ("A",), "cows", ("A", "C")),
        (WHOLE, ("A",), "code", ("A", "C")),
        (WHOLE, ("A",), "last", ("A", "Set")),
        (MIDDLE, ("A", "B", "C"), "tail", ("A", "B", "C")),
        (MIDDLE, ("A", "B", "C"), "dogs", ("A", "D")),
        (MIDDLE, ("A", "B", "C"), "eels", ("E",)),
        (SISTERS, ("A", "B", "D"), "dogs", ("A", "B", "D")),
        (SISTERS, ("A", "B", "D"), "eels", ("A", "E")),
        (SISTERS, ("A", "B", "D"), "fish", ("F",)),
        ("no heading\n\nat all", ("A",), "all", ("A",)),
        ("```\n# code\n\nmore", ("A",), "more", ("A",)),  # it begins inside a fence
        ("", ("A",), "", ("A",)),
    ],
)
def test_the_headings_of_a_place(markdown: str, path: tuple[str, ...], word: str, heading: tuple[str, ...]) -> None:
    assert heading_at(markdown, path, markdown, place_of(markdown, word)) == heading


def test_a_place_in_the_end_of_the_chunk() -> None:
    shown = WHOLE.removeprefix("# A\n")
    assert heading_at(WHOLE, ("A",), shown, place_of(shown, "cows")) == ("A", "C")


@given(st.text(alphabet="#=- \n`ab>*"), st.integers(0, 60))
def test_any_place_has_headings(markdown: str, at: int) -> None:
    assert all(heading_at(markdown, ("A", "B"), markdown, at))


@given(st.lists(st.sampled_from(["# A", "## B ##", "### C", "text", "> # D", "- # E", "    # F", "#", "#G", ""])))
def test_plain_headings_are_those_of_the_outline(lines: list[str]) -> None:
    text = "\n".join(lines)
    headings = (one for one in outline(text, 0, len(text)).headings if one.text and not one.nested)
    outlined = [(one.start, one.level, one.text) for one in headings]
    quick = [(one.start, one.level, one.text) for one in _headings(text) if one.text]
    assert outlined == quick


@pytest.mark.parametrize(("query", "heading"), [("birds", ("A", "B")), ("cows", ("A", "C")), ("intro", ("A",))])
def test_a_result_names_its_section(vault_of: MakeVault, query: str, heading: tuple[str, ...]) -> None:
    (result,) = vault_of({"a.md": WHOLE, **NOISE}).ask(query).results
    assert result.heading == heading
    assert (result.start_line, result.end_line) == (1, 20)
