"""Opens are kept apart from the index and follow their note wherever it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index_tools import Vault, settle

from notesearch.index.opens import Opened, open_opens

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.notebook import Notebook


def opened(notebook: Notebook, vault: Vault, path: str) -> int:
    found = notebook._index.opens.of(str(vault.folder), path)
    return found.count if found else 0


def open_twice(notebook: Notebook, name: str) -> None:
    note = notebook._index.store.named(name)[0]
    notebook.record_open(note)
    notebook.record_open(note)


def test_opens_count_and_remember_the_last_time(tmp_path: Path) -> None:
    opens = open_opens(tmp_path / "opens.db")
    assert opens.of("/v", "a.md") is None
    opens.record("/v", "a.md", b"h", 10.0)
    opens.record("/v", "a.md", b"h", 20.0)
    assert opens.of("/v", "a.md") == Opened(2, 20.0)
    opens.close()
    again = open_opens(tmp_path / "opens.db")
    assert again.of("/v", "a.md") == Opened(2, 20.0)
    again.clear()
    assert again.of("/v", "a.md") is None
    again.close()


def test_they_follow_a_renamed_note_and_a_moved_folder(vault: Vault) -> None:
    vault.write("old/a.md", "alpha\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        open_twice(notebook, "a")
        (vault.folder / "old").rename(vault.folder / "new")
        notebook.index(embed=False)
        assert opened(notebook, vault, "new/a.md") == 2
        (vault.folder / "new/a.md").rename(vault.folder / "b.md")
        notebook.index(embed=False)
        assert (opened(notebook, vault, "b.md"), opened(notebook, vault, "new/a.md")) == (2, 0)


def test_they_follow_when_the_new_name_is_heard_of_before_the_old_one_is_missed(vault: Vault) -> None:
    vault.write("a.md", "alpha\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        open_twice(notebook, "a")
        vault.write("b.md", "alpha\n")
        notebook._sync.look_at([(str(vault.folder), "b.md")])
        settle(notebook)
        assert opened(notebook, vault, "a.md") == 2
        (vault.folder / "a.md").unlink()
        notebook._sync.look_at([(str(vault.folder), "a.md")])
        settle(notebook)
        assert opened(notebook, vault, "b.md") == 2


def test_they_follow_when_the_old_name_is_missed_before_the_new_one_is_heard_of(vault: Vault) -> None:
    file = vault.write("a.md", "alpha\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        open_twice(notebook, "a")
        file.rename(vault.folder / "b.md")
        notebook._sync.look_at([(str(vault.folder), "a.md")])
        settle(notebook)
        notebook._sync.look_at([(str(vault.folder), "b.md")])
        settle(notebook)
        assert opened(notebook, vault, "b.md") == 2


def test_they_survive_an_edit_followed_by_a_rename(vault: Vault) -> None:
    file = vault.write("a.md", "alpha\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        open_twice(notebook, "a")
        vault.write("a.md", "alpha and more\n")
        notebook.index(embed=False)
        file.rename(vault.folder / "b.md")
        notebook.index(embed=False)
        assert opened(notebook, vault, "b.md") == 2


def test_a_copy_takes_no_opens_away(vault: Vault) -> None:
    vault.write("a.md", "alpha\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        open_twice(notebook, "a")
        vault.write("b.md", "alpha\n")
        notebook.index(embed=False)
        assert (opened(notebook, vault, "a.md"), opened(notebook, vault, "b.md")) == (2, 0)


def test_a_note_that_comes_back_has_its_opens(vault: Vault) -> None:
    file = vault.write("a.md", "alpha\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        open_twice(notebook, "a")
        file.unlink()
        notebook.index(embed=False)
        vault.write("a.md", "something else\n")
        notebook.index(embed=False)
        assert opened(notebook, vault, "a.md") == 2


def test_rebuilding_keeps_opens_and_forgetting_them_does_not(vault: Vault) -> None:
    vault.write("a.md", "alpha\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        open_twice(notebook, "a")
        notebook.rebuild()
        notebook.index(embed=False)
        assert opened(notebook, vault, "a.md") == 2
        notebook.forget_opens()
        assert opened(notebook, vault, "a.md") == 0
