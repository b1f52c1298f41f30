"""A `notesearch:` link can say a question and name a vault; whatever else it holds is passed over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.ui.asked import Link, is_link, read_link


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("notesearch://search?q=heron", Link("heron")),
        ("notesearch://search/?q=two%20words", Link("two words")),
        ("notesearch:search?query=a+b", Link("a b")),
        ("NoteSearch://Search?q=%E5%A4%96%E5%A9%86", Link("外婆")),
        ("notesearch://search?q=tag%3Awork&vault=My%20Notes", Link("tag:work", "My Notes")),
        ("notesearch://search", Link("")),
        ("notesearch://search?q=a%0Ab%00c", Link("a b c")),
        ("notesearch://search?q=x&exec=rm&path=/etc/passwd", Link("x")),
    ],
)
def test_a_link_says_a_question(text: str, link: Link) -> None:
    assert is_link(text)
    assert read_link(text) == link


@pytest.mark.parametrize(
    "text",
    ["", "http://search?q=x", "notesearch://open?q=x", "notesearch://search/../run?q=x", "notesearch://[", "/a/folder"],
)
def test_anything_else_says_nothing(text: str) -> None:
    assert read_link(text) is None


def test_a_folder_is_no_link() -> None:
    assert not is_link("notesearch")
    assert not is_link("/home/me/notesearch://x")


def test_a_question_is_cut_to_what_the_field_holds() -> None:
    link = read_link("notesearch://search?q=" + "a" * 5000)
    assert link is not None
    assert len(link.query) == 2000


@given(st.text(max_size=200))
def test_any_text_is_a_link_or_none(text: str) -> None:
    link = read_link("notesearch://search?" + text)
    assert link is None or link.query.isprintable() or "\n" not in link.query
