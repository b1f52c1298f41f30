"""What every test gets: the real models, installed once a machine, and the rule that nothing is left behind.

The models lie outside of the checkout, in `$NOTESEARCH_TEST_MODELS` or the person's cache folder.
"""

from __future__ import annotations

import logging
import multiprocessing.resource_tracker
import os
import shutil
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest
from filelock import FileLock

from notesearch.embedding.install import install
from notesearch.embedding.models import resolve
from notesearch.paths import AppPaths, private_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notesearch.embedding.families import ModelFile

_GRACE_SECONDS = 3.0


def pytest_configure() -> None:
    """Let programs that tests start be interrupted: what a shell runs in the background has Ctrl+C switched off."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def model_dir() -> Callable[[str], Path]:
    """Return a function: the name of an installable model -> the folder that holds its GGUF. Never write there."""
    chosen = os.environ.get("NOTESEARCH_TEST_MODELS")
    root = Path(chosen) if chosen else platformdirs.user_cache_path("notesearch-tests", appauthor=False)
    paths = AppPaths.for_person(root)

    def folder_with(name: str) -> Path:
        # The workers of one run, and of several, install into the same folder.
        with FileLock(private_folder(root) / "tests.lock"):
            install(name, paths)
        return paths.models

    return folder_with


@pytest.fixture
def give_model(model_dir: Callable[[str], Path]) -> Callable[[str, AppPaths], ModelFile]:
    """Return a function that puts a copy of an installed model into a test's own models folder, and resolves it."""

    def give(name: str, paths: AppPaths) -> ModelFile:
        shutil.copy(model_dir(name) / f"{name}.gguf", private_folder(paths.models))
        return resolve(name, paths)

    return give


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fail a test that leaves a thread or a child process behind."""
    threads, children = set(threading.enumerate()), _children()
    yield
    deadline = time.monotonic() + _GRACE_SECONDS
    while (left := _left(threads, children)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left, f"left running: {left}"


def _left(threads: set[threading.Thread], children: set[int]) -> list[object]:
    running = [thread for thread in threading.enumerate() if thread not in threads and not _is_qt(thread)]
    return [*running, *(_children() - children)]


def _is_qt(thread: threading.Thread) -> bool:
    """Python's stand-in for a thread that it did not start; it stays in the list after the thread has ended."""
    return isinstance(thread, threading._DummyThread)


def _children() -> set[int]:
    """Return the process ids of this process's children, without Python's own resource tracker (Linux only)."""
    tracker = getattr(multiprocessing.resource_tracker._resource_tracker, "_pid", None)
    found: set[int] = set()
    for file in Path("/proc/self/task").glob("*/children"):
        try:
            found.update(int(pid) for pid in file.read_text().split())
        except OSError:
            continue  # that thread has just ended
    return found - {tracker}


@pytest.fixture(autouse=True)
def nothing_complains(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs a warning or worse; one that expects it calls `caplog.clear()` after looking at it."""
    yield
    complaints = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING and record.name.startswith("notesearch")
    ]
    assert not complaints
