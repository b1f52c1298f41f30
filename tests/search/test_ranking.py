"""Notes are weighed, gated, grouped and re-ranked as `product.md`, steps 7 to 9 say."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.index.opens import Opened
from notesearch.index.schema import CHUNK_BITS
from notesearch.index.store import StoredNote
from notesearch.index.tokenizer import word_set
from notesearch.search.merge import Merged
from notesearch.search.mmr import Candidate
from notesearch.search.ranking import Factors, Ranked, diversify, factors, gate_and_group
from notesearch.settings import Boost, Decay, Settings, Source, Sources
from notesearch.vault.note import Stamp
from notesearch.vault.sources import moment

NOW = moment(dt.datetime(2026, 3, 31, 12, tzinfo=dt.UTC))
PLAIN = Factors(None, 1.0, 1.0, 0, 1.0)


def note(number: int, path: str = "", *, source: Source = "workspace", date: str | None = None) -> StoredNote:
    mtime = int(dt.datetime(2026, 3, 16, 12, tzinfo=dt.UTC).timestamp() * 1e9)
    return StoredNote(number, "/vault", path or f"{number}.md", Stamp(1, mtime, 1), f"Note {number}", source, date)


def hit(number: int, base: float, chunk: int = 0) -> Merged:
    return Merged((number << CHUNK_BITS) + chunk, base, None, base)


def grouped(hits: list[Merged], *notes: StoredNote, exact: tuple[int, ...] = (), least: float = 0.0) -> list[Ranked]:
    return gate_and_group(hits, {each.id: each for each in notes}, {each.id: PLAIN for each in notes}, exact, least)


def test_all_factors_multiply() -> None:
    assert Factors(15.0, 0.5, 2.0, 3, 1.1).on(0.4) == pytest.approx(0.44)


@pytest.mark.parametrize(
    ("source", "date", "age", "decay"),
    [
        ("session", "2026-03-01", 30, 0.5),
        ("session", "2099-01-01", 0, 1.0),  # 85: in the future
        ("session", "2000-01-01", 9586, 0.3),
        ("session", None, 15, 0.5**0.5),  # 87: the file's own time
        ("workspace", "2010-01-01", 5933, 1.0),  # 86
        ("global", None, 15, 1.0),
    ],
)
def test_age_and_decay(source: Source, date: str | None, age: float, decay: float) -> None:
    found = factors(note(1, source=source, date=date), None, Settings(), NOW, has_date=False)
    assert found.age_days == pytest.approx(age, abs=0.1)
    assert found.decay == pytest.approx(decay, abs=1e-3)


def test_a_date_in_the_query_switches_decay_off_but_keeps_the_age() -> None:
    found = factors(note(1, source="session", date="2026-03-01"), None, Settings(), NOW, has_date=True)
    assert (found.age_days, found.decay) == (30, 1.0)


def test_sources_and_opens_weigh_as_they_are_set() -> None:
    settings = Settings(sources=Sources(session=0.5), decay=Decay(enabled=False))
    opened = Opened(2, NOW.seconds - 90 * 86_400)
    found = factors(note(1, source="session"), opened, settings, NOW, has_date=False)
    assert (found.decay, found.source_weight, found.opens) == (1.0, 0.5, 2)
    assert found.access_boost == pytest.approx(1 + 0.054931 / 2, abs=1e-6)
    off = factors(note(1), opened, Settings(boost=Boost(enabled=False)), NOW, has_date=False)
    assert (off.access_boost, off.opens) == (1.0, 2)


def test_one_result_a_note_its_best_chunk_first() -> None:
    (one, other) = grouped([hit(1, 0.2, 0), hit(1, 0.5, 7), hit(1, 0.5, 3), hit(2, 0.4)], note(1), note(2))
    assert (one.note.id, one.score, other.note.id) == (1, 0.5, 2)
    assert [each.chunk & 0xFFFF for each, _ in one.chunks] == [3, 7, 0]


def test_the_gate_drops_chunks_not_notes() -> None:
    (one,) = grouped([hit(1, 0.2, 0), hit(1, 0.5, 1), hit(2, 0.29)], note(1), note(2), least=0.3)
    assert (one.note.id, len(one.chunks)) == (1, 1)
    assert [item.note.id for item in grouped([hit(1, 0.3)], note(1), least=0.3)] == [1]


def test_exact_ones_first_then_score_then_path() -> None:
    notes = (note(1, "z.md"), note(2, "b.md"), note(3, "a.md"), note(4, "y.md"), note(5, "x.md"))
    found = grouped([hit(1, 0.9), hit(2, 0.5), hit(3, 0.5), hit(4, 0.1), hit(5, 0.2)], *notes, exact=(4, 5))
    assert [item.note.path for item in found] == ["x.md", "y.md", "z.md", "a.md", "b.md"]
    assert [item.exact for item in found] == [True, True, False, False, False]


def test_hits_of_notes_that_are_gone_or_hidden_are_left_out() -> None:
    assert [item.note.id for item in grouped([hit(1, 0.9), hit(2, 0.5)], note(2))] == [2]


def candidate(item: Ranked) -> Candidate:
    text = {1: "red green blue", 2: "red green blue sky", 3: "cup pan", 4: "red green blue"}[item.note.id]
    return Candidate(item.score, text, word_set(text))


def test_mmr_tells_every_result_how_far_it_moved() -> None:
    ranked = grouped([hit(1, 0.9), hit(2, 0.8), hit(3, 0.7)], note(1), note(2), note(3))
    # Relevance 1, .5, 0; similarity of 2 to 1 is .75. At lambda .4: 2 has .2 - .45 < 3 has 0.
    assert [(item.note.id, item.moved) for item in diversify(ranked, 0.4, 10, candidate)] == [(1, 0), (3, 1), (2, -1)]


def test_exact_results_stay_where_they_are() -> None:
    ranked = grouped([hit(1, 0.9), hit(2, 0.8), hit(3, 0.7), hit(4, 0.1)], *map(note, (1, 2, 3, 4)), exact=(4,))
    moved = diversify(ranked, 0.4, 10, candidate)
    assert [(item.note.id, item.moved) for item in moved] == [(4, 0), (1, 0), (3, 1), (2, -1)]


bases = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3), st.floats(0, 1)), max_size=16)


@given(bases, st.floats(0, 1), st.sets(st.integers(1, 4)), st.floats(0, 1))
def test_every_note_with_a_hit_over_the_gate_appears_once(
    hits: list[tuple[int, int, float]], least: float, exact: set[int], lambda_: float
) -> None:
    unique = {(number, chunk): base for number, chunk, base in hits}
    merged = [hit(number, base, chunk) for (number, chunk), base in unique.items()]
    found = grouped(merged, *map(note, (1, 2, 3, 4)), exact=tuple(exact), least=least)
    assert [item.note.id for item in found if item.exact] == [item.note.id for item in found][
        : len(exact & {i.note.id for i in found})
    ]
    assert sorted(item.note.id for item in found) == sorted(
        {number for (number, _), base in unique.items() if base >= least}
    )
    rest = [item.score for item in found if not item.exact]
    assert rest == sorted(rest, reverse=True)
    diverse = diversify(found, lambda_, 4, candidate)
    assert sorted(item.note.id for item in diverse) == sorted(item.note.id for item in found)
    assert sum(item.moved or 0 for item in diverse) == 0
