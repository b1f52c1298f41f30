"""What the index knows of files: which are indexed as they are on disk, which cannot be and why."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from notesearch.index.text import storable
from notesearch.vault.note import NoteFile, SkippedFile, Stamp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notesearch.index.database import Database
    from notesearch.vault.note import Root

Place = tuple[str, str]  # (root, path)

_PAGE = 1000
_LARGEST = (1 << 63) - 1  # SQLite's integers have 63 bits and a sign; inodes and distant years have more


@dataclass(frozen=True, slots=True)
class KnownNote:
    """What the index holds of a file: enough to see without reading whether it is up to date."""

    id: int
    stamp: Stamp
    identity: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file that is not indexed; `stamp` is (size, mtime) while another try makes no sense, else None."""

    file: SkippedFile
    stamp: tuple[int, int] | None = None

    def stands(self, file: NoteFile) -> bool:
        """Tell whether `file` still is what could not be indexed, so that trying again makes no sense."""
        now = fitting(file.stamp)
        return self.stamp == (now.size, now.mtime_ns)


def fitting(stamp: Stamp) -> Stamp:
    """Return the stamp as the index can keep it: nearly always as it is."""
    if -_LARGEST <= stamp.mtime_ns <= _LARGEST and 0 <= stamp.inode <= _LARGEST:
        return stamp
    mtime = max(-_LARGEST, min(_LARGEST, stamp.mtime_ns))
    return Stamp(stamp.size, mtime, stamp.inode & _LARGEST)


def is_current(known: KnownNote | None, file: NoteFile, identity: str | None) -> bool:
    """Tell whether the index holds this file as it is on disk, made with these rules; None stands for any."""
    return known is not None and known.stamp == fitting(file.stamp) and identity in {None, known.identity}


