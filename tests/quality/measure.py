"""`python -m tests.quality.measure`: scores every set by the command line, default settings, and prints a table.

A set gets one `index` and, in each mode, one `search --batch`; each model has a data folder of its own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.quality.graded_sets import DATA, NAMES, GradedSet, normal, sample_set, unpack
from tests.quality.scores import mean, ndcg, recall

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SAMPLE = "sample-vault"
_ACROSS = (("xquad-zh", "xquad-en"), ("xquad-th", "xquad-en"))


@dataclass(frozen=True, slots=True)
class Program:
    """The command line with everything it writes in `data`; `model` is None for words only."""

    data: Path
    model: str | None

    def run(self, *words: str, stdin: str = "") -> str:
        """Run one command and return what it printed; what it complains of is shown."""
        command = [sys.executable, "-m", "notesearch", "--data-dir", str(self.data), *words]
        return subprocess.run(command, input=stdin, stdout=subprocess.PIPE, text=True, check=True).stdout

    def index(self, vault: Path) -> None:
        """Index `vault` whole; a chunk without a vector is a bug here."""
        told = json.loads(self.run("index", str(vault), "--json"))
        assert told["pending_embeddings"] == 0 or self.model is None

    def rankings(self, vault: Path, questions: Mapping[str, str], *options: str) -> dict[str, list[str]]:
        """Ask all questions at once; returns question id -> paths, best first."""
        lines = "".join(f"{name}\t{text}\n" for name, text in questions.items())
        printed = self.run("search", str(vault), "--batch", "-", "--json", *options, stdin=lines)
        answers = [json.loads(line) for line in printed.splitlines()]
        return {answer["id"]: [normal(result["path"]) for result in answer["results"]] for answer in answers}


def main() -> None:
    """Measure what was asked for and print it."""
    options = _arguments()
    with tempfile.TemporaryDirectory(prefix="notesearch-quality-") as folder:
        place = Path(folder)
        graded = [sample_set() if name == SAMPLE else unpack(name, place, options.data) for name in options.sets]
        programs = [Program(place / "words", None), *(_with_model(name, place / name) for name in options.models)]
        columns = [column for program in programs for column in _columns(program, graded)]
        across = [row for program in programs if program.model for row in _across(program, graded)]
    sys.stdout.write(_table([each.name for each in graded], columns))
    sys.stdout.write("".join(across))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.quality.measure", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="where NAME.tar.gz of the sets lie")
    parser.add_argument("--models", nargs="*", default=["e5", "minilm"], help="installable models (e5 minilm)")
    parser.add_argument("--sets", nargs="+", default=[*NAMES, SAMPLE], choices=[*NAMES, SAMPLE], help="all by default")
    return parser.parse_args()


def _with_model(name: str, data: Path) -> Program:
    program = Program(data, name)
    program.run("model", "install", name)
    return program


def _columns(program: Program, graded: Sequence[GradedSet]) -> Iterator[tuple[str, list[float]]]:
    """Index every set, then yield (heading, nDCG@10 of each set) of each mode."""
    for each in graded:
        program.index(each.vault)
    modes: dict[str, tuple[str, ...]] = {"words": ("--mode", "keyword")}
    if program.model:
        modes = {f"{program.model}, hybrid": (), f"{program.model}, meaning": ("--mode", "meaning")}
    for heading, options in modes.items():
        yield (
            heading,
            [mean(ndcg, program.rankings(each.vault, each.questions, *options), each.grades) for each in graded],
        )


def _across(program: Program, graded: Sequence[GradedSet]) -> Iterator[str]:
    """Yield a line on each set whose questions can be asked of another's notes."""
    sets = {each.name: each for each in graded}
    for asked, notes in _ACROSS:
        if asked in sets and notes in sets:
            rankings = program.rankings(sets[notes].vault, sets[asked].questions)
            found = mean(recall, rankings, sets[notes].grades)
            yield f"\n{asked} asked of {notes}, {program.model}: Recall@10 {found:.3f}\n"


def _table(names: Sequence[str], columns: Sequence[tuple[str, list[float]]]) -> str:
    """Return a Markdown table of nDCG@10, a set a row."""
    rows = [["nDCG@10", *(heading for heading, _ in columns)], ["---", *("--:" for _ in columns)]]
    rows += [[name, *(f"{scores[row]:.3f}" for _, scores in columns)] for row, name in enumerate(names)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


if __name__ == "__main__":
    main()
