"""Finds a note's headings, blocks and code by CommonMark's block rules, one line at a time."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from notesearch.vault.headings import plain_heading
from notesearch.vault.html_blocks import BLANK_LINE, opens_html

if TYPE_CHECKING:
    from collections.abc import Callable

_ATX = re.compile(r"(#{1,6})(?:[ \t]+(.*))?$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_SETEXT = re.compile(r"(=+|-+)[ \t]*$")
_MARKER = re.compile(r"([-+*]|(\d{1,9})[.)])([ \t]+|$)", re.ASCII)
_DEFINITION = re.compile(
    r"""\[[ \t]*(?:[^\[\]\\\s]|\\.)(?:[^\[\]\\]|\\.)*\]:[ \t]*\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$"""
)
_CODE_INDENT = 4
_DEEPEST = 100  # lists inside lists; deeper ones are read as text


class Heading(NamedTuple):
    """A heading: offset of its first line, level 1..6, plain text, and whether it stands in a list."""

    start: int
    level: int
    text: str
    nested: bool


class Outline(NamedTuple):
    """What a body is made of; every number is an offset into the note's text.

    `blocks` are (start, end) of text between blank lines, fences whole, from the start of the first line to the
    last character; a heading starts a block and keeps the block after it. `code` are (start, end) of fences and
    indented code. `line_starts` are the body's.
    """

    blocks: list[tuple[int, int]]
    headings: list[Heading]
    code: list[tuple[int, int]]
    line_starts: list[int]


def flatten_lines(text: str) -> str:
    r"""Return `text` at the same length with every line end (\n, \r\n, \r) ending in \n."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def outline(flat: str, start: int, end: int) -> Outline:
    r"""Return the outline of `flat[start:end]`, whose lines end in \n only (see `flatten_lines`)."""
    return _Scanner(flat, start, end).run()


