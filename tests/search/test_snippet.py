"""A snippet shows the original text around the densest hits, cut between words, with whole letters marked."""

from __future__ import annotations

import time

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from notesearch.index.tokenizer import query_terms
from notesearch.search.hits import Hit
from notesearch.search.snippet import Snippet, find_hits, snippet
from notesearch.search.wording import Together, wording

SIGNS = "aé 今数كِதமி👨‍👩👍🏽🇩🇪\u0301\u200d*_[]()<>`|#\n./:\ufe0f"
any_text = st.text() | st.text(alphabet=SIGNS, max_size=80)


def keys_of(query: str) -> frozenset[str]:
    keys: set[str] = set()
    for term in query_terms(query):
        words = {f"{word}*" for word in term.words} if term.prefix else set(term.words)
        keys |= words | set(term.forms) | ({term.stem} if term.stem else set())
    return frozenset(keys)


def marked(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


@pytest.mark.parametrize(
    ("text", "query", "marks"),
    [
        ("Café à Besançon", "besancon", ["Besançon"]),  # cases 22 and 32
        ("هذا كِتَابٌ جديد", "كتاب", ["كِتَابٌ"]),  # case 23
        ("இது தமிழ் மொழி", "தமிழ்", ["தமிழ்"]),  # case 25
        ("СВЯЗЬ есть", "связь", ["СВЯЗЬ"]),
        ("İZMİR ısı", "izmir isi", ["İZMİR", "ısı"]),  # case 29
        ("ＡＢＣ１２３ x", "abc123", ["ＡＢＣ１２３"]),
        ("we connected them", "connection", ["connected"]),  # case 103
        ("start art", "art", ["art"]),  # case 104
        ("art at https://x.org/art/a and www.art.org/art", "art", ["art"]),
        ("[art](https://x.org/art)", "art", ["art"]),
        ("今天修复了数据库迁移问题", "数据库", ["数据库"]),
        ("今天修复了数据库迁移问题", "库", ["库"]),
        ("ﾃﾞｰﾀを見る", "データ", ["ﾃﾞｰﾀ"]),
        ("ข้อมูลใหม่", "มูล", ["มูล"]),
        ("ข้อมูลใหม่", "อม", ["อมู"]),
        ("한국어는 쉽다", "한국", ["한국"]),
        ("family 👨‍👩‍👧 and 👍🏽", "👍", ["👍🏽"]),
        ("call load_user_profile now", "load_user_profile", ["load_user_profile"]),
        ("call load_user_profile now", "user", ["user"]),
        ("an HttpSessionStore", "session", ["Session"]),
        ("release 3.11.7 of 7 and 11", "3.11.7", ["3.11.7"]),
        ("in C++ or C", "c++", ["C++"]),
        ("un**believ**able ==news==", "unbelievable news", ["unbelievable", "news"]),
        ("a <b>bold</b> &amp; <i>art</i>", "bold art", ["bold", "art"]),
        ("nothing here", "absent", []),
        ("", "absent", []),
    ],
)
def test_hits_are_marked_in_the_original_text(text: str, query: str, marks: list[str]) -> None:
    assert marked(snippet(text, keys_of(query))) == marks


def test_a_prefix_marks_the_words_that_begin_with_it() -> None:
    assert marked(snippet("words and wordy swords", {"wor*"})) == ["words", "wordy"]
    assert marked(snippet("A Café, a cafeteria", {"caf", "caf*", "~caf"})) == ["Café", "cafeteria"]  # as `caf*` asks


def test_syntax_and_html_are_not_shown() -> None:
    text = "# Head\n\n> **bold** <i>art</i> | [a](http://b) `<code>`\n"
    assert snippet(text, keys_of("art")).text == "Head bold art | a <code>"


@pytest.mark.parametrize(
    ("text", "query", "marks"),
    [
        ("das rote Pferd", "das rote Pferd", ["das", "rote", "Pferd"]),
        ("In der Großen Halle steht das rote Pferd vor den a\u0308lteren.", "das rote Pferd", []),
        ("\u00bd cup of white sugar, a\u0301\u0301 b", "of white sugar", []),
    ],
)
def test_what_is_said_is_marked_where_it_stands_or_not_at_all(text: str, query: str, marks: list[str]) -> None:
    together = Together(wordings=(wording(query),))
    found = snippet(text, {}, together)
    assert found.is_said
    assert marked(found) == marks


def test_a_short_text_is_shown_whole() -> None:
    hits = (Hit(4, 7, "two", 1.0),)
    shown = Snippet("one two three", ((4, 7),), frozenset({"two"}), hits, at=4)
    assert snippet("one two\nthree", keys_of("two")) == shown


def test_a_hit_in_a_long_line_is_cut_out_at_word_ends() -> None:  # case 106
    words = [f"word{n}" for n in range(400)]
    words[250] = "needle"
    found = snippet(" ".join(words), keys_of("needle"))
    assert marked(found) == ["needle"]
    assert found.text[0] == found.text[-1] == "…"
    assert set(found.text.strip("…").split(" ")) <= set(words)
    assert len(found.text) <= 302


def test_a_hit_in_a_wide_table_is_cut_out_too() -> None:
    table = "| a | b |\n|---|---|\n" + "| cell | other |\n" * 150 + "| needle | x |\n" + "| cell | other |\n" * 50
    found = snippet(table, keys_of("needle"))
    assert marked(found) == ["needle"]
    assert "|" not in found.text


def test_the_densest_place_is_shown() -> None:
    text = "red here. " + "filler words go on. " * 40 + "red and green together. " + "filler words go on. " * 40
    assert marked(snippet(text, keys_of("red green"))) == ["red", "green"]


def test_a_weighty_key_draws_the_snippet() -> None:
    text = "common common common. " + "filler words go on. " * 40 + "rare. " + "filler words go on. " * 40
    assert marked(snippet(text, {"common": 0.1, "rare": 1.0})) == ["rare"]


def test_a_whole_word_goes_before_a_part_of_one() -> None:
    text = "my_art_box stands here. " + "filler words go on. " * 40 + "art alone. " + "filler words go on. " * 40
    assert "art alone" in snippet(text, keys_of("art")).text


def test_without_a_hit_it_begins_at_the_beginning_or_at_the_closest_sentence() -> None:
    text = "The beginning. " + "Some filler stands here. " * 30 + "The *closest* one. " + "More of it follows. " * 30
    assert snippet(text, frozenset()).text.startswith("The beginning.")
    assert snippet(text, frozenset(), closest="The *closest* one.").text.startswith("…The closest one. More")
    assert snippet(text, frozenset(), closest="not there").text.startswith("The beginning.")


def test_a_snippet_begins_with_a_sentence_when_one_is_near() -> None:
    text = "filler words go on and on. " * 30 + "A needle is here. " + "filler words go on and on. " * 30
    assert snippet(text, keys_of("needle")).text.startswith("…filler words")


def test_text_without_spaces_is_cut_too() -> None:
    found = snippet("数据" * 500 + "冠军" + "问题" * 500, keys_of("冠军"))
    assert marked(found) == ["冠军"]
    assert len(found.text) <= 302


def test_markup_in_a_note_stays_text() -> None:
    assert snippet("`<script>alert(1)</script>` art", keys_of("art")).text == "<script>alert(1)</script> art"


def test_hits_in_a_piece_of_text() -> None:
    assert find_hits("art at http://x/art, Café", {"art", "cafe"}) == ((0, 3), (21, 25))


def clusters(text: str) -> set[int]:
    return {match.start() for match in regex.finditer(r"\X", text)} | {len(text)}


@given(any_text, any_text, st.integers(1, 60))
@example("🇩🇪" * 40, "🇩🇪", 20)
@example("a\u0301" * 40, "a", 20)
def test_marks_lie_inside_on_cluster_boundaries(text: str, query: str, width: int) -> None:
    found = snippet(text, keys_of(query) | keys_of(text[:10]), width=width)
    edges = clusters(found.text)
    end_before = 0
    for start, end in found.marks:
        assert end_before <= start < end <= len(found.text)
        assert {start, end} <= edges
        end_before = end


@given(any_text, any_text)
def test_hits_lie_inside_on_cluster_boundaries(text: str, query: str) -> None:
    edges = clusters(text)
    for start, end in find_hits(text, keys_of(query) | keys_of(text[:10])):
        assert start < end
        assert {start, end} <= edges


@given(st.lists(st.sampled_from(["alpha", "beta", "γάμμα", "дельта", "día"]), min_size=1, max_size=300), st.data())
def test_what_was_found_is_shown(words: list[str], data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(words))
    found = snippet(" ".join(words), keys_of(word), width=80)
    assert set(marked(found)) == {word}
    assert len(found.text) <= 82


WORDS = """
    dying die dies lying tie skies sky early flies fly University universe running ran e-mail email mail HttpStore store
    load_user user C++ C# .net Anna's anna 3.11.7 naïve café Ångström 東京タワー 京都 กรุงเทพ Straße (tide) tide, src/run.py
    run rock&roll x86 İstanbul ﬁne fine
"""


@given(
    st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=12),
    st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=3),
)
def test_no_hit_is_passed_over_for_its_looks(words: list[str], asked: list[str]) -> None:
    keys = keys_of(" ".join(asked))
    shown = snippet(" ".join(words), keys)
    assert shown.marks == find_hits(shown.text, keys)


@pytest.mark.parametrize("text", ["a " * 100_000, "数据" * 100_000, "👍" * 100_000, "ab_" * 60_000, "x" * 200_000])
def test_time_is_bounded_for_one_endless_line(text: str) -> None:
    start = time.process_time()
    snippet(text, keys_of("a 数据 👍 ab"))
    assert time.process_time() - start < 10  # some 0.3 to 2 s on the machine that it was written on


@pytest.mark.parametrize(
    ("typed", "text", "hits"),
    [
        ("ข้าวผัด", "ฉันกินข้าวผัดที่ร้าน สีขาว", ["ข้าวผัด"]),
        ("ข้าว", "ข้าวที่ร้าน", ["ข้าว"]),
        ("าน", "ร้านนี้", ["าน"]),
        ("数据库备份", "数据库的备份", ["数据库", "备份"]),
    ],
)
def test_a_stray_pair_of_letters_is_no_hit_of_a_longer_word(typed: str, text: str, hits: list[str]) -> None:
    keys = {word for term in query_terms(typed) for word in term.words}
    assert [text[start:end] for start, end in find_hits(text, keys)] == hits
