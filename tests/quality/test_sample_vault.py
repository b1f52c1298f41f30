"""Promises that the sample vault is a varied, consistent set of notes and that the graded questions fit it; no engine runs."""

from __future__ import annotations

import datetime as dt
import itertools
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
VAULT = HERE.parents[1] / "resources" / "sample-vault"
NOTES = {path.relative_to(VAULT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(VAULT.rglob("*.md"))}
DELIBERATELY_BROKEN = {"Canoe trip", "Wedding speech"}
DATED = re.compile(r"(\d{4})([-_]?)(\d{2})\2(\d{2})(?!\d)")
WIKILINK = re.compile(r"\[\[([^\]|#\\]+)")
HAN = re.compile(r"[\u4e00-\u9fff]")
KANA = re.compile(r"[\u3040-\u30ff]")
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)

NEAR_DUPLICATES = {
    "bread": [f"Kitchen/Weekend sourdough v{number}.md" for number in (1, 2, 3)],
    "bike": [
        "Cycling/Bike maintenance list.md",
        "Cycling/Bike maintenance list 2026.md",
        "Cycling/Bike maintenance list (Jonas's copy).md",
    ],
    "standup": [f"Journal/2026-03-0{day} standup.md" for day in (2, 3, 4)],
}


def _date_of(path: str) -> dt.date | None:
    match = DATED.match(path.rsplit("/", 1)[-1])
    return dt.date(int(match[1]), int(match[3]), int(match[4])) if match else None


def _body(path: str) -> str:
    return FRONT_MATTER.sub("", NOTES[path])


def _words(path: str) -> set[str]:
    return set(re.findall(r"\w+", _body(path).casefold()))


def _links() -> set[str]:
    return {unicodedata.normalize("NFC", name.strip()) for text in NOTES.values() for name in WIKILINK.findall(text)}


def _is_chinese(text: str) -> bool:
    return len(HAN.findall(text)) > len(text) / 4 and not KANA.search(text)


def _rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def test_there_are_about_sixty_notes_of_every_length() -> None:
    lengths = [len(text) for text in NOTES.values()]
    assert 55 <= len(NOTES) <= 70
    assert max(lengths) >= 8000
    assert sum(length < 500 for length in lengths) >= 5


def test_the_long_note_has_many_headings() -> None:
    longest = max(NOTES.values(), key=len)
    assert len(re.findall(r"^#{1,4} ", longest, re.MULTILINE)) >= 25


def test_twenty_five_notes_are_dated_by_name_over_two_years() -> None:
    dates = sorted(date for date in map(_date_of, NOTES) if date)
    assert len(dates) == 25
    assert dates[0] == dt.date(2024, 12, 1)
    assert dates[-1] == dt.date(2026, 11, 28)


def test_dated_names_come_in_all_three_shapes_and_not_only_in_the_journal() -> None:
    dated = [path for path in NOTES if _date_of(path)]
    separators = {match[2] for path in dated if (match := DATED.match(path.rsplit("/", 1)[-1]))}
    assert separators == {"-", "_", ""}
    assert any(not path.startswith("Journal/") for path in dated)
    assert any(path.endswith(" standup.md") for path in dated)


def test_the_memory_note_lies_at_the_top() -> None:
    assert "MEMORY.md" in NOTES


def test_eight_notes_are_chinese() -> None:
    assert sum(map(_is_chinese, map(_body, NOTES))) >= 8


@pytest.mark.parametrize(
    ("script", "characters"),
    [("Japanese", "[ぁ-ヿ]"), ("Thai", "[ก-๛]"), ("Cyrillic", "[а-яё]"), ("Arabic", "[ء-ي]")],
)
def test_a_note_is_written_in_the_script(script: str, characters: str) -> None:
    assert any(len(re.findall(characters, text)) > 150 for text in NOTES.values()), script


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("German", {"und", "der", "nicht", "mit", "ist", "im"}),
        ("French", {"le", "la", "les", "est", "pas", "qui", "une"}),
        ("Spanish", {"la", "los", "en", "se", "y", "una", "que"}),
    ],
)
def test_a_note_is_written_in_the_language(language: str, words: set[str]) -> None:
    assert any(words <= _words(path) for path in NOTES), language


