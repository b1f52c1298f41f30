"""Passages on their way through the child process: what waits, what was sent, and which one kills it."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.embedding.embedder import Passage

# So many are with the process that it never idles, so few that a pause or a crash loses seconds at most.
_SENT_AT_ONCE: Final = 12
_ENOUGH_WAITING: Final = 48
_DEATHS_THAT_TELL: Final = 2


class PassageQueue:
    """Takes passages in, hands them out in order, and forgets each one that has come back."""

    def __init__(self) -> None:
        self._waiting: deque[Passage] = deque()
        self._sent: dict[int, Passage] = {}
        self._deaths: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._sent)

    @property
    def sent(self) -> bool:
        """Whether the process has passages to work on."""
        return bool(self._sent)

    @property
    def full(self) -> bool:
        """Whether enough wait already."""
        return len(self._waiting) >= _ENOUGH_WAITING

    def add(self, passages: Iterable[Passage]) -> None:
        """Let passages wait; one whose key is here already is passed over."""
        known = self._sent.keys() | {passage.key for passage in self._waiting}
        self._waiting.extend(passage for passage in passages if passage.key not in known)

    def next(self) -> Passage | None:
        """Return the next passage to be sent, or None when enough are sent or none waits."""
        if not self._waiting or len(self._sent) >= _SENT_AT_ONCE:
            return None
        passage = self._waiting.popleft()
        self._sent[passage.key] = passage
        return passage

    def returned(self, key: int) -> bool:
        """Forget the passage of `key`; False when it was not here."""
        self._deaths.pop(key, None)
        if self._sent.pop(key, None) is not None:
            return True
        kept = deque(passage for passage in self._waiting if passage.key != key)
        found = len(kept) < len(self._waiting)
        self._waiting = kept
        return found

    def recall(self) -> None:
        """Put everything that was sent back in front of what waits."""
        self._waiting.extendleft(reversed(self._sent.values()))
        self._sent.clear()

    def died(self) -> int | None:
        """Forget everything. Return the key of the passage that was being worked on, if it has now ended two processes.

        The process works in the order of sending, so the oldest one that was sent is the one it died on.
        """
        suspect = next(iter(self._sent), None)
        self._sent.clear()
        self._waiting.clear()
        if suspect is None:
            return None
        self._deaths[suspect] += 1
        return suspect if self._deaths[suspect] >= _DEATHS_THAT_TELL else None
