"""Lists the notes of a vault and the files that only look like notes, without opening any of them."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.errors import VaultOfflineError
from notesearch.vault.ignore import ignored
from notesearch.vault.note import NoteFile, Root, SkippedFile, Stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notesearch.settings import Vault as VaultSettings

ENDINGS = (".md", ".markdown")
_FOLDS_CASE = sys.platform in {"darwin", "win32"}
# Windows: offline, recall on open, recall on data access. macOS: dataless.
_NOT_HERE_ATTRIBUTES = 0x1000 | 0x40000 | 0x400000
_NOT_HERE_FLAGS = 0x40000000

NOT_REGULAR = "not a regular file (a pipe, socket or device); it is never opened"
NOT_DOWNLOADED = "kept in the cloud and not downloaded to this computer"
DANGLING = "a link that leads nowhere or in a circle"
OUTSIDE = "a link out of the vault, which is not followed (see the setting follow_symlinks)"
SAME_FILE = "a link to a note that is indexed under its own name"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A folder that could not be listed: nothing at or below `path` may count as deleted ("" is all of `root`)."""

    root: str
    path: str
    reason: str

    def covers(self, root: str, path: str) -> bool:
        """Tell whether the file `path` of `root` lies in what could not be listed."""
        return root == self.root and (not self.path or path == self.path or path.startswith(self.path + "/"))


@dataclass(frozen=True, slots=True)
class Scan:
    """All that one scan found; `unreadable` are the folders that it could not look into."""

    notes: tuple[NoteFile, ...]
    skipped: tuple[SkippedFile, ...]
    unreadable: tuple[Unreadable, ...]


Found = NoteFile | SkippedFile | Unreadable


def scan(roots: Sequence[Root], options: VaultSettings) -> Scan:
    """List all notes below `roots` at once; raises VaultOfflineError as `walk` does."""
    found = list(walk(roots, options))
    return Scan(
        notes=tuple(one for one in found if isinstance(one, NoteFile)),
        skipped=tuple(one for one in found if isinstance(one, SkippedFile)),
        unreadable=tuple(one for one in found if isinstance(one, Unreadable)),
    )


def walk(roots: Sequence[Root], options: VaultSettings) -> Iterator[Found]:
    """Yield what lies below `roots`, one file at a time, so that the caller may stop and go on at will.

    A link is followed when it leads to a place inside a root or `options.follow_symlinks` is set; a real file comes
    once, under its own name before a link's. Raises VaultOfflineError when the first root cannot be listed, at the
    start or (so that nothing looks deleted) at the end; another root that cannot be listed comes as Unreadable.
    """
    check_online(roots[0])
    identity = vault_identity(roots[0])
    walker = _Walker(roots, options)
    for root in roots:
        yield from walker.below(root.path, "")
    yield from walker.linked()
    if vault_identity(roots[0]) != identity:
        raise VaultOfflineError(f"Vault offline: {roots[0].path} was replaced while it was read")


def walk_folder(root: Root, folder: str, options: VaultSettings, roots: Sequence[Root] = ()) -> Iterator[Found]:
    """Yield what `walk` would yield below the folder `folder` of `root`; `roots` are all roots, if there are more.

    Raises VaultOfflineError when `root` itself cannot be listed.
    """
    check_online(root)
    walker = _Walker(roots or (root,), options)
    if not walker.passes_by(root.path, f"{folder}/"):
        yield from walker.below(root.path, folder)
        yield from walker.linked()


def stat_note(
    root: Root, path: str, options: VaultSettings, roots: Sequence[Root] = ()
) -> NoteFile | SkippedFile | None:
    """Return what `walk` would yield for the file `path` of `root`; None when it is no note or is gone.

    `roots` are all roots, if there are more. A folder that cannot be searched gives a SkippedFile, not None.
    """
    walker = _Walker(roots or (root,), options)
    return None if walker.passes_by(root.path, path) else walker.file(root.path, path)


def check_online(root: Root) -> None:
    """Raise VaultOfflineError, which says why, when the folder of `root` cannot be listed."""
    try:
        os.stat(_join(root.path, "."))  # noqa: PTH116 - as below; fails where names can be listed but no file looked at
        with os.scandir(root.path):
            return
    except OSError as error:
        raise VaultOfflineError(f"Vault offline: {root.path} cannot be read ({error.strerror})") from error


