"""Keyword scores are absolute: 0..1, the same in every vault, lower when words are missing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_vault import SmallVault

from notesearch.index.filters import NoteFilter, Place, note_filter
from notesearch.index.frequency import K1
from notesearch.index.phrases import Group, Phrase, any_of
from notesearch.index.question import _CHOSEN
from notesearch.index.schema import CHUNK_BITS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from notesearch.index.lexical import Lexical

ALL = NoteFilter()
# One chunk each, of five words without forms or titles of their own: length plays no part.
NOTES = {
    "a.md": "red red blue lid pan",
    "b.md": "red green lid pan jug",
    "c.md": "blue lid pan jug cup",
    "d.md": "green lid pan jug cup",
    "e.md": "lid pan jug cup mug",
    "f.md": "lid pan jug cup pot",
    "g.md": "lid pan jug cup tin",
}


@pytest.fixture(scope="module")
def lexical(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lexical]:
    with SmallVault(tmp_path_factory.mktemp("lexical"), NOTES) as vault:
        yield lexical_of(vault)


def lexical_of(vault: SmallVault) -> Lexical:
    return vault.notebook._index.lexical


def idf(lexical: Lexical, phrase: Phrase) -> float:
    """Return what a phrase is worth among chunks."""
    counted = lexical._frequencies
    return counted.idf("chunk_words", counted.of_phrase("chunk_words", phrase))


def word(text: str) -> Group:
    return Group((Phrase((text,)),))


def scores(lexical: Lexical, *groups: Group, only: NoteFilter = ALL) -> list[float]:
    return list(lexical.chunks(groups, only, 200).values())


def test_a_score_is_what_bm25_gives_over_what_it_could_give(lexical: Lexical) -> None:
    # All chunks are equally long but for the name in their context, which is one word in each: D = average.
    # b.md: frequency 1, 1 * (k1 + 1) / (1 + k1) = 1 of (k1 + 1); a.md: frequency 2, 2 * (k1 + 1) / (2 + k1).
    found = scores(lexical, word("red"))
    assert found == pytest.approx([2 / (2 + K1), 1 / (1 + K1)], abs=1e-6)


def test_a_missing_word_lowers_the_score(lexical: Lexical) -> None:
    # Of two words as rare as each other half of the possible score is out of reach for b.md.
    (alone,) = scores(lexical, word("green"), only=note_filter(Place("file", "b.md")))
    (missing,) = scores(lexical, word("green"), word("blue"), only=note_filter(Place("file", "b.md")))
    assert missing == pytest.approx(alone / 2, abs=1e-6)


def test_a_word_that_no_note_has_weighs_most(lexical: Lexical) -> None:
    # idf of none in 7: ln(7.5 / 0.5) = 2.708; of two in 7: ln(5.5 / 2.5) = 0.788.
    (alone, *_) = scores(lexical, word("green"))
    (missing, *_) = scores(lexical, word("green"), word("zebra"))
    share = math.log(5.5 / 2.5) / (math.log(5.5 / 2.5) + math.log(7.5 / 0.5))
    assert missing == pytest.approx(alone * share, abs=1e-6)


def test_half_of_a_run_may_lie_between_words(lexical: Lexical) -> None:
    # Of the seven notes two have `red` and none has the others: of two pairs one is not missed, of three two count.
    red, absent = (math.log((7 - having + 0.5) / (having + 0.5)) for having in (2, 0))

    def run(*pairs: str) -> Group:
        return Group(tuple(Phrase((pair,)) for pair in pairs), is_run=True)

    assert scores(lexical, run("red", "zz"))[1] == pytest.approx(1 / (1 + K1), abs=1e-6)
    assert scores(lexical, run("red", "zz", "yy"))[1] == pytest.approx(red / (1 + K1) / (red + absent), abs=1e-6)


def test_a_chinese_sentence_is_not_missed_whole(tmp_path: Path) -> None:
    # Five characters each, so that length plays no part; of the three pairs two notes have one and one has all.
    notes = ["咖啡很热呀", "咖啡太苦了", "山高水又长", "月亮在天上", "他们去学校", "今年下大雪", "鱼儿游得快"]
    with SmallVault(tmp_path, {f"{at}.md": text for at, text in enumerate(notes)}) as vault:
        sentence = Group(tuple(Phrase((pair,)) for pair in ("咖啡", "啡很", "很热")), is_run=True)
        whole, part = scores(lexical_of(vault), sentence)
    in_two, in_one = (math.log((7 - having + 0.5) / (having + 0.5)) for having in (2, 1))
    assert whole == pytest.approx(1 / (1 + K1) / 0.8, abs=1e-6)
    assert part == pytest.approx(in_two / (in_two + 2 * in_one) / (1 + K1) / 0.8, abs=1e-6)


def test_further_forms_help_but_are_not_missed(lexical: Lexical) -> None:
    plain = scores(lexical, word("green"))
    helped = scores(lexical, Group((Phrase(("green",)),), (Phrase(("mug",)), Phrase(("zebra",)))))
    assert helped[1:] == pytest.approx(plain)  # after the one that holds the rare other form
    assert len(helped) == 3


def test_a_word_in_every_note_has_a_score_all_the_same(lexical: Lexical) -> None:
    assert scores(lexical, word("lid")) == pytest.approx([1 / (1 + K1)] * 7, abs=1e-4)


@pytest.mark.parametrize("text", ["one red lid", "red"])
def test_32_in_a_collection_of_one_a_score_means_the_same(tmp_path: Path, text: str) -> None:
    with SmallVault(tmp_path, {"a.md": text}) as vault:
        assert scores(lexical_of(vault), word("red")) == pytest.approx([1 / (1 + K1)], abs=1e-4)


def test_an_empty_index_and_no_groups(tmp_path: Path, lexical: Lexical) -> None:
    with SmallVault(tmp_path, {}) as vault:
        assert lexical_of(vault).chunks([word("red")], ALL, 200) == {}
        assert lexical_of(vault).notes([word("red")], ALL) == {}
    assert lexical.chunks([], ALL, 200) == {}
    assert lexical.chunks_of([], [1]) == {}


def test_a_phrase_is_counted_as_a_phrase(lexical: Lexical) -> None:
    # "lid" and "pan" stand in all seven; "pan jug" in six, "jug cup mug" in one: idf ln(6.5 / 1.5).
    phrase = Group((Phrase(("jug", "cup", "mug")),))
    assert scores(lexical, phrase) == pytest.approx([1 / (1 + K1)], abs=1e-6)
    assert idf(lexical, phrase.main[0]) == pytest.approx(math.log(6.5 / 1.5))


def test_a_stem_stands_where_a_chunk_has_an_inflected_word(tmp_path: Path) -> None:
    with SmallVault(tmp_path, {"a.md": "running shoes"}) as vault:
        stands = lexical_of(vault).stands
        assert (stands("running"), stands("~run"), stands("~walk"), stands("walking")) == (True, True, False, False)
        assert vault.ask("runs").corrected is None
        assert vault.found("runs") == ["a.md"]


def test_a_prefix_is_counted_with_all_its_words(lexical: Lexical) -> None:
    # m* is mug, t* is tin, and c* is cup in five and the name c in one.
    assert idf(lexical, Phrase(("mu",), prefix=True)) == pytest.approx(math.log(6.5 / 1.5))
    assert scores(lexical, Group((Phrase(("mu",), prefix=True),))) == pytest.approx([1 / (1 + K1)], abs=1e-6)


def test_columns_are_looked_into_alone(lexical: Lexical) -> None:
    assert lexical.notes([Group((Phrase(("red",), columns="title"),))], ALL) == {}
    assert len(lexical.notes([Group((Phrase(("a",), columns="{title aliases}"),))], ALL)) == 1


def test_a_filter_holds_before_the_cut(lexical: Lexical) -> None:
    (only,) = lexical.chunks([word("lid")], note_filter(Place("file", "g.md")), 1)
    assert next(iter(lexical.notes([word("tin")], ALL))) == only >> CHUNK_BITS


def test_the_chunks_of_some_notes_have_the_scores_of_the_whole_list(lexical: Lexical) -> None:
    every = lexical.chunks([word("red"), word("lid")], ALL, 200)
    some = sorted({chunk >> CHUNK_BITS for chunk in every})[2:5]
    found = lexical.chunks_of([word("red"), word("lid")], some)
    assert found == pytest.approx({chunk: score for chunk, score in every.items() if chunk >> CHUNK_BITS in some})


def test_a_note_of_many_chunks_does_not_fill_the_list(tmp_path: Path) -> None:
    long = "".join(f"## {n}\n\nred {'lid ' * 380}\n\n" for n in range(60))
    with SmallVault(tmp_path, {"long.md": long} | {f"{n}.md": f"a red {n}" for n in range(30)}) as vault:
        hits = lexical_of(vault).chunks([word("red")], ALL, 200)
        few = lexical_of(vault).chunks([word("red")], ALL, 5)
    notes = [chunk >> CHUNK_BITS for chunk in hits]
    assert len(set(notes)) == 31
    assert max(notes.count(note) for note in notes) == 12
    assert len({chunk >> CHUNK_BITS for chunk in few}) == 5


def test_counts_follow_the_index(tmp_path: Path) -> None:
    with SmallVault(tmp_path, NOTES) as vault:
        lexical = lexical_of(vault)
        assert lexical.count("chunk_words", "red") == 2
        vault.write("new.md", "red")
        vault.notebook.index(embed=False)
        assert len(lexical.chunks([word("red")], ALL, 200)) == 3  # counts are those of the last search
        assert lexical.count("chunk_words", "red") == 3
        assert lexical.count("note_words", "red") == 3


@pytest.mark.parametrize(
    ("phrase", "expression"),
    [
        (Phrase(("red",)), '"red"'),
        (Phrase(("red", "lid")), '"red" + "lid"'),
        (Phrase(("red", "li"), prefix=True), '"red" + "li" *'),
        (Phrase(('a"b',)), '"a""b"'),
        (Phrase(("AND",), columns="title"), 'title : ("AND")'),
    ],
)
def test_everything_typed_is_quoted(phrase: Phrase, expression: str) -> None:
    assert phrase.expression() == expression
    assert any_of([phrase, Phrase(("x",))]) == f'{expression} OR "x"'


tokens = st.sampled_from(["red", "green", "blue", "lid", "pan", "jug", "cup", "zebra", 'a"b', "*", "NEAR("])


@given(st.lists(tokens, min_size=1, max_size=4), tokens)
def test_scores_are_0_to_1_in_order_and_fall_when_more_is_missing(
    lexical: Lexical, words: list[str], more: str
) -> None:
    groups = [word(text) for text in words]
    found = lexical.chunks(groups, ALL, 200)
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert all(0 < score <= 1 for score in found.values())
    if more not in words:
        asked_more = lexical.chunks([*groups, word(more)], ALL, 200)
        have_it = lexical.chunks([word(more)], ALL, 200).keys()
        assert all(asked_more[chunk] <= score + 1e-9 for chunk, score in found.items() if chunk not in have_it)


def test_rows_that_the_rarest_of_many_phrases_choose_have_their_scores(
    lexical: Lexical, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = [word(text) for text in ("red", "blue", "green", "lid", "pan", "nowhere")]
    every = list(lexical.chunks(groups, ALL, 200))
    monkeypatch.setattr("notesearch.index.lexical._MANY_HITS", 5)
    monkeypatch.setattr("notesearch.index.lexical._RAREST", 3)
    monkeypatch.setitem(_CHOSEN, "chunk_words", 2)
    lexical._last.clear()
    # Of red, blue and green a.md has three, b.md two, c.md and d.md one.
    assert list(lexical.chunks(groups, ALL, 200)) == every[:2]
    monkeypatch.setitem(_CHOSEN, "chunk_words", 5)
    lexical._last.clear()
    assert list(lexical.chunks(groups, ALL, 200)) == every  # four rows have a rare word: too few to choose from


def test_a_word_of_a_few_letters_goes_on_in_names_only_where_there_are_many_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {
        "lidded.md": "---\ntags: [lilac]\n---\nsomething else\n",
        "b.md": "a lilac lid\n",
        "c.md": "# Lime\n\nred\n",
    }
    with SmallVault(tmp_path, notes) as vault:
        lexical = lexical_of(vault)

        def notes_with(typed: str) -> list[str]:
            begun = Group((Phrase((typed,)),), (Phrase((typed,), prefix=True),))
            ids = {chunk >> CHUNK_BITS for chunk in lexical.chunks([begun], ALL, 200)}
            ids |= lexical.notes([begun], ALL).keys()
            return sorted(vault.notebook._index.store.notes(ids)[note].path for note in ids)

        assert notes_with("l") == notes_with("li") == ["b.md", "c.md", "lidded.md"]
        monkeypatch.setattr("notesearch.index.commonness.LARGE_FROM_CHUNKS", 2)
        assert notes_with("l") == []
        assert notes_with("li") == ["c.md", "lidded.md"]  # by a heading, by a tag and a file name
        assert notes_with("lid") == ["b.md", "lidded.md"]  # that is a word by itself
        assert notes_with("lila") == ["b.md", "lidded.md"]


def test_words_in_over_half_of_many_chunks_say_nothing_of_a_chunk(
    monkeypatch: pytest.MonkeyPatch, lexical: Lexical
) -> None:
    assert len(lexical.chunks([word("lid"), word("pan")], ALL, 200)) == 7
    monkeypatch.setattr("notesearch.index.commonness.LARGE_FROM_CHUNKS", 6)
    assert lexical.chunks([word("lid"), word("pan")], ALL, 200) == {}
    assert len(lexical.notes([word("lid"), word("pan")], ALL)) == 7
    assert len(lexical.chunks_of([word("lid")], [1, 2])) == 2
    assert len(lexical.chunks([word("red")], ALL, 200)) == 2
