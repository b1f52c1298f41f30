"""Front matter in every shape that people write; broken YAML loses nothing, and the quick reader agrees with YAML."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesearch.vault.frontmatter import parse
from notesearch.vault.note import FrontMatter
from notesearch.vault.yaml_lines import read_plain
from notesearch.vault.yaml_whole import NotYamlError, read_whole


def _front(*lines: str) -> FrontMatter:
    return parse("---\n" + "\n".join(lines) + "\n---\nbody")


def test_all_of_a_usual_block() -> None:
    text = "---\ntitle: My note\naliases: [Kookaburra, Laughing jack]\ntags:\n  - a\n  - b/c\nstatus: waiting-for-parts\ncreated: 2024-05-06\n---\nbody"
    front = parse(text)
    assert text[front.end :] == "body"
    assert front.title == "My note"
    assert front.aliases == ("Kookaburra", "Laughing jack")
    assert front.tags == ("a", "b/c")
    assert front.properties == (("status", "waiting-for-parts"), ("created", "2024-05-06"))
    assert (front.date, front.source, front.warnings) == (dt.date(2024, 5, 6), None, ())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_line_end_and_a_byte_order_mark(end: str, mark: str) -> None:
    text = mark + end.join(["---", " title: deep", "tags: [x]", "---  ", "body"])
    front = parse(text.replace(" title", "title"))
    assert (front.title, front.tags) == ("deep", ("x",))
    assert text.replace(" title", "title")[front.end :] == "body"


def test_indented_block_behind_a_mark() -> None:
    front = parse("\ufeff---\r\n title: x\r\n---\r\nbody")
    assert (front.title, front.warnings) == ("x", ())


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("title: null", None),
        ("title: ~", None),
        ("title:", None),
        ('title: ""', None),
        ("title: 2024-01-02", "2024-01-02"),
        ("title: 3.10", "3.10"),
        ("title: yes", "yes"),
        ('title: "null"', "null"),
        ('title: "quoted: \\"x\\""', 'quoted: "x"'),
        ("title: a: b", "a: b"),
        ("title: [Draft] A plan", "[Draft] A plan"),
        ("title: @home", "@home"),
        ("title: 'it''s'", "it's"),
        ("Title: Upper", "Upper"),
        ("title: >-\n  folded\n  text", "folded text"),
        ("title: a  b", "a  b"),
        ("title: 今天：会议", "今天：会议"),
    ],
)
def test_titles(line: str, title: str | None) -> None:
    assert _front(line).title == title


@pytest.mark.parametrize(
    "line", ["title: a: b", "title: [Draft] A plan", "title: x\n\tstatus: tabs", "title: {", "a: *nowhere"]
)
def test_broken_yaml_is_read_line_by_line_with_a_warning(line: str) -> None:
    front = _front(line, "tags: a, b", "status: open")
    assert front.tags == ("a", "b")
    assert ("status", "open") in front.properties
    (warning,) = front.warnings
    assert warning.startswith("front matter is no valid YAML")


@pytest.mark.parametrize(
    ("line", "aliases"),
    [
        ("alias: Solo", ("Solo",)),
        ("aliases: One, Two", ("One", "Two")),
        ("aliases: [One, Two]", ("One", "Two")),
        ("aliases:\n- One\n- Two, Esq.", ("One", "Two, Esq.")),
        ("aliases: [2024, 3.0, true]", ("2024", "3.0", "true")),
        ("aliases: 42", ("42",)),
        ("aliases:", ()),
        ("aliases: []", ()),
        ("aliases: [One, , null, One]", ("One",)),
        ("alias: 一，二", ("一", "二")),
        ("alias: '[[Page|Shown]]'", ("Shown",)),
    ],
)
def test_aliases(line: str, aliases: tuple[str, ...]) -> None:
    assert _front(line).aliases == aliases


@pytest.mark.parametrize(
    ("line", "tags"),
    [
        ("tags: a, b", ("a", "b")),
        ("tags: a b", ("a", "b")),
        ("tag: 读书", ("读书",)),
        ("tags: [été, to-do, a/b/c]", ("été", "to-do", "a/b/c")),
        ("tags: ['#a', \"#b\"]", ("a", "b")),
        ("tags: [#a, #b]", ("a", "b")),
        ("tags: #a, #b", ("a", "b")),
        ("tags:\n  - a\n  -\n  - two words", ("a", "two words")),
        ("tags: 2024", ("2024",)),
        ("tags: [[a, b], c]", ("a", "b", "c")),
        ("tags: {x: a, y: b}", ("a", "b")),
        ("tags: null", ()),
        ("tags:\n  - #one\n  - #two", ("one", "two")),
        ("Tags: # mine\n- #one\n\n# these\n- #a/b # old", ("one", "a/b")),
        ("tags:\n  - '#quoted'\n  - plain # with a comment\n  - #bare\nother: x", ("quoted", "plain", "bare")),
        ("tags:\n  - # nothing\n  - #", ()),
        ("tag:\n- #a, #b #c", ("a", "b", "c")),
        ("other:\n- #no\ntags: x", ("x",)),
        ("taxonomies:\n  tags: [a, b]\n  categories: [c]", ("a", "b")),
        ("taxonomies:\n  tags:\n    - a\ntags: b", ("a", "b")),
        ("taxonomies: a", ()),
    ],
)
def test_tags(line: str, tags: tuple[str, ...]) -> None:
    assert _front(line).tags == tags


@pytest.mark.parametrize("sign", ["-", "*"])
def test_lists_of_every_sign_in_broken_yaml(sign: str) -> None:
    front = _front(
        "aliases:", f"  {sign} barbaz", f"  {sign} a: b", "tags:", f"{sign} fooey", f"{sign} 'bar'", "x: y: z"
    )
    assert (front.aliases, front.tags) == (("barbaz", "a: b"), ("fooey", "bar"))
    assert front.properties == (("x", "y: z"),)


def test_every_title_counts_and_the_first_is_shown() -> None:
    front = _front("title: A", "aliases: [Other]", "Title: B", "title: A")
    assert (front.title, front.aliases) == ("A", ("Other", "B"))
    assert _front("title:", "title: B").title == "B"


TOML = r"""+++
title = "Hugo: \"Title\""
date = 2024-05-01T10:00:00
draft = false
weight = 1.50
tags = ["hugo-tag", "two words"]
aliases = ["Other"]
empty = ""

