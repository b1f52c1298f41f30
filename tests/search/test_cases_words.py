"""Reported faults of tokenising and of scripts have their right outcome, through index and search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_vault import NOISE, marked

if TYPE_CHECKING:
    from small_vault import MakeVault


def test_case_1_identifiers_are_found_by_part_and_whole(vault_of: MakeVault) -> None:
    vault = vault_of(
        {
            "a.md": "`load_user_profile` is slow",
            "b.md": "load the user list, then the profile of each user, then load the profile again",
            **NOISE,
        }
    )
    assert "a.md" in vault.found("profile")
    assert "a.md" in vault.found("user profile")
    assert vault.found("load_user_profile")[0] == "a.md"


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("HttpSessionStore", "http session store"),
        ("gen-itgc", "gen itgc"),
        ("ADR-0054", "adr 0054"),
        ("src/gateway/run.py", "src gateway run py"),
        ("user@host", "user host"),
    ],
)
def test_case_1_the_kind_whole_identifiers_rank_first(vault_of: MakeVault, whole: str, parts: str) -> None:
    scattered = " then ".join(parts.split()[::-1]) + ", " + " and ".join(parts.split()[::-1])
    vault = vault_of({"z.md": f"we use {whole} here", "a.md": scattered, **NOISE})
    assert vault.found(whole)[0] == "z.md"
    for part in parts.split():
        assert "z.md" in vault.found(part)


def test_case_2_a_hyphenated_name_comes_before_its_parts(vault_of: MakeVault) -> None:
    vault = vault_of({"b.md": "A-Company roster", "a.md": "a good company", **NOISE})
    assert vault.found("A-Company")[0] == "b.md"
    assert set(vault.found("company")) == {"a.md", "b.md"}


def test_case_4_a_version_is_not_the_one_that_it_begins(vault_of: MakeVault) -> None:
    vault = vault_of({"b.md": "release 3.11.7", "a.md": "release 3.11.70", **NOISE})
    assert vault.found("3.11.7")[0] == "b.md"
    assert vault.found("3.11.70")[0] == "a.md"


def test_case_4_a_numbered_title_is_not_the_version(vault_of: MakeVault) -> None:
    vault = vault_of({"b.md": "release 3.11.7", "chapter 11.md": "Nothing of the kind.", **NOISE})
    assert vault.found("3.11.7")[0] == "b.md"


def test_case_5_a_host_is_found_by_its_domain(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "mail goes via relay.example.org", **NOISE})
    assert vault.found("example.org") == ["a.md"]


@pytest.mark.parametrize(("text", "query"), [("our i18n list", "18n"), ("the kubernetes cluster", "bernetes")])
def test_case_7_an_infix_is_found(vault_of: MakeVault, text: str, query: str) -> None:
    assert vault_of({"a.md": text, **NOISE}).found(query) == ["a.md"]


def test_case_7_any_part_of_a_chinese_word_is_found(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "插件文件夹", **NOISE})
    assert vault.found("件文件") == ["a.md"]
    assert vault.found("夹") == ["a.md"]


def test_case_8_a_symbol_takes_part_but_alone_finds_only_itself(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "see § 1729", "b.md": "room 1729", "c.md": "see § 12", **NOISE})
    assert vault.found("§ 1729")[0] == "a.md"
    assert set(vault.found("§")) == {"a.md", "c.md"}


def test_case_10_a_stem_is_no_equal_hit(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "the universe expands", "b.md": "university fees", **NOISE})
    best, *others = vault.ask("university").results
    assert best.path == "b.md"
    assert all(other.score < best.score for other in others)


def test_case_11_news_is_not_new(vault_of: MakeVault) -> None:
    vault = vault_of({"b.md": "latest news", "a.md": "a new lamp", **NOISE})
    assert vault.found("news")[0] == "b.md"


@pytest.mark.parametrize("query", ["verträge", "vertrage", "häuser", "hauser", "VERTRÄGE"])
def test_case_13_german_words_stay_whole(vault_of: MakeVault, query: str) -> None:
    assert vault_of({"a.md": "Häuser und Verträge", **NOISE}).found(query) == ["a.md"]


def test_case_14_a_name_and_its_prefix(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "# Milstreed\n\nThe mill town.", **NOISE})
    assert vault.found("milstreed") == ["a.md"]
    assert vault.found("milstre*") == ["a.md"]
    assert vault.found("milstre", typing=True) == ["a.md"]


def test_case_14_a_beginning_alone(vault_of: MakeVault) -> None:
    assert vault_of({"a.md": "# Milstreed\n\nThe mill town.", **NOISE}).found("milstre") == ["a.md"]


def test_case_16_a_missing_second_word_only_lowers(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "今天修复了数据库迁移问题", "b.md": "今天修复了数据库备份问题", **NOISE})
    both, one = vault.ask("数据库 备份").results
    assert (both.path, one.path) == ("b.md", "a.md")
    assert both.score > one.score


@pytest.mark.parametrize("query", ["东京 OR 大阪", "东京 大阪", "(东京 OR 大阪)"])
def test_case_17_two_characters_are_never_dropped(vault_of: MakeVault, query: str) -> None:
    vault = vault_of({"a.md": "去年在东京住了一周", "b.md": "大阪的拉面", **NOISE})
    assert set(vault.found(query)) == {"a.md", "b.md"}


def test_case_19_a_title_comes_first_in_japanese(vault_of: MakeVault) -> None:
    vault = vault_of({"b.md": "# 東京旅行\n\n三日間。", "a.md": "東京と東京と東京、そして東京。東京", **NOISE})
    assert vault.found("東京")[0] == "b.md"


@pytest.mark.parametrize("query", ["圖書館", "图书馆", "図書館"])
def test_case_20_traditional_simplified_and_japanese_characters(vault_of: MakeVault, query: str) -> None:
    results = vault_of({"a.md": "我在圖書館", "b.md": "他在图书馆", "c.md": "図書館の本", **NOISE}).ask(query).results
    assert {result.path: marked(result) for result in results} == {
        "a.md": ["圖書館"],
        "b.md": ["图书馆"],
        "c.md": ["図書館"],
    }


@pytest.mark.parametrize(
    "query", ["渡邊", "渡辺", "tag:圖書", "tag:图书", "廣東話", '"广东话"', "title:旅遊", "-旅行 旅游"]
)
def test_case_20_the_kind_variants_everywhere(vault_of: MakeVault, query: str) -> None:
    text = "---\ntitle: 旅遊\ntags: 圖書\n---\n渡辺さんは広東話を話す。"
    assert vault_of({"a.md": text, **NOISE}).found(query) == ["a.md"]


@pytest.mark.parametrize(
    ("text", "query", "hit"),
    [
        pytest.param("Café à Besançon", "besancon", "Besançon", id="cases 22 and 32"),
        pytest.param("قرأت كِتَابٌ جديد", "كتاب", "كِتَابٌ", id="case 23"),
        pytest.param("இது தமிழ் மொழி", "தமிழ்", "தமிழ்", id="case 25"),
        pytest.param("НОВАЯ СВЯЗЬ", "связь", "СВЯЗЬ", id="case 26"),
        pytest.param("code ＡＢＣ１２３ here", "ABC123", "ＡＢＣ１２３", id="case 28"),
        pytest.param("sıcak İZMİR ısı", "izmir", "İZMİR", id="case 29, capital"),
        pytest.param("sıcak İZMİR ısı", "isi", "ısı", id="case 29, dotless"),
        pytest.param("Die Straße ist lang", "strasse", "Straße", id="eszett"),
        pytest.param("vie\u0302\u0323t nam đẹp", "viet", "vie\u0302\u0323t", id="decomposed"),
        pytest.param("ข้อมูลใหม่ทั้งหมด", "ข้อมูล", "ข้อมูล", id="Thai"),
        pytest.param("한국어는 쉽다", "한국어", "한국어", id="Korean particle"),
        pytest.param("a rocket 🚀 start", "🚀", "🚀", id="emoji"),
    ],
)
def test_cases_of_section_2_find_and_mark_the_original(vault_of: MakeVault, text: str, query: str, hit: str) -> None:
    best = vault_of({"a.md": text, **NOISE}).first(query)
    assert best.path == "a.md"
    assert marked(best) == [hit]
    assert best.snippet == text


def test_case_31_a_chunk_border_breaks_no_emoji(vault_of: MakeVault) -> None:
    family = "👨‍👩‍👧‍👦"
    vault = vault_of({"a.md": "quokka " + family * 900, **NOISE})
    best = vault.first("quokka")
    assert best.path == "a.md"
    assert set(best.snippet.removeprefix("quokka ").rstrip("…").replace(family, "")) <= {""}


@pytest.mark.parametrize(
    ("text", "other", "query"),
    [
        pytest.param("set MAX_RETRY_COUNT now", "the max count of a retry", "retry_count", id="a name's end"),
        pytest.param("set MAX_RETRY_COUNT now", "the max count of a retry", "max_retry", id="a name's start"),
        pytest.param("`load_user_profile` is slow", "load the user", "load_us*", id="a beginning inside a part"),
        pytest.param("`load_user_profile` is slow", "load the user", "user_pro*", id="a beginning inside a name"),
        pytest.param(r"in C:\Users\anna\AppData", "users of c", r"C:\Users\anna", id="a path's start"),
        pytest.param("release 3.11.7-rc1 is out", "11 of 3 or 7", "3.11.7", id="a version's start"),
    ],
)
def test_case_1_the_kind_a_piece_of_a_name_comes_before_its_words(
    vault_of: MakeVault, text: str, other: str, query: str
) -> None:
    assert vault_of({"z.md": text, "a.md": other, **NOISE}).found(query)[0] == "z.md"


def test_case_14_the_kind_a_beginning_is_no_stem(vault_of: MakeVault) -> None:
    vault = vault_of({"b.md": "the microservices", "a.md": "a micro thing, load the user", **NOISE})
    assert vault.found("micros*") == ["b.md"]
    assert vault.found("load_user_pro*") == []


@pytest.mark.parametrize(
    ("query", "told"),
    [
        pytest.param("restore mongodbb backup", "restore mongodb backup", id="one of three"),
        pytest.param("mongdb backup", "mongodb backup", id="beside a word that finds much"),
        pytest.param(
            "how can I restore a mongodbb bakcup", "how can I restore a mongodb backup", id="two in a question"
        ),
        pytest.param("where is the mongodb backp instructions", "where is the mongodb backup instructions", id="cut"),
        pytest.param("mongodb from 86_64", "mongodb from x86_64", id="a piece of a name"),
    ],
)
def test_case_7_the_kind_a_typo_in_a_longer_question(vault_of: MakeVault, query: str, told: str) -> None:
    notes = {
        "z.md": "Restore the mongodb backup from the x86_64 disk",
        "a.md": "Restore the postgres backup from disk",
        "b.md": "restore backup of a disk",
    }
    answer = vault_of(notes | NOISE).ask(query)
    assert answer.results[0].path == "z.md"
    assert not answer.results[0].weak
    assert answer.corrected == told


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("websokc", "websockets"),
        ("proxy websokc", "proxy websockets"),
        ("webscoket", "websockets"),
        ("websoc", None),
        ("zw", None),
    ],
)
def test_case_7_the_kind_a_typo_while_typing(vault_of: MakeVault, query: str, told: str | None) -> None:
    answer = vault_of({"a.md": "A proxy for websockets.", **NOISE}).ask(query, typing=True)
    assert answer.corrected == told
    assert [result.path for result in answer.results] == ([] if query == "zw" else ["a.md"])


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("losing the entity", id="pieces inside other words"),
        pytest.param("horde backup", id="another first letter"),
        pytest.param("backup percentage", id="two edits"),
    ],
)
def test_case_97_the_kind_a_word_that_no_note_has_is_not_taken_for_another(vault_of: MakeVault, query: str) -> None:
    vault = vault_of({"a.md": "closing the identity of a house and its parentage, the backup", **NOISE})
    answer = vault.ask(f"{query} the backup and more bread")
    assert answer.corrected is None


def test_case_97_the_kind_longer_nonsense_is_weak(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "Restore the mongodb backup from disk", **NOISE})
    for query in ("blorpf vexnor trazzle wimbut", "zxqv blorp flurb backup plimf grontak", "mongodc fremzil dakotun"):
        assert all(result.weak for result in vault.ask(query).results)


@pytest.mark.parametrize(
    ("query", "text", "other"),
    [
        ("#1234", "fixes #1234 today", "room 1234 and 1234 again, 1234"),
        ("--hard", "git reset --hard now", "hard, hard, hard"),
        ("git rebase -i", "use git rebase -i to squash", "i, git and i rebase git"),
        ("ls -l", "list with ls -l here", "ls, l and ls"),
        ("$HOME", "set $HOME now please", "home home home"),
        ("@anna", "ask @anna about it", "anna anna anna"),
        ("_private", "the _private one", "private private private"),
        ("google+", "Google+ is dead", "google google google"),
        ("$50", "it cost $50 then", "50 50 50"),
        ("50%", "it is 50% more", "50 50 50"),
    ],
)
def test_case_1_the_kind_a_name_with_its_sign_comes_before_the_bare_word(
    vault_of: MakeVault, query: str, text: str, other: str
) -> None:
    best = vault_of({"z.md": text, "a.md": other, **NOISE}).first(query)
    assert best.path == "z.md"
    assert not best.weak


def test_case_38_the_kind_a_dash_before_one_letter_is_a_switch(vault_of: MakeVault) -> None:
    vault = vault_of({"a.md": "ls -l and a cat", "b.md": "ls and a dog"})
    assert set(vault.found("ls -l")) == {"a.md", "b.md"}
    assert vault.found("ls -cat") == ["b.md"]
    assert vault.found('ls -"l"') == ["b.md"]


@pytest.mark.parametrize("query", ["resolution", "house", "bread resolution"])
def test_case_97_the_kind_another_word_is_not_a_typo(vault_of: MakeVault, query: str) -> None:
    vault = vault_of({"a.md": "the french revolution and a horse, bread", **NOISE})
    assert vault.ask(query).corrected is None


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("sourdoug starrter", "sourdough starter"),
        ("sourdouhg", "sourdough"),
        ("sourdpugh", "sourdough"),
        ("soutdough", "sourdough"),
        ("surdough", "sourdough"),
        ("sourdouggh", "sourdough"),
        ("kolophom", "kolophon"),
        ("sourdoughstarter", "sourdough starter"),
    ],
)
def test_case_7_the_kind_slips_are_mended(vault_of: MakeVault, query: str, told: str) -> None:
    answer = vault_of({"a.md": "Feed the sourdough starter. See the kolophon.", **NOISE}).ask(query)
    assert (answer.corrected, [result.path for result in answer.results]) == (told, ["a.md"])


@pytest.mark.parametrize("query", ['צה"ל', "צה״ל", "צהל"])
@pytest.mark.parametrize("text", ['של צה"ל', "של צה״ל"])
def test_case_34_the_kind_a_quote_inside_a_hebrew_word_is_part_of_it(
    vault_of: MakeVault, text: str, query: str
) -> None:
    answer = vault_of({"a.md": text, **NOISE}).ask(query)
    assert [result.path for result in answer.results] == ["a.md"]
    assert answer.warnings == ()


@pytest.mark.parametrize(
    ("text", "query", "hit"),
    [
        ("学习C++编程", "C++", "C++"),
        ("C++で書く", "C++", "C++"),
        ("이것은 C++로 작성", "C++", "C++"),
        ("เรียนC#ด้วย", "C#", "C#"),
        ("学C#和C++", "C#", "C#"),
        ("Q#语言", "Q#", "Q#"),
        ("Java/C#/Go", "C#", "C#"),
        ("l'C# est", "C#", "C#"),
        ("I write C/C++ daily", "C++", "C++"),
        ("Ｃ＋＋で書く", "C++", "Ｃ＋＋"),
        ("C#で書く", "Ｃ＃", "C#"),
        ("ปี๒๕๖๙นี้", "2569", "๒๕๖๙"),
        ("ຮອດ ໒໐໒໖ ແລ້ວ", "2026", "໒໐໒໖"),
        ("ឆ្នាំ២០២៦នេះ", "2026", "២០២៦"),
        ("ခုနှစ်၂၀၂၆တွင်", "2026", "၂၀၂၆"),
        ("10㎏の米", "10kg", "10㎏"),
        ("10kgの米", "10㎏", "10kg"),
        ("30㎡の部屋", "30m2", "30㎡"),
        ("花了1,299元", "1299", "1,299"),
        ("a PDF here", "PDFs", "PDF"),
        ("some GPUs here", "gpu", "GPUs"),
        ("a try here", "tries", "try"),
    ],
)
def test_names_and_numbers_next_to_any_script_are_found_surely_and_marked(
    vault_of: MakeVault, text: str, query: str, hit: str
) -> None:
    answer = vault_of({"z.md": text, "a.md": "a plain letter c, and 1 or 2", **NOISE}).ask(query)
    best = answer.results[0]
    assert (best.path, best.weak, answer.corrected) == ("z.md", False, None)
    assert marked(best) == [hit]


@pytest.mark.parametrize(
    "family",
    [
        ("x-ray", "x-rays", "xray", "xrays"),
        ("t-shirt", "t-shirts"),
        ("e-book", "e-books", "ebook", "ebooks"),
        ("e-mail", "e-mails", "email", "emails"),
        ("PDF", "PDFs"),
        ("CD", "CDs"),
        ("MP3", "MP3s"),
        ("try", "tries"),
    ],
)
def test_one_and_many_find_each_other_and_the_form_that_was_typed_comes_first(
    vault_of: MakeVault, family: tuple[str, ...]
) -> None:
    vault = vault_of({f"{at}.md": f"There was talk of {form} then" for at, form in enumerate(family)} | NOISE)
    for at, form in enumerate(family):
        found = [result.path for result in vault.ask(form).results if not result.weak]
        assert (found[0], set(found)) == (f"{at}.md", {f"{at}.md" for at in range(len(family))})


@pytest.mark.parametrize(
    ("one", "many"), [("PDF", "PDFs"), ("email", "e-mails"), ("try", "tries"), ("x-ray", "x-rays")]
)
def test_case_10_the_kind_a_rare_plural_does_not_outrank_the_word(vault_of: MakeVault, one: str, many: str) -> None:
    notes = {f"{at}.md": f"There was talk of {one} then" for at in range(8)}
    vault = vault_of({"a.md": f"There was talk of {many} then", **notes, **NOISE})
    assert vault.found(one)[8] == "a.md"
