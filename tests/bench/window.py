"""What is measured of the window over the benchmark's vault: its memory without a model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.report import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.measures import Lab

_VISIT = Path(__file__).with_name("window_visit.py")


def at_hand(lab: Lab) -> Iterator[Row]:
    """Open the window, which is drawn into memory, and look at what it takes."""
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, str(_VISIT), str(lab.place / "data"), str(lab.vault), str(time.time()), "note"]
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    yield Row("memory, window open, no model", json.loads(ran.stdout)["mb"], "MB", 250)
