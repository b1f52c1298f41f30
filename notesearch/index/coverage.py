"""Tells of every file on disk whether it is indexed, waits, failed or is left out, changing nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.errors import VaultOfflineError
from notesearch.index.compare import Comparison
from notesearch.index.ledger import is_current
from notesearch.vault.note import SkippedFile
from notesearch.vault.scan import Unreadable, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from notesearch.index.ledger import KnownNote, Ledger, Place, Trouble
    from notesearch.settings import Vault as VaultSettings
    from notesearch.vault.note import NoteFile, Root
    from notesearch.vault.scan import Found


@dataclass(slots=True)
class Coverage:
    """Files on disk, in four heaps; `offline` is None, else why only what is indexed could be counted."""

    indexed: int
    pending: int
    failed: list[SkippedFile]
    skipped: list[SkippedFile]
    offline: str | None = None

    @property
    def on_disk(self) -> int:
        """How many files there are that are named like notes, and folders that cannot be looked into."""
        return self.indexed + self.pending + len(self.failed) + len(self.skipped)


def survey(ledger: Ledger, roots: Sequence[Root], options: VaultSettings, rules: str) -> Coverage:
    """Look at the whole disk; offline, what is indexed counts as there."""
    known = {place: note for root in roots for page in ledger.known(root.path) for place, note in page}
    try:
        found = list(walk(roots, options))
        missing = known.keys() - {(one.root, one.path) for one in found}
        listed = {one.root for one in found if not isinstance(one, Unreadable)}
        found += Comparison(ledger, roots, options, rules).strange_roots(known.keys(), missing, listed)
        return _sorted(found, known, ledger, rules)
    except VaultOfflineError as error:
        troubles = [trouble.file for place, trouble in ledger.troubles().items() if place not in known]
        failed, skipped = ([file for file in troubles if file.failed is kind] for kind in (True, False))
        return Coverage(len(known), 0, failed, skipped, str(error))


def _sorted(found: Iterable[Found], known: dict[Place, KnownNote], ledger: Ledger, rules: str) -> Coverage:
    coverage = Coverage(0, 0, [], [])
    troubles = ledger.troubles()
    for one in found:
        if isinstance(one, Unreadable):
            coverage.failed.append(SkippedFile(one.root, one.path, one.reason, failed=True))
        elif isinstance(one, SkippedFile):
            (coverage.failed if one.failed else coverage.skipped).append(one)
        elif is_current(known.get((one.root, one.path)), one, rules):
            coverage.indexed += 1
        else:
            _not_indexed(coverage, one, troubles.get((one.root, one.path)))
    return coverage


def _not_indexed(coverage: Coverage, one: NoteFile, trouble: Trouble | None) -> None:
    """Count a file whose words are not in the index as they are on disk."""
    if trouble is not None and trouble.file.failed:
        coverage.failed.append(trouble.file)
    elif trouble is not None and trouble.stands(one):
        coverage.skipped.append(trouble.file)
    else:
        coverage.pending += 1
