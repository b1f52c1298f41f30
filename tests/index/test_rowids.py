"""A chunk and the row of its words lead to each other, in Python and in SQL, in a new index and in an older one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_tools import found

from notesearch.index.database import Database, open_database
from notesearch.index.rowids import chunk_of, note_of, row_bits, word_row
from notesearch.index.schema import CHUNK_BITS, MAX_CHUNKS, ROW_BITS
from notesearch.search.request import SearchRequest
from notesearch.settings import Chunks

if TYPE_CHECKING:
    from pathlib import Path

    from index_tools import Vault

chunks = st.builds(
    lambda note, number: (note << CHUNK_BITS) + number,
    st.integers(1, 1 << 28),
    st.one_of(st.integers(0, 70), st.integers(0, MAX_CHUNKS - 1)),
)


def database_of(bits: int | None) -> Database:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID")
    if bits is not None:
        connection.execute("INSERT INTO meta VALUES ('row_bits', ?)", (bits,))
    return Database(None, connection, None)  # type: ignore[arg-type] # nothing asks for the file


@pytest.mark.parametrize("bits", [ROW_BITS, 2, 16, None])
@given(some=st.lists(chunks, min_size=1, max_size=20, unique=True))
def test_the_way_there_and_back(bits: int | None, some: list[int]) -> None:
    database = database_of(bits)
    rows = [word_row(chunk, row_bits(database)) for chunk in some]
    assert len(set(rows)) == len(some)
    sql = f"SELECT {chunk_of('?1')}, {note_of('?1')}"
    back = [database.rows(sql, (row,)).fetchone() for row in rows]
    assert back == [(chunk, chunk >> CHUNK_BITS) for chunk in some]
    database.connection.close()


def test_the_rows_of_neighbouring_notes_lie_close_together() -> None:
    # The first 32 chunks of note 7 are rows 224 to 255, note 8 begins with 256; what is behind lies far off.
    assert word_row(7 << 16, 5) == 224
    assert word_row((7 << 16) + 31, 5) == 255
    assert word_row(8 << 16, 5) == 256
    assert word_row((7 << 16) + 32, 5) > 1 << 44


def test_an_index_without_a_word_of_it_has_the_chunks_own_ids() -> None:
    database = database_of(None)
    assert row_bits(database) == 16
    assert word_row((7 << 16) + 40, 16) == (7 << 16) + 40
    database.connection.close()


def test_every_chunk_of_a_long_note_is_found_changed_and_removed(vault: Vault) -> None:
    text = "".join(f"## Part {n}\n\nword{n} {'of many ' * 60}\n\n" for n in range(120))
    vault.write("long.md", text)
    vault.write("short.md", "word5 word60 word119 word200\n")
    with vault.open(chunks=Chunks(size=400, overlap=50)) as notebook:
        notebook.index(embed=False)
        assert notebook._index.database.number("SELECT count(*) FROM chunks") > 120
        for number in (5, 60, 119):
            assert sorted(found(notebook, f"word{number}")) == ["long.md", "short.md"]
            (result,) = notebook.search(SearchRequest(f"word{number} path:long", mode="keyword")).results
            assert f"word{number}" in result.snippet
        vault.write("long.md", text.replace("word60", "word200"))
        notebook.index(embed=False)
        assert (found(notebook, "word60"), sorted(found(notebook, "word200"))) == (
            ["short.md"],
            ["long.md", "short.md"],
        )
        (vault.folder / "long.md").unlink()
        notebook.index(embed=False)
        assert found(notebook, "word119") == ["short.md"]
        assert notebook.check() == []


def as_before(file: Path) -> None:
    """Make the words of an index lie under the chunks' own ids, as they did before that was noted."""
    database = open_database(file)
    database.rows("INSERT INTO chunk_words (chunk_words) VALUES ('delete-all')")
    database.rows("INSERT INTO chunk_words (rowid, body) SELECT id, 'older words' FROM chunks")
    database.rows("DELETE FROM meta WHERE key = 'row_bits'")
    database.close()


def test_an_older_index_answers_and_is_kept_until_it_is_built_anew(vault: Vault) -> None:
    vault.fill(5)
    with vault.open() as notebook:
        notebook.index(embed=False)
    as_before(vault.index_file)
    with vault.open() as notebook:
        vault.write("note3.md", "an okapi\n")
        notebook.index(embed=False)  # the one note, by the rows of then
        assert notebook.check() == []
        assert found(notebook, "okapi") == ["note3.md"]
        assert len(found(notebook, "older")) == 4
