"""Reads what a note says about itself: a block of YAML or TOML, or Logseq's `key:: value` lines, at its head."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Literal

from notesearch.vault.note import FrontMatter
from notesearch.vault.yaml_lines import read_loosely, read_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notesearch.settings import Source
    from notesearch.vault.yaml_lines import Pairs, Value

_OPENING = re.compile(r"\ufeff?---[ \t]*(?:\r\n|\n|\r)")
_CLOSING = re.compile(r"(?:(?<=\n)|(?<=\r))(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)")
_TOML_OPENING = re.compile(r"\ufeff?\+\+\+[ \t]*(?:\r\n|\n|\r)")
_TOML_CLOSING = re.compile(r"(?:(?<=\n)|(?<=\r))\+\+\+[ \t]*(?:\r\n|\n|\r|\Z)")
_LONGEST_BLOCK = 1024 * 1024  # characters that are searched for the closing line
_LOGSEQ = re.compile(r"[ \t]*(?:- )?([^\s:`#\[\](){}]{1,100})::(?:[ \t]+([^\r\n]*)|)(?:\r\n|\n|\r|\Z)")
# YAML takes `tags: #draft` and `- #draft` below `tags:` for comments.
_TAG_LINES = re.compile(
    r"^tags?[ \t]*:[ \t]*(?:(#[^\s#].*)|#.*)?((?:\n[ \t]*(?:[-#].*)?(?=\n|\Z))*)", re.MULTILINE | re.IGNORECASE
)
_LOST_ITEM = re.compile(r"^[ \t]*-[ \t]+(#[^\s#].*)$", re.MULTILINE)
_HASHED = re.compile(r"(?<![^\s,])#([^\s#,]+)")

_TITLE = frozenset({"title"})
_ALIASES = frozenset({"alias", "aliases"})
_TAGS = frozenset({"tag", "tags"})
_TAXONOMIES = "taxonomies"  # where Zola keeps them
_COMMAS = re.compile(r"[,，、;；]")
_TAG_GAPS = re.compile(r"[,，、;；\s]+")
_LINK = re.compile(r"#?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_DATE = re.compile(r"(\d{4})(?:([-/._])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?!\d)", re.ASCII)
_ZONED = re.compile(r"\d[T ]\d\d?:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)$", re.ASCII)
_SOURCES: dict[str, Source] = {"session": "session", "workspace": "workspace", "global": "global"}
_Kind = Literal["title", "aliases", "tags"]


def parse(text: str, date_keys: Sequence[str] = ("date", "created")) -> FrontMatter:
    """Return the front matter at the start of `text`, which may begin with a byte order mark.

    Text between two `---` lines that is no list of `key: value` is body, as is broken TOML between `+++` lines. Broken
    YAML is read line by line, with a warning. `date_keys` are the properties that date a note, the most telling first.
    """
    for opening, closing, read in ((_OPENING, _CLOSING, _read), (_TOML_OPENING, _TOML_CLOSING, _read_toml)):
        block = _between(text, opening, closing)
        if block is not None:
            pairs, warnings = read(block[0])
            return FrontMatter() if pairs is None else _sorted_out(pairs, block[1], date_keys, warnings)
    return _logseq(text, date_keys)


def _between(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> tuple[str, int] | None:
    r"""Return the text between the two lines, its lines ending in \n, and where the body starts."""
    first = opening.match(text)
    last = closing.search(text, first.end(), first.end() + _LONGEST_BLOCK) if first else None
    if first is None or last is None:
        return None
    inner = text[first.end() : last.start()]
    return inner.replace("\r\n", "\n").replace("\r", "\n"), last.end()


def _read(block: str) -> tuple[Pairs | None, list[str]]:
    """Return the pairs of a YAML block, None when it holds none, and what was odd about it."""
    pairs = read_plain(block)
    warnings: list[str] = []
    if pairs is None:
        pairs, warnings = _read_whole(block)
    if pairs is None:
        return None, []
    keys = [key for key, _ in pairs]
    twice = sorted({key for key in keys if keys.count(key) > 1}) if len(set(keys)) < len(keys) else []
    warnings += [f"front matter has the key {key[:50]!r} more than once" for key in twice[:10]]
    return pairs + _lost_tags(block), warnings


def _lost_tags(block: str) -> Pairs:
    """Return the tags that YAML takes for comments, with their key."""
    if "#" not in block:
        return []
    found = [(lines[1], _LOST_ITEM.findall(lines[2])) for lines in _TAG_LINES.finditer(block)]
    lost: Pairs = [("tags", line) for line, _ in found if line]
    lost += [("tags", [*_HASHED.findall(item)]) for _, items in found for item in items]
    return lost


def _read_whole(block: str) -> tuple[Pairs | None, list[str]]:
    """Return the pairs of a block that is more than plain lines, or is broken, and what was odd about it."""
    from notesearch.vault.yaml_whole import NotYamlError, read_whole  # noqa: PLC0415 - 100 ms, and few notes need it

    try:
        return read_whole(block), []
    except NotYamlError as error:
        return read_loosely(block) or None, [f"front matter is no valid YAML and was read line by line ({error})"]


def _read_toml(block: str) -> tuple[Pairs | None, list[str]]:
    """Return the pairs of a TOML block, None when it is none."""
    from notesearch.vault.toml_block import read_toml  # noqa: PLC0415 - few notes need it

    return read_toml(block), []


def _logseq(text: str, date_keys: Sequence[str]) -> FrontMatter:
    """Return the `key:: value` lines that `text` starts with."""
    pairs: Pairs = []
    end = 0
    while (line := _LOGSEQ.match(text, end)) is not None and line.end() > end:
        pairs.append((line[1], (line[2] or "").strip() or None))
        end = line.end()
    return _sorted_out(pairs, end, date_keys, []) if pairs else FrontMatter()


def _sorted_out(pairs: Pairs, end: int, date_keys: Sequence[str], warnings: list[str]) -> FrontMatter:
    """Return the pairs as the fields that they mean."""
    texts = (", ".join(_scalars(value)).strip() for key, value in pairs if key.strip().lower() in _TITLE)
    title, *others = dict.fromkeys(filter(None, texts)) or (None,)
    aliases = (alias for key, value in pairs if key.strip().lower() in _ALIASES for alias in _aliases(value))
    tags = (tag for value in _tag_values(pairs) for tag in _tags(value))
    rest = [(key, value) for key, value in pairs if key.strip().lower() not in _TITLE | _ALIASES | _TAGS]
    properties = tuple(_properties(rest, ""))
    chosen = next((value for key, value in properties if key.lower() == "source"), "")
    return FrontMatter(
        end=end,
        title=title,
        aliases=tuple(dict.fromkeys((*aliases, *others))),
        tags=tuple(dict.fromkeys(tags)),
        properties=properties,
        source=_SOURCES.get(chosen.lower()),
        date=_date(properties, date_keys),
        warnings=tuple(warnings),
    )


def _scalars(value: Value) -> Iterator[str]:
    """Yield every text inside `value`, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _scalars(item)
    elif isinstance(value, tuple):
        for _, item in value:
            yield from _scalars(item)


