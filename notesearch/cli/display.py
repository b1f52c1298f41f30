"""Tells whether a window can be shown at all, before Qt ends the process for the lack of a screen."""

from __future__ import annotations

import os
import sys


def missing_display() -> str | None:
    """Return why no window can be shown, in one line; None when one can.

    Only Linux and its kin can be without: there a display is named by a variable, or Qt was told to use another.
    """
    if sys.platform in {"win32", "darwin"}:
        return None
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return None
    return "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)"
