"""What each part of the query language finds in a real index, and that nothing typed is ever an error."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_vault import SmallVault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from small_vault import MakeVault

NOTES = {
    "zoo/cat.md": "---\ntags: [animal/feline, soft]\nstatus: in progress\n---\n# The cat\n\nThe cat sleeps by day.\n",
    "zoo/dog.md": "---\ntags: animal\nstatus: done\nrating: 5\n---\n# The dog\n\nThe dog barks. Some dogs bite.\n",
    "zoo/both.md": "# Pets\n\n## Release plan\n\nA dog and a cat. #to-do #to_day/x\n",
    "zoo/bird cage.md": "# Aviary\n\nThe cat eats a bird; see C++ and 数据库.\n\n- [ ] feed it\n- [x] buy it\n",
    "home/cats.md": "Many cats live here, in the house.\n\n- [x] count them\n",
    "home/zoo.md": "A list of places. 🚀 Read more.\n\n* [ ] go there\n",
    "home/2026-02-14.md": "A walk in February, with a fox.\n",
    "home/2026-03-01 party.md": "A walk in March, with a fox.\n",
    "2025-03-01.md": "A walk last year, with a fox.\n",
    "MEMORY.md": "The fox is an animal to remember.\n",
    "dated.md": "---\ndate: 2024-07-01\n---\nA fox in the summer.\n",
    "🚀 launch C++.md": "Nothing inside.\n",
}
EVERYTHING = set(NOTES)
FOXES = {"home/2026-02-14.md", "home/2026-03-01 party.md", "2025-03-01.md", "MEMORY.md", "dated.md"}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallVault]:
    with SmallVault(tmp_path_factory.mktemp("language"), NOTES) as made:
        yield made


@pytest.mark.parametrize(
    ("query", "found"),
    [
        # plain words: any may match, in any form
        ("barks sleeps", {"zoo/cat.md", "zoo/dog.md"}),
        ("feb*", {"home/2026-02-14.md"}),
        # phrases
        ('"cat sleeps"', {"zoo/cat.md"}),
        ('"sleeps cat"', set()),
        ('"cat sleeps" OR "dog barks"', {"zoo/cat.md", "zoo/dog.md"}),
        ('-"a fox" walk', set()),
        ('walk -"in march"', {"home/2026-02-14.md", "2025-03-01.md"}),
        ('"数据库"', {"zoo/bird cage.md"}),
        ('"库"', {"zoo/bird cage.md"}),
        ('"数"', {"zoo/bird cage.md"}),
        ('"据"', {"zoo/bird cage.md"}),
        ('"c++"', {"zoo/bird cage.md", "🚀 launch C++.md"}),
        # alternatives and brackets
        ("cat OR fox -walk path:zoo", {"zoo/cat.md", "zoo/both.md", "zoo/bird cage.md"}),
        ("(cat OR dog) -bird path:zoo/", {"zoo/cat.md", "zoo/dog.md", "zoo/both.md"}),
        ("((cat dog) OR fox) -path:home -walk", {"zoo/both.md", "MEMORY.md", "dated.md"}),
        ("(path:home OR tag:animal) -fox -is:task", {"zoo/cat.md", "zoo/dog.md"}),
        ("cats OR dogs", {"zoo/cat.md", "zoo/dog.md", "zoo/both.md", "zoo/bird cage.md", "home/cats.md"}),
        ("-(cat OR dog OR fox OR cats)", {"home/zoo.md", "🚀 launch C++.md"}),
        # negation of everything
        ("fox -walk", {"MEMORY.md", "dated.md"}),
        ("cat -cats", {"zoo/cat.md", "zoo/both.md", "zoo/bird cage.md"}),
        ("fox -path:home", {"2025-03-01.md", "MEMORY.md", "dated.md"}),
        ("fox -folder:home", {"2025-03-01.md", "MEMORY.md", "dated.md"}),
        ("fox -file:party", {"home/2026-02-14.md", "2025-03-01.md", "MEMORY.md", "dated.md"}),
        ("cat -title:cat", {"home/cats.md", "zoo/both.md", "zoo/bird cage.md"}),
        ("cat -heading:plan", {"home/cats.md", "zoo/cat.md", "zoo/bird cage.md"}),
        ("cat -tag:animal -#to-do", {"home/cats.md", "zoo/bird cage.md"}),
        ("fox -source:journal", {"MEMORY.md", "dated.md"}),
        ("fox -before:2026", {"home/2026-02-14.md", "home/2026-03-01 party.md", "MEMORY.md"}),
        ("fox -after:2026", {"2025-03-01.md", "dated.md"}),
        ("fox -on:2026-02", {"home/2026-03-01 party.md", "2025-03-01.md", "MEMORY.md", "dated.md"}),
        ("dog -[status]", {"zoo/both.md"}),
        ("path:zoo/ -[status:done]", {"zoo/cat.md", "zoo/both.md", "zoo/bird cage.md"}),
        ("path:home -is:task", {"home/2026-02-14.md", "home/2026-03-01 party.md"}),
        ("-is:task path:home", {"home/2026-02-14.md", "home/2026-03-01 party.md"}),
        # places
        ("path:zoo", {"zoo/cat.md", "zoo/dog.md", "zoo/both.md", "zoo/bird cage.md", "home/zoo.md"}),
        ("path:ZOO/ca", {"zoo/cat.md"}),
        ("folder:zoo", {"zoo/cat.md", "zoo/dog.md", "zoo/both.md", "zoo/bird cage.md"}),
        ("folder:zo", set()),
        ("file:zoo", {"home/zoo.md"}),
        ('file:"bird cage"', {"zoo/bird cage.md"}),
        ("file:cat", {"zoo/cat.md", "home/cats.md"}),
        ("path:%", set()),
        ("path:c_t", set()),
        # titles and headings
        ("title:dog", {"zoo/dog.md"}),
        ("title:pets", {"zoo/both.md"}),
        ("title:sleeps", set()),
        ("title:av*", {"zoo/bird cage.md"}),
        ("heading:rel*", {"zoo/both.md"}),
        ('heading:"release pl*"', {"zoo/both.md"}),
        ("title:C++", {"🚀 launch C++.md", "zoo/bird cage.md"}),  # such a form is known of the whole note only
        ("heading:plan", {"zoo/both.md"}),
        ('heading:"release plan"', {"zoo/both.md"}),
        ("heading:sleeps", set()),
        # tags
        ("tag:ani*", {"zoo/cat.md", "zoo/dog.md"}),
        ("path:home/* walk", {"home/2026-02-14.md", "home/2026-03-01 party.md"}),
        ("file:*party*", {"home/2026-03-01 party.md"}),
        ("tag:animal", {"zoo/cat.md", "zoo/dog.md"}),
        ("#animal", {"zoo/cat.md", "zoo/dog.md"}),
        ("#Animal/Feline", {"zoo/cat.md"}),
        ("tag:feline", set()),
        ("tag:*", {"zoo/cat.md", "zoo/dog.md", "zoo/both.md"}),
        ("path:zoo/ -tag:*", {"zoo/bird cage.md"}),
        ("tag:anim", set()),
        ("tag:to_do", set()),
        ("#to-do", {"zoo/both.md"}),
        ("#to_day", {"zoo/both.md"}),
        # sources
        ("source:session", {"home/2026-02-14.md", "home/2026-03-01 party.md", "2025-03-01.md"}),
        ("source:evergreen", {"MEMORY.md"}),
        ("source:note fox", {"dated.md"}),
        # dates: of the name, then of the front matter, then of the file (2026-01-01 here)
        ("fox on:2026-02-14", {"home/2026-02-14.md"}),
        ("fox on:2025", {"2025-03-01.md"}),
        ("fox before:2025", {"dated.md"}),
        ("fox before:2025-03-02", {"dated.md", "2025-03-01.md"}),
        ("fox after:2026-03", {"home/2026-03-01 party.md"}),
        ("fox after:2026-02 before:2026-03", {"home/2026-02-14.md"}),
        # properties
        ("[status]", {"zoo/cat.md", "zoo/dog.md"}),
        ("[status:done]", {"zoo/dog.md"}),
        ("[status: In Progress ]", {"zoo/cat.md"}),
        ("[rating:5]", {"zoo/dog.md"}),
        ("[status:progress]", {"zoo/cat.md"}),
        ("[status:prog]", set()),
        ("[status:prog*]", {"zoo/cat.md"}),
        ("[rating:0]", set()),
        ("#nothing", {"🚀 launch C++.md"}),  # no such tag: text
        ("tag:nothing", set()),
        ('title:"C++"', {"🚀 launch C++.md"}),
        ('title:"launch C++"', {"🚀 launch C++.md"}),
        ('title:"launch C#"', set()),
        ("[nothing] fox -[status]", {"🚀 launch C++.md", *FOXES}),
        ('title:"cat the"', set()),
        ('title:"the cat"', {"zoo/cat.md"}),
        ('heading:"plan release"', set()),
        ("februry OR barks", {"home/2026-02-14.md", "zoo/dog.md"}),
        ("barks OR 数居库", {"zoo/dog.md"}),
        ("[nothing]", {"🚀 launch C++.md"}),  # no such property: text
        ("[tags:animal]", {"zoo/cat.md", "zoo/dog.md"}),
        ("[title:dog]", {"zoo/dog.md"}),
        # tasks
        ("is:task", {"zoo/bird cage.md", "home/cats.md", "home/zoo.md"}),
        ("is:done", {"zoo/bird cage.md", "home/cats.md"}),
        ("is:todo", {"zoo/bird cage.md", "home/zoo.md"}),
        # no operators
        ("author:barks", {"zoo/dog.md"}),
        ("source:barks", {"zoo/dog.md"}),
        ("NOTE: barks", {"zoo/dog.md"}),
        ("", set()),
        ("-zebra", EVERYTHING),
    ],
)
def test_found(vault: SmallVault, query: str, found: set[str]) -> None:
    assert set(vault.found(query)) == found


@pytest.mark.parametrize("query", ["#animal", "path:zoo", "-zebra", "is:task"])
def test_filters_alone_give_strong_results(vault: SmallVault, query: str) -> None:
    results = vault.ask(query).results
    assert results
    assert not any(result.weak for result in results)


def test_a_date_filter_switches_decay_off(vault: SmallVault) -> None:
    assert {result.decay for result in vault.ask("walk").results} == {0.3} or "2026" in vault.found("walk")[0]
    assert {result.decay for result in vault.ask("walk before:2027").results} == {1.0}


def test_hints_are_warnings(vault: SmallVault) -> None:
    assert vault.ask("source:barks").warnings == ("source:barks was searched as text",)


LONG = [
    "a OR " * 1000,
    "word " * 1000,
    "-a " * 1600,
    "#a " * 1600,
    "数" * 5000,
    "(" * 5000,
    "path:" + "%_" * 2400,
    '"' + "a " * 2400 + '"',
    "x* " * 1600,
    "-(a b) " * 700,
    "(a OR " * 800,
]


@pytest.mark.parametrize("query", LONG, ids=lambda query: query[:8])
def test_long_queries_are_answered(vault: SmallVault, query: str) -> None:
    start = time.process_time()
    vault.ask(query)
    assert time.process_time() - start < 10  # a second at most


PIECES = [
    *"\"()-#[]:*^\\'%_+;,.?!\x00",
    " ",
    "OR",
    "AND",
    "NOT",
    "NEAR(",
    "tag:",
    "path:",
    "before:",
    "7d",
    "is:",
    "cat",
    "数",
    "🚀",
]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=20).map("".join), st.booleans())
def test_any_text_is_a_query(vault: SmallVault, text: str, typing: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    answer = vault.ask(text, typing=typing)
    assert answer.query == text
    for result in answer.results:
        assert 0 <= result.score <= 1
        assert all(0 <= start < end <= len(result.snippet) for start, end in result.marks)


def test_a_mistyped_word_that_is_repeated_stays_short(vault: SmallVault) -> None:
    answer = vault.ask("februry " * 200 + "walk")
    assert answer.corrected == "february " * 200 + "walk"
    assert answer.results[0].path == "home/2026-02-14.md"


def test_text_that_is_not_utf8_is_a_query(vault: SmallVault) -> None:
    assert vault.found("barks \udce9") == ["zoo/dog.md"]
    assert vault.found("path:\udce9") == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("谁发明了印刷术？", "印刷术由毕昇发明"),
        ("为什么天空是蓝色的？", "天空因散射而呈蓝色的"),
        ("红烧肉怎么做", "红烧肉的做法"),
        ("ใครเป็นผู้ประดิษฐ์โทรศัพท์", "โทรศัพท์ถูกประดิษฐ์โดยเบลล์ผู้ประดิษฐ์"),
        ("会議はどこですか", "会議は東京で行う"),
        ("회의는 언제 합니까", "회의는 월요일에 한다"),
    ],
)
def test_words_that_ask_do_not_find_other_questions(vault_of: MakeVault, question: str, answer: str) -> None:
    others = ("谁知道为什么怎么样？", "ใครอยู่ที่ไหนทำไม", "どこですか、なぜですか", "언제 어디 누구 어떻게")
    texts = {"answer.md": f"{answer}\n"} | {f"other{n}.md": f"{text}\n" for n, text in enumerate(others)}
    assert vault_of(texts).found(question) == ["answer.md"]


@pytest.mark.parametrize("words", ["为什么", "谁", "どこ", "ทำไม", "어떻게", "吗啡", "哪吒", "何处"])
def test_words_that_ask_are_found_when_nothing_else_is_asked_for(vault_of: MakeVault, words: str) -> None:
    assert vault_of({"a.md": f"说{words}说\n", "b.md": "another note\n"}).found(words) == ["a.md"]
