"""Opens an index of an older schema in a process that ends itself in the middle of bringing it up to date: `migration_runner.py VAULT DATA`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from notesearch.embedding.absent import NoHost
from notesearch.index.database import Database
from notesearch.index.schema import MIGRATIONS
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.settings import Settings


def main() -> None:
    vault, data = sys.argv[1:]
    rows = Database.rows

    def dying(self: Database, sql: str, bindings: object = None) -> object:
        if sql == MIGRATIONS[-1]:
            self.connection.cache_flush()  # what was changed so far is in the journal
            os.kill(os.getpid(), signal.SIGKILL)
        return rows(self, sql, bindings)  # type: ignore[arg-type]

    Database.rows = dying  # type: ignore[method-assign, assignment]
    Notebook.open(Path(vault), AppPaths.for_person(data), settings=Settings(), host=NoHost("no model: none is chosen"))


if __name__ == "__main__":
    main()