[taxonomies]
tags = ["zola"]

[extra]
lang = "en"
+++
body"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_toml_is_read_as_yaml_is(end: str, mark: str) -> None:
    text = mark + TOML.replace("\n", end)
    front = parse(text)
    assert text[front.end :] == "body"
    assert (front.title, front.date) == ('Hugo: "Title"', dt.date(2024, 5, 1))
    assert (front.tags, front.aliases) == (("hugo-tag", "two words", "zola"), ("Other",))
    assert front.properties == (
        ("date", "2024-05-01T10:00:00"),
        ("draft", "false"),
        ("weight", "1.50"),
        ("empty", ""),
        ("taxonomies.tags", "zola"),
        ("extra.lang", "en"),
    )


@pytest.mark.parametrize(
    "inner",
    ["title = Hugo", "title: x", "a = 1\na = 2", "Some text", "x = [1", "a = 0x" + "f" * 9000, "a = " + "[" * 9000,
     "a" + ".a" * 9000 + " = 1", "x" * 40_000]
)  # fmt: skip
def test_broken_toml_is_body_at_once(inner: str) -> None:
    started = time.process_time()
    assert parse(f"+++\n{inner}\n+++\nbody") == FrontMatter()
    assert time.process_time() - started < 1


@pytest.mark.parametrize("text", ["+++\ntitle = 'x'\n", "++++\ntitle = 'x'\n++++\n", "---\ntitle = 'x'\n+++\n"])
def test_toml_stands_between_two_lines_of_its_own(text: str) -> None:
    assert parse(text) == FrontMatter()


def test_properties_keep_lists_and_mappings_apart() -> None:
    front = _front("author: {name: Ann, mails: [a, b]}", "rating: 7.80", "done: true", "none: null")
    assert front.properties == (
        ("author.name", "Ann"),
        ("author.mails", "a"),
        ("author.mails", "b"),
        ("rating", "7.80"),
        ("done", "true"),
        ("none", ""),
    )


def test_a_key_that_comes_twice_is_mentioned_and_kept() -> None:
    front = _front("status: a", "status: b", "tags: x", "tags: y")
    assert front.properties == (("status", "a"), ("status", "b"))
    assert front.tags == ("x", "y")
    assert len(front.warnings) == 2


@pytest.mark.parametrize(
    ("value", "source"), [("session", "session"), ("Global", "global"), ("workspace", "workspace"), ("web", None)]
)
def test_source_is_one_of_three(value: str, source: str | None) -> None:
    front = _front(f"source: {value}")
    assert front.source == source
    assert front.properties == (("source", value),)


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("date: 2024-03-01", dt.date(2024, 3, 1)),
        ("created: 2024-03-01 10:11:12", dt.date(2024, 3, 1)),
        ("date: 2024/3/1", dt.date(2024, 3, 1)),
        ("date: 20240301", dt.date(2024, 3, 1)),
        ("date: '[[2024-03-01]]'", dt.date(2024, 3, 1)),
        ("date: 2024-02-30", None),
        ("date: 0000-01-01", None),
        ("date: yesterday", None),
        ("modified: 2024-03-01", None),
        ("created: 2020-01-01\ndate: 2024-03-01", dt.date(2024, 3, 1)),
        ("date: soon\ncreated: 2020-01-01", dt.date(2020, 1, 1)),
    ],
)
def test_dates(line: str, date: dt.date | None) -> None:
    assert _front(line).date == date


