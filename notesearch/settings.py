"""What a person can choose: one frozen, validated type, kept as TOML, for all vaults and for one."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import tomllib
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import tomli_w

from notesearch.errors import NoteSearchError, UsageError
from notesearch.paths import private_folder

Source = Literal["session", "workspace", "global"]
Unit = Annotated[float, msgspec.Meta(ge=0, le=1)]
Weight = Annotated[float, msgspec.Meta(ge=0, le=5)]


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lambda_": "lambda"}):
    """One table of the settings file; unknown keys are refused by name."""


class Search(_Section, frozen=True):
    """How many results there are, and from which score on."""

    max_results: Annotated[int, msgspec.Meta(ge=1, le=200)] = 20
    min_score: Unit = 0.0


class Weights(_Section, frozen=True):
    """The share of words and of meaning in the merged score; divided by their sum, 0/0 means the defaults."""

    text: Unit = 0.3
    vector: Unit = 0.7

    def shares(self) -> tuple[float, float]:
        """Return both weights divided by their sum; 0/0 gives the defaults."""
        total = self.text + self.vector
        return (self.text / total, self.vector / total) if total else (0.3, 0.7)


class Sources(_Section, frozen=True):
    """The factor that the person gives each source."""

    session: Weight = 1.0
    workspace: Weight = 1.0
    global_: Weight = msgspec.field(default=1.0, name="global")

    def weight(self, source: Source) -> float:
        """Return the factor of `source`, 0..5."""
        return {"session": self.session, "workspace": self.workspace, "global": self.global_}[source]


class Decay(_Section, frozen=True):
    """How age weighs on journal notes."""

    enabled: bool = True
    half_life_days: Annotated[float, msgspec.Meta(gt=0, le=36500)] = 30.0
    floor: Unit = 0.3


class Boost(_Section, frozen=True):
    """Whether notes that the person has opened from results rank higher."""

    enabled: bool = True


class Mmr(_Section, frozen=True):
    """Greedy re-ranking for diversity; `lambda` 1 is relevance alone, 0 diversity alone."""

    enabled: bool = False
    lambda_: Unit = 0.7


class SourceRule(_Section, frozen=True):
    """A gitignore-style pattern and the source of the notes that it matches."""

    pattern: str
    source: Source


class Vault(_Section, frozen=True):
    """Which files are notes of this vault, and how they are classified."""

    global_folders: tuple[str, ...] = ()
    source_rules: tuple[SourceRule, ...] = ()
    ignore: tuple[str, ...] = ()
    follow_symlinks: bool = False
    date_keys: tuple[str, ...] = ("date", "created")


class Chunks(_Section, frozen=True):
    """Size and overlap of a chunk in characters; a CJK character counts four."""

    size: Annotated[int, msgspec.Meta(ge=200, le=8000)] = 1600
    overlap: Annotated[int, msgspec.Meta(ge=0, le=2000)] = 320


class Model(_Section, frozen=True):
    """Which model embeds, by the name of its file in the models folder or by a path; empty means none."""

    name: str = ""
    threads: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0
    paused: bool = False
    idle_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 10


class Settings(_Section, frozen=True):
    """All that a person can choose; every default is the one of `product.md` section 2."""

    search: Search = Search()
    weights: Weights = Weights()
    sources: Sources = Sources()
    decay: Decay = Decay()
    boost: Boost = Boost()
    mmr: Mmr = Mmr()
    vault: Vault = Vault()
    chunks: Chunks = Chunks()
    model: Model = Model()


_UNFIT = re.compile(r"Expected `(?P<kind>\w+)`(?:, got `.*`| (?P<sign>[<>]=?) (?P<bound>\S+))")
_BOUNDS = {">=": "at least", "<=": "at most", ">": "over", "<": "under"}
_KINDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "array": 'a list such as ["one", "two"]',
    "object": "a table",
}


def convert(raw: dict[str, Any]) -> Settings:
    """Validate nested plain data; raises UsageError that names the key and the bound it breaks."""
    try:
        return msgspec.convert(raw, Settings)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at ")
        message = f"setting {place.strip('`').removeprefix('$.') or 'file'} is not valid: {_in_words(problem)}"
        raise UsageError(message) from error


def _in_words(problem: str) -> str:
    """Return what msgspec says of a value as a person would say it."""
    if (found := _UNFIT.fullmatch(problem)) is None:
        return problem
    kind = _KINDS.get(found["kind"], found["kind"])
    return f"it must be {kind}" + (f", {_BOUNDS[found['sign']]} {found['bound']}" if found["sign"] else "")


def to_plain(settings: Settings) -> dict[str, Any]:
    """Return nested plain data, fit for TOML and JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(settings)
    return plain


