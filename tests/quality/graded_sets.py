"""Graded sets as data: a vault, questions, and which notes answer each of them how well."""

from __future__ import annotations

import tarfile
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ROOT = Path(__file__).resolve().parents[2]
DATA = _ROOT.parent / "shared" / "data" / "ir"
"""The sets that are not the project's to ship; they may lie beside the checkout."""
NAMES = ("obsidian-help-golden", "stackfaq", "locomo", "xquad-en", "xquad-zh", "xquad-th")


@dataclass(frozen=True, slots=True)
class GradedSet:
    """`questions`: id -> text; `grades`: id -> path in the vault, in NFC -> grade over 0."""

    name: str
    vault: Path
    questions: Mapping[str, str]
    grades: Mapping[str, Mapping[str, float]]


def sample_set() -> GradedSet:
    """Return the sixty questions over the sample vault."""
    here = Path(__file__).parent
    return _read("sample-vault", _ROOT / "resources" / "sample-vault", here)


def unpack(name: str, folder: Path, data: Path = DATA) -> GradedSet:
    """Unpack the set `name` from `data` into `folder` and return it."""
    with tarfile.open(data / f"{name}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return _read(name, folder / name / "vault", folder / name)


def normal(path: str) -> str:
    """Return the form of a path in which paths are compared."""
    return unicodedata.normalize("NFC", path)


def _read(name: str, vault: Path, folder: Path) -> GradedSet:
    docs = folder / "docs.tsv"
    path_of = {row[0]: row[1] for row in _rows(docs)} if docs.exists() else {}
    grades: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for question, doc, grade, *_ in _rows(folder / "qrels.tsv"):
        if float(grade) > 0:
            grades[question][normal(path_of.get(doc, doc))] = float(grade)
    questions = {row[0]: row[1] for row in _rows(folder / "queries.tsv")}
    return GradedSet(name, vault, questions, dict(grades))


def _rows(file: Path) -> Iterator[list[str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        yield line.split("\t")
