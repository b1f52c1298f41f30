"""Every link to another note is found as it was written; code, pictures' sizes and the web give none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.vault.links import link_targets


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("see [[Boiler]] and [[Boiler]]", ("Boiler",)),
        ("see [[Boiler#Filter|the filter]] and ![[外婆的电话]]", ("Boiler#Filter", "外婆的电话")),
        (r"| [[Boiler\|warm]] |", ("Boiler",)),
        ("[[Heron: the plan]]", ("Heron: the plan",)),
        ("[up](../House/Boiler%20room.md#part) [x](<a b.md> 'title')", ("../House/Boiler%20room.md#part", "a b.md")),
        ("[x](plan_(old).md)", ("plan_(old).md",)),
        ("[x][boiler]\n\n[boiler]: House/Boiler.md", ("House/Boiler.md",)),
        ("[x](https://a.example) [y](mailto:a@b.example) [z](#part) [[#part]] [w](//host/x)", ()),
        ("`[[no]]` and ``[[`no`]]`` but [[yes]]", ("yes",)),
        ("```\n[[no]]\n```\n[[yes]]", ("yes",)),
        ("~~~ md\n[no](no.md)\n", ()),
        ("[[]] [ ] [x]( ) ]] [[a\nb]]", ()),
        ("nothing", ()),
    ],
)
def test_targets_are_those_that_a_reader_could_follow(text: str, targets: tuple[str, ...]) -> None:
    assert link_targets(text) == targets


@given(st.text(alphabet="[]()|#`~<>:/.\n a\\", max_size=300))
def test_any_text_has_an_answer(text: str) -> None:
    assert all(target and not target.startswith("#") for target in link_targets(text))


@pytest.mark.parametrize("piece", ["[[", "](", "`", "``", "~~~\n", "[a](", "](<", "[a]: ", "[[a|", "("])
def test_hostile_text_takes_no_time(piece: str) -> None:
    assert link_targets("[[x]] " + piece * 50_000)[:1] in {("x",), ()}
