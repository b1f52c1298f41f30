"""The `search` command: one question, or a file of them, asked of one opened vault."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch import settings as choices
from notesearch.cli import answers, progress
from notesearch.cli.batch import read_questions
from notesearch.cli.opening import open_notebook
from notesearch.cli.output import complain, write_json
from notesearch.cli.printing import print_answer
from notesearch.index.whole import ANOTHER
from notesearch.search.request import RequestMode, SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from notesearch.notebook import Notebook
    from notesearch.paths import AppPaths
    from notesearch.search.results import Results

# For one question; of a file with thousands, snippets without a hit begin where their chunk does.
_CLOSEST_S = 0.5
_NOTHING_ASKED = "there is nothing to search for in this query"


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What was said on the command line; None leaves it to the saved settings. `half_life` is in days."""

    json: bool = False
    limit: int | None = None
    mode: RequestMode = "auto"
    mmr: bool | None = None
    mmr_lambda: float | None = None
    decay: bool = True
    half_life: float | None = None
    sync: bool = True
    explain: bool = False

    def over(self, saved: choices.Settings) -> choices.Settings:
        """Return `saved` with these options laid over it; raises UsageError for a value out of bounds."""
        plain = choices.to_plain(saved)
        if self.mmr_lambda is not None:
            plain["mmr"] |= {"enabled": True, "lambda": self.mmr_lambda}
        if self.mmr is not None:
            plain["mmr"]["enabled"] = self.mmr
        if not self.decay:
            plain["decay"]["enabled"] = False
        if self.half_life is not None:
            plain["decay"]["half_life_days"] = self.half_life
        return choices.convert(plain)

    def request(self, text: str) -> SearchRequest:
        """Return the question as it is to be asked."""
        return SearchRequest(text, mode=self.mode, limit=self.limit, sync="full" if self.sync else "none")


def search_one(vault: Path, query: str, options: SearchOptions, paths: AppPaths) -> None:
    """Answer one question, as JSON or for a person."""
    settings, problems = _settings(vault, options, paths)
    with open_notebook(vault, paths, settings) as notebook:
        request = dataclasses.replace(options.request(query), closest_s=_CLOSEST_S)
        answer = _ask(notebook, request, problems)
    if options.json:
        write_json(answers.of_search(answer))
        return
    for warning in answer.warnings:
        if warning not in problems:  # told already
            complain(warning)
    print_answer(answer, explain=options.explain)


def search_batch(vault: Path, file: str, options: SearchOptions, paths: AppPaths) -> None:
    """Answer each question of `file` as one line of JSON; the vault is brought up to date before the first only."""
    questions = read_questions(file)
    settings, problems = _settings(vault, options, paths)
    with open_notebook(vault, paths, settings) as notebook:
        for number, question in enumerate(questions):
            asked = options if number == 0 else dataclasses.replace(options, sync=False)
            answer = _ask(notebook, asked.request(question.query), problems)
            write_json({"id": question.id, **answers.of_search(answer)})


def _settings(vault: Path, options: SearchOptions, paths: AppPaths) -> tuple[choices.Settings, tuple[str, ...]]:
    """Return the settings of this search, and what is wrong with the saved ones."""
    saved, problems = choices.load(paths.settings_file, paths.vault(vault).settings_file)
    for problem in problems:
        complain(problem)
    return options.over(saved), problems


def _ask(notebook: Notebook, request: SearchRequest, problems: tuple[str, ...]) -> Results:
    """Ask, drawing on a terminal how far the notes are read; the first search of a large vault takes its time."""
    with progress.bar() as show:
        notebook.progress = progress.of_reading(show)
        answer = notebook.search(request)
    return dataclasses.replace(answer, warnings=(*problems, *answer.warnings, *_warnings(answer, notebook)))


def _warnings(answer: Results, notebook: Notebook) -> Iterator[str]:
    """Say what is wrong with a whole answer: an index that is not up to date and why, a query without words."""
    for row in answer.trace:
        if row.stage == "sync" and row.status == "failed" and row.reason:
            yield row.reason
    if notebook.read_only and (answer.pending or notebook.read_only != ANOTHER):
        yield notebook.read_only
    if answer.pending:
        yield f"the words of {_notes(answer.pending)} may be missing or out of date in this answer"
    told = {notebook.read_only, *(row.reason for row in answer.trace)}
    yield from (notice for notice in notebook.news() if notice not in told)
    if notebook.held_back:
        yield (
            f"deletion held back until you agree: {_notes(notebook.held_back)} of the index are gone from the vault, "
            "so they are not shown; if that is right, run `notesearch index` with --accept-deletions"
        )
    if not (answer.results or any(letter.isalnum() for letter in answer.query)):
        yield _NOTHING_ASKED


def _notes(count: int) -> str:
    return "1 note" if count == 1 else f"{count} notes"
