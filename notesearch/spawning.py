"""Starts child processes that leave Ctrl+C to their parent, from their first moment on."""

from __future__ import annotations

import contextlib
import signal
import sys
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.process import BaseProcess


def start(process: BaseProcess) -> None:
    """Start a process that is to ignore Ctrl+C once it runs; raises OSError when the system has no room for one.

    It would print a traceback if the signal came while Python boots in it.
    """
    with _ctrl_c_held():
        process.start()


@contextlib.contextmanager
def _ctrl_c_held() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # its start, a part of a first child's, would let Ctrl+C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
