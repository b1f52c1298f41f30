"""An embedding process that answers from memory: vectors that say which subjects a text is about."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

from notesearch.embedding.embedder import HostState, ModelInfo, PassageVectors, QueryVector
from notesearch.index.tokenizer import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notesearch.embedding.embedder import Event, Passage

SUBJECTS = (
    {"car", "automobile", "engine", "auto"},
    {"cook", "cooking", "recipe", "soup", "dinner"},
    {"sea", "ocean", "tide", "wave"},
)
"""Words of one set mean the same to `SubjectHost`."""


def unit(values: Sequence[float]) -> bytes:
    """Return the vector in the direction of `values` as unit float32 bytes."""
    length = math.sqrt(sum(value * value for value in values))
    return struct.pack(f"<{len(values)}f", *(value / length for value in values))


def subject_vector(text: str) -> bytes:
    """Count the words of each subject; the last direction keeps a text about none of them from being nothing."""
    words = word_set(text)
    return unit([*(float(len(words & subject)) for subject in SUBJECTS), 0.1])


class SubjectHost:
    """An `EmbeddingHost` with a model of four dimensions. `failure` is what a query gets instead of a vector.

    `asked` are the queries that it was given.
    """

    def __init__(self, failure: QueryVector | None = None, sha256: str = "ab" * 32) -> None:
        self.failure = failure
        self.asked: list[str] = []
        self._model = ModelInfo("subjects", sha256, len(SUBJECTS) + 1)
        self._state = HostState("off", "not started", self._model)
        self._events: list[Event] = []

    @property
    def state(self) -> HostState:
        return self._state

    def start(self) -> None:
        if self._state.phase == "off":
            self._state = HostState("ready", None, self._model)
            self._events.append(self._state)

    def embed_query(self, text: str) -> QueryVector:
        self.start()
        self.asked.append(text)
        return self.failure or QueryVector(subject_vector(text), "done")

    def request_query(self, text: str) -> int:
        self._events.append((len(self.asked), self.embed_query(text)))
        return len(self.asked) - 1

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        self.start()
        if passages:
            self._events.append(PassageVectors(tuple((each.key, subject_vector(each.text)) for each in passages)))
        return True

    def poll(self, timeout: float = 0.0) -> list[Event]:
        events, self._events = self._events, []
        return events

    def fileno(self) -> int:
        return -1

    def pause(self) -> None:
        """Go on: nothing takes time here."""

    def resume(self) -> None:
        """Nothing was paused."""

    def close(self) -> None:
        """Nothing runs."""
