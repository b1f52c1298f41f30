"""Indexes a vault until SQLite is given the NTHth statement that starts so, then is killed: `crash_runner.py VAULT DATA START NTH`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from index_tools import RecordingHost

from notesearch.index import database
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.settings import Settings

if TYPE_CHECKING:
    from notesearch.index.database import Database, Mode, Pages


def main() -> None:
    vault, data, start, nth = sys.argv[1:]
    real, seen = database._connected, 0

    def count(_: object, sql: str, __: object) -> bool:
        nonlocal seen
        seen += sql.startswith(start)
        if seen == int(nth):
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    def traced(file: Path, mode: Mode, pages: Pages) -> Database:
        opened = real(file, mode, pages)
        opened.connection.exec_trace = count
        return opened

    database._connected = traced
    with Notebook.open(Path(vault), AppPaths.for_person(data), settings=Settings(), host=RecordingHost()) as notebook:
        notebook.index(embed=True)


if __name__ == "__main__":
    main()
