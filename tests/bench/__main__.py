"""`python -m tests.bench`: makes a vault, measures NoteSearch on it, prints a table; exit 1 when a limit is broken."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.bench import measures, peers
from tests.bench.report import Row, table, write_json
from tests.bench.vaults import Writer

_SMALL = 50


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--notes", type=int, default=20_000, help="how many notes the vault has (20000)")
    parser.add_argument("--queries", type=int, default=200, help="how many queries are asked (200)")
    parser.add_argument("--repeats", type=int, default=3, help="how often each is done; medians are told (3)")
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="where the figures are written")
    parser.add_argument("--peers", action="store_true", help="measure other programs too, where they are installed")
    return parser.parse_args()


def main() -> int:
    """Measure everything; return 1 when a figure is over its limit."""
    options = _arguments()
    with tempfile.TemporaryDirectory(prefix="notesearch-bench-") as folder:
        rows = _measure(Path(folder), options)
    sys.stdout.write(table(rows) + "\n")
    write_json(options.json, rows, options.notes)
    return int(any(row.verdict == "TOO MUCH" for row in rows))


def _measure(place: Path, options: argparse.Namespace) -> list[Row]:
    vault, small, writer = place / "vault", place / "small", Writer()
    note_bytes = writer.write(vault, options.notes)
    writer.write(small, _SMALL)
    lab = measures.Lab(vault, place, note_bytes)
    rows = list(measures.first_index(lab, options.repeats))
    rows += measures.queries(lab, writer.questions(options.queries))
    rows += measures.upkeep(lab, options.repeats)
    rows += measures.starts(lab, small, options.repeats)
    if options.peers:
        rows += peers.recoll(lab, options.repeats)
    return rows


if __name__ == "__main__":
    sys.exit(main())
