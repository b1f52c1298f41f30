"""An index opens whole, for one writer at a time, or says in words why not; what is damaged is made anew."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from index_tools import Vault, found, settle

from notesearch.errors import NoteSearchError
from notesearch.index.database import DatabaseError, open_database
from notesearch.index.schema import CHUNK_BITS, MIGRATIONS, migrate
from notesearch.index.whole import ANOTHER
from notesearch.search.request import SearchRequest

if TYPE_CHECKING:
    from pathlib import Path

HOLD = """
import sys
from filelock import FileLock
lock = FileLock(sys.argv[1])
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def scribble(file: Path, start: int, count: int = 4096) -> None:
    """Overwrite the middle of a file, as a failing disk does."""
    with file.open("r+b") as stream:
        stream.seek(start)
        stream.write(b"\xa5" * count)


def indexed(vault: Vault, count: int = 60) -> None:
    vault.fill(count)
    with vault.open() as notebook:
        notebook.index(embed=False)


def test_everything_written_is_for_its_owner_only(vault: Vault) -> None:
    old = os.umask(0)
    try:
        vault.fill(3)
        with vault.open() as notebook:
            notebook.index(embed=False)
            notebook.record_open(1)
            written = [vault.paths.data, *vault.paths.data.rglob("*")]
            modes = {file.name: oct(file.stat().st_mode & 0o777) for file in written}
    finally:
        os.umask(old)
    assert {"index.db", "index.db-wal", "index.db-shm", "opens.db", "writer.lock"} <= modes.keys()
    assert {name: mode for name, mode in modes.items() if mode not in {"0o600", "0o700"}} == {}


def test_nothing_is_written_into_the_vault(vault: Vault) -> None:
    vault.fill(2)
    before = {file.name: file.stat().st_mtime_ns for file in (vault.folder, *vault.folder.iterdir())}
    with vault.open() as notebook:
        notebook.index(embed=False)
    assert {file.name: file.stat().st_mtime_ns for file in (vault.folder, *vault.folder.iterdir())} == before


@pytest.mark.parametrize("damage", ["not a database", "cut off", "first page", "empty"])
def test_a_damaged_index_is_set_aside_and_built_again_and_opens_are_kept(vault: Vault, damage: str) -> None:
    vault.fill(60)
    with vault.open() as notebook:
        notebook.index(embed=False)
        notebook.record_open(notebook._index.store.named("note7")[0])
    if damage == "not a database":
        vault.index_file.write_bytes(b"this is no database at all, it is a text\n" * 100)
    elif damage == "cut off":
        os.truncate(vault.index_file, vault.index_file.stat().st_size // 3)
    elif damage == "empty":
        vault.index_file.write_bytes(b"")
    else:
        scribble(vault.index_file, 0, 8192)
    with vault.open() as notebook:
        report = notebook.index(embed=False)
        assert report.notes == 60
        assert notebook.check() == []
        notices = settle(notebook).notices
        assert (damage == "empty") or any("set aside" in notice for notice in notices)
        result = notebook.search(_request("thing7")).results[0]
        assert (result.path, result.opens) == ("note7.md", 1)
    aside = list(vault.index_file.parent.glob("index.db.damaged-*"))
    assert len(aside) == (damage != "empty")


def _request(text: str) -> SearchRequest:
    return SearchRequest(text, mode="keyword")


def test_damage_met_while_in_use_is_mended_too(vault: Vault) -> None:
    indexed(vault)
    size = vault.index_file.stat().st_size
    scribble(vault.index_file, 8192, size - 8192)
    with vault.open() as notebook:
        notebook.index(embed=False)
        settle(notebook)
        assert found(notebook, "thing7") == ["note7.md"]
        assert notebook.check() == []


def set_cells(file: Path, sql: str) -> None:
    """Change what rows hold, as bits that turn in the middle of a page do: SQLite itself does not notice."""
    database = open_database(file)
    database.rows(sql)
    database.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE texts SET text = x'000102030405'",
        "UPDATE texts SET text = x'7801fbff4f21312919000dc00344'",
        "UPDATE notes SET title = CAST(x'ff80fe' AS TEXT)",
        "UPDATE chunks SET heading = '[\"cut o'",
        "DROP TABLE tags",
    ],
)
def test_rows_that_make_no_sense_are_damage_too(vault: Vault, damage: str) -> None:
    indexed(vault, 30)
    set_cells(vault.index_file, damage)
    with vault.open() as notebook:  # as a command
        assert found(notebook, "thing7", sync="full") == ["note7.md"]
        assert any("set aside" in notice for notice in notebook.news())
        assert (notebook.status().indexed, notebook.check()) == (30, [])
    set_cells(vault.index_file, damage)
    with vault.open(watch=True) as notebook:  # as a window, which goes on behind
        settle(notebook, lambda activity: activity.notes == 30)
        note = notebook._index.store.named("note 7")[0]
        with contextlib.suppress(NoteSearchError):  # it may be gone until it is indexed again
            notebook.preview(note, note << CHUNK_BITS, frozenset())
        found(notebook, "thing7")
        settle(notebook, lambda activity: activity.notes == 30)
        assert (found(notebook, "thing7"), notebook.check()) == (["note7.md"], [])


