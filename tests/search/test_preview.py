"""A preview shows the note as it is now, and links in it lead to the note that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_vault import SmallVault

from notesearch.errors import NoteSearchError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from small_vault import MakeVault

NOTES = {
    "Index.md": "See [[Plan]] and [[Digger]].\n",
    "work/Plan.md": "The work plan.\n",
    "work/Notes.md": "Links from here.\n",
    "home/Plan.md": "The plan at home.\n",
    "home/Notes.md": "Links from there.\n",
    "home/deep/Other.md": "Deep.\n",
    "animals/Wombat.md": "---\naliases: [Digger]\n---\n# The wombat\n\nIt digs.\n",
    "C# & more.md": "Sharp.\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallVault]:
    with SmallVault(tmp_path_factory.mktemp("links"), NOTES) as made:
        yield made


def id_of(vault: SmallVault, path: str) -> int:
    name = path.rsplit("/", 1)[-1].removesuffix(".md")
    return next(result.note_id for result in vault.ask(f'file:"{name}"').results if result.path == path)


@pytest.mark.parametrize(
    ("origin", "target", "leads_to"),
    [
        pytest.param("Index.md", "Digger", "animals/Wombat.md", id="67: alias"),
        pytest.param("Index.md", "The wombat", "animals/Wombat.md", id="title"),
        pytest.param("Index.md", "wombat", "animals/Wombat.md", id="67: stem, any case"),
        pytest.param("work/Notes.md", "Plan", "work/Plan.md", id="the one beside it"),
        pytest.param("home/Notes.md", "Plan", "home/Plan.md", id="the one beside it, elsewhere"),
        pytest.param("home/deep/Other.md", "Plan", "home/Plan.md", id="the nearest one"),
        pytest.param("home/Notes.md", "work/Plan", "work/Plan.md", id="a path from the vault"),
        pytest.param("home/Notes.md", "../work/Plan.md", "work/Plan.md", id="a path from the note"),
        pytest.param("home/Notes.md", "deep/Other#Head", "home/deep/Other.md", id="a heading in it"),
        pytest.param("home/Notes.md", "#Head", "home/Notes.md", id="a heading here"),
        pytest.param("Index.md", "home%2FPlan.md", "home/Plan.md", id="percent signs"),
        pytest.param("Index.md", "nowhere", None, id="nowhere"),
        pytest.param("Index.md", "../../etc/passwd", None, id="outside"),
        pytest.param("Index.md", "", None, id="nothing"),
    ],
)
def test_links(vault: SmallVault, origin: str, target: str, leads_to: str | None) -> None:
    found = vault.notebook.resolve_link(target, id_of(vault, origin))
    path = vault.notebook.note_path(found) if found is not None else None
    assert path == (vault.folder / leads_to if leads_to else None)


def test_a_preview_tints_the_chunk_and_marks_the_hits(vault: SmallVault) -> None:
    result = vault.first("digs")
    shown = vault.notebook.preview(result.note_id, result.chunk_id, vault.ask("digs").terms)
    assert (shown.title, shown.path, shown.current) == ("The wombat", "animals/Wombat.md", True)
    assert shown.hits == 1
    assert shown.anchor is not None


def test_a_changed_note_is_shown_as_it_is_now(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "A quokka was here.\n"})
    result = vault.first("quokka")
    vault.write("a.md", "A wombat is here.\n", mtime=1_780_000_000)
    shown = vault.notebook.preview(result.note_id, result.chunk_id, frozenset({"wombat"}))
    assert not shown.current
    assert "wombat" in shown.html
    assert "quokka" not in shown.html


def test_an_unreadable_note_is_shown_as_it_was(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "A quokka was here.\n"})
    result = vault.first("quokka")
    (vault.folder / "a.md").unlink()
    assert "quokka" in vault.notebook.preview(result.note_id, result.chunk_id, frozenset()).html


def test_a_note_that_is_no_longer_known_is_said_to_be_gone(vault: SmallVault) -> None:
    with pytest.raises(NoteSearchError, match="gone"):
        vault.notebook.preview(999_999, None, frozenset())
