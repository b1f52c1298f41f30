"""Vectors of single sentences, for showing which one of a passage is meant: asked for in passing, kept in memory."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from notesearch.embedding.embedder import Passage, PassageVectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from notesearch.embedding.embedder import EmbeddingHost

_KEPT = 2000  # three megabytes of 384 dimensions
_TURN_S = 0.05


class Sentences:
    """Has sentences embedded as passages, behind all that waits. They go under keys below zero, chunks above.

    What is asked for takes the place of what was asked for before, so that who types on does not pile up work.
    """

    def __init__(self, host: EmbeddingHost) -> None:
        self._host = host
        self._known: dict[str, bytes] = {}
        self._awaited: dict[int, str] = {}
        self.revision = 0
        """Changes whenever all that was asked for has come."""

    def known(self, texts: Iterable[str]) -> dict[str, bytes]:
        """Return the vectors of those of `texts` that are there."""
        return {text: self._known[text] for text in texts if text in self._known}

    def ask(self, texts: Iterable[str]) -> None:
        """Have those of `texts` embedded that are not there yet, when the model has room for them just now."""
        missing = dict(enumerate(text for text in dict.fromkeys(texts) if text not in self._known))
        awaited = {-1 - place: text for place, text in missing.items()}
        if awaited and self._host.offer(tuple(Passage(key, text) for key, text in awaited.items())):
            self._awaited = awaited

    def wait(self, seconds: float, step: Callable[[float], object]) -> None:
        """Wait at most so long for what was asked for; `step` is to wait for the model and to `take` what came."""
        deadline = time.monotonic() + seconds
        while self._awaited and (left := deadline - time.monotonic()) > 0 and self._host.state.phase != "failed":
            step(min(left, _TURN_S))

    def take(self, event: PassageVectors) -> PassageVectors:
        """Keep what was asked for here, and return what is for others."""
        before = len(self._awaited)
        for key, vector in event.vectors:
            text = self._awaited.pop(key, None)
            if text is not None:
                self._known[text] = vector
        for key, _ in event.failed:
            self._awaited.pop(key, None)
        if before and not self._awaited:
            self.revision += 1
        while len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        return PassageVectors(
            tuple(each for each in event.vectors if each[0] >= 0), tuple(each for each in event.failed if each[0] >= 0)
        )