class _Scanner:
    """CommonMark's open containers and leaf, carried from line to line.

    `offsets` are the columns where the content of the open list items starts. Quoted lines are not looked into: a
    heading inside a quote is none of the note's.
    """

    def __init__(self, flat: str, start: int, end: int) -> None:
        self.flat, self.start, self.end = flat, start, end
        self.found = Outline([], [], [], [])
        self.line = start  # offset of the current line
        self.offsets: list[int] = []
        self.paragraph = -1  # offset of the open paragraph's first line
        self.quoted = False  # a plain line would continue the quote above it
        self.fence = ""  # the marker of the open fence
        self.html: re.Pattern[str] | None = None  # what ends the open HTML block
        self.base = 0  # column of the list item that holds the open fence or HTML block
        self.leaf = 0  # offset of the open fence's first line
        self.block = -1  # offset of the open block
        self.block_end = -1
        self.empty_item = False  # the line before is a list marker and nothing else
        self.bare = False  # the open block is a heading and nothing else yet
        # What a line may start, by its first character, in CommonMark's order of precedence.
        self.starters: dict[str, tuple[Callable[[str, int, int], bool], ...]] = {
            "#": (self._atx,),
            "=": (self._setext,),
            "-": (self._setext, self._rule, self._list_item),
            "*": (self._rule, self._list_item),
            "_": (self._rule,),
            "+": (self._list_item,),
            ">": (self._quote,),
            "`": (self._open_fence,),
            "~": (self._open_fence,),
            "<": (self._open_html,),
            "[": (self._definition,),
            **dict.fromkeys("0123456789", (self._list_item,)),
        }

    def run(self) -> Outline:
        """Scan every line, then close what is open."""
        for line in self.flat[self.start : self.end].split("\n"):
            self.found.line_starts.append(self.line)
            if not line or line.isspace():
                self._blank()
            else:
                self._filled(line)
            self.line += len(line) + 1
        if self.fence:
            self.found.code.append((self.leaf, self.end))
        self._close_block()
        return self.found

    def _filled(self, line: str) -> None:
        """Take one line that is not blank."""
        self.bare = self.empty_item = False
        if self.block < 0:
            self.block = self.line
        if (not self.fence and self.html is None) or not self._inside(line):
            if line[0] in self.starters or line[0] in " \t":
                body = line.lstrip(" \t")
                column = _columns(line[: len(line) - len(body)], 0)
                self._start(body, column, bisect_right(self.offsets, column))
            else:
                self._text(0)
        self.block_end = self.line + len(line.rstrip())

    def _blank(self) -> None:
        """Take a blank line: it ends paragraphs, and blocks other than fences and bare headings."""
        if self.fence:
            return
        if self.html is BLANK_LINE:
            self.html = None
        if self.empty_item:  # a blank line right behind its marker ends an item
            self.offsets.pop()
        self.paragraph, self.quoted, self.empty_item = -1, False, False
        if not self.bare:
            self._close_block()

    def _inside(self, line: str) -> bool:
        """Take a line of the open fence or HTML block; False when its list item ends before the line."""
        body = line.strip()
        column = _columns(line[: len(line) - len(line.lstrip(" \t"))], 0)
        if column < self.base:
            if self.fence:
                self.found.code.append((self.leaf, self.line))
            self.fence, self.html = "", None
            return False
        if self.html is not None:
            self.html = None if self.html.search(line) else self.html
        elif body.startswith(self.fence) and not body.strip(self.fence[0]) and column - self.base < _CODE_INDENT:
            self.found.code.append((self.leaf, self.line + len(line)))
            self.fence = ""
        return True

    def _start(self, body: str, column: int, kept: int) -> None:
        """Take `body`, which starts at `column` inside the first `kept` list items."""
        base = self.offsets[kept - 1] if kept else 0
        if column - base >= _CODE_INDENT:
            self._indented(kept)
            return
        if not any(starter(body, column, kept) for starter in self.starters.get(body[0], ())):
            self._text(kept)

    def _text(self, kept: int) -> None:
        """Go on with the open paragraph (or the quote above it, lazily), else open one."""
        if self.paragraph < 0 and not self.quoted:
            self._leave(kept)
            self.paragraph = self.line

    def _indented(self, kept: int) -> None:
        """Take a line of indented code, which cannot interrupt a paragraph."""
        if self.paragraph < 0 and not self.quoted:
            self._leave(kept)
            line_end = self.flat.find("\n", self.line, self.end)
            self.found.code.append((self.line, self.end if line_end < 0 else line_end))

    def _leave(self, kept: int) -> None:
        """Close the open paragraph and the list items beyond the first `kept`."""
        del self.offsets[kept:]
        self.paragraph, self.quoted = -1, False

    def _close_block(self) -> None:
        """Keep the open block, if there is one."""
        if self.block >= 0:
            self.found.blocks.append((self.block, self.block_end))
        self.block = -1

    def _heading(self, start: int, level: int, text: str) -> None:
        """Keep a heading whose first line starts at `start`; it opens a block there."""
        if self.block < start:
            self.block_end = self.block + len(self.flat[self.block : start].rstrip())
            self._close_block()
        self.found.headings.append(Heading(start, level, plain_heading(text), bool(self.offsets)))
        self.block, self.bare = start, True

    def _atx(self, body: str, _column: int, kept: int) -> bool:
        """`## Heading ##`."""
        found = _ATX.match(body)
        if found is None:
            return False
        text = (found[2] or "").rstrip(" \t")
        unclosed = text.rstrip("#")
        self._leave(kept)
        self._heading(self.line, len(found[1]), text if unclosed and unclosed[-1] not in " \t" else unclosed)
        return True

    def _setext(self, body: str, _column: int, kept: int) -> bool:
        """A paragraph underlined with `===` or `---`."""
        if self.paragraph < 0 or kept < len(self.offsets) or _SETEXT.match(body) is None:
            return False
        start = self.paragraph
        text = self.flat[start : self.line].rstrip()
        self._leave(kept)
        self._heading(start, 1 if body[0] == "=" else 2, text)
        return True

    def _rule(self, body: str, _column: int, kept: int) -> bool:
        """A thematic break."""
        if _RULE.match(body) is None:
            return False
        self._leave(kept)
        return True

    def _quote(self, body: str, _column: int, kept: int) -> bool:
        """`> quoted`: a plain line may go on with it when it ends in a paragraph."""
        self._leave(kept)
        content = body.lstrip("> \t")
        self.quoted = bool(content) and content[0] not in "#`~"
        return True

    def _open_fence(self, body: str, _column: int, kept: int) -> bool:
        """The first line of a fence."""
        found = _FENCE.match(body)
        if found is None:
            return False
        self._leave(kept)
        self.fence, self.leaf = found[1] or found[2], self.line
        self.base = self.offsets[-1] if kept else 0
        return True

    def _definition(self, body: str, _column: int, kept: int) -> bool:
        """`[label]: target`, which is no paragraph though it cannot interrupt one."""
        if self.paragraph >= 0 or self.quoted or _DEFINITION.match(body) is None:
            return False
        self._leave(kept)
        return True

    def _list_item(self, body: str, column: int, kept: int) -> bool:
        """`- item` or `1. item`, and whatever starts behind the marker."""
        found = _MARKER.match(body)
        if found is None or kept >= _DEEPEST:
            return False
        rest = body[found.end() :]
        interrupts = self.paragraph >= 0 and kept == len(self.offsets)
        if interrupts and (not rest or (found[2] and int(found[2]) != 1)):
            return False
        self._leave(kept)
        after = column + len(found[1])
        content = _columns(found[3], after)
        wide = not rest or content - after > _CODE_INDENT
        self.offsets.append(after + 1 if wide else content)
        self.empty_item = not rest
        if rest:
            self._start(rest, content, len(self.offsets))
        return True

    def _open_html(self, body: str, _column: int, kept: int) -> bool:
        """The first line of an HTML block, which may be its last."""
        end = opens_html(body, interrupts=self.paragraph >= 0 or self.quoted)
        if end is None:
            return False
        self._leave(kept)
        self.html = None if end.search(body) else end
        self.base = self.offsets[-1] if kept else 0
        return True


def _columns(indent: str, column: int) -> int:
    """Return the column that `indent`, blanks and tabs from `column` on, leads to; tabs stop at every fourth."""
    for character in indent:
        column += 4 - column % 4 if character == "\t" else 1
    return column