def vault_identity(root: Root) -> tuple[int, int]:
    """Return (device, inode) of the root's folder, which change when another folder takes its place."""
    try:
        status = os.stat(root.path)  # noqa: PTH116 - text, not Path: names may hold surrogates, and it is faster
    except OSError as error:
        raise VaultOfflineError(f"Vault offline: {root.path} cannot be read ({error.strerror})") from error
    return status.st_dev, status.st_ino


def is_note_name(name: str) -> bool:
    """Tell whether a file of this name is a note, going by its ending in any case."""
    return name.lower().endswith(ENDINGS)


class _Walker:
    """The rules of one walk over the roots, the folders it has seen, and the links that it has put off."""

    def __init__(self, roots: Sequence[Root], options: VaultSettings) -> None:
        self.follow = options.follow_symlinks
        self.places = [(root.path, os.path.realpath(root.path)) for root in roots]
        self.ignored = {root.path: ignored(root.path, options.ignore) for root in roots}
        self.seen: set[tuple[int, int]] = set()  # (device, inode) of folders, and of files that links led to
        self.links: deque[tuple[str, str]] = deque()

    def below(self, root: str, folder: str) -> Iterator[Found]:
        """Yield what lies in `folder` of `root`; links are put off until `linked`."""
        real_root = next(real for path, real in self.places if path == root)
        real = os.path.realpath(_join(root, folder))
        through_link = real != _join(real_root, folder)
        if through_link and not self._inside(real):
            yield SkippedFile(root, folder, OUTSIDE)
            return
        waiting = [folder]
        while waiting:
            current = waiting.pop()
            entries = self._entries(root, current)
            if isinstance(entries, Unreadable):
                yield entries
                continue
            prefix = f"{current}/" if current else ""
            for entry in entries:
                path = prefix + entry.name
                if entry.is_dir(follow_symlinks=False):
                    if not self._ignores(root, f"{path}/", entry.name):
                        waiting.append(path)
                elif entry.is_symlink():
                    self.links.append((root, path))
                elif (found := self._entry(root, path, entry, through_link=through_link)) is not None:
                    yield found

    def linked(self) -> Iterator[Found]:
        """Follow the links that the walk has met, and those behind them."""
        while self.links:
            root, path = self.links.popleft()
            name = path.rsplit("/", 1)[-1]
            if os.path.isdir(_join(root, path)):  # noqa: PTH112 - text, not Path: names may hold surrogates, and it is faster
                if not self._ignores(root, f"{path}/", name):
                    yield from self.below(root, path)
            elif (found := self.file(root, path)) is not None:
                yield found

    def passes_by(self, root: str, path: str) -> bool:
        """Tell whether `path` (a folder's ends in "/") lies in a folder that is hidden or ignored."""
        parts = path.split("/")
        folders = ("/".join(parts[: count + 1]) + "/" for count in range(len(parts) - 1))
        return any(self._ignores(root, folder, folder[:-1].rsplit("/", 1)[-1]) for folder in folders)

    def file(self, root: str, path: str) -> NoteFile | SkippedFile | None:
        """Return the note `path` of `root`, which may be or lie behind a link."""
        place = _join(root, path)
        if not is_note_name(path) or self._ignores(root, path, "") or (_FOLDS_CASE and not _is_spelled(place)):
            return None
        try:
            status = os.stat(place)  # noqa: PTH116 - text, not Path: names may hold surrogates, and it is faster
        except OSError as error:
            return _failed(root, path, error)
        real = os.path.realpath(place)
        own = self._own_name(real)
        if own not in {None, (root, path)}:  # it is listed under its own name
            return SkippedFile(root, path, SAME_FILE) if os.path.islink(place) else None  # noqa: PTH114 - text, not Path: names may hold surrogates, and it is faster
        if own is None:
            if not self._inside(real):
                return SkippedFile(root, path, OUTSIDE)
            if (status.st_dev, status.st_ino) in self.seen:
                return SkippedFile(root, path, SAME_FILE)
            self.seen.add((status.st_dev, status.st_ino))
        return _judge(root, path, status)

    def _entry(
        self, root: str, path: str, entry: os.DirEntry[str], *, through_link: bool
    ) -> NoteFile | SkippedFile | None:
        """Return the note that a listing's `entry` is; behind a link it may be listed elsewhere already."""
        name = entry.name
        if through_link:
            return self.file(root, path)
        if not is_note_name(name):
            return _evicted(root, path, name)
        if self._ignores(root, path, ""):
            return None
        try:
            # Windows leaves the inode out of a listing.
            status = os.lstat(entry.path) if os.name == "nt" else entry.stat(follow_symlinks=False)
        except OSError as error:
            return _failed(root, path, error)
        return _judge(root, path, status)

    def _entries(self, root: str, folder: str) -> list[os.DirEntry[str]] | Unreadable:
        """Return what `folder` holds, by name; nothing when it is gone or was seen before."""
        place = _join(root, folder)
        try:
            status = os.stat(place)  # noqa: PTH116 - text, not Path: names may hold surrogates, and it is faster
            identity = (status.st_dev, status.st_ino)
            if identity in self.seen:
                return []
            self.seen.add(identity)
            with os.scandir(place) as listing:
                return sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            if folder and isinstance(error, FileNotFoundError | NotADirectoryError):
                return []
            return Unreadable(root, folder, f"this folder cannot be read ({error.strerror})")

    def _ignores(self, root: str, path: str, hidden: str) -> bool:
        """Tell whether `path` (a folder's ends in "/") is to be left out; `hidden` is a folder's name."""
        spec = self.ignored[root]
        return hidden.startswith(".") or (spec is not None and spec.leaves_out(path))

    def _inside(self, real: str) -> bool:
        """Tell whether links may lead to the real path `real`."""
        return self.follow or any(_below(real, real_root) for _, real_root in self.places)

    def _own_name(self, real: str) -> tuple[str, str] | None:
        """Return the (root, path) that lists the real path `real` without any link, or None."""
        for root, real_root in self.places:
            if _below(real, real_root):
                path = real[len(real_root) :].lstrip(os.sep).replace(os.sep, "/")
                if path and not self.passes_by(root, path) and not self._ignores(root, path, ""):
                    return root, path
        return None


