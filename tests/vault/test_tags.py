"""Tags in the body in every script, and none where a `#` means something else."""

from __future__ import annotations

import time

import pytest

from notesearch.vault.tags import body_tags


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#读书 and #été and #to-do", ("读书", "été", "to-do")),
        ("#a/b/c #a_b #1984x #हिन्दी #ไทย #😀 #e\u0301te", ("a/b/c", "a_b", "1984x", "हिन्दी", "ไทย", "😀", "e\u0301te")),
        ("(#in) “#quoted” ，#标签。", ("in", "quoted", "标签")),
        ("#same #same", ("same",)),
        ("#tag, #other. #third!", ("tag", "other", "third")),
        ("#[[two words]] [[#heading]] [[Page#part]]", ("two words",)),
        ("- #task x\n> #quoted", ("task", "quoted")),
        ("#123 C# a#b ## heading\n# heading #", ()),
        ("https://x.example/#part [t](page#part) <https://x.example/ #no> &#123;", ()),
        ("`#code` ``#more ` #code``", ()),
        ("#trailing/ #/", ("trailing",)),
        ("#ABC\\#no", ("ABC",)),
        ("", ()),
    ],
)
def test_tags(text: str, tags: tuple[str, ...]) -> None:
    assert body_tags(text) == tags


@pytest.mark.parametrize("unit", ["#", "`", "[[", "](", "<a", "#a", "``` ", "# "])
def test_no_text_takes_long(unit: str) -> None:
    started = time.process_time()
    body_tags(unit * (200_000 // len(unit)))
    assert time.process_time() - started < 1
