"""Where things stand in a shown note: its chunk, the hits of the question, and what is sought in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from notesearch.vault.anchors import CHUNK_END, CHUNK_START

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QColor, QTextBlock, QTextDocument, QTextFragment

_MOST_FOUND = 1000


@dataclass(frozen=True, slots=True)
class Places:
    """Positions in the shown document: the chunk's (None: no chunk) and the hits', as (start, end)."""

    chunk: tuple[int, int] | None
    hits: tuple[tuple[int, int], ...]


def find_places(document: QTextDocument, mark: QColor) -> Places:
    """Find the anchors and the marked spans; spans that touch are one hit."""
    chunk_start = chunk_end = None
    hits: list[tuple[int, int]] = []
    for fragment in _fragments(document):
        start, end = fragment.position(), fragment.position() + fragment.length()
        look = fragment.charFormat()
        names = look.anchorNames()
        if CHUNK_START in names and chunk_start is None:
            chunk_start = start
        if CHUNK_END in names and chunk_end is None:
            chunk_end = start
        if look.background().color() == mark and look.background().style() != Qt.BrushStyle.NoBrush:
            if hits and hits[-1][1] == start:
                hits[-1] = (hits[-1][0], end)
            else:
                hits.append((start, end))
    if chunk_start is None:
        return Places(None, tuple(hits))
    last = document.characterCount() - 1
    end = max(chunk_start, (chunk_end if chunk_end is not None else last + 1) - 1)
    return Places((chunk_start, end), tuple(hits))


def find_text(document: QTextDocument, text: str) -> tuple[tuple[int, int], ...]:
    """Return where the document says `text`, whatever its case; the first thousand places."""
    found: list[tuple[int, int]] = []
    cursor = document.find(text, 0)
    while not cursor.isNull() and len(found) < _MOST_FOUND:
        found.append((cursor.selectionStart(), cursor.selectionEnd()))
        cursor = document.find(text, cursor)
    return tuple(found)


def _fragments(document: QTextDocument) -> Iterator[QTextFragment]:
    block: QTextBlock = document.begin()
    while block.isValid():
        place = block.begin()
        while not place.atEnd():
            yield place.fragment()
            place += 1
        block = block.next()
