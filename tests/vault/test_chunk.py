"""Chunks are exact slices within their size that together hold all text, with true lines and heading paths."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from notesearch.vault.chunk import chunk
from notesearch.vault.cut import weigh

_WORDS = st.sampled_from(
    [
        "word",
        "Ünï",
        "数据库",
        "今天。",
        "ไทยแลนด์",
        "👨\u200d👩\u200d👧\u200d👦",
        "🇩🇪🇫🇷",
        "é",
        "é",
        "한국어",
        "हिन्दी",
        "# h",
        "\n## s\n",
        "\n\n",
        "\n",
        "\r\n",
        "\r",
        "```",
        "\n~~~\n",
        "- ",
        " ",
        "  ",
        ".",
        "! ",
        "\u3000",
        "\n===\n",
        "x",
    ]
)
_TEXTS = st.lists(_WORDS | st.text(max_size=5), max_size=80).map("".join)
_LINE_END = re.compile(r"\r\n|\n|\r")


def _line(text: str, offset: int) -> int:
    return 1 + sum(found.end() <= offset for found in _LINE_END.finditer(text))


@settings(max_examples=400, deadline=None)
@given(
    text=_TEXTS, size=st.sampled_from([8, 20, 50, 200]), overlap=st.sampled_from([0, 5, 40]), start=st.integers(0, 3)
)
def test_any_text(text: str, size: int, overlap: int, start: int) -> None:
    start = min(start, len(text))
    chunks = chunk(text, start, size, overlap).chunks
    if not text[start:].strip():
        assert [(one.start, one.end, one.start_line, one.end_line) for one in chunks] == [(0, 0, 1, 1)]
        return
    covered: set[int] = set()
    for one in chunks:
        assert start <= one.start < one.end <= len(text)
        assert text[one.start : one.end].strip()
        assert weigh(text[one.start : one.end]) <= size
        assert (one.start_line, one.end_line) == (_line(text, one.start), _line(text, one.end - 1))
        covered.update(range(one.start, one.end))
    missing = [place for place in range(start, len(text)) if place not in covered]
    assert not "".join(text[place] for place in missing).strip()
    assert [one.start for one in chunks] == sorted({one.start for one in chunks})


@settings(max_examples=200, deadline=None)
@given(text=_TEXTS, overlap=st.sampled_from([0, 40]))
def test_no_cluster_is_broken(text: str, overlap: int) -> None:
    size = 200
    borders = {0, *(found.end() for found in regex.finditer(r"\X", text))}
    longest = max((len(found[0]) for found in regex.finditer(r"\X", text)), default=0)
    for one in chunk(text, 0, size, overlap).chunks:
        if longest * 4 <= size:
            assert {one.start, one.end} <= borders


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("hello world", 11),
        ("你好世", 12),
        ("hi你好", 10),
        ("こんにちは", 20),
        ("한국어", 12),
        ("ไทย", 12),
        ("𠀀", 4),
        ("é😀", 2),
    ],
)
def test_weight_counts_dense_scripts_four_times(text: str, weight: int) -> None:
    assert weigh(text) == weight


def test_small_sections_are_packed_together() -> None:
    text = "# A\n\none\n\n## B\n\ntwo\n\n## C\n\nthree"
    (only,) = chunk(text, 0, 1600, 320).chunks
    assert (text[only.start : only.end], only.start_line, only.end_line, only.heading) == (text, 1, 11, ("A",))


def test_a_section_that_does_not_fit_starts_a_chunk() -> None:
    text = "# A\n\n" + "a" * 150 + "\n\n## B\n\n" + "b" * 150
    first, second = chunk(text, 0, 200, 40).chunks
    assert text[first.start : first.end] == "# A\n\n" + "a" * 150
    assert text[second.start : second.end] == "## B\n\n" + "b" * 150
    assert (second.start_line, second.end_line, second.heading) == (5, 7, ("A", "B"))


def test_pieces_of_a_long_section_overlap_and_sections_do_not() -> None:
    sentences = "".join(f"Sentence number {count:03d} is here. " for count in range(40))
    chunks = chunk("# A\n" + sentences + "\n# B\nshort", 0, 400, 80).chunks
    pairs = list(pairwise(chunks))
    inner = [(before, after) for before, after in pairs if after.heading == ("A",)]
    assert len(inner) >= 3
    for before, after in inner:
        assert before.end - 80 <= after.start < before.end
        assert ("# A\n" + sentences)[after.start :].startswith("Sentence")
    assert all(after.start >= before.end for before, after in pairs if after.heading == ("B",))


def test_without_overlap_nothing_is_repeated() -> None:
    chunks = chunk("word " * 2000, 0, 400, 0).chunks
    assert all(after.start == before.end for before, after in pairwise(chunks))


def test_long_paragraph_is_cut_behind_sentences() -> None:
    text = "这是一个句子。" * 100
    for one in chunk(text, 0, 400, 0).chunks:
        assert text[one.end - 1] == "。"


def test_heading_path_skips_levels_and_returns() -> None:
    body = "x" * 190
    text = f"# One\n{body}\n#### Four\n{body}\n## Two\n{body}\n# Next\n{body}"
    paths = [one.heading for one in chunk(text, 0, 200, 0).chunks]
    assert paths == [("One",), ("One", "Four"), ("One", "Two"), ("Next",)]


def test_headings_and_first_h1() -> None:
    result = chunk("- # nested\n\n## Two\n\nFirst\n=====\n\n# Second\n\n#\n", 0, 1600, 320)
    assert result.headings == ("nested", "Two", "First", "Second")
    assert result.h1 == "First"


def test_line_numbers_count_the_front_matter_and_every_kind_of_line_end() -> None:
    text = "---\r\na: b\r\n---\r\nfirst\rsecond\n\r\nlast"
    (only,) = chunk(text, text.index("first"), 1600, 320).chunks
    assert (only.start_line, only.end_line) == (4, 7)


@pytest.mark.parametrize("text", ["", "\n \t\r\n", "\u3000\n"])
def test_a_body_without_text_gets_one_empty_chunk(text: str) -> None:
    (only,) = chunk(text, 0, 1600, 320).chunks
    assert (only.start, only.end, only.start_line, only.end_line, only.heading) == (0, 0, 1, 1, ())


@pytest.mark.parametrize("unit", ["x", "word ", "数据库", "👨‍👩‍👧‍👦", "🇩🇪", "e\u0301"])
def test_one_endless_line_is_cut_quickly(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    started = time.perf_counter()
    chunks = chunk(text, 0, 1600, 320).chunks
    assert time.perf_counter() - started < 2
    assert all(weigh(text[one.start : one.end]) <= 1600 for one in chunks)
    assert chunks[-1].end == len(text.rstrip())
    assert {one.end_line for one in chunks} == {1}
    if unit in {"👨‍👩‍👧‍👦", "🇩🇪", "e\u0301"}:
        assert all(one.end % len(unit) == 0 for one in chunks)


def test_a_cluster_heavier_than_a_chunk_is_broken_rather_than_the_bound() -> None:
    text = "e" + "\u0301" * 5000
    chunks = chunk(text, 0, 200, 0).chunks
    assert max(one.end - one.start for one in chunks) <= 200


def test_body_end_leaves_out_what_follows() -> None:
    result = chunk("# A\n\ntext\n\n# B\n\nnot this", 0, 1600, 320, body_end=9)
    assert [(one.start, one.end) for one in result.chunks] == [(0, 9)]
    assert result.headings == ("A",)
