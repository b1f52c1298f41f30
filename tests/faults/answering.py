"""Searches again and again in a process of its own, printing each answer, until standard input ends: `answering.py VAULT DATA`."""

from __future__ import annotations

import json
import select
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from notesearch.embedding.absent import NoHost
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.search.request import SearchRequest
from notesearch.settings import Settings


def main() -> None:
    vault, data = sys.argv[1:]
    host = NoHost("no model: none is chosen")
    with Notebook.open(Path(vault), AppPaths.for_person(data), settings=Settings(), host=host) as notebook:
        while not select.select([sys.stdin], [], [], 0)[0]:
            found = notebook.search(SearchRequest("paragraph", mode="keyword", sync="none", limit=200)).results
            spans = [
                (
                    each.path,
                    sorted([(each.start_line, each.end_line), *((o.start_line, o.end_line) for o in each.more)]),
                )
                for each in found
            ]
            sys.stdout.write(json.dumps(sorted(spans)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
