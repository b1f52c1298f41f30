"""Builds an index anew in a process that ends itself at a chosen moment: `rebuild_runner.py VAULT DATA MOMENT`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from index_tools import RecordingHost

from notesearch.index import apply, rebuild
from notesearch.index.database import open_database
from notesearch.index.store import Store
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.settings import Chunks, Settings

BUILT_FIRST = 40


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_while_building() -> None:
    apply._BYTES_A_TRANSACTION = 1  # the vault is small
    write, written = Store.write, 0

    def counted(store: Store, notes: object, *rest: object) -> None:
        nonlocal written
        rows = list(notes)  # type: ignore[call-overload]
        if rows and written >= BUILT_FIRST:
            die()
        write(store, rows, *rest)  # type: ignore[arg-type]
        written += len(rows)

    Store.write = counted  # type: ignore[method-assign, assignment]


def die_while_swapping() -> None:
    def swap(self: rebuild.Rebuild, new: rebuild._Parts) -> None:
        target = open_database(self._index.database.file)
        target.rows("PRAGMA cache_size = 1")  # so that pages are in the journal before the end
        backup = target.connection.backup("main", new.database.connection, "main")
        backup.step(backup.page_count // 2 or 20)
        backup.step(10)
        die()

    rebuild.Rebuild._swap = swap  # type: ignore[method-assign]


def main() -> None:
    vault, data, moment = sys.argv[1:]
    match moment:
        case "building":
            die_while_building()
        case "before the vectors":
            rebuild.Rebuild._take_vectors = die  # type: ignore[method-assign, assignment]
        case "before the swap":
            rebuild.Rebuild._swap = die  # type: ignore[method-assign]
        case "swapping":
            die_while_swapping()
        case "swapped":
            rebuild._empty_journal = die
    settings = Settings(chunks=Chunks(size=400, overlap=50))
    with Notebook.open(Path(vault), AppPaths.for_person(data), settings=settings, host=RecordingHost()) as notebook:
        notebook.index(embed=True)


if __name__ == "__main__":
    main()
