"""Child processes with a model that does what the text says, so that a test decides what happens when.

A test writes a `Plan` as the model file. A text is words separated by spaces: `sleep=0.2`, `kill=9`, `abort`, `raise`;
the vector that comes back is the number of the text, a colon, and the text as it was received.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from notesearch.embedding import child
from notesearch.embedding.catalogue import MINILM
from notesearch.embedding.embedder import ModelInfo
from notesearch.embedding.facts import stamp_of
from notesearch.embedding.families import ModelFile
from notesearch.errors import ModelError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Plan(msgspec.Struct):
    """How loading goes. With `die_until_exists`, it ends at once as long as there is no such file."""

    load_seconds: float = 0.0
    refuse: str = ""
    dimensions: int = 4
    die_until_exists: str = ""


class FakeModel:
    context = 512
    architecture = "bert"
    name = "fake"

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._number = 0

    def embed(self, text: str) -> tuple[bytes, bool]:
        self._number += 1
        for word in text.split():
            self._obey(*word.partition("=")[::2])
        return f"{self._number}:{text}".encode(), False

    def _obey(self, order: str, value: str) -> None:
        if order == "sleep":
            time.sleep(float(value))
        elif order == "kill":
            os.kill(os.getpid(), int(value))
        elif order == "abort":
            os.abort()
        elif order == "raise":
            raise RuntimeError("as it was told")
        elif order == "modules":
            raise RuntimeError(",".join(sorted({name.split(".")[0] for name in sys.modules})))


def main(connection: Connection, orders: child.Orders) -> None:
    """Run in the child process in the place of `child.main`."""
    child._settle(orders)
    plan = msgspec.json.decode(Path(orders.path).read_bytes(), type=Plan)

    def load() -> FakeModel:
        time.sleep(plan.load_seconds)
        if plan.refuse:
            raise ModelError("model damaged", plan.refuse)
        if plan.die_until_exists and not Path(plan.die_until_exists).exists():
            os.abort()
        return FakeModel(plan.dimensions)

    child.serve(connection, orders, load)


def fake_file(folder: Path, plan: Plan | None = None, **known: Any) -> ModelFile:  # noqa: ANN401 - fields of every type
    """Write a plan as a model file and return it; `known` are fields of its ModelInfo."""
    path = folder / "fake.gguf"
    path.write_bytes(msgspec.json.encode(plan or Plan()))
    info = ModelInfo(name="fake", sha256=MINILM.gguf_sha256, dimensions=4)
    return ModelFile(path, replace(info, **known), stamp_of(path))
