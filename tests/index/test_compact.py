"""What was written in many parts is merged, a little at a time or wholly; the file holds no free pages then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from index_tools import found

from notesearch.index.compact import Compaction
from notesearch.index.database import USUAL_PAGES, open_database
from notesearch.index.pool import prepare_file
from notesearch.index.rebuild import outdate
from notesearch.index.schema import migrate
from notesearch.settings import Settings
from notesearch.vault.note import Root
from notesearch.vault.scan import stat_note

if TYPE_CHECKING:
    from index_tools import Vault

    from notesearch.index.prepare import NoteRows
    from notesearch.notebook import Notebook


def parts(notebook: Notebook) -> int:
    """Return in how many parts FTS5 keeps the words of chunks."""
    return notebook._index.database.number("SELECT count(DISTINCT segid) FROM chunk_words_idx")


def free_pages(notebook: Notebook) -> int:
    return notebook._index.database.number("PRAGMA freelist_count")


def rows_of(vault: Vault, name: str) -> NoteRows:
    root = Root(str(vault.folder))
    rows = prepare_file(stat_note(root, name, Settings().vault, [root]), Settings())  # type: ignore[arg-type]
    assert not hasattr(rows, "reason")
    return rows  # type: ignore[return-value]


def rewrite_often(vault: Vault, notebook: Notebook, turns: int, *, merging: bool) -> None:
    compaction = Compaction(notebook._index.database)
    for turn in range(turns):
        for number in reversed(range(60)):
            vault.write(f"note{number}.md", f"turn{turn} of the note {number}\n")
            notebook._index.store.write([rows_of(vault, f"note{number}.md")], "x")
            if merging:
                compaction.a_little()
    while merging and compaction.a_little():
        pass


def is_as_written_last(notebook: Notebook, turn: int) -> bool:
    old = found(notebook, f"turn{turn - 1}")
    return notebook.check() == [] and old == [] and len(found(notebook, f"turn{turn}")) == 20


def test_however_often_notes_are_written_their_words_stay_in_few_parts(vault: Vault) -> None:
    vault.fill(60)
    with vault.open() as notebook:
        notebook.index(embed=False)
        rewrite_often(vault, notebook, 5, merging=True)
        assert parts(notebook) < 24
        assert is_as_written_last(notebook, 4)


@pytest.mark.parametrize("gentle", [True, False])
def test_all_is_merged_into_one_part_and_free_pages_are_given_back(vault: Vault, *, gentle: bool) -> None:
    vault.fill(60)
    with vault.open() as notebook:
        notebook.index(embed=False)
        rewrite_often(vault, notebook, 2, merging=False)
        assert parts(notebook) > 1
        steps = sum(1 for _ in Compaction(notebook._index.database).wholly(gentle=gentle))
        assert steps >= 2
        assert parts(notebook) == 1
        assert free_pages(notebook) == 0
        assert is_as_written_last(notebook, 1)


@pytest.mark.parametrize("watch", [True, False])
def test_a_first_index_and_one_built_anew_end_as_one_part_without_free_pages(vault: Vault, *, watch: bool) -> None:
    for number in range(40):
        vault.write(f"note{number}.md", f"# Note {number}\n\n" + f"thing{number} of many words. " * 3000)
    with vault.open(watch=watch) as notebook:
        notebook.index(embed=False)
        assert (parts(notebook), free_pages(notebook)) == (1, 0)
        outdate(notebook._index)
        notebook.index(embed=False)
        assert (parts(notebook), free_pages(notebook)) == (1, 0)
        assert found(notebook, "thing7") == ["note7.md"]


def test_an_index_with_other_pages_is_built_anew_with_such(vault: Vault) -> None:
    vault.fill(30)
    vault.index_file.parent.mkdir(parents=True)
    database = open_database(vault.index_file, pages=USUAL_PAGES)
    migrate(database)
    database.close()
    with vault.open() as notebook:
        notebook.index(embed=False)
        outdate(notebook._index)
        notebook.index(embed=False)
        vault.write("note3.md", "written after the swap\n")
        notebook.index(embed=False)
        assert found(notebook, "written swap") == ["note3.md"]
        assert notebook.check() == []
    database = open_database(vault.index_file)
    assert database.pages() == USUAL_PAGES
    assert database.value("PRAGMA integrity_check") == "ok"
    database.close()
