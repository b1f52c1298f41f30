"""A small run of the benchmark stays within twice the limits of the big one, whatever the machine is busy with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.bench
@pytest.mark.timeout(600)
def test_no_ratio_is_more_than_twice_its_limit(tmp_path: Path) -> None:
    told = tmp_path / "bench.json"
    command = [
        sys.executable,
        "-m",
        "tests.bench",
        "--notes",
        "2000",
        "--queries",
        "100",
        "--repeats",
        "1",
        "--json",
        told,
    ]
    subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    figures = json.loads(told.read_text("utf-8"))["figures"]
    ratios = {each["name"]: (each["value"], each["limit"]) for each in figures if each["unit"] == "times"}
    assert ratios
    assert {name: value for name, (value, limit) in ratios.items() if value > 2 * limit} == {}
