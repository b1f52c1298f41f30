"""A rendered note is safe (no resource from outside, no markup of its own), and shows its chunk and its hits."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.vault.frontmatter import parse
from notesearch.vault.note import FrontMatter
from notesearch.vault.render import LIMIT, HitFinder, Rendered, render


def find(*words: str) -> HitFinder:
    pattern = re.compile("|".join(map(re.escape, words))) if words else re.compile(r"(?!)")
    return lambda text: [match.span() for match in pattern.finditer(text)]


def shown(text: str, *words: str, chunk: tuple[int, int] | None = None, front: FrontMatter | None = None) -> Rendered:
    return render(text, front or FrontMatter(), chunk, find(*words))


class Resources(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.sources: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        values = dict(attrs)
        self.sources += [values["src"] or ""] if "src" in values else []
        self.links += [values["href"] or ""] if "href" in values else []


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src='http://evil/x.png'>",
        "![x](http://evil/x.png)",
        "![x](file:///etc/passwd.png)",
        "![x](/etc/secret.png)",
        "![x](data:image/png;base64,AAAA)",
        "![x](//evil/x.png)",
        "![x](%2Fetc/secret.png)",
        "![[/etc/secret.png]]",
        "![x](notes.txt)",
    ],
)
def test_nothing_outside_the_vault_is_referred_to(text: str) -> None:
    seen = Resources(shown(text).html)
    assert seen.sources == []
    assert not seen.tags & {"script", "iframe", "object", "link", "style"}


@given(st.text(max_size=200) | st.text(alphabet="<>[]!()|`*_#\n -&\"'$^:/ab", max_size=120))
def test_any_text_renders_without_foreign_resources(text: str) -> None:
    seen = Resources(shown(text, "a").html)
    assert all(source.startswith("asset:") for source in seen.sources)
    assert not seen.tags & {"script", "iframe", "object", "link", "style"}
    assert not any(link.startswith(("javascript:", "file:", "data:", "vbscript:")) for link in seen.links)


def test_html_in_a_note_is_shown_as_text() -> None:
    assert "&lt;b&gt;bold&lt;/b&gt;" in shown("<b>bold</b>").html


def test_pictures_of_the_vault_are_assets() -> None:
    seen = Resources(shown("![a](img/my%20cat.png) ![[heron.JPG]]").html)
    assert seen.sources == ["asset:img/my%20cat.png", "asset:heron.JPG"]


def test_wikilinks_aliases_and_relative_links_are_note_links() -> None:
    seen = Resources(shown("[[Bread]] [[Bread#Oven|bake]] [x](My%20note.md) [y](https://a.example/b)").html)
    assert seen.links == ["note:Bread", "note:Bread#Oven", "note:My%20note.md", "https://a.example/b"]
    assert "bake" in shown("[[Bread#Oven|bake]]").html


def test_an_embedded_note_is_a_link_and_an_unclosed_one_is_text() -> None:
    assert Resources(shown("![[Bread]]").html).links == ["note:Bread"]
    assert "[[Bread" in shown("see [[Bread").html


def test_hits_are_counted_and_marked_in_text_code_and_tables() -> None:
    rendered = shown("heron\n\n`heron`\n\n```\nheron\n```\n\na|b\n-|-\nheron|x\n\n# heron", "heron")
    assert rendered.hits == 5
    assert rendered.html.count('<span class="hit">heron</span>') == 5


def test_a_hit_is_escaped() -> None:
    assert '<span class="hit">&lt;b&gt;</span>' in shown("a <b> c", "<b>").html


def test_the_chunk_lies_between_its_anchors() -> None:
    text = "# One\n\nfirst\n\n# Two\n\nsecond\n\n# Three\n\nthird\n"
    start = text.index("# Two")
    html = shown(text, chunk=(start, text.index("# Three"))).html
    begin, end = html.index('<a name="chunk-start">'), html.index('<a name="chunk-end">')
    assert html.index("first") < begin < html.index("Two")
    assert html.index("second") < end < html.index("Three")


def test_a_chunk_inside_a_paragraph_starts_at_its_line() -> None:
    text = "one\ntwo\nthree\nfour\n"
    html = shown(text, chunk=(text.index("two"), text.index("four"))).html
    assert html.index("one") < html.index("chunk-start") < html.index("two")
    assert html.index("three") < html.index("chunk-end") < html.index("four")


def test_a_chunk_at_the_end_has_no_end_anchor() -> None:
    text = "one\n\ntwo\n"
    rendered = shown(text, chunk=(text.index("two"), len(text)))
    assert rendered.anchor == "chunk-start"
    assert "chunk-end" not in rendered.html


def test_a_chunk_in_code_and_windows_line_ends_are_met() -> None:
    text = "one\r\n\r\n```\r\ncode\r\n```\r\n\r\nlast\r\n"
    html = shown(text, chunk=(text.index("```"), text.index("last"))).html
    assert html.index("one") < html.index("chunk-start") < html.index("<pre>code") < html.index("chunk-end")


def test_without_a_chunk_there_is_no_anchor() -> None:
    assert shown("one").anchor == ""


def test_a_sign_in_a_name_is_not_taken_for_the_part_of_a_note() -> None:
    html = shown("[a](C%23%20intro.md#use) [b](x%5E2%20notes.md) [c](C#use)").html
    assert Resources(html).links == ["note:C%2523%20intro.md#use", "note:x%255E2%20notes.md", "note:C#use"]


@pytest.mark.parametrize("text", ["---\ntitle: T\nmood: calm\n---\nBody", "+++\ntitle = 'T'\nmood = 'calm'\n+++\nBody"])
def test_yaml_and_toml_are_shown_as_properties_and_not_as_text(text: str) -> None:
    html = shown(text, front=parse(text)).html
    assert "<td class='key'>mood</td><td>calm</td>" in html
    assert "<p>Body</p>" in html
    assert "+++" not in html
    assert "title" not in html


def test_front_matter_is_a_table_of_properties() -> None:
    text = "---\nstatus: draft\n---\nBody"
    front = FrontMatter(end=text.index("Body"), tags=("a/b",), properties=(("status", "<draft>"),))
    html = shown(text, front=front).html
    assert "<table class='properties'" in html
    assert "&lt;draft&gt;" in html
    assert "#a/b" in html
    assert "---" not in html


def test_a_property_with_several_values_is_one_row() -> None:
    front = FrontMatter(end=0, aliases=("Ardea", "Grey one"), properties=(("with", "a"), ("at", "b"), ("with", "c")))
    html = shown("Body", front=front).html
    assert html.count("<tr>") == 3
    assert "<td>Ardea, Grey one</td>" in html
    assert "<td>a, c</td>" in html


@pytest.mark.parametrize("text", ["Some text ^ab-1", "- item ^ab-1", "text\n^ab-1", "> quoted ^ab-1"])
def test_the_name_of_a_block_is_not_shown(text: str) -> None:
    assert "ab-1" not in shown(text).html


def test_a_caret_elsewhere_is_text() -> None:
    assert "2^10 x^2" in shown("2^10 x^2").html


def test_a_paragraph_with_a_picture_has_a_line_height_of_its_own() -> None:
    assert '<p class="picture"><img' in shown("![a](b.png)").html
    assert '<p class="picture">' not in shown("plain").html


def test_code_has_colours_and_hits() -> None:
    found = shown("```python\ndef a_b(): return 'text'  # note\n```", "return")
    assert '<span class="code-keyword">def</span>' in found.html
    assert '<span class="code-name">a_b</span>' in found.html
    assert '<span class="code-text">&#x27;text&#x27;</span>' in found.html
    assert '<span class="code-comment"># note</span>' in found.html
    assert '<span class="hit">return</span>' in found.html
    assert found.hits == 1


@pytest.mark.parametrize("fence", ["```", "```no-such-language", "```mermaid", "    "])
def test_code_of_an_unknown_language_is_plain(fence: str) -> None:
    text = f"{fence}def x\n" if fence == "    " else f"{fence}\ndef x\n```"
    assert "code-" not in shown(text).html


def test_a_callout_has_a_bold_title_and_a_task_a_box() -> None:
    html = shown("> [!tip] Mind the gap\n> body\n\n- [ ] open\n- [x] done").html
    assert "<td class='callout'>" in html
    assert "<strong>Mind the gap</strong>" in html
    assert '<li class="task">' in html
    assert "☐ open" in html
    assert "☑ done" in html


def test_a_callout_without_a_title_is_named_after_its_kind() -> None:
    assert "<strong>Warning</strong>" in shown("> [!warning]\n> body").html


def test_math_stays_text() -> None:
    assert "a_b_c" in shown("$a_b_c$").html


def test_a_long_note_is_shown_around_its_chunk() -> None:
    lines = [f"line {number} with some words to fill it\n\n" for number in range(20_000)]
    text = "".join(lines)
    start = text.index("line 15000 ")
    rendered = shown(text, chunk=(start, start + 30))
    assert len(rendered.html) < 2 * LIMIT
    assert rendered.html.index("chunk-start") < rendered.html.index("line 15000 ") < rendered.html.index("chunk-end")
    assert rendered.html.index("line 14999 ") < rendered.html.index("chunk-start")
