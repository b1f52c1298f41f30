"""Indexes a vault, words and vectors, in a process that may be killed: `index_runner.py VAULT DATA [--rebuild]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from index_tools import RecordingHost

from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.settings import Settings


def main() -> None:
    vault, data, *options = sys.argv[1:]
    paths = AppPaths.for_person(data)
    with Notebook.open(Path(vault), paths, settings=Settings(), host=RecordingHost()) as notebook:
        sys.stdout.write("open\n")
        sys.stdout.flush()
        if "--rebuild" in options:
            notebook.rebuild()
        notebook.index(embed=True)


if __name__ == "__main__":
    main()
