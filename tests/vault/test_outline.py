"""Headings and blocks are CommonMark's: whatever the text, the same headings as the reference parser finds."""

from __future__ import annotations

from bisect import bisect_right

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from notesearch.vault.headings import plain_heading
from notesearch.vault.outline import flatten_lines, outline

_REFERENCE = MarkdownIt("commonmark")
_LINES = """\
# a|## b ##|#|  # c|    # d|      # e|\t# t|- # f|- x|  - y|1. z|2. q|- - # n|10) w|===|---|- |-|foo|bar|> q|> # h|```|~~~|````|  ```|   ~~~
```py|<div>|</div>|<!-- c|-->|<!-- x -->|<pre>|</pre>|<span>|<?p|?>||  foo|      foo|***|* * *|_ _ _|#hash|# C#|###### s|####### s|[a]: /u|+ # p
-\tx|-     # code|-   # w|1.  # o|   - # i|foo  |<a href='x'>|</b>|* x|==|   ===|    ---|\\# no|-   ```|    ```"""
_FRAGMENTS = [line for row in _LINES.split("\n") for line in row.split("|")]


def _expected(text: str) -> list[tuple[int, int]]:
    """Return (line, level) of the reference parser's headings; those inside quotes are none of the note's."""
    found, quotes = [], 0
    for token in _REFERENCE.parse(text):
        quotes += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "heading_open" and not quotes and token.map is not None:
            found.append((token.map[0], int(token.tag[1])))
    return found


def _found(text: str) -> list[tuple[int, int]]:
    result = outline(flatten_lines(text), 0, len(text))
    return [(bisect_right(result.line_starts, heading.start) - 1, heading.level) for heading in result.headings]


@settings(max_examples=600, deadline=None, derandomize=True)  # the reference parser has rare quirks of its own
@given(st.lists(st.sampled_from(_FRAGMENTS), max_size=9))
def test_headings_are_those_of_the_reference_parser(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert _found(text) == _expected(text)


def test_unclosed_fence_swallows_the_rest() -> None:
    assert _found("# a\n```\n# b\n\n# c") == [(0, 1)]


def test_setext_heading_takes_its_whole_paragraph() -> None:
    result = outline("Two\nlines\n===\nbody", 0, 19)
    assert [(heading.start, heading.level, heading.text) for heading in result.headings] == [(0, 1, "Two lines")]


def test_blocks_end_at_blank_lines_but_not_inside_fences() -> None:
    text = "one\ntwo\n\n```\na\n\nb\n```\n\nend"
    assert [text[start:end] for start, end in outline(text, 0, len(text)).blocks] == [
        "one\ntwo",
        "```\na\n\nb\n```",
        "end",
    ]


def test_a_heading_keeps_the_block_below_it() -> None:
    text = "intro\n# A\n\n\npara\n\nmore\n## B\n## C\ntext"
    blocks = [text[start:end] for start, end in outline(text, 0, len(text)).blocks]
    assert blocks == ["intro", "# A\n\n\npara", "more", "## B", "## C\ntext"]


def test_code_is_fences_and_indented_lines() -> None:
    text = "a\n\n    code\n\n```\nx\n```\nb"
    assert [text[start:end] for start, end in outline(text, 0, len(text)).code] == ["    code", "```\nx\n```"]


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("C#", "C#"),
        ("**Bold** and _slanted_ `co_de_`", "Bold and slanted co_de_"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("[[Page|shown]] [text](https://x.example/a_(b)) ![pic](p.png)", "shown text pic"),
        ("a ^block-1", "a"),
        ("Fish &amp; chips \\# <b>now</b> <https://x.example>", "Fish & chips # now https://x.example"),
        ("==marked== ~~gone~~ 2 * 3 * 4", "marked gone 2 * 3 * 4"),
        ("a\n  b", "a b"),
        ("[[Orwell|1984]] ![[p.png|300]]", "1984 p.png"),
        ("My Heading {#id .class}", "My Heading"),
        ("My Heading ## {#id}", "My Heading"),
        ("My Heading {: .no_toc }", "My Heading"),
        ("**My** Heading {.unlisted key=a}", "My Heading"),
        ("Sets {1, 2} and {x}", "Sets {1, 2} and {x}"),
        ("The {#each} loop", "The {#each} loop"),
        ("A template {{#each}}", "A template {{#each}}"),
        ("{#id}", "{#id}"),
        ("Code `{#x}`", "Code {#x}"),
    ],
)
def test_heading_text_is_what_a_person_reads(markdown: str, plain: str) -> None:
    assert plain_heading(markdown) == plain
