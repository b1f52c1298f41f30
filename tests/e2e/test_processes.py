"""The program as a process: a second start hands over and ends, a signal closes it in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START = "import sys; from pathlib import Path; from notesearch.app import run; from notesearch.paths import AppPaths; "
START += "from notesearch.ui.asked import Asked"
RUN = "sys.exit(run(Asked(Path(sys.argv[2]), 'heron'), AppPaths.for_person(sys.argv[1])))"

ENVIRON = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


def start(data: Path, vault: Path) -> subprocess.Popen[bytes]:
    code = f"{START}\nif __name__ == '__main__': {RUN}"
    return subprocess.Popen([sys.executable, "-c", code, str(data), str(vault)], env=ENVIRON, stderr=subprocess.PIPE)


@pytest.fixture
def first(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("# Heron\n")
    process = start(tmp_path / "data", tmp_path / "vault")
    deadline = time.monotonic() + 60
    while not list((tmp_path / "data").glob("vaults/*/index.db")):
        assert process.poll() is None, process.stderr and process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    yield process
    process.kill()
    process.communicate()


def test_a_second_start_hands_over_and_ends(first: subprocess.Popen[bytes], tmp_path: Path) -> None:
    second = start(tmp_path / "data", tmp_path / "vault")
    _, said = second.communicate(timeout=60)
    assert (second.returncode, said) == (0, b"")
    assert first.poll() is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_window_in_order(first: subprocess.Popen[bytes], number: signal.Signals) -> None:
    first.send_signal(number)
    _, said = first.communicate(timeout=30)
    assert first.returncode == 0
    assert b"Traceback" not in said
    assert b"QThread" not in said


def test_a_toggle_from_outside_hides_the_window_and_it_goes_on(first: subprocess.Popen[bytes], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "notesearch", "--toggle", "--data-dir", str(tmp_path / "data")]
    for _ in range(2):
        ran = subprocess.run(command, env=ENVIRON, capture_output=True, timeout=60, check=False)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert first.poll() is None
    first.send_signal(signal.SIGTERM)
    first.communicate(timeout=30)
    assert first.returncode == 0


def test_a_link_is_handed_over(first: subprocess.Popen[bytes], tmp_path: Path) -> None:
    link = "notesearch://search?q=heron&vault=/etc"
    command = [sys.executable, "-m", "notesearch", link, "--data-dir", str(tmp_path / "data")]
    ran = subprocess.run(command, env=ENVIRON, capture_output=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert first.poll() is None
