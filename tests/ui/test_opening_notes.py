"""A note is named exactly for whatever opens it, however odd its name is."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_fakes import make_result

from notesearch.ui import opening

ODD = Path("/vault/A & B #1 ü+%.md")


def test_obsidian_gets_every_character_escaped() -> None:
    link = bytes(opening.obsidian_url(ODD).toEncoded().data()).decode()
    assert link == "obsidian://open?path=%2Fvault%2FA%20%26%20B%20%231%20%C3%BC%2B%25.md"


@given(st.text(st.characters(exclude_characters="\0/", exclude_categories=("Cs",)), min_size=1, max_size=30))
def test_any_name_comes_back_from_the_link(name: str) -> None:
    path = Path("/vault") / f"{name}.md"
    link = bytes(opening.obsidian_url(path).toEncoded().data()).decode()
    assert unquote(link.removeprefix("obsidian://open?path=")) == str(path)


def test_a_name_that_is_not_utf_8_keeps_its_bytes() -> None:
    path = Path(os.fsdecode(b"/vault/caf\xe9.md"))
    assert bytes(opening.file_url(path).toEncoded().data()) == b"file:///vault/caf%E9.md"


def test_a_command_gets_path_and_line_as_words() -> None:
    assert opening.command_line("gvim +{line} '{path}'", ODD, 12) == ["gvim", "+12", str(ODD)]
    assert opening.command_line("code --goto {path}:{line}", ODD, 3) == ["code", "--goto", f"{ODD}:3"]
    assert opening.command_line("broken 'quote {path}", ODD, 3) == []


def test_an_app_that_is_not_there_is_told() -> None:
    assert not opening.open_note(ODD, 1, "no-such-editor-anywhere {path}")


@pytest.mark.parametrize(
    ("title", "path", "link"),
    [
        ("Bread", "Kitchen/Bread.md", "[[Bread]]"),
        ("My bread", "Kitchen/bread 1.md", "[[bread 1|My bread]]"),
    ],
)
def test_a_wikilink_names_the_file_and_shows_the_title(title: str, path: str, link: str) -> None:
    assert opening.wikilink(make_result(title=title, path=path)) == link


def test_a_markdown_link_is_escaped() -> None:
    result = make_result(title="A [b]", path="K/A & B #1.md")
    assert opening.markdown_link(result) == "[A \\[b\\]](K/A%20%26%20B%20%231.md)"


def test_a_quotation_has_its_source() -> None:
    result = make_result(title="Note 1", path="K/Note 1.md", snippet="one\ntwo")
    assert opening.quotation(result) == "> one\n> two\n\n[[Note 1]], line 3"


def test_the_path_is_the_one_on_disk() -> None:
    assert opening.absolute_path(make_result(root="/vault", path="a/b.md")) == "/vault/a/b.md"