@pytest.mark.parametrize("group", sorted(NEAR_DUPLICATES))
def test_near_duplicates_share_half_of_their_words_and_differ(group: str) -> None:
    for one, other in itertools.combinations(NEAR_DUPLICATES[group], 2):
        left, right = _words(one), _words(other)
        assert 0.5 <= len(left & right) / len(left | right) < 1, (one, other)


def test_the_picture_is_a_small_png_that_a_note_embeds() -> None:
    picture = VAULT / "attachments" / "plot-23.png"
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data[12:16] == b"IHDR"
    assert len(data) < 30_000
    assert any("![[plot-23.png]]" in text for text in NOTES.values())


def test_all_wikilinks_but_the_deliberately_broken_ones_lead_to_a_file() -> None:
    files = [path for path in VAULT.rglob("*") if path.is_file()]
    known = {unicodedata.normalize("NFC", name) for path in files for name in (path.name, path.stem)}
    assert _links() - known == DELIBERATELY_BROKEN


@pytest.mark.parametrize(
    "shape",
    [
        r"\A---\n",
        r"^aliases: \[.+\]$",
        r"^aliases:\n +- ",
        r"^aliases: [^\[\n\"]+,",
        r"^tags: \[.*/.*\]$",
        r"^tags:\n +- ",
        r"^tags: \w+, \w+",
        r"^source: global$",
        r"^created: \d{4}-\d{2}-\d{2}$",
        r"^rating: \d",
        r"^\w+:: ",
        r"(?<=\s)#读书",
        r"(?<=\s)#to-do",
        r"\[\[[^\]\n]+\|[^\]\n]+\]\]",
        r"!\[\[[^\]\n]+#[^\]\n]+\]\]",
        r"^> \[!\w+\]",
        r"^- \[x\] ",
        r"^- \[ \] ",
        r"^\[\^1\]: ",
        r"^\$\$.+\$\$$",
        r"==[^=\n]+==",
        r" \^[a-z-]+$",
        r"^%% .+ %%$",
        r"^\|[-|]+\|$",
        *(rf"^```{language}$" for language in ("python", "bash", "sql", "rust", "yaml")),
    ],
)
def test_the_notes_use_each_shape_of_markdown_and_front_matter(shape: str) -> None:
    assert any(re.search(shape, text, re.MULTILINE) for text in NOTES.values())


@pytest.mark.parametrize(
    "identifier",
    ["load_user_profile", "3.11.7", "ADR-0012", "/var/lib/heron/spool.db", "heron-ops@example.org", "requestTimeoutMs"],
)
def test_the_identifier_stands_in_a_note(identifier: str) -> None:
    assert any(identifier in text for text in NOTES.values())


def test_every_address_is_one_that_nobody_can_own() -> None:
    hosts = re.findall(r"[\w.-]+@([\w.-]+\w)", "\n".join(NOTES.values()))
    assert set(hosts) == {"example.org"}


def test_there_are_sixty_different_questions_in_five_languages() -> None:
    rows = _rows("queries.tsv")
    assert all(len(row) == 2 and all(row) for row in rows)
    assert len({row[0] for row in rows}) == len({row[1] for row in rows}) == 60
    assert Counter(row[0][:2] for row in rows) == {"en": 36, "zh": 10, "de": 5, "ja": 5, "es": 4}


def test_each_question_has_one_to_six_graded_notes_and_one_of_the_highest_grade() -> None:
    grades: dict[str, list[str]] = {}
    for question, _path, grade in _rows("qrels.tsv"):
        grades.setdefault(question, []).append(grade)
    assert set(grades) == {row[0] for row in _rows("queries.tsv")}
    assert all(1 <= len(given) <= 6 and "3" in given and set(given) <= {"1", "2", "3"} for given in grades.values())


def test_each_graded_note_exists_and_is_graded_once_a_question() -> None:
    pairs = [(question, path) for question, path, _grade in _rows("qrels.tsv")]
    assert len(set(pairs)) == len(pairs)
    assert {path for _question, path in pairs} <= set(NOTES)
