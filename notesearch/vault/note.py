"""What a note is once it has been read: its text, front matter, chunks and place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt

    from notesearch.settings import Source


@dataclass(frozen=True, slots=True)
class Root:
    """A folder whose notes are searched: the vault itself, or one of its global folders.

    `path` is absolute; names that are not UTF-8 carry surrogate escapes, as `os.fsdecode` gives them.
    """

    path: str
    is_global: bool = False


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells that a file has changed without reading it: size in bytes, mtime in nanoseconds, inode."""

    size: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A Markdown file on disk; `path` is relative to `root`, "/" separated, as on disk (surrogate escapes)."""

    root: str
    path: str
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that is named like a note but is not indexed, and why, in words for a person.

    `failed` is True when it should have been indexed (no permission, a read error) and is worth another try;
    False when a rule leaves it out (a link out of the vault, a device, not text).
    """

    root: str
    path: str
    reason: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """A contiguous piece of a note: exactly `note.text[start:end]`.

    `start_line` and `end_line` are 1-based and inclusive; `heading` is the path of headings that the first
    line of the chunk stands under (its own heading included), outermost first, as plain text. `opening` and
    `closing` are what must stand around the chunk for it to be read as what it is: it may begin or end inside of a
    fence or a comment (`plain.around`).
    """

    start: int
    end: int
    start_line: int
    end_line: int
    heading: tuple[str, ...]
    opening: str = ""
    closing: str = ""

    def of(self, text: str) -> str:
        """Return the chunk's Markdown, out of its note's text, to be read by itself."""
        return f"{self.opening}{text[self.start : self.end]}{self.closing}"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the YAML or TOML block (or Logseq's `key:: value` head) says; broken YAML leaves warnings, never an error.

    `end` is the offset in the note's text where the body starts. `tags` have no `#`; nested ones keep their "/".
    `properties` are (key, value) texts, lists as one pair an item, without title, aliases and tags; one without a
    value has an empty text.
    """

    end: int = 0
    title: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    source: Source | None = None
    date: dt.date | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """One Markdown file, read and cut into chunks.

    `text` is the whole decoded text (lines as on disk, a BOM dropped); `title` is what is shown: front matter's
    without markup, else the first H1, else the file's stem; `h1` is the first H1 or None. `headings` are all headings
    as plain text, in order. `tags` are front matter's and the body's. `date` is the one in the file's name, else front
    matter's; None leaves the age to the file's mtime. `content_hash` is of the file's bytes (16-byte BLAKE2b).
    `tasks` are how many are open and how many are done.
    """

    file: NoteFile
    text: str
    title: str
    h1: str | None
    front: FrontMatter
    headings: tuple[str, ...]
    tags: tuple[str, ...]
    source: Source
    date: dt.date | None
    chunks: tuple[Chunk, ...]
    content_hash: bytes
    warnings: tuple[str, ...] = field(default=())
    tasks: tuple[int, int] = (0, 0)

    @property
    def stem(self) -> str:
        """The file's name without its folders and its ending."""
        return self.file.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
