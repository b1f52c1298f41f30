"""A note -> the rows that the index stores of it. Pure and picklable, so that a pool of processes can do it."""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from notesearch.index.folding import fold
from notesearch.index.schema import LAYOUT, MAX_CHUNKS
from notesearch.index.stem import STEM_MARK
from notesearch.index.text import packed
from notesearch.index.tokenizer import TOKENIZER_VERSION, prepare, query_terms
from notesearch.vault.chunk import CHUNKER_VERSION
from notesearch.vault.links import link_targets
from notesearch.vault.plain import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notesearch.settings import Settings
    from notesearch.vault.note import Chunk, Note, NoteFile

# Where the part of a note begins in a link's target, and how many such signs may belong to the name instead.
_PART = re.compile("[#^]")
_MOST_PARTS = 3
# What [[target|shown]] and [shown](address) do not show.
_LINK_TARGET = re.compile(r"\[\[([^\[\]|#^\n]{1,200})[|#^]")
_ADDRESS = re.compile(r"\](?:\(<?|:[ \t]*<?)https?://(?:www\.)?([^\s()<>]{1,300})")


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """One chunk: its place in the text, the hash that its vector is known by, and its prepared search texts."""

    start: int
    stop: int
    first_line: int
    last_line: int
    heading: str
    opening: str
    closing: str
    hash: bytes
    words: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class NoteRows:
    """All that is stored of one note: `text` packed, `words` as in `schema.NOTE_COLUMNS`, other names as the tables."""

    file: NoteFile
    hash: bytes
    title: str
    source: str
    date: str | None
    place: str
    open_tasks: int
    done_tasks: int
    text: str | bytes
    names: tuple[tuple[str, str], ...]
    tags: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    properties: tuple[tuple[str, str], ...]
    warnings: str
    words: tuple[str, ...]
    chunks: tuple[ChunkRow, ...]


def tables_identity(settings: Settings) -> str:
    """Name what all rows of an index have in common: its columns, the tokenizer, the chunker and its sizes."""
    chunks = settings.chunks
    return f"layout {LAYOUT}, tokenizer {TOKENIZER_VERSION}, chunker {CHUNKER_VERSION}, {chunks.size}/{chunks.overlap}"


def index_identity(settings: Settings) -> str:
    """Name what a note's rows depend on besides the note: also the rules that give it its source and date.

    As a short hash, for it stands in each note's row.
    """
    vault = settings.vault
    rules = [(rule.pattern, rule.source) for rule in vault.source_rules]
    depends = (tables_identity(settings), vault.date_keys, rules, vault.global_folders)
    return hashlib.blake2b(ascii(depends).encode(), digest_size=8).hexdigest()


def name_key(text: str) -> str:
    """Return the form in which titles, aliases, file names and queries are compared for an exact match."""
    words = [word for term in query_terms(text) for word in term.words or term.forms[:1]]
    return " ".join(words) or fold(text).strip()


def link_names(target: str) -> tuple[str, ...]:
    """Return what a link's target may name, without escapes, the likeliest first.

    `Note#Part` and `Note^id` mean a part of the note, but `C# intro` may be a note's whole name.
    """
    cuts = (found.start() for found in itertools.islice(_PART.finditer(target), _MOST_PARTS))
    names = (unquote(target[:cut]).strip() for cut in (*cuts, None))
    return tuple(dict.fromkeys(filter(None, names)))


def without_ending(name: str) -> str:
    """Return a file's name or path without the ending of a note."""
    return name.rsplit(".", 1)[0] if name.lower().endswith((".md", ".markdown")) else name


def _link_rows(text: str) -> tuple[tuple[str, str], ...]:
    """Return (name key, target) of each link, with the keys of all that it may name and of their last parts."""
    rows: set[tuple[str, str]] = set()
    for target in link_targets(text):
        names = link_names(target)
        last = (without_ending(name).rsplit("/", 1)[-1] for name in names)
        rows |= {(key, target) for key in map(_known_key, {*names, *last}) if key}
    return tuple(sorted(rows))


@functools.lru_cache(maxsize=20_000)  # notes link to the same few again and again, and a key takes 40 µs
def _known_key(name: str) -> str:
    return name_key(name)


