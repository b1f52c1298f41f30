"""A match is strong by how much of the query it has, not by how long its note is; made-up words stay weak."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from notesearch.index.phrases import Group, Phrase
from notesearch.search.merge import Merged
from notesearch.search.strength import covered, is_weak

if TYPE_CHECKING:
    from small_vault import MakeVault

ONE_LINERS = {f"{number}.md": f"One line about tea number {number}." for number in range(40)}
LONG = (
    "# The journey\n\n"
    + "\n\n".join(
        " ".join(f"step{n} and what came after it" for n in range(start, start + 8)) for start in range(0, 240, 8)
    )
    + "\n\nThere a quokka slept under the sundial.\n\n"
    + "\n\n".join(f"More was said of it on day {n} and after." for n in range(150))
)


def word(text: str, *other: str) -> Group:
    return Group((Phrase((text,)),), tuple(Phrase((form,)) for form in other))


@pytest.mark.parametrize(
    "query", ["quokka", "quokka sundial", "where did the quokka sleep", "quokkas", "quokk*", '"under the sundial"']
)
def test_a_word_that_only_one_long_note_has_is_strong_there(query: str, vault_of: MakeVault) -> None:
    first = vault_of({"long.md": LONG, **ONE_LINERS}).first(query)
    assert (first.path, first.weak) == ("long.md", False)


@pytest.mark.parametrize(
    "query", ["quokka zxqv blorp", "fremzil dakotun sundial vondle", "sundial-zxqv-blorp-vondle", "there zxqv"]
)
def test_a_little_of_what_was_asked_for_stays_weak_there(query: str, vault_of: MakeVault) -> None:
    results = vault_of({"long.md": LONG, **ONE_LINERS}).ask(query).results
    assert all(result.weak for result in results)


def test_a_word_in_the_heading_above_counts(vault_of: MakeVault) -> None:
    text = "# Travels\n\n" + "Nothing else. " * 40 + "\n\n## Quokka\n\n" + "They slept a lot on that day. " * 45
    first = vault_of({"long.md": text, **ONE_LINERS}).first("quokka")
    assert (first.path, first.weak) == ("long.md", False)


def test_weights_are_those_of_the_rarest_token() -> None:
    idf = {"rare": 3.0, "usual": 1.0}.__getitem__
    groups = (word("rare"), word("usual"))
    assert covered(groups, {"rare"}, idf) == 0.75
    assert covered(groups, {"usual"}, idf) == 0.25
    assert covered(groups, {"rare", "usual"}, idf) == 1.0
    assert covered(groups, set(), idf) == 0.0
    assert covered((), {"rare"}, idf) == 0.0


def test_a_compound_counts_by_its_parts_and_another_form_counts_half() -> None:
    compound = Group((Phrase(("gen-itgc",)), Phrase(("gen",)), Phrase(("itgc",)), Phrase(("x",))))
    assert covered((compound,), {"gen", "itgc"}, lambda _: 1.0) == 0.5
    assert covered((word("cats", "cat"),), {"cat"}, lambda _: 1.0) == 0.5
    phrase = Group((Phrase(("red", "fish")),))
    assert covered((phrase,), {"red"}, lambda _: 1.0) == 0.0
    assert covered((phrase,), {"red", "fish"}, lambda _: 1.0) == 1.0
    started = Group((Phrase(("fis",), prefix=True),))
    assert covered((started,), {"fish"}, lambda _: 1.0) == 1.0


@pytest.mark.parametrize(
    ("text", "contrast", "coverage", "mended", "weak"),
    [
        (0.1, None, 0.0, False, False),
        (0.09, None, 0.39, False, True),
        (0.001, None, 0.4, False, False),
        (0.4, None, 1.0, True, True),
        (0.5, None, 1.0, True, False),
        (None, 0.21, 1.0, False, True),
        (None, 0.22, 0.0, False, False),
        (0.01, 0.12, 0.0, False, False),
        (0.01, 0.12, 0.0, True, True),
    ],
)
def test_the_thresholds(
    text: float | None, contrast: float | None, coverage: float, *, mended: bool, weak: bool
) -> None:
    hit = Merged(1, text, None, 0.5, contrast)
    assert is_weak(hit, lambda: coverage, mended=mended) is weak
