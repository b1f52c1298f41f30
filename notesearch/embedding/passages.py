"""Passages on their way through the child process: what waits, what was sent, and which one kills it."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Final

from notesearch.embedding.embedder import PassageVectors
from notesearch.embedding.wire import Failure, Vector

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.embedding.embedder import Passage
    from notesearch.embedding.wire import Answer

# So many are with the process that it never idles, so few that a pause or a crash loses seconds at most.
_SENT_AT_ONCE: Final = 12
_ENOUGH_WAITING: Final = 48
_DEATHS_THAT_TELL: Final = 2


class PassageQueue:
    """Takes passages in, hands them out in order under a serial number each, and forgets those that have come back.

    A passage with the key of an earlier one takes its place: the vector of the earlier text is dropped. `cut` counts
    those that were longer than the model's context, so that their vector leaves out the end.
    """

    def __init__(self) -> None:
        self._passages: dict[int, Passage] = {}
        self._newest: dict[int, int] = {}
        self._waiting: deque[int] = deque()
        self._sent: dict[int, None] = {}
        self._serial = 0
        self._deaths: Counter[int] = Counter()
        self.cut = 0

    def __len__(self) -> int:
        return len(self._newest)

    @property
    def sent(self) -> bool:
        """Whether the process has passages to work on."""
        return bool(self._sent)

    @property
    def full(self) -> bool:
        """Whether enough wait already."""
        return len(self._waiting) >= _ENOUGH_WAITING

    def add(self, passages: Iterable[Passage]) -> None:
        """Let passages wait; one that is here already, with this text, is passed over."""
        for passage in passages:
            known = self._newest.get(passage.key)
            if known is not None and self._passages[known] == passage:
                continue
            self._serial += 1
            self._passages[self._serial] = passage
            self._newest[passage.key] = self._serial
            self._waiting.append(self._serial)

    def next(self) -> tuple[int, str] | None:
        """Return the next (serial number, text) to be sent, or None when enough are sent or none waits."""
        while self._waiting and len(self._sent) < _SENT_AT_ONCE:
            serial = self._waiting.popleft()
            passage = self._passages.get(serial)
            if passage is None:
                continue
            if self._newest.get(passage.key) == serial:
                self._sent[serial] = None
                return serial, passage.text
            del self._passages[serial]
        return None

    def collect(self, answers: Iterable[Answer]) -> PassageVectors | None:
        """Return as one event what the process says of passages, or None when it says nothing of any."""
        vectors: list[tuple[int, bytes]] = []
        failed: list[tuple[int, str]] = []
        for answer in answers:
            if not isinstance(answer, Vector | Failure) or answer.urgent:
                continue
            key = self._returned(answer.key)
            if key is not None and isinstance(answer, Vector):
                vectors.append((key, answer.vector))
                self.cut += answer.cut
            elif key is not None and isinstance(answer, Failure):
                failed.append((key, answer.detail))
        return PassageVectors(tuple(vectors), tuple(failed)) if vectors or failed else None

    def recall(self) -> None:
        """Put everything that was sent back in front of what waits."""
        self._waiting.extendleft(reversed(self._sent))
        self._sent.clear()

    def clear(self) -> None:
        """Forget every passage."""
        for held in (self._passages, self._newest, self._waiting, self._sent):
            held.clear()

    def mourn(self) -> int | None:
        """Forget every passage, the process has died. Return the key that it died on, if that was the second time.

        The process works in the order of sending, so the oldest one that was sent is the one.
        """
        suspect = next((self._passages[serial].key for serial in self._sent), None)
        self.clear()
        if suspect is None:
            return None
        self._deaths[suspect] += 1
        return suspect if self._deaths[suspect] >= _DEATHS_THAT_TELL else None

    def _returned(self, serial: int) -> int | None:
        """Forget a passage and return its key, or None when another took its place or it is not known."""
        self._sent.pop(serial, None)
        passage = self._passages.pop(serial, None)
        if passage is None or self._newest.get(passage.key) != serial:
            return None
        del self._newest[passage.key]
        self._deaths.pop(passage.key, None)
        return passage.key
