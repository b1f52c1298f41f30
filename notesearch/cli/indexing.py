"""The `index` and `status` commands: bring a vault's index up to date, and say what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.cli import answers, progress
from notesearch.cli.opening import open_notebook
from notesearch.cli.output import complain, inert, write, write_json
from notesearch.errors import VaultOfflineError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from notesearch.notebook import IndexReport, Status
    from notesearch.paths import AppPaths
    from notesearch.vault.note import SkippedFile

DONE, HELD_BACK = 0, 3


def index(vault: Path, paths: AppPaths, *, embed: bool, rebuild: bool, accept_deletions: bool, as_json: bool) -> int:
    """Bring the index up to date and report; returns 3 when deletions wait for the person's agreement.

    Raises VaultOfflineError when the folder cannot be read; the index stays as it was.
    """
    with open_notebook(vault, paths) as notebook:
        if rebuild:
            notebook.rebuild()
        if accept_deletions:
            notebook.accept_deletions()
        with progress.bar() as show:
            report = notebook.index(embed=embed, progress=progress.of_activity(show))
    if report.offline:
        raise VaultOfflineError(report.offline)
    if as_json:
        write_json(answers.of_index(report))
    else:
        write(_report_text(report))
    return HELD_BACK if report.held_back else DONE


def _report_text(report: IndexReport) -> str:
    lines = [
        f"{report.notes} notes, {report.chunks} chunks, {report.embedded} of them embedded.",
        f"{report.added} added, {report.updated} updated, {report.removed} removed in {report.seconds:.1f} s.",
        *_file_lines("skipped", report.skipped),
    ]
    if report.pending_embeddings:
        lines.append(f"{report.pending_embeddings} chunks are found by their words only until they are embedded.")
    if report.held_back:
        lines.append(
            f"{report.held_back} known notes are gone from the vault; nothing was deleted. "
            "If that is right, run this again with --accept-deletions."
        )
    return _joined(lines)


def status(vault: Path, paths: AppPaths, *, as_json: bool) -> None:
    """Say how many notes are found, waiting, failed and skipped, and how a search would be run."""
    with open_notebook(vault, paths) as notebook:
        found = notebook.status()
        for problem in filter(None, (found.offline, notebook.read_only)):
            complain(problem)
    if as_json:
        write_json(answers.of_status(found))
    else:
        write(_status_text(found))


def _status_text(found: Status) -> str:
    model = found.model.model
    waiting, failed, skipped = f"{found.pending} waiting", len(found.failed), len(found.skipped)
    lines = [
        f"{found.on_disk} notes on disk: {found.indexed} indexed, {waiting}, {failed} failed, {skipped} skipped.",
        f"{found.chunks} chunks, {found.embedded} of them embedded.",
        f"Model: {model.name}, {model.dimensions} dimensions." if model else "Model: none.",
        f"Search: {found.mode}" + (f" ({found.reason})." if found.reason else "."),
        *_file_lines("failed", found.failed),
        *_file_lines("skipped", found.skipped),
    ]
    return _joined(lines)


def _file_lines(word: str, files: Iterable[SkippedFile]) -> list[str]:
    return [f"{word}: {file.path}: {file.reason}" for file in files]


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{inert(line)}\n" for line in lines)
