"""Answers a second question at the same time as the first, by a connection and a thread of its own."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Generic, TypeVar

import apsw

from notesearch.index.database import Database, DatabaseError, open_database

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")


class Answer(Generic[_T]):
    """What is being asked; `wait` must be called, the thread ends there."""

    def __init__(self, ask: Callable[[], _T]) -> None:
        self._found: list[_T] = []
        self._thread = threading.Thread(target=self._run, args=(ask,), name="notesearch-beside", daemon=True)
        self._thread.start()

    def _run(self, ask: Callable[[], _T]) -> None:
        with contextlib.suppress(apsw.Error, DatabaseError):
            self._found.append(ask())

    def wait(self) -> _T | None:
        """Return what was found, or None if it could not be asked so."""
        self._thread.join()
        return self._found[0] if self._found else None


class Beside:
    """Reads the same file as `database`; may see what others write a moment earlier or later than that does."""

    def __init__(self, database: Database) -> None:
        self._first = database
        self._second: Database | None = None
        self._is_possible = True

    def ask(self, question: Callable[[Database], _T]) -> Answer[_T]:
        """Begin to ask; the answer is None where the file cannot be read a second time."""
        return Answer(lambda: question(self._opened()))

    @property
    def is_possible(self) -> bool:
        """Whether it is worth asking: not once the file could not be opened, nor with changes that are not its yet."""
        return self._is_possible and not self._first.connection.in_transaction

    def _opened(self) -> Database:
        if self._second is None:
            self._is_possible = False
            self._second = open_database(self._first.file, "read")
            self._is_possible = True
        return self._second

    def close(self) -> None:
        """Close the second connection."""
        if self._second is not None:
            self._second.close()
            self._second = None
