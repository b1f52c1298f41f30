"""Carries hints of what may have changed from the watching thread to the one that looks, without a lock."""

from __future__ import annotations

import queue
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.vault.ignore import IGNORE_FILE
from notesearch.vault.scan import is_note_name

if TYPE_CHECKING:
    from collections.abc import Callable

Place = tuple[str, str]
_MOST = 100_000  # hints waiting to be taken; beyond that, looking everywhere is cheaper


@dataclass(frozen=True, slots=True)
class Hints:
    """Where to look again: (root, path) of files, of folders with all below them ("" is the root), or everywhere."""

    files: frozenset[Place] = frozenset()
    folders: frozenset[Place] = frozenset()
    everything: bool = False


class Inbox:
    """Where the watching thread leaves its hints, and the owner finds them; no lock is held."""

    def __init__(self, wake: Callable[[], None] | None) -> None:
        self._wake = wake
        self._places: queue.SimpleQueue[tuple[Place, bool]] = queue.SimpleQueue()
        self._everything = False
        self._awake = False

    def file(self, root: str, path: str) -> None:
        """Leave the hint that the note at `path` may have changed; other files are passed over."""
        name = path.rsplit("/", 1)[-1]
        if path == IGNORE_FILE:
            self.everything()
        elif is_note_name(name.removesuffix(".icloud")):
            self._put((root, path), folder=False)

    def folder(self, root: str, path: str) -> None:
        """Leave the hint that anything below `path` may have changed."""
        self._put((root, path), folder=True)

    def everything(self) -> None:
        """Leave the hint that events were lost."""
        self._everything = True
        self._call()

    def take(self) -> Hints:
        """Return what was left since the last call."""
        self._awake = False
        everything, self._everything = self._everything, False
        files: set[Place] = set()
        folders: set[Place] = set()
        for _ in range(self._places.qsize()):
            place, is_folder = self._places.get()
            (folders if is_folder else files).add(place)
        return Hints(frozenset(files), frozenset(folders), everything)

    def _put(self, place: Place, *, folder: bool) -> None:
        if self._places.qsize() >= _MOST:
            self.everything()
            return
        self._places.put((place, folder))
        self._call()

    def _call(self) -> None:
        if self._wake is not None and not self._awake:
            self._awake = True
            self._wake()
