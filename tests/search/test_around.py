"""Beside a note stand the notes about the same, by meaning or else by words, and exactly those that link to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fakes import SubjectHost

if TYPE_CHECKING:
    from small_vault import MakeVault, SmallVault

    from notesearch.reports import Around


def note_id(vault: SmallVault, path: str) -> int:
    found = vault.notebook._index.store.at(str(vault.folder), path)
    assert found is not None
    return found


def around(vault: SmallVault, path: str) -> Around:
    return vault.notebook.around(note_id(vault, path))


def backlinks(vault: SmallVault, path: str) -> set[str]:
    return {note.path for note in around(vault, path).backlinks}


LINKED = {
    "House/Boiler.md": "---\naliases: [Heating]\n---\n# The old boiler\n\nSee [[Boiler]].\n",
    "by name.md": "[[Boiler]]",
    "by part and text.md": "warm by [[Boiler#Filter|the thing in the cellar]]",
    "by alias.md": "[[heating]]",
    "by title.md": "[[The old boiler]]",
    "by path.md": "![[House/Boiler]]",
    "Work/relative.md": "[see](../House/Boiler.md#part)",
    "Work/escaped.md": "[see](../House/%42oiler.md)",
    "Workshop/Boiler.md": "another one",
    "Workshop/near.md": "[[Boiler]]",
    "says only.md": "The boiler in the House, Boiler.md",
    "code.md": "`[[Boiler]]`",
    "web.md": "[boiler](https://example.org/Boiler.md)",
    "broken.md": "[[Boiler room]] [x](../../Other.md)",
}


def test_backlinks_are_the_notes_whose_links_mean_this_one(vault_of: MakeVault) -> None:
    vault = vault_of(LINKED)
    assert backlinks(vault, "House/Boiler.md") == {
        "by alias.md", "by title.md", "by path.md", "Work/relative.md", "Work/escaped.md",
        "by name.md", "by part and text.md",
    }  # fmt: skip
    assert backlinks(vault, "Workshop/Boiler.md") == {"Workshop/near.md"}
    assert backlinks(vault, "code.md") == set()
    assert vault.notebook.check() == []


def test_a_link_that_is_taken_out_is_none_any_more(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "[[b]]", "b.md": "plain"})
    vault.write("a.md", "no link", mtime=1_800_000_000)
    vault.notebook.index(embed=False)
    assert backlinks(vault, "b.md") == set()


def test_a_note_with_very_many_backlinks_shows_fifty(vault_of: MakeVault) -> None:
    vault = vault_of({"hub.md": "hub", **{f"{n}.md": "[[hub]]" for n in range(60)}})
    assert len(around(vault, "hub.md").backlinks) == 50


MEANT = {
    "engine.md": "The engine of the car.",
    "automobile.md": "My automobile.",
    "soup.md": "A recipe for soup.",
    "tide.md": "The tide and the ocean.",
    **{f"filler {n}.md": f"Dinner and cooking {n}." for n in range(20)},
}


def test_related_notes_are_near_in_meaning(vault_of: MakeVault) -> None:
    found = around(vault_of(MEANT, host=SubjectHost()), "engine.md")
    assert found.by_meaning
    assert [note.title for note in found.related] == ["automobile"]


def test_without_a_model_related_notes_share_words_with_the_title(vault_of: MakeVault) -> None:
    vault = vault_of({
        "Sourdough bread.md": "flour and water",
        "Baking.md": "how to bake sourdough bread at home",
        "2026-03-01.md": "rain",
        **{f"filler {n}.md": f"weather {n}" for n in range(20)},
    })  # fmt: skip
    found = around(vault, "Sourdough bread.md")
    assert not found.by_meaning
    assert [note.path for note in found.related] == ["Baking.md"]
    assert around(vault, "2026-03-01.md").related == ()


@pytest.mark.parametrize("title", ["tag:x OR -y", '"', "NOT (", "source:journal"])
def test_a_title_is_never_read_as_a_query(vault_of: MakeVault, title: str) -> None:
    vault = vault_of({"a.md": f"---\ntitle: '{title}'\n---\nx", "b.md": "y"})
    assert around(vault, "a.md").backlinks == ()


def test_a_note_that_is_gone_has_nothing_around_it(vault_of: MakeVault) -> None:
    found = vault_of({"a.md": "x"}).notebook.around(999)
    assert (found.related, found.backlinks) == ((), ())


def test_the_tags_of_an_answer_come_most_frequent_first(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "#Work #tea", "b.md": "#work", "c.md": "#other"})
    ids = [note_id(vault, path) for path in ("a.md", "b.md")]
    assert vault.notebook.tags_of(ids) == ("work", "tea")
    assert vault.notebook.tags_of([]) == ()
