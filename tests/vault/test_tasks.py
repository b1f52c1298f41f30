"""Tasks are counted as open or done by their sign or Logseq's word, in lists and quotes."""

from __future__ import annotations

import pytest

from notesearch.vault.tasks import count_tasks


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("- [ ] a\n* [x] b\n+ [X] c\n1. [/] d\n2) [-] e", (2, 3)),
        ("> - [ ] a\n\t- [ ] b", (2, 0)),
        ("- TODO a\n- DONE b\n- CANCELLED c", (1, 2)),
        ("- [x](link.md)\n[ ] a\n- []", (0, 0)),
        ("", (0, 0)),
    ],
)
def test_counts_are_of_open_and_done_ones(text: str, counts: tuple[int, int]) -> None:
    assert count_tasks(text) == counts
