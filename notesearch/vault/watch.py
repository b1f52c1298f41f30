"""Watches the vault's folders and says where to look again; a hint only, the disk tells the truth."""

from __future__ import annotations

import errno
import itertools
import os
import sys
import time
from typing import TYPE_CHECKING, Protocol

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from notesearch.vault.hints import Hints, Inbox
from notesearch.vault.ignore import IGNORE_FILE, ignored
from notesearch.vault.mounts import identity, quiet_file_system

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from notesearch.settings import Vault as VaultSettings
    from notesearch.vault.note import Root

_RETRY_SECONDS = 60.0
_LIMITS = {
    errno.ENOSPC: "the system's limit of watched folders is reached (fs.inotify.max_user_watches)",
    errno.EMFILE: "the system's limit of watchers is reached (fs.inotify.max_user_instances)",
}


class _Watches(Protocol):
    """Running watches over all roots."""

    def alive(self) -> bool:
        """Tell whether the watching thread still runs."""
        ...

    def close(self) -> None:
        """Stop, and wait for the thread."""
        ...


class VaultWatcher:
    """Collects hints from its own thread until they are taken; every method is for the one thread that owns it.

    When the system cannot watch, or its watching dies, `problem` says so and hints come by the clock: everything,
    every `poll_seconds`. Otherwise everything comes every `rescan_seconds`, for what events have missed. A root
    that vanishes and comes back is watched anew. `wake` is called from the watching thread at the first hint after
    a `take`. What lies behind links is not watched, only looked at with everything else.
    """

    def __init__(
        self,
        roots: Sequence[Root],
        options: VaultSettings,
        wake: Callable[[], None] | None = None,
        *,
        poll_seconds: float = 30.0,
        rescan_seconds: float = 600.0,
    ) -> None:
        self.problem: str | None = None
        self._roots = tuple(root.path for root in roots)
        self._options = options
        self._poll_seconds, self._rescan_seconds = poll_seconds, rescan_seconds
        self._inbox = Inbox(wake)
        self._watches: _Watches | None = None
        self._identities = self._identify()
        self._looked = self._tried = time.monotonic()

    def start(self) -> None:
        """Watch from now on; a failure to do so is told by `problem`."""
        self._tried = time.monotonic()
        self._identities = self._identify()
        quiet = next(filter(None, map(quiet_file_system, self._roots)), None)
        self.problem = None if quiet is None else f"Watching by polling: {quiet} folders do not tell of all changes"
        present = [root for root, there in zip(self._roots, self._identities, strict=True) if there is not None]
        try:
            self._watches = _open_watches(present, self._options, self._inbox)
        except OSError as error:
            reason = _LIMITS.get(error.errno or 0) or f"this system cannot watch folders ({error.strerror})"
            self.problem = f"Watching by polling: {reason}"

    def take(self) -> Hints:
        """Return what has come in since the last call; cheap, to be called every second or so."""
        hints = self._inbox.take()
        now = time.monotonic()
        pause = self._rescan_seconds if self.problem is None else self._poll_seconds
        due = now - self._looked >= pause
        restarted = self._mend(now, due=due and self.problem is None)
        everything = hints.everything or restarted or due
        if everything:
            self._looked = now
        return Hints(hints.files, hints.folders, everything)

    def close(self) -> None:
        """Stop watching and wait for the watching thread."""
        if self._watches is not None:
            self._watches.close()
            self._watches = None

    def _mend(self, now: float, *, due: bool) -> bool:
        """Start anew after a root was replaced, or the watching died or could not start; tell whether it did.

        So it does when a look at everything is `due`: nobody tells of a disk that was mounted inside the vault.
        """
        moved = self._identities != self._identify()
        died = self._watches is not None and (due or not self._watches.alive())
        missing = self._watches is None and now - self._tried >= _RETRY_SECONDS
        if not (moved or died or missing):
            return False
        self.close()
        self.start()
        return True

    def _identify(self) -> list[tuple[int, int] | None]:
        """Return each root's (device, inode), None for one that is not there."""
        return [identity(root) for root in self._roots]