def test_damaged_opens_are_set_aside(vault: Vault) -> None:
    indexed(vault, 3)
    opens = vault.paths.vault(vault.folder).opens
    opens.write_bytes(b"no database, only a text that is long enough\n" * 50)
    with vault.open() as notebook:
        assert any("record of opened notes" in notice for notice in settle(notebook).notices)
        notebook.record_open(1)
        assert notebook._index.store.counts()[0] == 3


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE texts SET text = x'000102030405' WHERE note = 2", "cannot be unpacked"),
        ("UPDATE texts SET text = 'short' WHERE note = 2", "1 notes with chunks beyond their text"),
        ("UPDATE chunks SET stop = stop + 1000 WHERE id >> 16 = 2", "1 notes with chunks beyond their text"),
        ("UPDATE chunks SET heading = '[' WHERE id >> 16 = 2", "headings cannot be read"),
        ("DELETE FROM texts WHERE note = 2", "1 notes without a text"),
    ],
)
def test_a_check_reads_all_rows(vault: Vault, damage: str, words: str) -> None:
    indexed(vault, 3)
    set_cells(vault.index_file, damage)
    with vault.open() as notebook:
        (fault,) = notebook.check()
        assert words in fault


def test_opens_that_are_damaged_behind_their_first_page_are_set_aside(vault: Vault) -> None:
    indexed(vault, 3)
    scribble(vault.paths.vault(vault.folder).opens, 4096)
    with vault.open() as notebook:
        assert any("record of opened notes" in notice for notice in settle(notebook).notices)
        assert found(notebook, "thing1") == ["note1.md"]


@pytest.mark.parametrize("name", ["index", "opens"])
def test_a_newer_schema_is_refused_in_words(vault: Vault, name: str) -> None:
    indexed(vault, 3)
    file = getattr(vault.paths.vault(vault.folder), name)
    database = open_database(file)
    database.rows("PRAGMA user_version = 99")
    database.close()
    before = file.read_bytes()
    with pytest.raises(DatabaseError, match="newer NoteSearch"):
        vault.open()
    assert file.read_bytes() == before


@pytest.mark.parametrize("version", range(len(MIGRATIONS)))
def test_an_older_schema_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    database = open_database(tmp_path / "index.db")
    for sql in MIGRATIONS[:version]:
        database.rows(sql)
    database.rows(f"PRAGMA user_version = {version}")
    migrate(database)
    assert database.number("PRAGMA user_version") == len(MIGRATIONS)
    shape = "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2"
    migrated = database.rows(shape).fetchall()
    database.close()
    fresh = open_database(tmp_path / "fresh.db")
    migrate(fresh)
    assert migrated == fresh.rows(shape).fetchall()
    fresh.close()


def test_one_writes_and_the_other_reads_and_takes_over(vault: Vault) -> None:
    vault.fill(3)
    first = vault.open()
    settle(first)
    second = vault.open()
    try:
        assert ANOTHER in settle(second).notices
        assert settle(second).notices == ()  # said once
        assert found(second, "thing1") == ["note1.md"]
        with pytest.raises(NoteSearchError, match="Another NoteSearch"):
            second.index(embed=False)
        with pytest.raises(NoteSearchError, match="Another NoteSearch"):
            second.rebuild()
        vault.write("new.md", "brandnew words\n")
        settle(second)
        assert found(second, "brandnew") == []
        first.rescan()
        settle(first)
        assert found(second, "brandnew") == ["new.md"]  # what the writer wrote is read at once
        first.close()
        vault.write("later.md", "afterwards\n")
        settle(second, lambda activity: activity.notes == 5)
        assert found(second, "afterwards") == ["later.md"]
        assert second.index(embed=False).notes == 5
    finally:
        first.close()
        second.close()


def test_a_search_beside_the_writer_says_why_it_did_not_sync(vault: Vault) -> None:
    vault.fill(3)
    with vault.open() as first:
        settle(first)
        with vault.open() as second:
            vault.write("note1.md", "changed entirely\n")
            answer = second.search(_request("thing1"))
            assert answer.results == ()  # never a stale one
            assert (answer.trace[0].status, answer.trace[0].reason) == ("skipped", ANOTHER)


def test_the_lock_of_a_killed_process_is_free_at_once(vault: Vault) -> None:
    indexed(vault, 3)
    lock = vault.paths.vault(vault.folder).lock
    holder = subprocess.Popen([sys.executable, "-c", HOLD, lock], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdin is not None
    holder.stdout.readline()
    try:
        with vault.open() as notebook, pytest.raises(NoteSearchError, match="Another NoteSearch"):
            notebook.index(embed=False)
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
        holder.stdin.close()
    lock.write_text("1\n")  # a stale file with a living process's number in it
    with vault.open() as notebook:
        assert notebook.index(embed=False).notes == 3


def test_an_index_deleted_under_a_window_is_built_again(vault: Vault) -> None:
    vault.fill(3)
    with vault.open() as notebook:
        settle(notebook)
        for file in vault.index_file.parent.glob("index.db*"):
            file.unlink()
        settle(notebook, lambda _: vault.index_file.exists() and notebook._index.store.counts()[0] == 3)
        assert found(notebook, "thing1") == ["note1.md"]


def test_an_unclean_end_has_the_index_looked_at_closely(vault: Vault) -> None:
    indexed(vault)
    database = open_database(vault.index_file)
    try:
        database.rows("PRAGMA wal_autocheckpoint = 0")
        database.rows("DELETE FROM texts WHERE note = 1")
        saved = {file.name: file.read_bytes() for file in vault.index_file.parent.glob("index.db*")}
    finally:
        database.close()
    for name, content in saved.items():
        (vault.index_file.parent / name).write_bytes(content)
    with vault.open() as notebook:
        assert any("set aside" in notice for notice in settle(notebook).notices)
        assert notebook.check() == []
        assert found(notebook, "thing1") == ["note1.md"]


def test_the_index_folder_that_cannot_be_made_is_named(vault: Vault) -> None:
    vault.fill(1)
    vault.paths.data.write_text("a file where the folder should be")
    with pytest.raises(DatabaseError, match="cannot be written"):
        vault.open()
