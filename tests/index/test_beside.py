"""Whole notes are asked for by a second connection while chunks are: the same answer, and nothing left behind."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notesearch.index.beside import Beside
from notesearch.index.database import Database, DatabaseError, open_database
from notesearch.index.lexical import ALL_NOTES, Lexical
from notesearch.index.phrases import Group, Phrase
from notesearch.index.question import Question
from notesearch.search.request import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from index_tools import Vault

WORDS = ("red", "blue", "green", "lid", "pan", "nowhere")


@pytest.fixture
def lexical(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lexical]:
    """An index that counts as a large one."""
    monkeypatch.setattr("notesearch.index.commonness.LARGE_FROM_CHUNKS", 3)
    for number in range(30):
        vault.write(f"{number}.md", f"# {WORDS[number % 5]}\n\n{WORDS[number % 3]} and {WORDS[number % 4]} {number}\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        yield notebook._index.lexical


def groups_of(words: list[str]) -> list[Group]:
    return [Group((Phrase((word,)),)) for word in words]


@given(words=st.lists(st.sampled_from(WORDS), max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_the_answer_is_that_of_one_connection(lexical: Lexical, words: list[str]) -> None:
    groups, threads = groups_of(words), threading.active_count()
    lexical._last.clear()
    alone = lexical.notes(groups, ALL_NOTES)
    lexical._last.clear()
    with lexical.asking_both(groups, ALL_NOTES):
        chunks = lexical.chunks(groups, ALL_NOTES, 200)
    assert lexical.notes(groups, ALL_NOTES) == alone
    assert lexical.chunks(groups, ALL_NOTES, 200) == chunks
    assert threading.active_count() == threads


def test_the_second_connection_is_the_one_that_is_asked(lexical: Lexical, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []
    real = Question.ask

    def noted(question: Question, database: Database) -> object:
        asked.append((question.table, database is lexical._db))
        return real(question, database)

    monkeypatch.setattr(Question, "ask", noted)
    groups = groups_of(["pan"])  # in a fifth of the notes
    with lexical.asking_both(groups, ALL_NOTES):
        lexical.chunks(groups, ALL_NOTES, 200)
    lexical.notes(groups, ALL_NOTES)
    assert sorted(asked) == [("chunk_words", True), ("note_words", False)]


def test_what_fails_beside_is_asked_again_by_the_first_connection(
    lexical: Lexical, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise DatabaseError("no second time")

    monkeypatch.setattr("notesearch.index.beside.open_database", refused)
    groups = groups_of(["blue"])
    with lexical.asking_both(groups, ALL_NOTES):
        pass
    assert len(lexical.notes(groups, ALL_NOTES)) > 5
    assert not lexical._beside.is_possible  # it is not tried for each search


def test_a_failure_inside_leaves_no_thread(lexical: Lexical) -> None:
    threads = threading.active_count()
    with pytest.raises(apsw.BusyError), lexical.asking_both(groups_of(["pan"]), ALL_NOTES):
        raise apsw.BusyError("locked")
    assert threading.active_count() == threads


def test_changes_that_only_the_first_connection_sees_are_not_asked_for_beside(tmp_path: Path) -> None:
    database = open_database(tmp_path / "index.db")
    database.rows("CREATE TABLE t (x)")
    beside = Beside(database)
    assert beside.is_possible
    with database.transaction():
        database.rows("INSERT INTO t VALUES (1)")
        assert not beside.is_possible
    assert beside.ask(lambda second: second.number("SELECT x FROM t")).wait() == 1
    assert beside._second is not None
    with pytest.raises(apsw.ReadOnlyError):
        beside._second.rows("INSERT INTO t VALUES (2)")
    beside.close()
    database.close()


def test_a_note_that_another_process_has_changed_is_found_by_its_new_words(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notesearch.index.commonness.LARGE_FROM_CHUNKS", 3)
    vault.fill(10)
    with vault.open() as writer, vault.open() as reader:
        writer.index(embed=False)
        assert len(reader.search(SearchRequest("thing3", mode="keyword", sync="none")).results) == 1
        vault.write("note3.md", "an okapi\n")
        writer.index(embed=False)
        assert reader.search(SearchRequest("thing3", mode="keyword", sync="none")).results == ()
        assert len(reader.search(SearchRequest("okapi", mode="keyword", sync="none")).results) == 1