class _ObserverWatches(FileSystemEventHandler):
    """watchdog's own recursive observer, for the systems that watch whole trees by themselves."""

    def __init__(self, roots: Sequence[str], inbox: Inbox) -> None:
        self._roots, self._inbox = roots, inbox
        self._observer = Observer()
        for root in roots:
            self._observer.schedule(self, root, recursive=True)
        self._observer.start()

    def alive(self) -> bool:
        """Tell whether all of watchdog's threads still run."""
        return self._observer.is_alive() and all(emitter.is_alive() for emitter in self._observer.emitters)

    def close(self) -> None:
        """Stop, and wait for the threads."""
        self._observer.stop()
        self._observer.join()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Leave a hint for each place of the event; what merely was opened has not changed."""
        if event.event_type in {"opened", "closed_no_write"} or (event.is_directory and event.event_type == "modified"):
            return
        leave = self._inbox.folder if event.is_directory else self._inbox.file
        for place in filter(None, (str(event.src_path), str(event.dest_path))):
            for root in self._roots:
                top = root.rstrip(os.sep) + os.sep
                if place.startswith(top):
                    leave(root, place.removeprefix(top).replace(os.sep, "/"))


if sys.platform == "linux":
    from watchdog.observers.inotify_c import (
        CallbackId,
        InotifyConstants,
        InotifyEvent,
        InotifyFD,
        Mask,
        WatchDescriptor,
    )

    _CHANGES = Mask(
        InotifyConstants.IN_CLOSE_WRITE
        | InotifyConstants.IN_MODIFY
        | InotifyConstants.IN_ATTRIB
        | InotifyConstants.IN_MOVE
        | InotifyConstants.IN_CREATE
        | InotifyConstants.IN_DELETE
        | InotifyConstants.IN_ONLYDIR
    )

    class _Descriptor(InotifyFD):
        """watchdog's reader of one inotify descriptor; also closed in full when stopped before its first reading."""

        def __init__(self) -> None:
            super().__init__()
            self._is_reading = False

    class _InotifyWatches:
        """A kernel watch for each folder that may hold notes; hidden and ignored folders cost none.

        watchdog's recursive observer watches every folder, passes in silence over those for which no watch is left,
        and keeps to itself that the kernel dropped events; so its reader is used without it.
        """

        def __init__(self, roots: Sequence[str], options: VaultSettings, inbox: Inbox) -> None:
            self._descriptor = _Descriptor()
            self._trees = [_Tree(self._descriptor, root, options, inbox) for root in roots]
            try:
                for tree in self._trees:
                    tree.add("")
            except OSError:
                self._descriptor.close()
                raise
            self._descriptor.start()

        def alive(self) -> bool:
            """Tell whether the thread still runs and could watch each folder that has come since."""
            return self._descriptor.is_alive() and all(tree.complete for tree in self._trees)

        def close(self) -> None:
            """Stop, and wait for the thread."""
            self._descriptor.stop()
            self._descriptor.join()

    class _Tree:
        """The watches below one root; called in the descriptor's thread once that runs."""

        def __init__(self, descriptor: InotifyFD, root: str, options: VaultSettings, inbox: Inbox) -> None:
            self.complete = True
            self._descriptor, self._root, self._inbox = descriptor, root, inbox
            self._ignored = ignored(root, options.ignore)
            self._folders: dict[WatchDescriptor, str] = {}
            self._ids: dict[WatchDescriptor, list[CallbackId]] = {}
            self._next_id = itertools.count(id(self))

        def add(self, folder: str) -> None:
            """Watch `folder` and all below it, each before it is listed, so that nothing slips through.

            Raises OSError when the system's limit is reached, or the root cannot be watched.
            """
            waiting = [folder]
            while waiting:
                current = waiting.pop()
                place = f"{self._root}{os.sep}{current}" if current else self._root
                try:
                    self._watch(place, current)
                    with os.scandir(place) as listing:
                        names = [entry.name for entry in listing if entry.is_dir(follow_symlinks=False)]
                except OSError as error:
                    if error.errno in _LIMITS or not current:
                        raise
                    continue  # gone again, or not ours to read
                below = f"{current}/" if current else ""
                waiting += [below + name for name in names if not self._left_out(below + name)]

        def on_event(self, event: InotifyEvent) -> None:
            """Turn one event into a hint."""
            folder = self._folders.get(event.wd)
            name = os.fsdecode(event.name)
            if folder is None or not name:
                return
            path = f"{folder}/{name}" if folder else name
            if event.is_directory:
                self._folder_event(path)
            else:
                if path == IGNORE_FILE:
                    self.complete = False  # other folders are to be watched from now on
                self._inbox.file(self._root, path)
                if (event.is_create or event.is_moved_to) and os.path.islink(f"{self._root}{os.sep}{path}"):  # noqa: PTH114
                    self._inbox.folder(self._root, path)

        def on_watch_deleted(self, wd: WatchDescriptor) -> None:
            """Forget a folder that is gone."""
            self._folders.pop(wd, None)
            self._ids.pop(wd, None)

        def on_queue_overflow(self) -> None:
            """Events were lost, among them perhaps those of new folders: look everywhere and watch anew."""
            self.complete = False
            self._inbox.everything()

        def _folder_event(self, path: str) -> None:
            """Follow a folder that came, went or changed its permissions."""
            if self._left_out(path):
                return
            self._forget(path)
            try:
                self.add(path)  # also when it went: of two folders that change places, one goes after the other came
            except OSError:
                self.complete = False
            self._inbox.folder(self._root, path)

        def _watch(self, place: str, folder: str) -> None:
            """Ask the kernel for the events of one folder."""
            # Each watch has an identity of its own: a folder that was renamed meanwhile may be met twice.
            identity = CallbackId(next(self._next_id))
            wd = self._descriptor.add_callback(os.fsencode(place), _CHANGES, self, identity)
            if wd >= 0:  # else not readable for us
                self._folders[wd] = folder
                self._ids.setdefault(wd, []).append(identity)

        def _forget(self, path: str) -> None:
            """Drop the watches of the folder `path` and of all below it."""
            below = path + "/"
            for wd in [wd for wd, folder in self._folders.items() if folder == path or folder.startswith(below)]:
                del self._folders[wd]
                self._descriptor.remove_callbacks([(wd, identity) for identity in self._ids.pop(wd, [])])

        def _left_out(self, path: str) -> bool:
            """Tell whether the folder `path` is hidden or ignored."""
            hidden = path.rsplit("/", 1)[-1].startswith(".")
            return hidden or (self._ignored is not None and self._ignored.leaves_out(f"{path}/"))


def _open_watches(roots: Sequence[str], options: VaultSettings, inbox: Inbox) -> _Watches:
    """Start watching `roots`; raises OSError when the system cannot."""
    if sys.platform == "linux":
        return _InotifyWatches(roots, options, inbox)
    else:  # noqa: RET505 - the type checker follows the branch of its own platform
        return _ObserverWatches(roots, inbox)
