"""A small real vault with a real notebook over it, for tests that ask questions."""

from __future__ import annotations

import datetime as dt
import os
from typing import TYPE_CHECKING, Any, Protocol, Self

from notesearch.embedding.absent import NoHost
from notesearch.notebook import Notebook
from notesearch.paths import AppPaths
from notesearch.search.request import SearchRequest
from notesearch.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from notesearch.embedding.embedder import EmbeddingHost
    from notesearch.search.results import Result, Results

_NEVER_CHANGED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC).timestamp()


NOISE = {f"noise {n}.md": f"Nothing but filler {n} about weather and bread." for n in "abcdefghijkl"}
"""Notes that no test asks for."""


class SmallVault:
    """Notes in `folder/notes`, the index in `folder/data`. Without a host there is no model.

    Unless told to `embed`, the host is only asked for queries.
    """

    def __init__(
        self,
        folder: Path,
        notes: Mapping[str, str],
        *,
        settings: Settings | None = None,
        host: EmbeddingHost | None = None,
        embed: bool = True,
    ) -> None:
        self.folder = folder / "notes"
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in notes.items():
            self.write(name, text)
        paths = AppPaths.for_person(folder / "data")
        self.notebook = Notebook.open(
            self.folder, paths, settings=settings or Settings(), host=host or NoHost("no model is chosen")
        )
        self.notebook.index(embed=embed and host is not None)

    def write(self, name: str, text: str, mtime: float = _NEVER_CHANGED) -> None:
        """Write a note, with the time of its last change."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        os.utime(file, (mtime, mtime))

    def ask(self, query: str, **request: Any) -> Results:  # noqa: ANN401 - the fields of SearchRequest
        """Answer a query over the index as it is, or with `sync=...` over the folder as it is."""
        return self.notebook.search(SearchRequest(query, **{"sync": "none", **request}))

    def found(self, query: str, **request: Any) -> list[str]:  # noqa: ANN401 - as above
        """Return the paths that a query finds, best first."""
        return [result.path for result in self.ask(query, **request).results]

    def first(self, query: str, **request: Any) -> Result:  # noqa: ANN401 - as above
        """Return the best result."""
        return self.ask(query, **request).results[0]

    def close(self) -> None:
        """Close the notebook."""
        self.notebook.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class MakeVault(Protocol):
    """Makes a vault of these notes (path -> text) and indexes it."""

    def __call__(
        self, notes: Mapping[str, str], *, settings: Settings | None = None, host: EmbeddingHost | None = None
    ) -> SmallVault: ...


def marked(result: Result) -> list[str]:
    """Return the stretches of a result's snippet that are marked."""
    return [result.snippet[start:end] for start, end in result.marks]