def embedding_text(title: str, heading: Iterable[str], plain: str) -> str:
    """Return what is embedded for a chunk: title and heading path first, so that a passage knows its subject."""
    path = list(dict.fromkeys([title, *heading]))
    return " > ".join(part for part in path if part) + "\n\n" + plain.strip()


def note_rows(note: Note) -> NoteRows:
    """Prepare every row of `note`; notes of more chunks than an id can count keep the first ones."""
    chunks = tuple(_chunk_row(note, chunk) for chunk in note.chunks[:MAX_CHUNKS])
    names = filter(None, (note.title, note.stem, *note.front.aliases, note.h1, note.front.title))
    return NoteRows(
        file=note.file,
        hash=note.content_hash,
        title=note.title,
        source=note.source,
        date=note.date.isoformat() if note.date else None,
        place=fold(note.file.path),
        open_tasks=note.tasks[0],
        done_tasks=note.tasks[1],
        text=packed(note.text),
        names=tuple(sorted({(name_key(name), prepare(name)[1]) for name in names if name_key(name)})),
        tags=tuple(sorted({fold(tag) for tag in note.tags})),
        links=_link_rows(note.text),
        properties=tuple((fold(key), fold(value)) for key, value in note.front.properties),
        warnings="\n".join(note.warnings),
        words=_note_words(note, chunks),
        chunks=chunks,
    )


def _chunk_row(note: Note, chunk: Chunk) -> ChunkRow:
    plain = plain_text(chunk.of(note.text))
    body, forms = prepare(plain)
    context, context_forms = prepare("\n".join(dict.fromkeys((note.title, *chunk.heading))))
    return ChunkRow(
        start=chunk.start,
        stop=chunk.end,
        first_line=chunk.start_line,
        last_line=chunk.end_line,
        heading=json.dumps(chunk.heading, ensure_ascii=False),
        opening=chunk.opening,
        closing=chunk.closing,
        hash=_chunk_hash(note, chunk, plain),
        words=(body, context, _join(forms, context_forms)),
    )


def _chunk_hash(note: Note, chunk: Chunk, plain: str) -> bytes:
    """Hash what is embedded, but for a title that is only the file's name: renaming a note re-embeds nothing."""
    named_inside = note.title if note.front.title or note.h1 else "" if plain.strip() else note.stem
    text = embedding_text(named_inside, chunk.heading, plain)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _note_words(note: Note, chunks: tuple[ChunkRow, ...]) -> tuple[str, ...]:
    texts = (
        "\n".join(dict.fromkeys((note.title, note.h1 or note.title))),
        "\n".join(note.front.aliases),
        "\n".join(note.tags),
        "\n".join(note.headings),
        note.file.path.rsplit(".", 1)[0].replace("/", "\n"),
        "\n".join((*(value for _, value in note.front.properties), *_LINK_TARGET.findall(note.text))),
    )
    fields = [prepare(text) for text in texts]
    body, body_forms = _body(note, chunks)
    # Stems of the body are the chunks' to find. In whole notes too they made the index a twentieth larger; without,
    # nDCG@10 words only: product help .737 -> .739, paraphrases .870 -> .872, encyclopedia .971 -> .973.
    body_forms = " ".join(form for form in body_forms.split() if form[0] != STEM_MARK)
    _, found = prepare("\n".join(_ADDRESS.findall(note.text)))
    names = " ".join(form for form in found.split() if not form.isalnum() and form[0] != STEM_MARK)
    forms = _join(*(form for _, form in fields), body_forms, names)  # not each word of an address
    return (body, *(words for words, _ in fields), forms)


def _body(note: Note, chunks: tuple[ChunkRow, ...]) -> tuple[str, str]:
    """Return the prepared body; chunks that do not overlap have done the work already."""
    overlapping = any(later.start < earlier.stop for earlier, later in itertools.pairwise(chunks))
    if overlapping:
        return prepare(plain_text(note.text[note.front.end :]))
    return _join(*(chunk.words[0] for chunk in chunks)), _join(*(chunk.words[2] for chunk in chunks))


def _join(*parts: str) -> str:
    return " ".join(part for part in parts if part)
