"""The commands on a real vault, words only: what a script relies on, with no fake in between."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from index_tools import without_root_rights

from notesearch.search.results import STAGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cli_fakes import Ran

NOTES = {
    "tide.md": "# Tide\n\nThe tide is highest at new moon.\n",
    "Journal/2026-03-01.md": "The tide came over the wall.\n",
    "MEMORY.md": "# Things to know\n\nBins go out on Thursday.\n",
    "家/红烧肉.md": "# 红烧肉\n\n五花肉切成三厘米见方的块\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    for name, text in NOTES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def trace(answer: dict[str, Any]) -> dict[str, str]:
    return {row["stage"]: row["status"] for row in answer["trace"]}


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(file): (file.stat().st_size, file.stat().st_mtime_ns) for file in sorted(folder.rglob("*"))}


def test_indexing_counts_what_changed(run: Callable[..., Ran], vault: Path) -> None:
    first = run("index", vault, "--json").json
    assert (first["notes"], first["added"], first["updated"], first["removed"]) == (4, 4, 0, 0)
    assert (first["embedded"], first["pending_embeddings"]) == (0, first["chunks"])
    (vault / "tide.md").write_text("# Tide\n\nEbb and flow.\n", encoding="utf-8")
    (vault / "new.md").write_text("new", encoding="utf-8")
    (vault / "MEMORY.md").unlink()
    second = run("index", vault, "--json").json
    assert (second["notes"], second["added"], second["updated"], second["removed"]) == (4, 1, 1, 1)
    again = run("index", vault, "--rebuild", "--json").json
    assert again["notes"] == 4


def test_a_search_finds_without_indexing_first(run: Callable[..., Ran], vault: Path) -> None:
    ran = run("search", vault, "tide", "--json")
    assert (ran.code, ran.err) == (0, "")
    answer = ran.json
    assert [result["path"] for result in answer["results"]] == ["tide.md", "Journal/2026-03-01.md"]
    assert (answer["mode"], answer["pending"]) == ("keyword", 0)
    assert answer["reason"].startswith("no model")
    assert [row["stage"] for row in answer["trace"]] == list(STAGES)
    found = answer["results"][0]
    assert (found["root"], found["title"], found["exact"], found["found_by"]) == (str(vault), "Tide", True, ["words"])
    assert next(found["snippet"][start:end].lower() for start, end in found["marks"]) == "tide"


def test_the_score_is_what_its_parts_say(run: Callable[..., Ran], vault: Path) -> None:
    for result in run("search", vault, "tide", "--json").json["results"]:
        product = result["text_score"] * result["decay"] * result["source_weight"] * result["access_boost"]
        assert result["score"] == pytest.approx(product)
        assert 0 < result["text_score"] <= 1


def test_decay_is_for_the_journal_and_can_be_left_out(run: Callable[..., Ran], vault: Path) -> None:
    tide, journal = run("search", vault, "tide", "--json").json["results"]
    assert (tide["source"], tide["decay"]) == ("workspace", 1.0)
    assert (journal["source"], journal["decay"]) == ("session", 0.3)
    assert [r["decay"] for r in run("search", vault, "tide", "--no-decay", "--json").json["results"]] == [1.0, 1.0]


def test_modes_skip_the_stages_that_they_leave_out(run: Callable[..., Ran], vault: Path) -> None:
    words = trace(run("search", vault, "tide", "--mode", "keyword", "--json").json)
    assert (words["embed"], words["knn"], words["keyword"]) == ("skipped", "skipped", "done")
    answer = run("search", vault, "tide", "--mode", "meaning", "--json").json
    meaning = trace(answer)
    assert (meaning["keyword"], meaning["supplement"]) == ("skipped", "skipped")
    assert answer["results"] == []
    assert answer["reason"]


def test_a_batch_syncs_once_and_answers_any_query(run: Callable[..., Ran], vault: Path) -> None:
    queries = 'a\ttide\nb\t红烧\nc\t"\nd\tthe of\ne\tNEAR( AND *\nf\t\ng\ttide -wall\n'
    ran = run("search", vault, "--batch", "-", stdin=queries.encode())
    assert ran.code == 0
    assert [line["id"] for line in ran.lines] == list("abcdefg")
    assert [trace(line)["sync"] for line in ran.lines] == ["done"] + ["skipped"] * 6
    found = {line["id"]: [result["path"] for result in line["results"]] for line in ran.lines}
    assert found["b"] == ["家/红烧肉.md"]
    assert found["g"] == ["tide.md"]
    assert found["f"] == []
    warned = [line["id"] for line in ran.lines if "nothing to search for" in " ".join(line["warnings"])]
    assert warned == ["c", "f"]


def test_without_sync_the_index_is_searched_as_it_is(run: Callable[..., Ran], vault: Path) -> None:
    run("index", vault)
    (vault / "late.md").write_text("the tide again", encoding="utf-8")
    stale = run("search", vault, "again", "--no-sync", "--json").json
    assert (stale["results"], trace(stale)["sync"]) == ([], "skipped")
    assert [result["path"] for result in run("search", vault, "again", "--json").json["results"]] == ["late.md"]


def test_a_vault_that_is_away_is_searched_as_it_was_with_a_warning(run: Callable[..., Ran], vault: Path) -> None:
    run("index", vault)
    vault.rename(vault.parent / "away")
    ran = run("search", vault, "tide")
    assert (ran.code, ran.out.count("tide.md:")) == (0, 1)
    assert ran.err.startswith("notesearch: Vault offline: ")
    assert ran.err.count("\n") == 1
    answer = run("search", vault, "tide", "--json").json
    assert [warning.partition(":")[0] for warning in answer["warnings"]] == ["Vault offline"]


def test_a_vault_that_cannot_be_read_is_searched_as_it_was(run: Callable[..., Ran], vault: Path) -> None:
    run("index", vault)
    vault.chmod(0)
    try:
        with without_root_rights():
            ran = run("search", vault, "tide")
            assert run("index", vault).code == 2
    finally:
        vault.chmod(0o700)
    assert (ran.code, ran.out.count("tide.md:")) == (0, 1)
    assert "Vault offline" in ran.err


def test_mmr_says_that_it_ran(run: Callable[..., Ran], vault: Path) -> None:
    answer = run("search", vault, "tide", "--lambda", "0.5", "--json").json
    assert trace(answer)["mmr"] == "done"
    assert all(set(result["mmr"]) == {"moved"} for result in answer["results"])


def test_status_adds_up_to_the_files_on_disk(run: Callable[..., Ran], vault: Path) -> None:
    run("index", vault)
    (vault / "torn.md").write_bytes(b"\x00\x01\x02" * 500)
    status = run("status", vault, "--json").json
    assert status["on_disk"] == 5
    assert status["on_disk"] == status["indexed"] + status["pending"] + len(status["failed"]) + len(status["skipped"])
    assert (status["model"], status["mode"]) == (None, "keyword")


def test_deletions_of_most_notes_wait_for_agreement(run: Callable[..., Ran], vault: Path) -> None:
    for number in range(30):
        (vault / f"{number}.md").write_text(f"note {number}", encoding="utf-8")
    run("index", vault)
    for number in range(30):
        (vault / f"{number}.md").unlink()
    held = run("index", vault, "--json")
    assert (held.code, held.json["held_back"], held.json["removed"]) == (3, 30, 0)
    warnings = run("search", vault, "tide", "--json").json["warnings"]
    assert [warning.partition(":")[0] for warning in warnings] == ["deletion held back until you agree"]
    agreed = run("index", vault, "--accept-deletions", "--json")
    assert (agreed.code, agreed.json["held_back"], agreed.json["removed"]) == (0, 0, 30)


def test_a_vault_that_is_away_is_searched_by_its_last_index(run: Callable[..., Ran], vault: Path) -> None:
    run("index", vault)
    vault.rename(vault.parent / "away")
    ran = run("search", vault, "tide", "--json")
    assert (ran.code, len(ran.json["results"])) == (0, 2)
    index = run("index", vault)
    assert index.code == 2
    assert index.err.startswith("notesearch: Vault offline")


def test_an_offline_vault_is_told_by_status_and_doctor(run: Callable[..., Ran], vault: Path) -> None:
    run("index", vault)
    vault.rename(vault.parent / "away")
    status, doctor = run("status", vault, "--json"), run("doctor", vault)
    assert (status.code, status.json["indexed"]) == (0, 4)
    assert status.err.startswith("notesearch: Vault offline: ")
    assert status.json["reason"].startswith("Vault offline: ")
    assert doctor.code == 1
    assert "wrong  vault: Vault offline: " in doctor.out


def test_an_empty_folder_in_the_place_of_the_vault_is_an_offline_vault(run: Callable[..., Ran], vault: Path) -> None:
    run("index", vault)
    vault.rename(vault.parent / "away")
    vault.mkdir()
    status = run("status", vault, "--json")
    assert (status.json["indexed"], status.json["on_disk"]) == (4, 4)
    assert status.json["reason"].startswith("Vault offline: ")
    assert run("doctor", vault).code == 1


def test_beside_another_writer_a_search_counts_what_is_missing(
    run: Callable[..., Ran], vault: Path, tmp_path: Path
) -> None:
    run("index", vault)
    (lock,) = tmp_path.rglob("writer.lock")
    with FileLock(lock):
        calm = run("search", vault, "tide", "--json")
        assert (calm.json["pending"], calm.json["warnings"], calm.err) == (0, [], "")
        for name in ("late", "later"):
            (vault / f"{name}.md").write_text("the tide again", encoding="utf-8")
        busy = run("search", vault, "tide", "--json")
        batch = run("search", vault, "--batch", "-", stdin=b"a\ttide\nb\ttide\n")
    assert busy.json["pending"] == 2
    assert [warning[:12] for warning in busy.json["warnings"]] == ["Another Note", "the words of"]
    assert [line["pending"] for line in batch.lines] == [2, 2]


def test_an_index_that_cannot_be_written_is_told_once(run: Callable[..., Ran], vault: Path, tmp_path: Path) -> None:
    run("index", vault)
    (index,) = tmp_path.rglob("index.db")
    index.parent.chmod(0o500)
    try:
        with without_root_rights():
            runs = [run("index", vault), run("status", vault), run("search", vault, "tide"), run("doctor", vault)]
    finally:
        index.parent.chmod(0o700)
    assert [ran.code for ran in runs] == [1, 0, 0, 1]
    for ran in runs:
        assert f"{ran.out}{ran.err}".count("cannot be written") == 1


def test_a_vault_that_never_was_is_2(run: Callable[..., Ran], tmp_path: Path) -> None:
    for words in (["index"], ["status"], ["search"], ["doctor"]):
        query = ["tide"] if words == ["search"] else []
        ran = run(*words, tmp_path / "nowhere", *query)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_sound_index_is_healthy_and_can_be_forgotten(run: Callable[..., Ran], vault: Path, tmp_path: Path) -> None:
    run("index", vault)
    assert run("doctor", vault).code == 0
    assert run("forget", vault, "--yes").code == 0
    assert list((tmp_path / "data" / "vaults").iterdir()) == []


def test_the_vault_is_only_read(run: Callable[..., Ran], vault: Path) -> None:
    before = snapshot(vault)
    run("index", vault)
    run("search", vault, "tide")
    run("status", vault)
    run("doctor", vault)
    assert snapshot(vault) == before


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_not_utf8_comes_out_as_escapes(run: Callable[..., Ran], vault: Path) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    (vault / name).write_text("the tide of coffee", encoding="utf-8")
    ran = run("search", vault, "coffee", "--json")
    assert '"path": "caf\\udce9.md"' in ran.out
    assert ran.json["results"][0]["path"] == name
    assert "caf\\udce9.md" in run("search", vault, "coffee").out


def test_the_commands_load_no_qt(vault: Path, tmp_path: Path) -> None:
    source = (
        "import sys\nfrom notesearch.cli.entry import run\n"
        "for words in (['index'], ['search', 'tide'], ['status'], ['doctor'], ['config'], ['forget', '--yes']):\n"
        "    run([words[0], sys.argv[1], *words[1:]])\n"
        "run(['model', 'list'])\n"
        "print(sorted(name for name in sys.modules if name.startswith(('PySide6', 'llama_cpp'))), file=sys.stderr)\n"
    )
    data = {"NOTESEARCH_DATA_DIR": str(tmp_path / "data")}
    ran = subprocess.run([sys.executable, "-c", source, vault], capture_output=True, check=True, env=os.environ | data)
    assert ran.stderr.decode().strip() == "[]"


def test_a_damaged_index_is_built_again_with_one_message(run: Callable[..., Ran], vault: Path, tmp_path: Path) -> None:
    run("index", vault)
    (index,) = tmp_path.rglob("index.db")
    index.write_bytes(b"this is no database any more\n" * 400)
    ran = run("search", vault, "tide", "--json")
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert "set aside" in ran.err
    assert [result["path"] for result in ran.json["results"]] == ["tide.md", "Journal/2026-03-01.md"]
