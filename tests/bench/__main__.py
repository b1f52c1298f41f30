"""`python -m tests.bench`: makes a vault, measures NoteSearch on it, prints a table; exit 1 when a limit is broken."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from notesearch.paths import AppPaths
from tests.bench import measures, peers
from tests.bench.report import Row, table, write_json
from tests.bench.vaults import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator

_SMALL, _CHANGING = 50, 1500
_SIZES, _SMALL_SIZES = (2000, 20_000, 100_000), (500, 2000)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--notes", type=int, default=20_000, help="how many notes the vault has (20000)")
    parser.add_argument("--queries", type=int, default=200, help="how many queries are asked (200)")
    parser.add_argument("--repeats", type=int, default=3, help="how often each is done; medians are told (3)")
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="where the figures are written")
    parser.add_argument("--peers", action="store_true", help="measure other programs too, where they are installed")
    parser.add_argument("--words-only", action="store_true", help="leave out vectors, models, growth and the window")
    parser.add_argument("--full", action="store_true", help="let the vault grow to 100,000 notes (half an hour)")
    parser.add_argument("--chunks", type=int, default=500, help="how many chunks the models embed (500)")
    parser.add_argument("--models", type=Path, default=_models(), help="the data folder that has the models")
    return parser.parse_args()


def _models() -> Path:
    """Return where the tests keep their models; they are measured if they are there."""
    chosen = os.environ.get("NOTESEARCH_TEST_MODELS")
    return Path(chosen) if chosen else platformdirs.user_cache_path("notesearch-tests", appauthor=False)


def main() -> int:
    """Measure everything; return 1 when a figure is over its limit."""
    options = _arguments()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="notesearch-bench-") as folder:
        for row in _measure(Path(folder), options):
            rows.append(row)
            sys.stderr.write(f"{row.name}: {row.value:.3g} {row.unit}\n")
            write_json(options.json, rows, options.notes)
    sys.stdout.write(table(rows) + "\n")
    return int(any(row.verdict == "TOO MUCH" for row in rows))


def _measure(place: Path, options: argparse.Namespace) -> Iterator[Row]:
    vault, small, writer = place / "vault", place / "small", Writer()
    note_bytes = writer.write(vault, options.notes)
    writer.write(small, _SMALL)
    questions = writer.questions(options.queries)
    lab = measures.Lab(vault, place, note_bytes)
    yield from measures.first_index(lab, options.repeats)
    yield from measures.queries(lab, questions)
    yield from measures.upkeep(lab, options.repeats)
    yield from measures.starts(lab, small, options.repeats)
    if options.peers:
        yield from peers.recoll(lab, options.repeats)
    if not options.words_only:
        yield from _beyond_words(lab, questions, options)


def _beyond_words(lab: measures.Lab, questions: list[str], options: argparse.Namespace) -> Iterator[Row]:
    """Measure what takes longer: the window, the models, vectors, growth."""
    from tests.bench import growth, learning, vectors, window  # noqa: PLC0415 - Qt, NumPy and llama.cpp are not always there

    yield from window.at_hand(lab)
    yield from learning.throughput(lab, AppPaths.for_person(options.models), options.chunks)
    yield from vectors.hybrid(lab, questions)
    changing = lab.place / "changing"
    Writer(seed=2).write(changing, _CHANGING)
    yield from vectors.embedded_again(lab, changing)
    sizes = _SIZES if options.full else _SMALL_SIZES
    yield from growth.growth(lab.place, sizes, options.repeats)


if __name__ == "__main__":
    sys.exit(main())
