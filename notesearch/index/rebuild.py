"""Builds the index anew beside the one in use, which answers meanwhile, and puts it in its place in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from notesearch.index.apply import write_all
from notesearch.index.check import check
from notesearch.index.compact import Compaction
from notesearch.index.database import DamagedError, Database, DatabaseError, has_no_room, in_words, open_database
from notesearch.index.ledger import KnownNote, Ledger, Place
from notesearch.index.pool import prepare_files
from notesearch.index.prepare import NoteRows, index_identity, note_rows, tables_identity
from notesearch.index.schema import LAYOUT, is_current, migrate
from notesearch.index.semantic import Vectors
from notesearch.index.store import Store
from notesearch.vault.load import note_of
from notesearch.vault.note import NoteFile, SkippedFile
from notesearch.vault.read import Content

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from notesearch.index.apply import Progress
    from notesearch.index.pool import Batch
    from notesearch.index.whole import Index
    from notesearch.settings import Settings

_WAIT_S = 0.01
_ROUNDS = 2  # the second one takes in what has changed during the first
_REMOVED_A_STEP = 32
_CHUNKS_A_STEP = 64


def is_outdated(database: Database, tables: str) -> bool:
    """Tell whether the rows were made with another layout, tokenizer or chunker than `tables` names."""
    made_with = database.value("SELECT value FROM meta WHERE key = 'tables'")
    if made_with == tables:
        return False
    as_today = database.value("SELECT value FROM meta WHERE key = 'layout'") == LAYOUT
    return not as_today or database.value("SELECT 1 FROM notes LIMIT 1") is not None


def begin_tables(database: Database, tables: str) -> None:
    """Note in an index without rows that they will be made with `tables`."""
    if database.value("SELECT value FROM meta WHERE key = 'tables'") != tables:
        database.rows("INSERT OR REPLACE INTO meta VALUES ('tables', ?)", (tables,))


def outdate(index: Index) -> None:
    """Have the index built anew next, from the first note on."""
    discard(index.paths.rebuilt)
    with index.database.transaction():
        index.database.rows("INSERT OR REPLACE INTO meta VALUES ('tables', 'none: it is to be built again')")
        index.database.rows("UPDATE meta SET value = '' WHERE key = 'layout'")
        index.database.rows("DELETE FROM troubles")


def discard(file: Path) -> None:
    """Remove what was built, if anything, with what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


