"""Compares the disk with the index: which files are to be read, which notes are gone, which cannot be indexed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from notesearch.errors import VaultOfflineError
from notesearch.index.ledger import Place, Trouble, is_current
from notesearch.vault.mounts import identity
from notesearch.vault.note import NoteFile, Root, SkippedFile
from notesearch.vault.read import content_hash
from notesearch.vault.scan import Unreadable, check_online, stat_note, walk, walk_folder

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Iterator, Sequence

    from notesearch.index.ledger import KnownNote, Ledger
    from notesearch.settings import Vault as VaultSettings
    from notesearch.vault.scan import Found

_FILES_A_STEP = 128
GUARDED_NOTES = 20


@dataclass(slots=True)
class Difference:
    """What a look at the disk found.

    `changed` are files to read, `gone` notes whose file is no more or no note any more, `there` what was seen in
    the place of a known note, `troubles` files that cannot be indexed, `healed` places that are no trouble any more.
    """

    changed: list[NoteFile] = field(default_factory=list)
    gone: dict[Place, KnownNote] = field(default_factory=dict)
    there: set[Place] = field(default_factory=set)
    troubles: list[Trouble] = field(default_factory=list)
    healed: list[Place] = field(default_factory=list)


class Comparison:
    """Looks at the disk in bounded steps; it reads the index and changes nothing.

    With `rules` None a note counts as changed only when its file has. `strange` are the roots, but for the vault
    itself, that look like an empty mount point or another folder.
    """

    def __init__(self, ledger: Ledger, roots: Sequence[Root], options: VaultSettings, rules: str | None) -> None:
        self._ledger = ledger
        self._roots = list(roots)
        self._options = options
        self._rules = rules
        self.found = Difference()
        self.strange: set[str] = set()

    def everything(self, *, believe_empty: bool) -> Iterator[None]:
        """Compare all roots; raises VaultOfflineError when the vault cannot be read or is not what it was.

        With `believe_empty`, a folder without any known note is not taken for an unmounted one.
        """
        known: dict[Place, KnownNote] = {}
        for root in self._roots:
            for page in self._ledger.known(root.path):
                known.update(page)
                yield
        yield from self._compare(
            walk(self._roots, self._options), known, self._ledger.troubles(), believe_empty=believe_empty
        )

    def folder(self, root_path: str, folder: str) -> Iterator[None]:
        """Compare what lies in or below a folder, and what lies under its very name."""
        root = self._root(root_path)
        if root is None:
            return
        if folder:
            self.file(root_path, folder)
        known: dict[Place, KnownNote] = {}
        for page in self._ledger.known(root_path, folder):
            known.update(page)
            yield
        below = f"{folder}/" if folder else ""
        troubles = {
            place: trouble
            for place, trouble in self._ledger.troubles().items()
            if place[0] == root_path and (place[1].startswith(below) or place[1] == folder)
        }
        found = walk_folder(root, folder, self._options, self._roots)
        yield from self._compare(found, known, troubles, believe_empty=True)

    def file(self, root_path: str, path: str) -> None:
        """Compare one file."""
        root = self._root(root_path)
        if root is None:
            return
        place = (root_path, path)
        note, trouble = self._ledger.known_note(root_path, path), self._ledger.trouble(place)
        one = stat_note(root, path, self._options, self._roots)
        if isinstance(one, NoteFile) and note is not None and self._is_rewritten(note, one):
            self.found.there.add(place)
            self.found.changed.append(one)
            return
        if one is not None:
            self._sort_in(one, note, trouble)
            return
        if trouble is not None:
            self.found.healed.append(place)
        if note is not None:
            self.found.gone[place] = note

    def _is_rewritten(self, note: KnownNote, file: NoteFile) -> bool:
        """Tell whether a file that looks as it did holds other bytes: of the same number, with the old time put back.

        Two writings within one tick of the file system's clock look so as well.
        """
        if not is_current(note, file, self._rules):
            return False
        now = content_hash(file)
        return now is not None and not self._ledger.holds(note.id, now)

    def _root(self, path: str) -> Root | None:
        return next((root for root in self._roots if root.path == path), None)

    def _compare(
        self,
        found: Iterable[Found],
        known: dict[Place, KnownNote],
        troubles: dict[Place, Trouble],
        *,
        believe_empty: bool,
    ) -> Iterator[None]:
        """Sort what is on disk into current, changed and gone; what lies in an unreadable folder is neither."""
        missing, unreadable = dict(known), []
        listed: set[str] = set()
        for count, one in enumerate(found, start=1):
            if isinstance(one, Unreadable):
                unreadable.append(one)
            else:
                listed.add(one.root)
                self._sort_in(one, missing.pop((one.root, one.path), None), troubles.pop((one.root, one.path), None))
            if count % _FILES_A_STEP == 0:
                yield
        if not believe_empty:
            unreadable += self.strange_roots(known.keys(), missing.keys(), listed)
        for folder in unreadable:
            reason = SkippedFile(folder.root, folder.path, folder.reason, failed=True)
            self._note(Trouble(reason), troubles.pop((folder.root, folder.path), None))
        for count, (place, note) in enumerate(missing.items(), start=1):
            if not any(folder.covers(*place) for folder in unreadable):
                self.found.gone[place] = note
            if count % (8 * _FILES_A_STEP) == 0:
                yield
        self.found.healed += [place for place in troubles if not any(folder.covers(*place) for folder in unreadable)]

    def strange_roots(
        self, known: Collection[Place], missing: Collection[Place], listed: Container[str]
    ) -> list[Unreadable]:
        """Return the roots that look like an empty mount point or another folder, so that nothing counts as gone.

        `missing` are those of the `known` notes that are not on disk, `listed` the roots with any file. Raises
        VaultOfflineError when the vault itself does.
        """
        strange = []
        for root in self._roots:
            count = sum(place[0] == root.path for place in known)
            if not count or count > sum(place[0] == root.path for place in missing):
                continue
            moved = self._ledger.is_other_folder(root.path, identity(root.path))
            if not moved and (root.path in listed or count <= GUARDED_NOTES):
                continue
            what = "another folder lies in its place" if root.path in listed else "it holds no notes; is it mounted?"
            if root is self._roots[0]:
                raise VaultOfflineError(f"Vault offline: {root.path} holds none of the known notes ({what})")
            self.strange.add(root.path)
            strange.append(Unreadable(root.path, "", f"this folder holds none of the known notes ({what})"))
        return strange

    def _sort_in(self, one: NoteFile | SkippedFile, note: KnownNote | None, trouble: Trouble | None) -> None:
        place = (one.root, one.path)
        if isinstance(one, SkippedFile):
            self._note(Trouble(one), trouble)
            if note is not None and not one.failed:
                self.found.gone[place] = note
            return
        if note is not None:
            self.found.there.add(place)
        if is_current(note, one, self._rules):
            if trouble is not None:
                self.found.healed.append(place)
        elif trouble is None or not trouble.stands(one):
            self.found.changed.append(one)

    def _note(self, trouble: Trouble, before: Trouble | None) -> None:
        """Keep a trouble, unless it is the one that is known already."""
        if before != trouble:
            self.found.troubles.append(trouble)


def check_all_online(roots: Iterable[Root]) -> None:
    """Raise VaultOfflineError when the first root, the vault itself, cannot be listed."""
    for root in list(roots)[:1]:
        check_online(root)