def _aliases(value: Value) -> Iterator[str]:
    """Yield the names in an alias value: a list's items, or text between commas."""
    names = _COMMAS.split(value) if isinstance(value, str) else _scalars(value)
    yield from filter(None, (_LINK.sub(r"\1", name).strip() for name in names))


def _tag_values(pairs: Iterable[tuple[str, Value]]) -> Iterator[Value]:
    """Yield what stands under a key of tags, or under one inside of the taxonomies."""
    for key, value in pairs:
        name = key.strip().lower()
        if name in _TAGS:
            yield value
        elif name == _TAXONOMIES and isinstance(value, tuple):
            yield from _tag_values(value)


def _tags(value: Value) -> Iterator[str]:
    """Yield the tags in a tag value: a list's items, or words between commas and blanks; links count as one."""
    if isinstance(value, str):
        linked = [link[1] for link in _LINK.finditer(value)]
        names = [*linked, *_TAG_GAPS.split(_LINK.sub(" ", value))]
    else:
        names = [_LINK.sub(r"\1", name) for name in _scalars(value)]
    yield from filter(None, (name.strip().lstrip("#").strip("/ \t") for name in names))


def _properties(pairs: Pairs, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield (key, text), one an item of a list; what lies in a mapping has a key such as `author.name`.

    A property that is there without a value has an empty text.
    """
    for key, value in pairs:
        name = prefix + key.strip()
        if isinstance(value, tuple):
            yield from _properties(list(value), f"{name}.")
        else:
            texts = [text.strip() for text in _scalars(value) if text.strip()]
            yield from ((name, text) for text in texts or [""])


def _date(properties: Sequence[tuple[str, str]], date_keys: Sequence[str]) -> dt.date | None:
    """Return the date that the first telling key has."""
    for wanted in date_keys:
        for key, value in properties:
            if key.lower() == wanted.lower() and (date := _calendar_date(value)) is not None:
                return date
    return None


def _calendar_date(text: str) -> dt.date | None:
    """Return the local calendar date that `text` starts with; a time with a zone is brought to local time first."""
    text = text.strip("[]\"' ")
    found = _DATE.match(text)
    if found is None:
        return None
    try:
        if _ZONED.search(text):
            return dt.datetime.fromisoformat(text.replace(" +", "+").replace(" -", "-")).astimezone().date()
        return dt.date(int(found[1]), int(found[3] or found[5]), int(found[4] or found[6]))
    except (ValueError, OverflowError):
        return None
