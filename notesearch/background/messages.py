"""What crosses between the window's thread and the worker's: frozen requests, and one reply to each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.search.results import Results
    from notesearch.settings import Settings


@dataclass(frozen=True, slots=True)
class OpenVault:
    """Open `vault` in place of the one that is open. Value: Opened."""

    vault: Path


@dataclass(frozen=True, slots=True)
class Query:
    """Search for `text`: by words at once, or in full when its vector is there. Value: Results."""

    text: str
    stage: Literal["words", "full"]


@dataclass(frozen=True, slots=True)
class ShowNote:
    """Render a note with its chunk and the hits of `terms`. Value: Preview."""

    note_id: int
    chunk_id: int | None
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class FollowLink:
    """Find the note that a link in `from_note` means. Value: its note id, or None."""

    target: str
    from_note: int


@dataclass(frozen=True, slots=True)
class LoadPicture:
    """Read a picture of the vault that `from_note` shows. Value: bytes, or None."""

    source: str
    from_note: int


@dataclass(frozen=True, slots=True)
class LocateNote:
    """Say where a note lies; `purpose` comes back as it is, "open..." counts as an opening. Value: Located."""

    note_id: int
    purpose: str
    line: int = 1


@dataclass(frozen=True, slots=True)
class UseSettings:
    """Apply settings now; write what changed when `keep`. Value: Settings."""

    settings: Settings
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """One of the orders that have no argument. Value: None."""

    what: Literal["rescan", "retry", "accept_deletions", "forget_opens"]


@dataclass(frozen=True, slots=True)
class LookAtCoverage:
    """Look at the disk and count what is indexed. Value: Status."""


@dataclass(frozen=True, slots=True)
class LookAround:
    """Look for related notes and backlinks. Value: Around."""

    note_id: int


@dataclass(frozen=True, slots=True)
class ListTags:
    """Look which tags these notes carry. Value: a tuple of tags, the most frequent first."""

    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ListNames:
    """Look what the vault's notes are sorted by, for completing a question. Value: VaultNames."""


@dataclass(frozen=True, slots=True)
class FindVaults:
    """Look for vaults that other programs know. Value: a tuple of FoundVault."""


@dataclass(frozen=True, slots=True)
class CheckLanguage:
    """Look whether the notes of a vault are all English. Value: bool."""

    vault: Path


@dataclass(frozen=True, slots=True)
class CopySample:
    """Copy the sample vault from `source` to `target` unless it is there. Value: its Path."""

    source: Path
    target: Path


@dataclass(frozen=True, slots=True)
class ListModels:
    """Look which models are installed. Value: a tuple of their names."""


@dataclass(frozen=True, slots=True)
class RemoveModel:
    """Delete an installed model that is not in use. Value: the names of those that are left."""

    name: str


Request = (
    OpenVault
    | Query
    | ShowNote
    | FollowLink
    | LoadPicture
    | LocateNote
    | UseSettings
    | Order
    | LookAtCoverage
    | LookAround
    | ListTags
    | ListNames
    | FindVaults
    | CheckLanguage
    | ListModels
    | RemoveModel
    | CopySample
)

# Of these only the newest matters: one runs, one waits.
Latest = Query | ShowNote | UseSettings | LookAtCoverage | LookAround | ListTags | ListNames


@dataclass(frozen=True, slots=True)
class Asked:
    """A request under its ticket."""

    ticket: int
    request: Request


@dataclass(frozen=True, slots=True)
class Opened:
    """A vault is open: its folder and the settings that hold for it."""

    vault: Path
    settings: Settings


@dataclass(frozen=True, slots=True)
class Located:
    """Where a note lies on disk; `path` is None when it is gone."""

    path: Path | None
    vault: Path


@dataclass(frozen=True, slots=True)
class Reply:
    """The one answer to a request: `value`, or `failure` in words, or neither when newer text `superseded` it."""

    ticket: int
    request: Request
    value: object = None
    failure: str | None = None
    superseded: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """An answer to show; `refining` says that the search by meaning is still to come."""

    text: str
    results: Results
    refining: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that went wrong outside any request, in words for a person."""

    text: str