_NAMES = {section: frozenset(values) for section, values in to_plain(Settings()).items()}
"""The settings of each section, by the names that files use."""


def load(*files: Path) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings, and what is wrong with the files in words; the one way to load settings.

    The settings are the defaults overlaid with each file in turn (all vaults first, then this one). It never raises:
    what is damaged, unknown or out of bounds is left out, so that the default or the file before holds there. The
    problems are one sentence for each file concerned, to be shown to the person as they are; none when all is well.
    Nothing is written: whoever saves later goes through `save`, which first keeps a copy of a file with problems.
    """
    raw: dict[str, Any] = {}
    problems = []
    for file in files:
        valid, faults = _read(file)
        if faults:
            problems.append(f"The settings in {file} do not all count: {'; '.join(faults)}.")
        for section, values in valid.items():
            raw[section] = {**raw.get(section, {}), **values}
    return convert(raw), tuple(problems)


def read_raw(file: Path) -> dict[str, Any]:
    """Return what `file` sets, as plain data, without what cannot be read of it; never raises."""
    return _read(file)[0]


def _read(file: Path) -> tuple[dict[str, Any], list[str]]:
    """Return what can be used of `file`, section by section, and what cannot be, in words."""
    if os.path.exists(file) and not os.path.isfile(file):  # noqa: PTH110, PTH113 - never raise; a pipe has no end
        return {}, ["it cannot be read (it is not a file)"]
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8-sig"))  # some editors put a byte order mark in front
    except (FileNotFoundError, NotADirectoryError):
        return {}, []
    except (ValueError, RecursionError) as error:  # ValueError: not UTF-8, not TOML, a number of 5,000 digits
        return {}, [f"it is not TOML ({error})"]
    except OSError as error:
        return {}, [f"it cannot be read ({error.strerror})"]
    valid: dict[str, Any] = {}
    faults = []
    for section, values in raw.items():
        if section not in _NAMES or not isinstance(values, dict):
            faults.append(f"[{section}] must be a table" if section in _NAMES else f"there is no section [{section}]")
            continue
        wrong = {name: fault for name, value in values.items() if (fault := _fault(section, name, value))}
        valid[section] = {name: value for name, value in values.items() if name not in wrong}
        faults += wrong.values()
    return valid, faults


def _fault(section: str, name: str, value: object) -> str | None:
    if name not in _NAMES[section]:
        return f"there is no setting {section}.{name}"
    try:
        convert({section: {name: value}})
    except UsageError as error:
        return str(error)
    return None


def save(file: Path, raw: dict[str, Any]) -> Path | None:
    """Validate `raw` and replace `file` with it in one step, readable by its owner only.

    Returns None, or the copy that was made first of a file with problems (`settings.toml.bad`, the next `.bad-2`): what
    cannot be read of it is nowhere else. Raises UsageError for what is not valid or not UTF-8, NoteSearchError when
    `file` or that copy cannot be written; the file is as it was then.
    """
    convert(raw)
    try:
        content = tomli_w.dumps(raw).encode()
    except UnicodeEncodeError as error:
        before, after = error.object[: error.start], error.object[error.start :]
        line = before.rpartition("\n")[2] + after.partition("\n")[0]
        raise UsageError(f"settings can only hold names that are UTF-8: {line.strip(' ,')!r}") from error
    try:
        kept = _keep_aside(file) if _read(file)[1] else None
        _replace(file, content)
    except OSError as error:
        raise NoteSearchError(f"settings cannot be written to {file}: {error.strerror}.") from error
    return kept


def _keep_aside(file: Path) -> Path:
    """Copy a file with problems under a name that is free, or is that of the same content."""
    content = file.read_bytes()
    for number in count(1):
        copy = file.with_name(f"{file.name}.bad" + (f"-{number}" if number > 1 else ""))
        if not copy.exists():
            _replace(copy, content)
            break
        if copy.is_file() and copy.read_bytes() == content:
            break
    return copy


def _replace(file: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=private_folder(file.parent), prefix=".settings-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