class Rebuild:
    """One building of all notes' rows by the present rules; what an earlier one had got done is kept.

    Notes keep their ids, and chunks of the same content their vectors. A note that cannot be read now is made from
    the text that the index has of it. The index in use may change meanwhile; what was missed is for the next scan.
    """

    def __init__(self, index: Index, settings: Settings, *, gentle: bool) -> None:
        self._index = index
        self._settings, self._gentle = settings, gentle
        self._rules = index_identity(settings)
        self._file = index.paths.rebuilt

    def run(self, progress: Progress) -> Generator[None, None, int]:
        """Build and swap in bounded steps, the swap being one; returns how many notes were made anew.

        Raises DatabaseError, for example when there is no room for a second index, and DamagedError when the index in
        use proves damaged.
        """
        try:
            with in_words(self._file):
                made = yield from self._build_and_swap(progress)
        except DamagedError as error:
            discard(self._file)
            if check(self._index.database):
                raise  # the old one is
            raise DatabaseError(f"{error} It was still being built, and is begun again.") from error
        except DatabaseError as error:
            if isinstance(error.__cause__, apsw.FullError) or has_no_room(self._file.parent):
                discard(self._file)
            raise
        discard(self._file)
        return made

    def _build_and_swap(self, progress: Progress) -> Generator[None, None, int]:
        database = self._open()
        try:
            new = _Parts(database)
            self._begin(new)
            made = 0
            for _ in range(_ROUNDS):
                made += yield from self._catch_up(new, progress)
            yield from self._take_vectors(new)
            self._complete(new)
            yield
            self._swap(new)
        finally:
            database.close()
        yield
        _empty_journal(self._index.database.file)
        return made

    def _open(self) -> Database:
        """Open what was built so far if it is of use, else an empty file."""
        if self._file.exists():
            try:
                database = open_database(self._file)
            except DatabaseError:
                discard(self._file)
            else:
                if self._is_of_use(database):
                    return database
                database.close()
                discard(self._file)
        # As in the file that its pages are to replace: connections that have it open have learned how it is made.
        database = open_database(self._file, pages=self._index.database.pages())
        migrate(database)
        return database

    def _is_of_use(self, database: Database) -> bool:
        """Tell whether a file is whole and was begun with the same rules for the same folders."""
        try:
            with in_words(database.file):
                roots = "SELECT id, path FROM roots ORDER BY id"
                return (
                    is_current(database)
                    and not is_outdated(database, tables_identity(self._settings))
                    and database.rows(roots).fetchall() == self._index.database.rows(roots).fetchall()
                    and not check(database)
                )
        except DatabaseError:
            return False

    def _begin(self, new: _Parts) -> None:
        begin_tables(new.database, tables_identity(self._settings))
        with new.database.transaction():
            self._copy(new, "roots")

    def _copy(self, new: _Parts, table: str) -> None:
        """Copy the rows of a small table as they are; to be called in a transaction."""
        rows = self._index.database.rows(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - one of two names
        new.database.rows("PRAGMA defer_foreign_keys = ON")  # the roots that notes refer to come back at once
        new.database.rows(f"DELETE FROM {table}")  # noqa: S608 - one of two names
        if rows:
            places = ", ".join("?" * len(rows[0]))
            new.database.connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)  # noqa: S608 - as above

    def _catch_up(self, new: _Parts, progress: Progress) -> Generator[None, None, int]:
        """Make the rows that the index in use has otherwise or not at all there, and drop those that it has not."""
        wanted = yield from _all_known(self._index.ledger)
        built = yield from _all_known(new.ledger)
        surplus = [note.id for place, note in built.items() if place not in wanted or wanted[place].id != note.id]
        for start in range(0, len(surplus), _REMOVED_A_STEP):
            new.store.remove(surplus[start : start + _REMOVED_A_STEP])
            yield
        files = [
            NoteFile(*place, note.stamp) for place, note in wanted.items() if not self._has(built.get(place), note)
        ]
        files.sort(key=lambda file: wanted[file.root, file.path].id)  # the order in which FTS5 writes fastest
        progress.left = progress.total = len(files)

        def write(batch: Batch) -> None:
            rows = [
                self._from_text(made.root, made.path) if isinstance(made, SkippedFile) else made for _, made in batch
            ]
            ids = {(file.root, file.path): wanted[file.root, file.path].id for file, _ in batch}
            new.store.write([one for one in rows if one is not None], self._rules, ids)

        batches = prepare_files(files, self._settings, _WAIT_S, gentle=self._gentle)
        for written in write_all(batches, write, new.database, gentle=self._gentle):
            progress.left -= written
            yield
        if files:
            yield from Compaction(new.database).wholly(gentle=self._gentle)
        return len(files)

    def _has(self, built: KnownNote | None, note: KnownNote) -> bool:
        return built == KnownNote(note.id, note.stamp, self._rules)

    def _from_text(self, root: str, path: str) -> NoteRows | None:
        """Make the rows of a note whose file cannot be read now; None when it has left the index meanwhile."""
        store = self._index.store
        note = store.note(store.at(root, path) or 0)
        if note is None:
            return None
        content = Content(store.text(note.id), store.content_hash(note.id), note.stamp, ())
        return note_rows(note_of(NoteFile(root, path, note.stamp), content, self._settings))

    def _take_vectors(self, new: _Parts) -> Generator[None]:
        """Give chunks the vectors that their content has; begin again should the model be changed meanwhile."""
        old = self._index.vectors
        while (model := old.model) is not None and new.vectors.model != model:
            new.vectors.use_model(model)
            waiting = new.store.waiting_chunks(-1)
            for start in range(0, len(waiting), _CHUNKS_A_STEP):
                some = waiting[start : start + _CHUNKS_A_STEP]
                found = ((chunk, content, old.of_content(content)) for chunk, content in some)
                new.vectors.put((chunk, content, vector) for chunk, content, vector in found if vector is not None)
                yield

    def _complete(self, new: _Parts) -> None:
        """Take over what is not made of the notes: troubles, and which ids were given once."""
        with new.database.transaction():
            self._copy(new, "troubles")
            self._copy(new, "sqlite_sequence")

    def _swap(self, new: _Parts) -> None:
        """Write all pages of the new index over the old one in one transaction; readers keep what they have begun on.

        By a connection of its own, so that the one in use sees that another has written.
        """
        target = open_database(self._index.database.file)
        try:
            with target.connection.backup("main", new.database.connection, "main") as backup:
                backup.step()
        finally:
            target.close()
        self._index.store.vocabulary.forget_learned()


class _Parts:
    """What is written of the index that is being built."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.vectors = Vectors(database)
        self.store = Store(database, self.vectors)
        self.ledger = Ledger(database)


def _all_known(ledger: Ledger) -> Generator[None, None, dict[Place, KnownNote]]:
    known: dict[Place, KnownNote] = {}
    for root in ledger.other_roots(()):
        for page in ledger.known(root):
            known.update(page)
            yield
    return known


def _empty_journal(file: Path) -> None:
    """Move the swapped pages from the journal, which is as large as the index now, unless someone still reads there."""
    database = open_database(file)
    try:
        database.connection.set_busy_timeout(0)
        database.rows("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        database.close()
