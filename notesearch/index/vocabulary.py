"""Which words the index has: for mending typos and finding pieces of words, when nothing better is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from notesearch.index.slips import is_slip
from notesearch.index.stem import STEM_MARK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.index.database import Database

_SHORTEST, _LONGEST = 3, 64
_ONE_EDIT_FROM, _TWO_EDITS_FROM = 5, 9


class Vocabulary:
    """The distinct words of one index. Words of removed notes may linger: ask the index whether they still stand."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._learned: set[str] | None = None

    def learn(self, texts: Iterable[str]) -> None:
        """Take in the words of prepared texts; call it inside the transaction that writes them."""
        if self._learned is None:
            self._learned = {str(row[0]) for row in self._db.rows("SELECT term FROM vocabulary")}
        unknown = set().union(*map(str.split, texts)) - self._learned
        # Pairs of characters and stems, which are most, are not remembered either: 30 MB with 20,000 notes.
        new = {word for word in unknown if _SHORTEST <= len(word) <= _LONGEST and word[0] != STEM_MARK}
        self._learned |= new
        self._db.connection.executemany("INSERT OR IGNORE INTO vocabulary VALUES (?)", ((word,) for word in new))

    def forget_learned(self) -> None:
        """Ask the file again next time: what was learned last may not have been written."""
        self._learned = None

    def containing(self, piece: str) -> list[str]:
        """Return the words that have `piece` (three characters or more, two with a digit) inside, shortest first."""
        if len(piece) < _SHORTEST - any(map(str.isdigit, piece)):
            return []
        rows = self._db.rows("SELECT term FROM vocabulary WHERE instr(term, ?) ORDER BY length(term), term", (piece,))
        return [str(row[0]) for row in rows]

    def beginning_with(self, start: str) -> list[str]:
        """Return the words that begin with `start` (three characters or more), shortest first."""
        if len(start) < _SHORTEST:
            return []
        rows = self._db.rows(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? ORDER BY length(term), term", _from(start)
        )
        return [str(row[0]) for row in rows]

    def has_beginning(self, start: str) -> bool:
        """Tell whether any word begins with `start`; a word of one or two letters is not known."""
        return len(start) < _SHORTEST or any(
            self._db.rows("SELECT 1 FROM vocabulary WHERE term >= ? AND term < ? LIMIT 1", _from(start))
        )

    def near(self, word: str, *, careful: bool = False) -> list[str]:
        """Return the words that `word` may be mistyped for, one edit away, nearest first; from nine letters on, two.

        An edit inserts, drops or replaces a letter or swaps two neighbours; words under five letters have none.
        `careful` takes one edit at most, and the first letter as it is.
        """
        edits = (len(word) >= _ONE_EDIT_FROM) + (len(word) >= _TWO_EDITS_FROM and not careful)
        if not edits or not word.isalpha():
            return []
        rows = self._db.rows(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?",
            (*_from(word[0] if careful else ""), len(word) - edits, len(word) + edits),
        )
        found = extract(word, [str(row[0]) for row in rows], scorer=OSA.distance, score_cutoff=edits, limit=None)
        likely = ((term, distance) for term, distance, _ in found if term.isalpha() and is_slip(word, term))
        letters = [(distance, term[:1] != word[:1], term) for term, distance in likely]
        return [term for _, _, term in sorted(letters)]

    def near_beginning(self, start: str) -> list[str]:
        """Return the words of which a beginning is one edit away from `start` (five letters or more), shortest first;
        the first letter is as it is.
        """
        if len(start) < _ONE_EDIT_FROM or not start.isalpha():
            return []
        rows = self._db.rows(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? AND length(term) > ?",
            (*_from(start[0]), len(start)),
        )
        terms = [str(row[0]) for row in rows]
        sizes = range(len(start) - 1, len(start) + 2)
        near: set[str] = set()
        for size in sizes:
            found = extract(start, [term[:size] for term in terms], scorer=OSA.distance, score_cutoff=1, limit=None)
            near |= {terms[at] for _, _, at in found}
        return sorted((term for term in near if term.isalpha()), key=lambda term: (len(term), term))


def _from(start: str) -> tuple[str, str]:
    """Return the bounds, the upper one excluded, of the words that begin with `start`."""
    return start, start + "\U0010ffff"
