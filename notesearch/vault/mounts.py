"""Tells one mounted folder from another, and which file systems keep quiet about changes."""

from __future__ import annotations

import os
import re
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")
_QUIET = frozenset(
    {
        *("9p", "afs", "ceph", "cifs", "coda", "davfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs"),
        *("vboxsf", "virtiofs", "vmhgfs"),
    }
)
_OCTAL = re.compile(r"\\([0-7]{3})")


def quiet_file_system(folder: str, mounts: Path = _MOUNTS) -> str | None:
    """Return the name of the network or user-space file system that `folder` lies on, None for a local one.

    `mounts` lists the mounts in Linux's format; where there is no such file, nothing is known and all is local.
    """
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    real = os.path.realpath(folder)
    place, kind = "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) > 4 and after:  # noqa: PLR2004 - the fifth field is the mount point
            point = _OCTAL.sub(lambda found: chr(int(found[1], 8)), fields[4])
            holds = real == point or real.startswith(point.rstrip("/") + "/")
            if holds and len(point) >= len(place):  # of two mounts on one place, the later one counts
                place, kind = point, after.split(" ")[0]
    return kind if kind in _QUIET or kind.startswith("fuse.") else None


def identity(folder: str) -> tuple[int, int] | None:
    """Return (device, inode) of `folder`, which change when another takes its place; None when it is not there."""
    try:
        status = os.stat(folder)  # noqa: PTH116 - text, not Path: names may hold surrogates
    except OSError:
        return None
    return status.st_dev, status.st_ino