def _judge(root: str, path: str, status: os.stat_result) -> NoteFile | SkippedFile | None:
    """Return what a file of this status is; None for a folder."""
    if stat.S_ISDIR(status.st_mode):
        return None
    if not stat.S_ISREG(status.st_mode):
        return SkippedFile(root, path, NOT_REGULAR)
    if is_placeholder(status):
        return SkippedFile(root, path, NOT_DOWNLOADED)
    return NoteFile(root, path, Stamp(status.st_size, status.st_mtime_ns, status.st_ino))


def _is_spelled(place: str) -> bool:
    """Tell whether the folder lists the name in this very case; it may have been renamed from one to the other."""
    folder, name = os.path.split(place)
    try:
        return name in os.listdir(folder)  # noqa: PTH208 - as above
    except OSError:
        return True


def is_placeholder(status: os.stat_result) -> bool:
    """Tell whether reading the file would make a cloud service download it."""
    attributes = getattr(status, "st_file_attributes", 0)  # Windows
    flags = getattr(status, "st_flags", 0)  # macOS
    return bool(attributes & _NOT_HERE_ATTRIBUTES or flags & _NOT_HERE_FLAGS)


def _evicted(root: str, path: str, name: str) -> SkippedFile | None:
    """Return the note for which iCloud has left `.NAME.icloud` behind."""
    note = name[1:].removesuffix(".icloud")
    if not (name.startswith(".") and name.endswith(".icloud") and is_note_name(note)):
        return None
    return SkippedFile(root, path[: -len(name)] + note, NOT_DOWNLOADED)


def _failed(root: str, path: str, error: OSError) -> SkippedFile | None:
    """Return why a file cannot even be looked at; None when it is gone."""
    if isinstance(error, FileNotFoundError | NotADirectoryError) or error.errno == errno.ELOOP:
        return SkippedFile(root, path, DANGLING) if os.path.islink(_join(root, path)) else None  # noqa: PTH114 - text, not Path: names may hold surrogates, and it is faster
    return SkippedFile(root, path, f"cannot be read ({error.strerror})", failed=True)


def _join(root: str, path: str) -> str:
    """Return the place of `path` below `root`, as the operating system takes it."""
    return f"{root.rstrip(os.sep)}{os.sep}{path}" if path else root


def _below(path: str, folder: str) -> bool:
    """Tell whether the real path `path` is `folder` or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
