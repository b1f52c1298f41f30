"""Reported faults of queries, Markdown, front matter, ranking and snippets have their right outcome."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from small_vault import NOISE, marked

from notesearch.vault.links import link_targets

if TYPE_CHECKING:
    from small_vault import MakeVault

ODD = [
    '"',
    '""',
    "*",
    "^",
    "(",
    ")",
    "AND",
    "OR",
    "NOT",
    "NEAR(",
    "-",
    "--",
    "#",
    "[",
    "[]",
    "tag:",
    "\\",
    "'",
    "+",
    ";",
    "\x00",
]


@pytest.mark.parametrize("odd", ODD)
def test_case_34_odd_queries_are_no_error(vault_of: MakeVault, odd: str) -> None:
    vault = vault_of({"a.md": "a quokka is here", **NOISE})
    vault.ask(odd)
    vault.ask(odd, typing=True)
    assert vault.found(f"quokka {odd}") == ["a.md"]
    assert vault.found(f"{odd} quokka") == ["a.md"]


def test_case_35_a_word_with_a_colon_is_no_column(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "NOTE: the tamarind is sour", **NOISE})
    assert vault.found("NOTE: tamarind") == ["a.md"]
    assert vault.found("body: tamarind") == ["a.md"]


def test_case_37_a_phrase_holds_before_any_cut(vault_of: MakeVault) -> None:
    notes = {f"n{n:02}.md": "rare birds and a phrase, " * 40 for n in range(60)}
    vault = vault_of(notes | {"zz.md": "long text. " * 300 + "here is the rare phrase, once. " + "long text. " * 300})
    assert vault.found('"rare phrase"') == ["zz.md"]


def test_case_38_set_algebra(vault_of: MakeVault) -> None:
    vault = vault_of(
        {
            "zoo/cat.md": "the cat sleeps",
            "zoo/dog.md": "the dog barks",
            "zoo/both.md": "a dog and a cat",
            "zoo/eats.md": "the cat eats a bird",
            "zoo/fish.md": "the fish swims",
            "home/cat.md": "my cat",
            "home/zoology.md": "a dog",
        }
    )
    assert set(vault.found("(cat OR dog) -bird path:zoo/")) == {"zoo/cat.md", "zoo/dog.md", "zoo/both.md"}


@pytest.mark.parametrize("query", ["cat OR zebra", "(zebra OR cat) purr", "cats OR zebra", "running OR zebra"])
def test_another_form_of_a_word_is_a_choice_too(vault_of: MakeVault, query: str) -> None:
    texts = {"cat.md": "the cats purr and run\n", "dog.md": "a dog\n"}
    assert vault_of(texts).found(query) == ["cat.md"]


@pytest.mark.parametrize("query", [".", ",", "?!", "…", "。"])
def test_case_40_punctuation_finds_nothing_at_once(vault_of: MakeVault, query: str) -> None:
    answer = vault_of({"a.md": "One. Two, three?! And so on… 好。", **NOISE}).ask(query)
    assert answer.results == ()


def test_case_41_a_pattern_is_text(vault_of: MakeVault) -> None:
    vault = vault_of({"long.md": "a" * 50_000 + "!", "b.md": "the pattern (a+)+$ is bad"})
    start = time.process_time()
    assert vault.found("(a+)+$")[0] == "b.md"
    assert time.process_time() - start < 2  # a few milliseconds


@pytest.mark.parametrize("query", [r"[a-z]+(\d{2,})", "list[int]", "a[0]"])
def test_case_41_the_kind_brackets_of_code_are_no_property(vault_of: MakeVault, query: str) -> None:
    vault = vault_of({"a.md": r"the pattern [a-z]+(\d{2,}) or list[int] or a[0] + 1", **NOISE})
    assert vault.found(query)[0] == "a.md"


@pytest.mark.parametrize(
    "query", ["“open source”", "„open source“", "«open source»", "＂open source＂", '"open source"']
)
def test_case_37_the_kind_quotes_of_every_keyboard(vault_of: MakeVault, query: str) -> None:
    vault = vault_of({"a.md": "the open source", "b.md": "a source in the open", **NOISE})
    assert vault.found(query) == ["a.md"]
    assert set(vault.found(f"source -{query}")) == {"b.md"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tag:red OR pear", {"a.md", "b.md"}),
        ("pear OR tag:red", {"a.md", "b.md"}),
        ("pear OR -apple file:c", {"c.md"}),
        ("（pear OR plum） file：c", {"c.md"}),
        ("(tag:red OR plum) -pear", {"a.md", "c.md"}),
        ("plum (tag:red OR pear)", {"b.md"}),
    ],
)
def test_case_38_the_kind_one_of_a_filter_and_a_word(vault_of: MakeVault, query: str, found: set[str]) -> None:
    vault = vault_of({"a.md": "an apple #red", "b.md": "a pear and a plum", "c.md": "a plum"})
    assert set(vault.found(query)) == found


def test_case_38_the_kind_what_a_filter_alone_lets_in_is_not_weak(vault_of: MakeVault) -> None:
    word, filtered = vault_of({"a.md": "an apple #red", "b.md": "a pear", **NOISE}).ask("tag:red OR pear").results
    assert (word.path, filtered.path) == ("b.md", "a.md")
    assert not filtered.weak


@pytest.mark.parametrize(
    ("line", "query", "is_found"),
    [
        ("- [/] half done", "is:todo", True),
        ("- [>] put off", "is:todo", True),
        ("- [-] given up", "is:todo", False),
        ("- [-] given up", "is:done", True),
        ("- [x](target.md)", "is:task", False),
        ("- TODO call them", "is:todo", True),
        ("\t- LATER call them", "is:task", True),
        ("- DONE call them", "is:done", True),
        ("- DONE call them", "is:todo", False),
        ("TODO in running text", "is:task", False),
    ],
)
def test_case_38_the_kind_tasks_of_every_kind(vault_of: MakeVault, line: str, query: str, is_found: bool) -> None:  # noqa: FBT001 - expected outcome
    assert vault_of({"a.md": f"Text.\n\n{line}\n", **NOISE}).found(query) == ["a.md"] * is_found


@pytest.mark.parametrize("fence", ["```", "~~~"])
@pytest.mark.parametrize("before", ["", "> ", "- item\n  "])
def test_case_38_the_kind_code_has_no_tasks_and_no_tags(vault_of: MakeVault, fence: str, before: str) -> None:
    indent = " " * 2 if "item" in before else before
    text = f"{before}{fence}\n{indent}- [ ] a #red\n{indent}- [x] b\n{indent}{fence}\n"
    vault = vault_of({"a.md": text, "b.md": "---\nlist:\n- [ ]\n- [x]\n---\ntext", **NOISE})
    for query in ("is:task", "is:todo", "is:done", "tag:red"):
        assert vault.found(query) == []


@pytest.mark.parametrize(
    "text", ["$x #red$", "$$\nx #red\n$$", "%% #red %%", "<!--\n#red\n-->", "> ~~~\n> #red\n> ~~~"]
)
def test_case_64_the_kind_math_and_comments_have_no_tags(vault_of: MakeVault, text: str) -> None:
    vault = vault_of({"a.md": f"A word.\n\n{text}\n", "b.md": "costs $5 #red and $6", **NOISE})
    assert vault.found("tag:red") == ["b.md"]


@pytest.mark.parametrize(
    ("name", "link"),
    [
        ("C# intro.md", "[a](C%23%20intro.md)"),
        ("C# intro.md", "[a](<C%23 intro.md#Use>)"),
        ("C# intro.md", "[[C# intro]]"),
        ("C# intro.md", "[[C# intro#Use|shown]]"),
        ("code/C# intro.md", "[[C# intro]]"),
        ("code/C# intro.md", "[a](code/C%23%20intro.md)"),
        ("hash#tag.md", "[b](hash%23tag.md)"),
        ("hash#tag.md", "[[hash#tag]]"),
        ("x^2 notes.md", "[[x^2 notes]]"),
        ("x^2 notes.md", "[c](x%5E2%20notes.md)"),
        ("Note.md", "[[Note#Part]]"),
        ("Note.md", "[[Note^id]]"),
        ("Note.md", "[[Note#Part#Deeper^id]]"),
        ("Note.md", "[x](./Note.md#part)"),
    ],
)
def test_links_lead_to_notes_with_signs_in_their_names(vault_of: MakeVault, name: str, link: str) -> None:
    vault = vault_of({name: "A page.", "from.md": link, "C#/other.md": "x", "hash tag.md": "y", "Note Part.md": "z"})
    at = vault.notebook._index.store.at
    target, origin = at(str(vault.folder), name), at(str(vault.folder), "from.md")
    assert target is not None
    assert [note.path for note in vault.notebook.around(target).backlinks] == ["from.md"]
    assert origin is not None
    for written in link_targets(link):
        assert vault.notebook.resolve_link(written, origin) == target


@pytest.mark.parametrize("link", ["[[Hash#tag]]", "[[hash^tag]]", "[a](hash%23tag.md)"])
def test_a_part_of_a_note_that_is_not_there_is_no_other_note(vault_of: MakeVault, link: str) -> None:
    vault = vault_of({"hash tag.md": "A page.", "from.md": link})
    target = vault.notebook._index.store.at(str(vault.folder), "hash tag.md")
    assert target is not None
    assert vault.notebook.around(target).backlinks == ()


def test_the_note_whose_part_is_meant_comes_before_one_of_the_whole_name(vault_of: MakeVault) -> None:
    vault = vault_of({"C.md": "A", "C# intro.md": "B", "from.md": "[[C# intro]] [x](C%23%20intro.md)"})
    at = vault.notebook._index.store.at
    origin = at(str(vault.folder), "from.md")
    assert origin is not None
    assert vault.notebook.resolve_link("C# intro", origin) == at(str(vault.folder), "C.md")
    assert vault.notebook.resolve_link("C%23%20intro.md", origin) == at(str(vault.folder), "C# intro.md")


def test_a_link_is_found_by_the_number_that_it_shows(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "read [[Nineteen Eighty-Four|1984]] again", **NOISE})
    assert vault.found("1984") == ["a.md"]
    assert marked(vault.first("1984")) == ["1984"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("---\ntitle: '**Bold** [[Page]] &amp; more'\n---\nx", "Bold Page & more"),
        ("---\ntitle: __init__ files\n---\nx", "__init__ files"),
        ("---\ntitle: First\ntitle: Second\n---\nx", "Second"),
        ("---\ntitle: First\ntitle: Second\n---\nx", "First"),
        ("# My Heading {#id .class}\n\nx", "My Heading"),
        ("+++\ntitle = 'Hugo says'\n+++\nx", "Hugo says"),
        ("+++\naliases = ['Hugo says']\n+++\nx", "Hugo says"),
    ],
)
def test_case_92_the_kind_a_title_is_exact_however_it_is_written(vault_of: MakeVault, text: str, query: str) -> None:
    best = vault_of({"z.md": text, "a.md": query, **NOISE}).first(query)
    assert (best.path, best.exact) == ("z.md", True)


def test_case_62_the_kind_toml_is_no_text(vault_of: MakeVault) -> None:
    head = "+++\ntitle = 'T'\ntags = ['red']\nmood = 'calm'\n[taxonomies]\ntags = ['blue']\n+++\n"
    vault = vault_of({"a.md": head + "A quokka.", **NOISE})
    assert vault.first("quokka").snippet == "A quokka."
    for query in ("tag:red", "tag:blue", "[mood:calm]", "calm"):
        assert vault.found(query) == ["a.md"]
    assert vault.found("taxonomies") == []


def test_case_37_the_kind_a_phrase_may_begin_and_end_inside_runs(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "我用Python写代码。他说：今天，天气很好", "b.md": "用写 Python", **NOISE})
    for phrase in ("用Python写", "用Python写代码", "说：今天", "今天，天气", "天，天"):
        assert vault.found(f'"{phrase}"') == ["a.md"]
    assert vault.found('"写Python用"') == []


def test_case_59_the_kind_a_property_without_a_value_is_there(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "---\ndue:\nparts: []\n---\nThe pump.", **NOISE})
    assert vault.found("[due]") == ["a.md"]
    assert vault.found("[parts]") == ["a.md"]
    assert vault.found("[due:2026]") == []


def test_case_49_snippet_and_lines_are_those_of_the_chunk(vault_of: MakeVault) -> None:
    filler = "".join(f"Line {n} goes on about nothing much.\n\n" for n in range(400))
    best = vault_of({"a.md": f"{filler}the quokka is last\n", **NOISE}).first("quokka")
    assert marked(best) == ["quokka"]
    assert best.start_line > 400
    assert best.end_line == 801


def test_case_50_a_phrase_across_markup(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "this ==quokka census== done", "b.md": "un**believ**able", **NOISE})
    assert vault.found('"quokka census"') == ["a.md"]
    assert vault.found("unbelievable") == ["b.md"]


def test_case_53_entities_are_seen_through(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "Fish &amp; chips", **NOISE})
    assert vault.found('"fish & chips"') == ["a.md"]
    assert vault.first('"fish & chips"').snippet == "Fish & chips"


def test_case_55_one_note_does_not_fill_the_page(vault_of: MakeVault) -> None:
    long = "".join(f"## Part {n}\n\n" + f"The quokka is here, {'and so on, ' * 150}\n\n" for n in range(40))
    vault = vault_of({"long.md": long} | {f"n{n}.md": f"one quokka, {n}" for n in range(9)})
    assert len(vault.found("quokka", limit=10)) == 10
    assert len(set(vault.found("quokka", limit=10))) == 10


def test_case_58_keys_of_the_front_matter_are_no_words(vault_of: MakeVault) -> None:
    with_keys = "---\ntags: [red]\naliases: [Crimson]\n---\nColours."
    vault = vault_of({"a.md": with_keys, "b.md": "how to tag a note with aliases", **NOISE})
    assert vault.found("aliases") == ["b.md"]
    assert vault.found("tag") == ["b.md"]
    assert vault.found("tags") == ["b.md"]


def test_case_59_a_hyphenated_property(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "---\nstatus: waiting-for-parts\n---\nThe pump.", **NOISE})
    assert vault.found("waiting parts") == ["a.md"]
    assert vault.found("[status:waiting-for-parts]") == ["a.md"]


@pytest.mark.parametrize(
    ("head", "query"),
    [
        ("aliases: [Kookaburra, Laughing jack]", "laughing"),
        ("aliases: [Kookaburra, Laughing jack]", "kookaburra"),
        ("alias: Laughing jack", "laughing"),
        ("aliases: Kookaburra, Laughing jack", "laughing"),
        ("aliases:\n  - Kookaburra\n  - Laughing jack", "jack"),
    ],
)
def test_cases_61_and_65_aliases_in_every_shape(vault_of: MakeVault, head: str, query: str) -> None:
    assert vault_of({"a.md": f"---\n{head}\n---\nA bird.", **NOISE}).found(query) == ["a.md"]


@pytest.mark.parametrize("alias", ["Kookaburra", "laughing JACK"])
def test_case_61_an_alias_is_exact(vault_of: MakeVault, alias: str) -> None:
    notes = {"z.md": "---\naliases: [Kookaburra, Laughing jack]\n---\nA bird.", "a.md": "kookaburra laughing jack " * 9}
    best = vault_of({**notes, **NOISE}).first(alias)
    assert (best.path, best.exact) == ("z.md", True)


@pytest.mark.parametrize(
    "head", ["title: null", "title: 2026-03-01", "tags: a, b", "title: a: b", "title: [", "  - : :\n\t- x"]
)
def test_case_62_odd_front_matter_loses_no_note(vault_of: MakeVault, head: str) -> None:
    assert vault_of({"x.md": f"---\n{head}\n---\nA quokka.", **NOISE}).found("quokka") == ["x.md"]


@pytest.mark.parametrize("tag", ["读书", "été", "to-do", "project/garden"])
def test_case_64_tags_are_recognised(vault_of: MakeVault, tag: str) -> None:
    vault = vault_of({"a.md": f"Something #{tag} here", "b.md": f"---\ntags: [{tag}]\n---\nelse", **NOISE})
    assert set(vault.found(f"#{tag}")) == {"a.md", "b.md"}
    assert set(vault.found(f"tag:{tag}")) == {"a.md", "b.md"}


def test_case_92_a_title_comes_before_many_mentions(vault_of: MakeVault) -> None:
    body = {f"a{n}.md": "See 3.1. and again 3.1. for 3.1. and 3.1." for n in range(10)}
    vault = vault_of({"z.md": "# 3.1. Intake\n\nHow things come in.", **body})
    assert vault.found("3.1.")[0] == "z.md"
    assert vault.found("3.1. Intake")[0] == "z.md"


def test_case_92_the_kind_title_over_body(vault_of: MakeVault) -> None:
    body = {f"a{n}.md": "quokka " * 200 for n in range(10)}
    vault = vault_of({"z.md": "# The quokka handbook\n\nOf small animals.", **body})
    assert vault.found("quokka")[0] == "z.md"


@pytest.mark.parametrize("query", ["zxqv blorp", "flurbendale quixnar"])
def test_case_97_nonsense_gives_nothing_strong(vault_of: MakeVault, query: str) -> None:
    assert all(result.weak for result in vault_of(NOISE).ask(query).results)


def test_case_100_journal_decays_evergreen_does_not(vault_of: MakeVault) -> None:
    vault = vault_of({"2024-01-01.md": "the quokka", "evergreen.md": "the quokka", **NOISE})
    evergreen, journal = vault.ask("quokka").results
    assert (evergreen.path, evergreen.decay) == ("evergreen.md", 1.0)
    assert (journal.path, journal.decay) == ("2024-01-01.md", 0.3)
    assert vault.found("2024-01-01")[0] == "2024-01-01.md"


def test_case_101_no_note_has_all_the_words(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "# Links\n\nType two brackets to link notes to each other.", **NOISE})
    assert vault.found("how to create internal links between notes")[0] == "a.md"


def test_case_103_prepared_words_are_not_shown(vault_of: MakeVault) -> None:
    best = vault_of({"a.md": "We were Connecting the load_user_profile.", **NOISE}).first("connections")
    assert best.snippet == "We were Connecting the load_user_profile."
    assert marked(best) == ["Connecting"]


def test_case_104_a_whole_word_is_marked_and_nothing_in_it(vault_of: MakeVault) -> None:
    best = vault_of({"a.md": "start art at https://example.org/art", **NOISE}).first("art")
    assert best.marks == ((6, 9),)


@pytest.mark.parametrize(
    "text",
    [
        "see [the docs](https://quokka.example.org/guide) here",
        "see [the docs](<https://quokka.example.org/guide>)",
        "see [the docs][1]\n\n[1]: https://quokka.example.org/guide",
    ],
)
def test_case_5_the_kind_a_note_is_found_by_the_address_of_a_link(vault_of: MakeVault, text: str) -> None:
    vault = vault_of({"a.md": text, **NOISE})
    for query in ("quokka.example.org", "example.org", "quokka", "quokka.example.org/guide"):
        assert vault.found(query) == ["a.md"]
    assert "example" not in vault.first("quokka").snippet


def test_case_103_the_kind_what_logseq_keeps_for_itself_is_not_shown(vault_of: MakeVault) -> None:
    text = "- a quokka\n  id:: 64f1-aa\n  collapsed:: true\n  mood:: happy\n- more"
    best = vault_of({"a.md": text, **NOISE}).first("quokka")
    assert best.snippet == "a quokka mood:: happy more"


def test_case_106_a_long_line_is_cut_around_the_hit(vault_of: MakeVault) -> None:
    words = " ".join(f"word{n}" for n in range(200)) + " quokka " + " ".join(f"word{n}" for n in range(200))
    best = vault_of({"a.md": words, **NOISE}).first("quokka")
    assert marked(best) == ["quokka"]
    assert set(best.snippet.strip("…").split()) <= set(words.split())
    assert len(best.snippet) < 400


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        (
            "red fox",
            "We met the red fox near the old barn at night.",
            "The red barn stood near the old fox den at night.",
        ),
        ("man bites dog", "man bites dog story", "dog bites man story"),
        ("solar panel", "The solar panel is on the roof of the shed.", "The panel on the roof of the shed is solar."),
    ],
)
def test_case_101_the_kind_words_near_together_come_first(vault_of: MakeVault, query: str, near: str, far: str) -> None:
    first, second = vault_of({"z.md": near, "a.md": far, **NOISE}).ask(query).results
    assert (first.path, second.path) == ("z.md", "a.md")
    assert first.score > second.score


FILLER = " ".join(f"Sentence number {n} is about other matters entirely." for n in range(30))


@pytest.mark.parametrize(
    ("query", "whole", "part"),
    [
        ("vector database", f"{FILLER} A vector database. {FILLER}", "database database database database"),
        ("budget hiring", f"The budget and, later, the hiring. {FILLER}", "# Budget\n\nbudget budget"),
        ("red bicycle repair", f"{FILLER} The red bicycle repair. {FILLER}", "bicycle bicycle bicycle"),
        (
            "数据库 备份",
            "今天修复了数据库迁移问题，还有很多其他的事情，例如会议、午餐、散步、阅读，最后做了备份",
            "数据库数据库",
        ),
    ],
)
def test_case_16_the_kind_a_long_note_with_all_words_comes_before_a_short_one_with_some(
    vault_of: MakeVault, query: str, whole: str, part: str
) -> None:
    best, other = vault_of({"z.md": whole, "a.md": part, **NOISE}).ask(query).results
    assert (best.path, other.path) == ("z.md", "a.md")
    assert best.score > other.score


def test_case_92_the_kind_an_exact_title_still_comes_before_all_the_words(vault_of: MakeVault) -> None:
    vault = vault_of({"Budget hiring.md": "none", "a.md": "budget hiring, budget hiring", **NOISE})
    assert vault.found("budget hiring") == ["Budget hiring.md", "a.md"]


def test_case_94_the_kind_a_longer_page_begins_with_the_shorter_one(vault_of: MakeVault) -> None:
    notes = {f"n{n:02}.md": f"The red {'x ' * n}fox. {'word ' * (n * 3 % 17)}" for n in range(60)}
    vault = vault_of(notes)
    assert vault.found("red fox", limit=50)[:5] == vault.found("red fox", limit=5)
