"""Results that no word hits begin with the sentence nearest to the query; others, and what is short, stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fakes import SubjectHost
from hypothesis import given
from hypothesis import strategies as st
from small_vault import marked

from notesearch.embedding.embedder import HostState, Passage, PassageVectors
from notesearch.search.closest import MOST_RESULTS, sentences

if TYPE_CHECKING:
    from small_vault import MakeVault

FILLER = "This one says nothing of any interest to anybody who reads it today. "
BEFORE = f"{FILLER * 8}\n\nThen the *automobile* broke down before we came to the bridge. {FILLER * 8}\n"


class Recording(SubjectHost):
    """Keeps the sentences that it was given; `deaf` takes none, `mute` gives nothing back."""

    def __init__(self, *, deaf: bool = False, mute: bool = False) -> None:
        super().__init__()
        self.sentences: list[str] = []
        self.deaf, self.mute = deaf, mute

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        ours = [passage.text for passage in passages if passage.key < 0]
        self.sentences += ours
        if ours and (self.deaf or self.mute):
            return not self.deaf
        return super().offer(passages)


def test_a_result_by_meaning_begins_with_the_closest_sentence(vault_of: MakeVault) -> None:
    vault = vault_of({"day.md": BEFORE, "other.md": "Cook the soup."}, host=Recording())
    plain, shown = vault.first("engine"), vault.first("engine", closest_s=5)
    assert (plain.found_by, plain.snippet[:12]) == (("meaning",), FILLER[:12])
    assert shown.snippet.startswith("…Then the automobile broke down")
    assert shown.marks == ()


def test_a_result_with_a_hit_stays_around_the_hit(vault_of: MakeVault) -> None:
    host = Recording()
    vault = vault_of({"day.md": BEFORE}, host=host)
    assert marked(vault.first("bridge", closest_s=5)) == ["bridge"]
    assert host.sentences == []


def test_a_short_chunk_is_shown_whole_and_costs_nothing(vault_of: MakeVault) -> None:
    host = Recording()
    vault = vault_of({"day.md": "It was late. The automobile stood there."}, host=host)
    assert vault.first("engine", closest_s=5).snippet == "It was late. The automobile stood there."
    assert host.sentences == []


def test_only_the_first_results_are_looked_into(vault_of: MakeVault) -> None:
    host = Recording()
    vault = vault_of({f"{n}.md": f"Number{n} is here. {BEFORE}" for n in range(MOST_RESULTS + 3)}, host=host)
    results = vault.ask("engine", closest_s=5).results
    assert [result.snippet.startswith("…Then") for result in results] == [True] * MOST_RESULTS + [False] * 3
    assert len([text for text in host.sentences if text.startswith("Number")]) == MOST_RESULTS


def test_no_sentence_is_embedded_twice(vault_of: MakeVault) -> None:
    host = Recording()
    vault = vault_of({"day.md": BEFORE}, host=host)
    first = vault.first("engine", closest_s=5).snippet
    asked = list(host.sentences)
    assert asked.count(FILLER.strip()) == 1
    assert vault.first("engine car", closest_s=5).snippet.startswith("…")
    assert vault.first("engine", closest_s=0).snippet == first
    assert host.sentences == asked


def test_a_window_does_not_wait_and_is_told_when_they_have_come(vault_of: MakeVault) -> None:
    vault = vault_of({"day.md": BEFORE}, host=Recording())
    before = vault.notebook.work().revision
    assert vault.first("engine", closest_s=0).snippet.startswith(FILLER[:12])
    assert vault.notebook.work().revision != before
    assert vault.first("engine", closest_s=0).snippet.startswith("…Then the automobile")
    assert vault.notebook.work().revision == vault.notebook.work().revision


def test_a_model_that_is_busy_or_slow_leaves_the_beginning(vault_of: MakeVault) -> None:
    for host in (Recording(deaf=True), Recording(mute=True)):
        vault = vault_of({"day.md": BEFORE}, host=host)
        assert vault.first("engine", closest_s=0.05).snippet.startswith(FILLER[:12])


def test_a_model_that_fails_meanwhile_ends_the_wait(vault_of: MakeVault) -> None:
    host = Recording(mute=True)
    vault = vault_of({"day.md": BEFORE}, host=host)
    sentences_of = vault.notebook._session.feeder.sentences

    def fail(_: float) -> None:
        host._state = HostState("failed", "model stopped", host.state.model)

    sentences_of.ask(["one", "two"])
    sentences_of.wait(60, fail)
    assert sentences_of.known(["one", "two"]) == {}


def test_vectors_of_chunks_are_left_to_others(vault_of: MakeVault) -> None:
    kept = vault_of({"day.md": BEFORE}, host=Recording(mute=True)).notebook._session.feeder.sentences
    kept.ask(["one", "two"])
    event = PassageVectors(((-1, b"1"), (7, b"7")), ((-2, "too strange"), (8, "too strange")))
    assert kept.take(event) == PassageVectors(((7, b"7"),), ((8, "too strange"),))
    assert kept.known(["one", "two"]) == {"one": b"1"}
    assert kept.revision == 1


def test_sentences_are_as_they_are_read() -> None:
    text = (
        "# Head\n\nA *first* sentence that is long enough to stand for itself alone. Short. "
        + "红烧肉" * 30
        + "。还有一句"
    )
    assert sentences(text) == [
        "Head A first sentence that is long enough to stand for itself alone.",
        "Short. " + "红烧肉" * 30 + "。",
        "还有一句",
    ]


@given(st.text())
def test_no_sentence_is_long_and_none_is_lost(text: str) -> None:
    found = sentences(text)
    assert all(0 < len(sentence) <= 300 for sentence in found)