def test_a_time_with_a_zone_is_a_local_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    try:
        assert _front("date: 2024-03-01T20:00:00Z").date == dt.date(2024, 3, 2)
        assert _front("date: 2024-03-01T20:00:00").date == dt.date(2024, 3, 1)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_date_keys_are_the_persons_choice() -> None:
    text = "---\ndate: 2020-01-01\ndate created: 2022-08-06\n---\n"
    assert parse(text, ("date created",)).date == dt.date(2022, 8, 6)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "body",
        "---",
        "---\ntitle: x\n",
        "--- \n- a\n- b\n---\n",
        "---\nSome text\n---\nmore",
        "\n---\ntitle: x\n---\n",
        "----\ntitle: x\n----\n",
    ],
)
def test_what_is_no_front_matter_is_body(text: str) -> None:
    assert parse(text) == FrontMatter()


@pytest.mark.parametrize("text", ["---\n---\nbody", "---\n\n# only a comment\n---\nbody", "---\na: b\n...\nbody"])
def test_empty_blocks_and_other_closings(text: str) -> None:
    assert text[parse(text).end :] == "body"


def test_logseq_properties_at_the_head() -> None:
    text = "title:: My page\ntags:: [[Two words]], b, #c\nalias:: One, Two\ndate:: [[2024-03-01]]\ncustom:: value\n\n- block"
    front = parse(text)
    assert text[front.end :] == "\n- block"
    assert front.title == "My page"
    assert front.tags == ("Two words", "b", "c")
    assert front.aliases == ("One", "Two")
    assert front.date == dt.date(2024, 3, 1)
    assert ("custom", "value") in front.properties


def test_text_with_double_colons_is_no_property() -> None:
    assert parse("std::vector is a type").end == 0
    assert parse("see a::b").end == 0


def test_bombs_and_monsters_are_bounded() -> None:
    bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    bomb += [
        f"{name}: &{name} [{', '.join(['*' + before] * 9)}]" for before, name in zip("abcdefg", "bcdefgh", strict=True)
    ]
    started = time.process_time()
    fronts = [
        _front(*bomb),
        _front("a: " + "[" * 5000),
        _front("a: &a [*a]"),
        _front(*(f"key{number}: value {number}: x" for number in range(20_000))),
        _front("tags: [" + ", ".join(f"t{number}" for number in range(50_000)) + "]"),
        _front("x: '" + "y" * 900_000),
    ]
    assert time.process_time() - started < 3
    assert all(len(front.properties) <= 5000 for front in fronts)


_SCALARS = st.sampled_from(
    [
        "x",
        "null",
        "~",
        "true",
        "1.50",
        "0x1f",
        "2024-01-01",
        "a b",
        "a: b",
        "a #b",
        "a#b",
        "'q'",
        '"q"',
        "'it''s'",
        "[a, b]",
        "[]",
        "[a,",
        "#c",
        "-",
        "- a",
        "-a",
        "{a: b}",
        "*a",
        "&a b",
        "!t x",
        "@x",
        "|",
        "http://x.y/z",
        "a,b",
        "[x: y]",
        "['a', \"b\"]",
        "日本",
        "é",
        "a:",
        ":a",
        "?a",
        "%a",
        "<<",
        "=",
        "\u00a0",
        "\u3000x",
        "\ttab",
        "a\tb",
        "e\u0301",
        "😀",
        "`x`",
        "...",
        "[a, ]",
        "[ ]",
        "[[a b]]",
        "[[a|b]]",
        "[[a], b]",
        "[[a, b]]",
        "[[]]",
        "[ [a] ]",
        "'",
        "'a' b",
        "[a]]",
        "]",
    ]
)
_KEYS = st.sampled_from(
    [
        "title",
        "tags",
        "a b",
        "date created",
        "a.b",
        "键",
        "<<",
        "'k'",
        "1",
        "- k",
        "k ",
        "k#",
        "_k",
        "?",
        "a:b",
        "null",
        "true",
    ]
)
_LINES = st.one_of(
    st.builds("{}: {}".format, _KEYS, _SCALARS),
    st.builds("{}:".format, _KEYS),
    st.builds("{}- {}".format, st.sampled_from(["", " ", "  ", "    "]), _SCALARS),
    st.builds("  {}: {}".format, _KEYS, _SCALARS),
    st.sampled_from(["", "# comment", "  # comment", "  text", " ", "  -", "-"]),
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(_LINES, max_size=6).map("\n".join))
def test_the_quick_reader_agrees_with_the_whole_parser(block: str) -> None:
    quick = read_plain(block)
    if quick is None:
        return
    try:
        whole = read_whole(block)
    except NotYamlError as error:
        pytest.fail(f"the quick reader took what is no YAML: {error}")
    assert quick == whole


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_between_the_lines(text: str) -> None:
    front = parse(f"---\n{text}\n---\nbody")
    assert 0 <= front.end <= len(text) + 16


@pytest.mark.bench
def test_20_000_usual_blocks_take_less_than_3_seconds() -> None:
    text = "---\ntitle: A note\naliases: [One, Two]\ntags:\n  - a\n  - b\ncreated: 2024-05-06\nstatus: done\n---\nbody"
    started = time.process_time()
    for _ in range(20_000):
        parse(text)
    assert time.process_time() - started < 3
