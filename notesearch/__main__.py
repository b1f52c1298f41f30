"""`python -m notesearch` and the `notesearch` command: hand the arguments over, hand the exit code back."""

from __future__ import annotations

import multiprocessing
import runpy
import sys

_PIP = ["-m", "pip"]


def main() -> None:
    """Run the command that the arguments name and end with its exit code."""
    if getattr(sys, "frozen", False):
        _stand_in_for_python()
    # The model's process loads this module too, and needs none of the commands.
    from notesearch.cli.entry import run  # noqa: PLC0415

    sys.exit(run(sys.argv[1:]))


def _stand_in_for_python() -> None:
    """Do what a frozen program is started for in place of the interpreter that it lacks: helpers, and pip."""
    multiprocessing.freeze_support()
    if sys.argv[1:3] == _PIP:
        sys.argv[1:3] = []
        runpy.run_module("pip", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