class Ledger:
    """The files of one index, by root and path."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def root_id(self, root: str) -> int:
        """Return the row of a root, 0 when it was never indexed."""
        return self._db.number("SELECT id FROM roots WHERE path = ?", (os.fsencode(root),))

    def add_roots(self, roots: Iterable[Root]) -> None:
        """Make a row for each root that has none."""
        missing = [root for root in roots if not self.root_id(root.path)]
        if missing:
            with self._db.transaction():
                for root in missing:
                    self._db.rows("INSERT OR IGNORE INTO roots (path) VALUES (?)", (os.fsencode(root.path),))

    def other_roots(self, keep: Iterable[Root]) -> list[str]:
        """Return the roots that are in the index but no longer searched."""
        kept = {root.path for root in keep}
        return [
            path
            for (raw,) in self._db.rows("SELECT path FROM roots").fetchall()
            if (path := os.fsdecode(raw)) not in kept
        ]

    def forget_root(self, root: str) -> None:
        """Remove a root that has no notes any more."""
        with self._db.transaction():
            self._db.rows("DELETE FROM troubles WHERE root = ?", (self.root_id(root),))
            self._db.rows("DELETE FROM roots WHERE path = ?", (os.fsencode(root),))

    def folder_identity(self, root: str) -> tuple[int, int]:
        """Return which folder (device, inode) a root was when it was last read; zeros before the first time."""
        row = self._db.rows("SELECT device, inode FROM roots WHERE path = ?", (os.fsencode(root),)).fetchone()
        return (int(row[0]), int(row[1])) if row else (0, 0)

    def keep_folder_identity(self, root: str, identity: tuple[int, int]) -> None:
        """Remember which folder (device, inode) a root is."""
        device, inode = _kept(identity)
        if self.folder_identity(root) != (device, inode):
            with self._db.transaction():
                self._db.rows(
                    "UPDATE roots SET device = ?, inode = ? WHERE path = ?", (device, inode, os.fsencode(root))
                )

    def is_other_folder(self, root: str, identity: tuple[int, int] | None) -> bool:
        """Tell whether a root is no more (None) or not the folder that was last read; no before the first time."""
        before = self.folder_identity(root)
        return before != (0, 0) and (identity is None or before != _kept(identity))

    def counts_by_root(self) -> dict[str, int]:
        """Return how many notes are indexed of each root."""
        rows = self._db.rows("SELECT roots.path, count(*) FROM notes JOIN roots ON roots.id = notes.root GROUP BY 1")
        return {os.fsdecode(path): int(count) for path, count in rows}

    def known(self, root: str, folder: str = "") -> Iterator[list[tuple[Place, KnownNote]]]:
        """Yield every note of `root` in or below `folder`, a page at a time, by path."""
        id_, last = self.root_id(root), os.fsencode(f"{folder}/" if folder else "")
        end = last[:-1] + b"0" if folder else None  # "0" comes right after "/"
        while True:
            page = self._db.rows(
                "SELECT path, id, size, mtime_ns, inode, identity FROM notes "
                "WHERE root = ? AND path > ? AND (?3 IS NULL OR path < ?3) ORDER BY path LIMIT ?",
                (id_, last, end, _PAGE),
            ).fetchall()
            yield [
                ((root, os.fsdecode(path)), KnownNote(note, Stamp(*stamp), identity))
                for path, note, *stamp, identity in page
            ]
            if len(page) < _PAGE:
                return
            last = page[-1][0]

    def known_note(self, root: str, path: str) -> KnownNote | None:
        """Return what is known of one path, or None."""
        row = self._db.rows(
            "SELECT id, size, mtime_ns, inode, identity FROM notes WHERE root = ? AND path = ?",
            (self.root_id(root), os.fsencode(path)),
        ).fetchone()
        return KnownNote(row[0], Stamp(*row[1:4]), row[4]) if row else None

    def with_content(self, content_hash: bytes) -> list[tuple[int, Place]]:
        """Return (id, place) of the notes that were read from exactly these bytes."""
        rows = self._db.rows(
            "SELECT notes.id, roots.path, notes.path FROM notes JOIN roots ON roots.id = notes.root WHERE hash = ?",
            (content_hash,),
        )
        return [(int(note), (os.fsdecode(root), os.fsdecode(path))) for note, root, path in rows]

    def holds(self, note: int, content_hash: bytes) -> bool:
        """Tell whether a note was read from exactly these bytes."""
        return bool(self._db.number("SELECT count(*) FROM notes WHERE id = ? AND hash = ?", (note, content_hash)))

    def note_troubles(self, troubles: Sequence[Trouble], gone: Iterable[Place] = ()) -> None:
        """Remember files that are not indexed, and forget those that are no trouble any more."""
        with self._db.transaction():
            for root, path in gone:
                self._db.rows(
                    "DELETE FROM troubles WHERE root = ? AND path = ?", (self.root_id(root), os.fsencode(path))
                )
            for trouble in troubles:
                file, (size, mtime) = trouble.file, trouble.stamp or (-1, -1)
                self._db.rows(
                    "INSERT OR REPLACE INTO troubles SELECT id, ?, ?, ?, ?, ? FROM roots WHERE path = ?",
                    (os.fsencode(file.path), file.failed, storable(file.reason), size, mtime, os.fsencode(file.root)),
                )

    def forget_troubles(self) -> None:
        """Forget why files are not indexed, so that the next scan tries each of them again."""
        with self._db.transaction():
            self._db.rows("DELETE FROM troubles")

    def count_troubles(self) -> int:
        """Return how many files are not indexed for a reason that is known."""
        return self._db.number("SELECT count(*) FROM troubles")

    def troubles(self) -> dict[Place, Trouble]:
        """Return every file that is not indexed, by root and path."""
        found = map(_trouble, self._db.rows(f"{_TROUBLE_QUERY} ORDER BY 1, 2"))
        return {(trouble.file.root, trouble.file.path): trouble for trouble in found}

    def trouble(self, place: Place) -> Trouble | None:
        """Return why a file is not indexed, None when it is or is not known."""
        where = (os.fsencode(place[0]), os.fsencode(place[1]))
        row = self._db.rows(f"{_TROUBLE_QUERY} WHERE roots.path = ? AND troubles.path = ?", where).fetchone()
        return _trouble(row) if row else None


_TROUBLE_QUERY = (
    "SELECT roots.path, troubles.path, reason, failed, size, mtime_ns "
    "FROM troubles JOIN roots ON roots.id = troubles.root"
)


def _trouble(row: tuple[Any, ...]) -> Trouble:
    root, path, reason, failed, size, mtime = row
    return Trouble(
        SkippedFile(os.fsdecode(root), os.fsdecode(path), reason, bool(failed)), None if size < 0 else (size, mtime)
    )


def _kept(identity: tuple[int, int]) -> tuple[int, int]:
    """Return (device, inode) as SQLite can hold it."""
    device, inode = identity
    return device & _LARGEST, inode & _LARGEST
