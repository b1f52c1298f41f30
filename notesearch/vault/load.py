"""Makes a note of a file: read, front matter, chunks, tags, source and date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notesearch.vault.chunk import chunk
from notesearch.vault.frontmatter import parse
from notesearch.vault.headings import plain_heading
from notesearch.vault.note import Note, NoteFile, SkippedFile
from notesearch.vault.outline import flatten_lines
from notesearch.vault.read import read_note
from notesearch.vault.sources import dated_name, source_of
from notesearch.vault.tags import body_tags
from notesearch.vault.tasks import count_tasks
from notesearch.vault.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notesearch.settings import Settings
    from notesearch.vault.note import FrontMatter
    from notesearch.vault.read import Content

# What the Excalidraw plugin keeps of the picture itself: thousands of characters that nobody wrote.
_MARKUP = re.compile(r"\*\*[^*\s][^*]*\*\*|==[^=\s][^=]*==|\[\[|\]\(|`[^`]+`|&#?\w+;|</?[a-z]")
_DRAWING = re.compile(r"^(?:%%[ \t]*\r?\n)?#{1,2} Drawing[ \t]*\r?\n+```(?:compressed-)?json", re.MULTILINE)


def load_note(file: NoteFile, settings: Settings) -> Note | SkippedFile:
    """Read `file` and cut it into chunks; a file that cannot be indexed comes with the reason.

    The note's stamp is the one that the file had when it was read, not the one it was found with.
    """
    content = read_note(file)
    return content if isinstance(content, SkippedFile) else note_of(file, content, settings)


def note_of(file: NoteFile, content: Content, settings: Settings) -> Note:
    """Cut what was read of `file` into chunks."""
    text = content.text
    front = parse(text, settings.vault.date_keys)
    end = _body_end(text, front)
    parts = chunk(text, front.end, settings.chunks.size, settings.chunks.overlap, end)
    seen = visible(text, front.end, end, parts.code)
    name = file.path.rsplit("/", 1)[-1]
    stem = name.rsplit(".", 1)[0] or name
    return Note(
        file=NoteFile(file.root, file.path, content.stamp),
        text=text,
        title=_plain_title(front) or parts.h1 or stem,
        h1=parts.h1,
        front=front,
        headings=parts.headings,
        tags=tuple(dict.fromkeys((*front.tags, *body_tags(seen)))),
        source=source_of(file, front.source, settings.vault),
        date=dated_name(name) or front.date,
        chunks=parts.chunks,
        content_hash=content.content_hash,
        warnings=(*content.warnings, *front.warnings),
        tasks=count_tasks(_with_lone_lines(seen, text, front.end, parts.code)),
    )


def _with_lone_lines(seen: str, text: str, start: int, code: Sequence[tuple[int, int]]) -> str:
    """Put lone lines of indented code back into what is seen: to those who write them they are items of a list."""
    pieces: list[str] = []
    done = start
    for first, last in code:
        if "\n" not in (line := flatten_lines(text[first:last])):
            pieces += (seen[done - start : first - start], line)
            done = last
    return "".join((*pieces, seen[done - start :]))


def _plain_title(front: FrontMatter) -> str | None:
    """Return front matter's title as a person reads it; what only may be markup stays (`*args`, `__init__`)."""
    marked_up = front.title is not None and _MARKUP.search(front.title)
    return front.title and ((plain_heading(front.title) if marked_up else "") or front.title)


def _body_end(text: str, front: FrontMatter) -> int:
    """Return where the body ends that people read: before the picture of an Excalidraw note, else at the end."""
    if any(key.lower() == "excalidraw-plugin" for key, _ in front.properties):
        drawing = _DRAWING.search(text, front.end)
        if drawing is not None:
            return drawing.start()
    return len(text)
