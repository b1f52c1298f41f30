"""Indexes of graded sets by the real pipeline with its default settings, each made once, and what they answer."""

from __future__ import annotations

import datetime as dt
import random
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest
from graded_sets import GradedSet, normal

from notesearch.embedding.absent import NoHost
from notesearch.embedding.host import LlamaHost
from notesearch.embedding.keeper import Limits
from notesearch.embedding.models import resolve
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths, private_folder
from notesearch.search.request import SearchRequest
from notesearch.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from _pytest.mark import ParameterSet

    from notesearch.embedding.embedder import QueryVector
    from notesearch.embedding.families import ModelFile
    from notesearch.search.request import RequestMode
    from notesearch.search.results import Results

    ModelName = Literal["", "minilm", "e5"]

NOW = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)
"""The time at which all questions are asked: ages, and so scores, are the same for ever."""
PATIENCE = Limits(query=120, query_while_loading=120, load=240, answer=240)
_SEED = 20261130


def _with_model(name: str) -> ParameterSet:
    marks = [pytest.mark.model, pytest.mark.timeout(1200), pytest.mark.xdist_group(f"sample-{name}")]
    return pytest.param(name, id=name, marks=marks)


MODELS = (pytest.param("", id="words"), _with_model("minilm"), _with_model("e5"))
"""Parameters for tests over the sample vault; those of one model run in one process, so that it is indexed once."""


class PatientHost(LlamaHost):
    """A real model that waits as long as a busy machine needs, and embeds no query twice; `known` outlives it."""

    def __init__(self, model: ModelFile, known: dict[str, QueryVector]) -> None:
        super().__init__(model, 1, limits=PATIENCE, gentle=False)  # tests run beside each other: more threads only spin
        self._known = known

    def embed_query(self, text: str) -> QueryVector:
        if text not in self._known:
            self._known[text] = super().embed_query(text)
        return self._known[text]


class Shelf:
    """What was indexed so far in this run, by vault and model (`""`: words only)."""

    def __init__(self, folder: Path, model_dir: Callable[[str], Path]) -> None:
        self._folder = folder
        self._model_dir = model_dir
        self._made: dict[tuple[str, ModelName], AppPaths] = {}
        self._models: dict[ModelName, ModelFile] = {}
        self._vectors: dict[ModelName, dict[str, QueryVector]] = {}
        self._rankings: dict[tuple[str, ModelName, RequestMode], dict[str, list[str]]] = {}

    @contextmanager
    def opened(self, graded: GradedSet, model: ModelName) -> Iterator[Notebook]:
        """Open a set's notebook, all of it indexed and embedded."""
        with self._opened(graded, self._indexed(graded, model), model) as notebook:
            yield notebook

    @contextmanager
    def half_embedded(self, graded: GradedSet, model: ModelName, folder: Path) -> Iterator[Notebook]:
        """Open a copy in `folder` of a set's notebook in which a random half of the chunks has no vector yet."""
        whole = self._indexed(graded, model)
        shutil.copytree(whole.data, folder, dirs_exist_ok=True)
        with self._opened(graded, AppPaths.for_person(folder), model) as notebook:
            _drop_half(notebook)
            yield notebook

    def rankings(self, graded: GradedSet, model: ModelName, mode: RequestMode = "auto") -> dict[str, list[str]]:
        """Return the paths that each question of a set finds, best first."""
        key = (graded.name, model, mode)
        if key not in self._rankings:
            with self.opened(graded, model) as notebook:
                self._rankings[key] = rank(notebook, graded, mode)
        return self._rankings[key]

    def _indexed(self, graded: GradedSet, model: ModelName) -> AppPaths:
        key = (graded.name, model)
        if key not in self._made:
            paths = AppPaths.for_person(self._folder / f"{graded.name}-{model or 'words'}")
            with self._opened(graded, paths, model) as notebook:
                report = notebook.index(embed=bool(model))
            assert report.notes > 0
            assert report.embedded == (report.chunks if model else 0)
            self._made[key] = paths
        return self._made[key]

    def _opened(self, graded: GradedSet, paths: AppPaths, model: ModelName) -> Notebook:
        host = self._host(model) if model else NoHost("no model is chosen")
        return Notebook.open(graded.vault, paths, settings=Settings(), host=host, clock=lambda: NOW)

    def _host(self, model: ModelName) -> PatientHost:
        if model not in self._models:
            home = AppPaths.for_person(self._folder / "models")
            shutil.copy(self._model_dir(model) / f"{model}.gguf", private_folder(home.models))
            self._models[model] = resolve(model, home)
        return PatientHost(self._models[model], self._vectors.setdefault(model, {}))


def rank(notebook: Notebook, graded: GradedSet, mode: RequestMode = "auto") -> dict[str, list[str]]:
    """Ask all questions of a set; returns question id -> paths, best first."""
    answers = ask(notebook, graded.questions.values(), mode)
    return {
        question: [normal(result.path) for result in answer.results]
        for question, answer in zip(graded.questions, answers, strict=True)
    }


def ask(notebook: Notebook, questions: Iterable[str], mode: RequestMode = "auto") -> Iterator[Results]:
    """Answer each question over the index as it is; nothing of it may fail."""
    for question in questions:
        answer = notebook.search(SearchRequest(question, mode=mode, sync="none"))
        assert [row for row in answer.trace if row.status == "failed"] == []
        yield answer


def _drop_half(notebook: Notebook) -> None:
    """Take every second vector away, drawn with a fixed seed in an order that every machine has."""
    database = notebook._index.database
    chunks = [row[0] for row in database.rows("SELECT id FROM chunks WHERE embedded = 1 ORDER BY hash, id")]
    dropped = [(chunk,) for chunk in random.Random(_SEED).sample(chunks, len(chunks) // 2)]
    with database.transaction():
        database.connection.executemany("DELETE FROM vectors WHERE chunk = ?", dropped)
        database.connection.executemany("UPDATE chunks SET embedded = 0 WHERE id = ?", dropped)
