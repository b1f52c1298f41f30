"""A child starts with Ctrl+C held back, the very first one too; afterwards the parent hears it as before."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

# The mask is the one that the child is born with; in a program of its own, where no tracker of resources runs yet.
PROGRAM = """
import multiprocessing, signal, time
from pathlib import Path
from notesearch import spawning

if __name__ == "__main__":
    for _ in range(2):
        process = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,), daemon=True)
        spawning.start(process)
        status = Path(f"/proc/{process.pid}/status").read_text()
        print(status.split("SigBlk:")[1].split()[0], signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
        process.kill()
        process.join()
        process.close()
"""


def test_the_signal_is_blocked_in_the_child_and_not_in_the_parent() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    lines = [line.split() for line in ran.stdout.splitlines()]
    assert len(lines) == 2
    for blocked, in_parent in lines:
        assert int(blocked, 16) >> (signal.SIGINT - 1) & 1
        assert in_parent == "False"
