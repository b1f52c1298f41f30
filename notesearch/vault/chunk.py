"""Cuts a note into chunks: exact slices that break at headings and blank lines, small sections packed together."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from notesearch.vault.cut import cut, overlap_start, weigh
from notesearch.vault.note import Chunk
from notesearch.vault.outline import flatten_lines, outline
from notesearch.vault.plain import around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notesearch.vault.outline import Heading, Outline

CHUNKER_VERSION = 2  # part of the index's identity: raise it whenever the same text would be cut differently


@dataclass(frozen=True, slots=True)
class Chunking:
    """A body cut into `chunks`; `headings` are all in order as plain text, `h1` the first of level 1 outside lists.

    `code` are (start, end) offsets of fences and indented code.
    """

    chunks: tuple[Chunk, ...]
    headings: tuple[str, ...]
    h1: str | None
    code: tuple[tuple[int, int], ...]


class _Piece(NamedTuple):
    """A block, or a part of one that is too long; `section` is the number of headings up to its start."""

    start: int
    end: int
    section: int


def chunk(text: str, body_start: int, size: int, overlap: int, body_end: int | None = None) -> Chunking:
    """Cut `text[body_start:body_end]` into chunks that weigh at most `size` (a CJK character counts four).

    Together the chunks hold all of the body that is not blank, and none is blank, except that a body without any
    text gets one empty chunk at (0, 0), so that its note can be shown. A section that is longer than `size` is cut,
    and each piece but the first repeats up to `overlap` of the one before, from the start of a line or sentence.
    """
    flat = flatten_lines(text)
    found = outline(flat, body_start, len(text) if body_end is None else body_end)
    overlap = min(overlap, size // 2)
    spans = list(_pack(flat, _sections(_pieces(flat, found, size - overlap, size)), size, overlap))
    paths = _heading_paths(found.headings)
    places = [heading.start for heading in found.headings]
    before = flat.count("\n", 0, body_start)

    def line(offset: int) -> int:
        return before + bisect_right(found.line_starts, offset)

    signs = around(flat[body_start:body_end], [(start - body_start, end - body_start) for start, end in spans])
    chunks = tuple(
        Chunk(start, end, line(start), line(end - 1), paths[bisect_right(places, start)], *around_it)
        for (start, end), around_it in zip(spans, signs, strict=True)
    )
    return Chunking(
        chunks=chunks or (Chunk(0, 0, 1, 1, ()),),
        headings=tuple(heading.text for heading in found.headings if heading.text),
        h1=next((one.text for one in found.headings if one.level == 1 and one.text and not one.nested), None),
        code=tuple(found.code),
    )


def _heading_paths(headings: Sequence[Heading]) -> list[tuple[str, ...]]:
    """Return the path of headings in force before the first heading, and after each one."""
    paths: list[tuple[str, ...]] = [()]
    open_: list[Heading] = []
    for heading in headings:
        while open_ and open_[-1].level >= heading.level:
            open_.pop()
        open_.append(heading)
        paths.append(tuple(one.text for one in open_ if one.text))
    return paths


def _pieces(flat: str, found: Outline, room: int, size: int) -> Iterator[_Piece]:
    """Yield the blocks in order; one that is heavier than `size` comes in parts of at most `room`."""
    places = [heading.start for heading in found.headings]
    for start, end in found.blocks:
        section = bisect_right(places, start)
        if weigh(flat[start:end]) <= size:
            yield _Piece(start, end, section)
            continue
        for first, last in cut(flat, start, end, room):
            if not flat[first:last].isspace():
                yield _Piece(first, last, section)


def _sections(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Group the pieces that stand under the same heading."""
    section: list[_Piece] = []
    for piece in pieces:
        if section and piece.section != section[0].section:
            yield section
            section = []
        section.append(piece)
    if section:
        yield section


def _pack(flat: str, sections: Iterable[list[_Piece]], size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of chunks: whole sections while they fit, long sections cut between their pieces."""
    start = end = -1
    weight = 0  # of flat[start:end]
    for section in sections:
        first, last = section[0].start, section[-1].end
        whole = weigh(flat[first:last])
        grown = weight + weigh(flat[end:first]) + whole
        if start >= 0 and grown <= size:
            end, weight = last, grown
            continue
        if start >= 0 and not (whole > size and weight < size // 2):  # too little to stand alone before a long section
            yield start, end
            start = -1
        if whole <= size:
            start, end, weight = first, last, whole
            continue
        begun = (start, end) if start >= 0 else (first, first)
        *full, (start, end) = _cut_section(flat, section, begun, size, overlap)
        yield from full
        weight = weigh(flat[start:end])
    if start >= 0:
        yield start, end


def _cut_section(
    flat: str, section: Sequence[_Piece], begun: tuple[int, int], size: int, overlap: int
) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the chunks of a section that is too long; `begun` is the chunk that it goes on with."""
    start, end = begun
    weight = weigh(flat[start:end])
    for piece in section:
        grown = weight + weigh(flat[end : piece.end])
        if grown > size and end > start:
            yield start, end
            room = min(overlap, size - weigh(flat[piece.start : piece.end]))
            start = overlap_start(flat, max(start + 1, section[0].start), piece.start, room)
            grown = weigh(flat[start : piece.end])
        end, weight = piece.end, grown
    yield start, end
