"""The JSON of each answer, with its keys in the order that `product.md` section 6 promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.notebook import IndexReport, Status
    from notesearch.search.results import Result, Results, TraceRow
    from notesearch.vault.note import SkippedFile

_MS_DIGITS = 3


def of_search(answer: Results) -> dict[str, Any]:
    """Return the JSON of one search."""
    return {
        "query": answer.query,
        "mode": answer.mode,
        "reason": answer.reason,
        "pending": answer.pending,
        "took_ms": round(answer.took_ms, _MS_DIGITS),
        "results": [of_result(result) for result in answer.results],
        "trace": [of_trace_row(row) for row in answer.trace],
        "warnings": [*answer.warnings, *_corrected(answer)],
    }


def _corrected(answer: Results) -> list[str]:
    return [] if answer.corrected is None else [f'showing results for "{answer.corrected}"']


def of_result(result: Result) -> dict[str, Any]:
    """Return the JSON of one result."""
    return {
        "path": result.path,
        "root": result.root,
        "title": result.title,
        "heading": list(result.heading),
        "start_line": result.start_line,
        "end_line": result.end_line,
        "snippet": result.snippet,
        "marks": [list(mark) for mark in result.marks],
        "score": result.score,
        "exact": result.exact,
        "found_by": list(result.found_by),
        "text_score": result.text_score,
        "vector_score": result.vector_score,
        "source": result.source,
        "age_days": result.age_days,
        "decay": result.decay,
        "source_weight": result.source_weight,
        "opens": result.opens,
        "access_boost": result.access_boost,
        "mmr": {"moved": result.mmr.moved} if result.mmr else None,
        "weak": result.weak,
        "more": [
            {
                "start_line": other.start_line,
                "end_line": other.end_line,
                "heading": list(other.heading),
                "score": other.score,
            }
            for other in result.more
        ],
    }


def of_trace_row(row: TraceRow) -> dict[str, Any]:
    """Return the JSON of one stage of a search."""
    return {
        "stage": row.stage,
        "status": row.status,
        "reason": row.reason,
        "count": row.count,
        "ms": round(row.ms, _MS_DIGITS),
    }


def of_index(report: IndexReport) -> dict[str, Any]:
    """Return the JSON of `index`."""
    return {
        "notes": report.notes,
        "chunks": report.chunks,
        "embedded": report.embedded,
        "pending_embeddings": report.pending_embeddings,
        "added": report.added,
        "updated": report.updated,
        "removed": report.removed,
        "held_back": report.held_back,
        "skipped": of_files(report.skipped),
        "seconds": round(report.seconds, _MS_DIGITS),
    }


def of_status(status: Status) -> dict[str, Any]:
    """Return the JSON of `status`."""
    model = status.model.model
    return {
        "on_disk": status.on_disk,
        "indexed": status.indexed,
        "pending": status.pending,
        "failed": of_files(status.failed),
        "skipped": of_files(status.skipped),
        "chunks": status.chunks,
        "embedded": status.embedded,
        "model": {"name": model.name, "dimensions": model.dimensions, "sha256": model.sha256} if model else None,
        "mode": status.mode,
        "reason": "; ".join(filter(None, (status.offline, status.reason))) or None,
    }


def of_files(files: Iterable[SkippedFile]) -> list[dict[str, str]]:
    """Return the JSON of files that are not indexed, each with its reason."""
    return [{"path": file.path, "root": file.root, "reason": file.reason} for file in files]
