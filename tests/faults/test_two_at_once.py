"""Several processes on one vault: one writes, all answer, and nobody is ever told of a locked database."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from index_tools import RecordingHost, Vault, found, settle

if TYPE_CHECKING:
    from collections.abc import Sequence


def begin(vault: Vault, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "notesearch", words[0], vault.folder, *words[1:], "--data-dir", vault.paths.data]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(processes: Sequence[subprocess.Popen[str]]) -> list[tuple[int, str, str]]:
    """Wait for all; returns exit code, standard output and standard error of each."""
    told = [process.communicate(timeout=120) for process in processes]
    return [(process.returncode, out, err) for process, (out, err) in zip(processes, told, strict=True)]


def test_many_commands_at_once_on_a_new_vault(vault: Vault) -> None:
    vault.fill(200)
    indexing = [begin(vault, "index", "--no-embed", "--json") for _ in range(3)]
    searching = [begin(vault, "search", f"thing{number}", "--json", "--mode", "keyword") for number in range(3)]
    indexed, searched = ended(indexing), ended(searching)
    for _, _, err in (*indexed, *searched):
        assert "locked" not in err
        assert "busy" not in err
        assert "Traceback" not in err
    assert {code for code, _, _ in indexed} <= {0, 1}
    assert all("Another NoteSearch" in err for code, _, err in indexed if code)
    assert [code for code, _, _ in searched] == [0, 0, 0]
    with vault.open() as notebook:
        assert notebook.index(embed=False).notes == 200
        assert notebook.check() == []


def test_a_command_answers_while_a_window_is_indexing_and_sees_what_is_there(vault: Vault) -> None:
    vault.fill(300)
    with vault.open(host=RecordingHost(), watch=True) as window:
        settle(window, lambda activity: activity.notes == 300)
        vault.write("note1.md", "# Note 1\n\nabout thing1 and a pangolin\n")
        settle(window, lambda _: found(window, "pangolin") == ["note1.md"])
        vault.fill(300, prefix="more")
        window.rescan()
        commands = [begin(vault, "search", "pangolin", "--json", "--mode", "keyword"), begin(vault, "status", "--json")]
        while any(process.poll() is None for process in commands):
            window.work()
        (code, out, err), (status_code, status, status_err) = ended(commands)
        assert (code, status_code) == (0, 0)
        assert "locked" not in err + status_err
        assert [result["path"] for result in json.loads(out)["results"]] == ["note1.md"]
        counted = json.loads(status)
        assert counted["on_disk"] == 600
        assert counted["indexed"] + counted["pending"] == 600
        settle(window, lambda activity: activity.notes == 600)
        assert window.check() == []
