"""Reads a note's bytes, bounded and without ever blocking, and decodes them."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.vault.decode import decode
from notesearch.vault.note import SkippedFile, Stamp

if TYPE_CHECKING:
    from notesearch.vault.note import NoteFile

LIMIT = 16 * 1024 * 1024  # bytes of a note that are indexed
GONE = "the file is gone"
_STEP = 1024 * 1024
_HASH_BYTES = 16
_TRIES = 2
# A pipe would block the open, a terminal would become ours; both flags are missing on Windows, which has neither.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_REASONS = {
    errno.ENOENT: GONE,
    errno.ENOTDIR: GONE,
    errno.EACCES: "no permission to read it",
    errno.EPERM: "no permission to read it",
    errno.EAGAIN: "kept in the cloud and not downloaded to this computer, or locked by another program",
    errno.EDEADLK: "kept in the cloud and not downloaded to this computer",
    errno.EIO: "the disk or network reports an error",
    errno.ELOOP: "a link that leads in a circle",
}


@dataclass(frozen=True, slots=True)
class Raw:
    """The first bytes of a file, its stamp from before they were read, and its whole size then."""

    data: bytes
    stamp: Stamp
    settled: bool  # the file had the same stamp afterwards


@dataclass(frozen=True, slots=True)
class Content:
    """A note as read: decoded text without a BOM, 16-byte BLAKE2b of the bytes, stamp, and what was odd."""

    text: str
    content_hash: bytes
    stamp: Stamp
    warnings: tuple[str, ...]


def read_note(file: NoteFile) -> Content | SkippedFile:
    """Read and decode `file`, at most its first 16 MB; a file that cannot be read gives the reason.

    A file that changes meanwhile is read once more; if it goes on changing, its stamp is of before the last reading,
    so that the next scan sees a change.
    """
    try:
        raw = read_bytes(os.path.join(file.root, file.path), LIMIT)  # noqa: PTH118 - names may not be UTF-8
    except OSError as error:
        reason = _REASONS.get(error.errno or 0) or f"cannot be read ({error.strerror})"
        return SkippedFile(file.root, file.path, reason, failed=reason != GONE)
    decoded = decode(raw.data, cut_off=raw.stamp.size > LIMIT)
    if decoded is None:
        return SkippedFile(file.root, file.path, "not text")
    warnings = list(decoded.warnings)
    if raw.stamp.size > LIMIT:
        warnings.append(f"only the first {LIMIT >> 20} MB of {raw.stamp.size / (1 << 20):,.0f} MB are indexed")
    return Content(decoded.text, _hash(raw.data), raw.stamp, tuple(warnings))


def content_hash(file: NoteFile) -> bytes | None:
    """Return `Content.content_hash` of the file as it is now, None when it cannot be read."""
    try:
        return _hash(read_bytes(os.path.join(file.root, file.path), LIMIT).data)  # noqa: PTH118 - as above
    except OSError:
        return None


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_HASH_BYTES).digest()


def read_bytes(path: str, limit: int) -> Raw:
    """Return at most `limit` bytes of the regular file `path`, read again once if it changes meanwhile.

    Raises OSError, also for anything that is no regular file, which is not read.
    """
    handle = os.open(path, _FLAGS)
    try:
        for _ in range(_TRIES):
            raw = _read_once(handle, limit)
            if raw.settled:
                break
    finally:
        os.close(handle)
    return raw


def _read_once(handle: int, limit: int) -> Raw:
    """Read the open file from its start."""
    before = os.fstat(handle)
    if not stat.S_ISREG(before.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    os.lseek(handle, 0, os.SEEK_SET)
    pieces, wanted = [], limit
    while wanted and (piece := os.read(handle, min(_STEP, wanted))):
        pieces.append(piece)
        wanted -= len(piece)
    after = os.fstat(handle)
    data = b"".join(pieces)
    stamp = Stamp(before.st_size, before.st_mtime_ns, before.st_ino)
    same = (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    return Raw(data, stamp, same and len(data) == min(before.st_size, limit))
