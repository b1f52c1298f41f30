"""The ten stages run in their order, each says what became of it, and no failure of one ends the search."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from fakes import SubjectHost
from small_vault import SmallVault

from notesearch.embedding.absent import NoHost
from notesearch.embedding.embedder import QueryVector
from notesearch.search.results import STAGES, Results

if TYPE_CHECKING:
    from pathlib import Path

    from small_vault import MakeVault

NOTES = {
    "engine.md": "# Engine\n\nThe automobile needs a new engine.\n",
    "soup.md": "# Soup\n\nA recipe for dinner: cook the soup.\n",
    "shore.md": "# Shore\n\nThe tide and the wave at the ocean.\n",
    "2024-05-01.md": "The car would not start today.\n",
}
FAILED = QueryVector(None, "failed", "query embedding failed: the model gave nothing")


def rows(answer: Results) -> list[tuple[str, str, str | None, int | None]]:
    return [(row.stage, row.status, row.reason, row.count) for row in answer.trace]


def test_the_worked_example(vault_of: MakeVault) -> None:
    """A note was edited, embedding the query then fails, MMR is at its default (`product.md`, section 4)."""
    vault = vault_of(NOTES, host=SubjectHost(FAILED))
    vault.write("soup.md", "# Soup\n\nThe quokka likes soup.\n", mtime=1_780_000_000)
    answer = vault.ask("quokka", sync="full")
    assert rows(answer) == [
        ("sync", "done", None, 1),
        ("keyword", "done", None, 1),
        ("supplement", "done", None, 0),
        ("embed", "failed", "query embedding failed: the model gave nothing", None),
        ("knn", "skipped", "no query vector", None),
        ("merge", "done", "keyword only", 1),
        ("weigh", "done", None, 1),
        ("gate", "done", None, 1),
        ("mmr", "skipped", "off", None),
        ("cut", "done", None, 1),
    ]
    assert (answer.mode, answer.reason) == ("keyword", "query embedding failed: the model gave nothing")
    (result,) = answer.results
    assert (result.path, result.found_by, result.vector_score) == ("soup.md", ("words",), None)
    assert result.score == result.base == result.text_score
    assert answer.pending == 0
    assert all(row.ms >= 0 for row in answer.trace)
    assert answer.took_ms >= sum(row.ms for row in answer.trace)


def test_hybrid_runs_every_stage(vault_of: MakeVault) -> None:
    host = SubjectHost()
    vault = vault_of(NOTES, host=host)
    answer = vault.ask("automobile", sync="full")
    assert [(stage, status) for stage, status, _, _ in rows(answer)] == [
        (stage, "skipped" if stage == "mmr" else "done") for stage in STAGES
    ]
    assert (answer.mode, answer.reason) == ("hybrid", None)
    assert host.asked == ["automobile"]
    counts = {stage: count for stage, _, _, count in rows(answer)}
    assert counts == {
        "sync": 0,
        "keyword": 1,
        "supplement": 0,
        "embed": None,
        "knn": 4,
        "merge": 4,
        "weigh": 4,
        "gate": 4,
        "mmr": None,
        "cut": 4,
    }


def test_meaning_finds_what_no_word_does(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES, host=SubjectHost())
    answer = vault.ask("automobile", sync="full")
    engine, car = answer.results[:2]
    # Both are about cars: [1 car word, 0.1] and [2, 0.1] against the query's [1, 0.1].
    assert (engine.path, engine.found_by) == ("engine.md", ("words", "meaning"))
    assert (car.path, car.found_by, car.text_score) == ("2024-05-01.md", ("meaning",), None)
    assert car.vector_score == pytest.approx(1.0, abs=1e-6)  # the same direction as the query
    assert car.base == pytest.approx(0.7, abs=1e-6)
    assert car.score == pytest.approx(0.7 * 0.3, abs=1e-6)  # two years old: the floor
    assert engine.base == pytest.approx(0.3 * (engine.text_score or 0) + 0.7 * (engine.vector_score or 0))


def test_modes_leave_stages_out(vault_of: MakeVault) -> None:
    host = SubjectHost()
    vault = vault_of(NOTES, host=host)
    words = vault.ask("automobile", mode="keyword")
    assert {stage for stage, status, _, _ in rows(words) if status == "skipped"} == {"sync", "embed", "knn", "mmr"}
    assert (words.mode, words.reason, host.asked) == ("keyword", None, [])
    meaning = vault.ask("automobile", mode="meaning")
    assert {stage for stage, status, _, _ in rows(meaning) if status == "skipped"} == {
        "sync",
        "keyword",
        "supplement",
        "mmr",
    }
    assert (meaning.mode, meaning.reason) == ("meaning", None)
    assert {result.found_by for result in meaning.results} == {("meaning",)}
    assert [result.path for result in meaning.results][:2] == ["2024-05-01.md", "engine.md"] or meaning.results[
        0
    ].decay == 1.0


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(QueryVector(None, "skipped", "no model: none is chosen"), id="no model"),
        pytest.param(QueryVector(None, "skipped", "not installed: llama-cpp-python"), id="not installed"),
        pytest.param(QueryVector(None, "skipped", "model missing: x.gguf"), id="model missing"),
        pytest.param(QueryVector(None, "skipped", "model damaged: x.gguf"), id="model damaged"),
        pytest.param(QueryVector(None, "failed", "query embedding failed: NaN"), id="query embedding failed"),
        pytest.param(QueryVector(None, "failed", "timeout: no answer within 3 s"), id="timeout"),
        pytest.param(QueryVector(None, "failed", "model stopped: it died three times"), id="model stopped"),
        pytest.param(QueryVector(None, "skipped", "language not known: Han"), id="language not known"),
    ],
)
def test_without_a_vector_words_answer_and_the_reason_is_told(vault_of: MakeVault, answer: QueryVector) -> None:
    vault = vault_of(NOTES, host=SubjectHost(answer))
    found = vault.ask("automobile")
    assert (found.mode, found.reason) == ("keyword", answer.reason)
    assert [result.path for result in found.results] == ["engine.md"]
    traced = {stage: (status, reason) for stage, status, reason, _ in rows(found)}
    assert traced["embed"] == (answer.status, answer.reason)
    assert traced["knn"] == ("skipped", "no query vector")
    meaning = vault.ask("automobile", mode="meaning")
    assert (meaning.results, meaning.mode, meaning.reason) == ((), "meaning", answer.reason)


def test_without_a_host_there_is_no_model(vault_of: MakeVault) -> None:
    answer = vault_of(NOTES, host=NoHost("no model: none is chosen")).ask("automobile")
    assert (answer.mode, answer.reason) == ("keyword", "no model: none is chosen")


def test_vectors_of_another_model_are_never_compared(tmp_path: Path) -> None:
    with SmallVault(tmp_path, NOTES, host=SubjectHost()) as vault:
        assert vault.ask("automobile").mode == "hybrid"
    with SmallVault(tmp_path, {}, host=SubjectHost(sha256="cd" * 32), embed=False) as vault:
        answer = vault.ask("automobile")
    assert answer.mode == "keyword"
    assert (answer.reason or "").startswith("rebuilding")
    assert [result.path for result in answer.results] == ["engine.md"]


def test_while_vectors_are_made_the_reason_says_how_many(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES, host=SubjectHost())
    vault.write("new.md", "a quokka")
    answer = vault.ask("automobile", sync="full")
    assert (answer.mode, answer.reason) == ("hybrid", "embedding: 4 of 5 chunks have vectors")


def test_before_the_first_vector_it_is_keyword_only(tmp_path: Path) -> None:
    with SmallVault(tmp_path, NOTES, host=SubjectHost(), embed=False) as vault:
        answer = vault.ask("automobile")
    assert answer.mode == "keyword"
    assert answer.reason is not None
    assert [result.path for result in answer.results] == ["engine.md"]


def test_a_waiting_hit_does_not_fall_behind_noise(vault_of: MakeVault) -> None:
    host = SubjectHost()
    notes = {f"noise {n}.md": "An automobile engine, by and by. " for n in range(3)}
    vault = vault_of({**notes, "some.md": "A car among much else. " + "Filler goes on. " * 20}, host=host)
    vault.write("hit.md", "# Car\n\nThe quokka car.\n")
    answer = vault.ask("quokka car", sync="full")
    assert answer.results[0].path == "hit.md"
    assert answer.results[0].vector_score is None


def test_a_filter_works_inside_the_knn(vault_of: MakeVault) -> None:
    many = {f"all/{n:03}.md": "car automobile engine" for n in range(60)}
    vault = vault_of(many | {"few/a.md": "soup recipe", "few/b.md": "tide"}, host=SubjectHost())
    assert set(vault.found("auto folder:few", mode="meaning")) == {"few/a.md", "few/b.md"}


def test_deleted_notes_take_no_place_among_the_nearest(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES, host=SubjectHost())
    (vault.folder / "2024-05-01.md").unlink()
    answer = vault.ask("automobile", mode="meaning", sync="full")
    assert answer.results[0].path == "engine.md"
    assert next(row.count for row in answer.trace if row.stage == "knn") == 3


@pytest.mark.parametrize("query", ["", "   ", "...", '"', "()", "-"])
def test_a_query_of_nothing_gives_nothing(vault_of: MakeVault, query: str) -> None:
    host = SubjectHost()
    answer = vault_of(NOTES, host=host).ask(query)
    assert answer.results == ()
    assert [row.stage for row in answer.trace] == list(STAGES)


def test_only_stop_words_are_searched_as_they_stand(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES)
    assert set(vault.found("the")) == {"engine.md", "soup.md", "shore.md", "2024-05-01.md"}
    assert set(vault.found("would not")) == {"2024-05-01.md"}


def test_filters_alone_say_why_no_vector_took_part(vault_of: MakeVault) -> None:
    answer = vault_of(NOTES, host=SubjectHost()).ask("path:shore")
    assert [result.path for result in answer.results] == ["shore.md"]
    assert (answer.mode, answer.reason) == ("keyword", "no words to embed")


def test_a_note_that_is_gone_is_not_shown_and_a_changed_one_is_read_again(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES)
    (vault.folder / "engine.md").unlink()
    assert vault.found("automobile") == []
    vault.write("soup.md", "# Soup\n\nA recipe for a quokka.\n", mtime=1_780_000_000)
    assert vault.first("recipe").snippet == "A recipe for a quokka."
    assert vault.found("dinner") == []


def test_notes_that_keep_changing_are_never_shown_stale(vault_of: MakeVault, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = {f"{n}.md": f"quokka number {n}" for n in range(8)}
    vault = vault_of(notes)
    real = os.stat

    def restless(path: str, **options: Any) -> os.stat_result:  # noqa: ANN401 - those of os.stat
        if str(path).endswith(".md"):
            with open(str(path), "a") as file:  # noqa: PTH123 - a pathlib call would look here again
                file.write(" quokka")
        return real(path, **options)

    monkeypatch.setattr(os, "stat", restless)
    assert vault.found("quokka") == []


def test_a_vault_that_is_away_is_searched_by_its_last_index(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES)
    vault.folder.rename(vault.folder.parent / "away")
    answer = vault.ask("automobile", sync="full")
    assert [result.path for result in answer.results] == ["engine.md"]
    sync = answer.trace[0]
    assert sync.status == "failed"
    assert (sync.reason or "").startswith("Vault offline")


def test_a_full_disk_leaves_the_last_index_to_search(vault_of: MakeVault) -> None:
    vault = vault_of(NOTES)
    connection = vault.notebook._index.database.connection
    pages = connection.execute("PRAGMA page_count").fetchall()[0][0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(40):
        vault.write(f"new {number}.md", f"automobile {number} " + os.urandom(6000).hex())
    answer = vault.ask("automobile", sync="full")
    assert "engine.md" in [result.path for result in answer.results]
    assert answer.trace[0].status == "failed"
    assert answer.trace[0].reason


@pytest.mark.parametrize("mode", ["auto", "keyword", "meaning"])
@pytest.mark.parametrize("with_model", [True, False])
@pytest.mark.parametrize("query", ["tag:red", "#red", "-tag:blue", "file:one", "-blue"])
def test_filters_alone_list_what_they_hold_for_in_every_mode(
    vault_of: MakeVault, mode: str, query: str, *, with_model: bool
) -> None:
    notes = {"one.md": "Text with #red in it.\n", "two.md": "Text with #blue in it.\n"}
    vault = vault_of(notes, host=SubjectHost() if with_model else None)
    assert vault.found(query, mode=mode) == ["one.md"]


def test_an_operator_of_other_tools_is_told_in_the_answer(vault_of: MakeVault) -> None:
    warnings = vault_of(NOTES).ask("soup NOT engine").warnings
    assert [warning.partition(" ")[0] for warning in warnings] == ["NOT"]
