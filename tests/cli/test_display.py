"""Whether a window can be shown is known before Qt is loaded, and told in one line."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from notesearch.cli.display import missing_display

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    return monkeypatch


@pytest.mark.parametrize("variable", VARIABLES)
def test_on_linux_any_of_three_variables_means_a_display(variable: str, bare: pytest.MonkeyPatch) -> None:
    bare.setattr(sys, "platform", "linux")
    assert missing_display() is not None
    bare.setenv(variable, "x")
    assert missing_display() is None
    bare.setenv(variable, "")
    assert missing_display() is not None


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_elsewhere_there_is_always_one(platform: str, bare: pytest.MonkeyPatch) -> None:
    bare.setattr(sys, "platform", platform)
    assert missing_display() is None


@pytest.mark.usefixtures("bare")
def test_the_window_without_a_display_is_refused_in_one_line(
    run: Callable[..., Any], tmp_path: Path, bare: pytest.MonkeyPatch
) -> None:
    bare.setattr(sys, "platform", "linux")
    ran = run(tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert "no display" in ran.err
    assert ran.err.count("\n") == 1


def test_asking_loads_no_qt() -> None:
    program = "import sys, notesearch.cli.window; print('PySide6' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ran.stdout.strip() == b"False"
