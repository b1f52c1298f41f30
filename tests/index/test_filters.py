"""Conditions let through exactly the notes that they name, alone and combined."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_vault import SmallVault

from notesearch.index.filters import (
    All,
    Condition,
    Dated,
    Either,
    Evergreen,
    Not,
    Place,
    Property,
    SourceIs,
    Tag,
    Tasks,
    Words,
    note_filter,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOTES = {
    "zoo/cat.md": "---\ntags: [animal/feline]\nstatus: in_progress\n---\nThe cat.\n",
    "zoo/zoo.md": "---\ntags: [animal]\nstatus: done\n---\nThe dog.\n- [ ] feed\n",
    "a/zoo/x_y.md": "---\ntags: [a_b/c]\n---\nBirds.\n- [x] fed\n",
    "a/b%c.md": "A cat, a dog. #a-b/d\n",
    "2026-02-14.md": "The walk.\n",
    "2026-02-15 b\\c.md": "---\ndate: 2020-01-01\nsource: global\n---\nThe talk.\n",
    "dated.md": "---\ndate: 2024-07-01\ndue: 2024-03-01T10:00\n---\nSummer.\n",
}
EVERYTHING = set(NOTES)


@pytest.fixture(scope="module")
def let_through(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., set[str]]]:
    """Return a function: conditions -> the paths that pass all of them."""
    with SmallVault(tmp_path_factory.mktemp("filters"), NOTES) as vault:
        store = vault.notebook._index.store

        def through(*conditions: Condition) -> set[str]:
            ids = store.matching(note_filter(*conditions), 200)
            return {note.path for note in store.notes(ids).values()}

        yield through


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("condition", "paths"),
    [
        (Words('"cat"'), {"zoo/cat.md", "a/b%c.md"}),
        (Words('"the" + "dog"'), {"zoo/zoo.md"}),
        (Place("path", "zoo"), {"zoo/cat.md", "zoo/zoo.md", "a/zoo/x_y.md"}),
        (Place("path", "/zoo/c"), {"zoo/cat.md"}),
        (Place("path", "zoo/"), {"zoo/cat.md", "zoo/zoo.md", "a/zoo/x_y.md"}),
        (Place("folder", "zoo"), {"zoo/cat.md", "zoo/zoo.md", "a/zoo/x_y.md"}),
        (Place("folder", "a"), {"a/zoo/x_y.md", "a/b%c.md"}),
        (Place("folder", "a/zoo/"), {"a/zoo/x_y.md"}),
        (Place("folder", "zo"), set()),
        (Place("file", "zoo"), {"zoo/zoo.md"}),
        (Place("file", "2026"), {"2026-02-14.md", "2026-02-15 b\\c.md"}),
        (Place("file", "b%"), {"a/b%c.md"}),
        (Place("file", "b\\"), {"2026-02-15 b\\c.md"}),
        (Place("file", "x_"), {"a/zoo/x_y.md"}),
        (Place("file", "_a"), set()),
        (Tag("animal"), {"zoo/cat.md", "zoo/zoo.md"}),
        (Tag("animal/feline"), {"zoo/cat.md"}),
        (Tag("anim"), set()),
        (Tag("a_b"), {"a/zoo/x_y.md"}),
        (Tag("%"), set()),
        (SourceIs("session"), {"2026-02-14.md"}),
        (SourceIs("global"), {"2026-02-15 b\\c.md"}),
        (Evergreen(), EVERYTHING - {"2026-02-14.md"}),
        (Dated(day("2026-02-14"), day("2026-02-14")), {"2026-02-14.md"}),
        (Dated(None, day("2025-12-31")), {"dated.md"}),
        (Dated(day("2026-02-15"), None), {"2026-02-15 b\\c.md"}),
        (Dated(day("2026-01-01"), day("2026-01-31")), EVERYTHING - {"2026-02-14.md", "2026-02-15 b\\c.md", "dated.md"}),
        (Dated(None, None), EVERYTHING),
        (Property("status"), {"zoo/cat.md", "zoo/zoo.md"}),
        (Property("status", "in_progress"), {"zoo/cat.md"}),
        (Property("status", "progress"), {"zoo/cat.md"}),
        (Property("status", "in_prog"), set()),
        (Property("status", "in_prog*"), {"zoo/cat.md"}),
        (Property("status", "n_progress"), set()),
        (Property("due", "2024-03-01"), {"dated.md"}),
        (Property("due", "2024-03"), {"dated.md"}),
        (Property("due", "024-03"), set()),
        (Property("due", "10"), {"dated.md"}),
        (Property("due", "1"), set()),
        (Property("status", "in?progress"), set()),
        (Property("status", "[in]"), set()),
        (Property("stat"), set()),
        (Tasks(None), {"zoo/zoo.md", "a/zoo/x_y.md"}),
        (Tasks(done=True), {"a/zoo/x_y.md"}),
        (Tasks(done=False), {"zoo/zoo.md"}),
        (All(()), EVERYTHING),
        (Either(()), set()),
        (Not(Either(())), EVERYTHING),
    ],
)
def test_let_through(let_through: Callable[..., set[str]], condition: Condition, paths: set[str]) -> None:
    assert let_through(condition) == paths
    assert let_through(Not(condition)) == EVERYTHING - paths


def test_no_condition_lets_everything_through(let_through: Callable[..., set[str]]) -> None:
    assert not note_filter()
    assert let_through() == EVERYTHING


def test_all_conditions_hold_together(let_through: Callable[..., set[str]]) -> None:
    assert let_through(Words('"cat"'), Place("path", "zoo"), Not(Tasks(None))) == {"zoo/cat.md"}


LEAVES: tuple[Condition, ...] = (
    Words('"cat"'),
    Place("folder", "zoo"),
    Tag("animal"),
    Evergreen(),
    Dated(None, dt.date(2025, 1, 1)),
    Property("status"),
    Tasks(None),
)
trees: st.SearchStrategy[Condition] = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: (
        inner.map(Not)
        | st.lists(inner, max_size=3).map(lambda nodes: All(tuple(nodes)))
        | st.lists(inner, max_size=3).map(lambda nodes: Either(tuple(nodes)))
    ),
    max_leaves=8,
)


@given(trees)
def test_combinations_are_set_algebra(let_through: Callable[..., set[str]], tree: Condition) -> None:
    def expected(condition: Condition) -> set[str]:
        match condition:
            case Not(inner):
                return EVERYTHING - expected(inner)
            case All(nodes):
                return EVERYTHING.intersection(*map(expected, nodes))
            case Either(nodes):
                return set().union(*map(expected, nodes))
            case _:
                return let_through(condition)

    assert let_through(tree) == expected(tree)


def test_thousands_of_conditions_are_no_error(let_through: Callable[..., set[str]]) -> None:
    many = tuple(Place("file", f"x{n}") for n in range(3000))
    assert let_through(Either(many)) == set()
    assert let_through(*map(Not, many)) == EVERYTHING
