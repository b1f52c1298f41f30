"""What the rest of the program asks of a model: texts in, unit vectors or a reason in words out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Status = Literal["done", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Which model made a vector: vectors of two different `sha256` are never mixed.

    `scripts` are the Unicode scripts (ISO 15924 codes such as "Latn") that the model knows; None means all.
    """

    name: str
    sha256: str
    dimensions: int
    query_prefix: str = ""
    passage_prefix: str = ""
    scripts: frozenset[str] | None = None
    languages: str = "all languages"


@dataclass(frozen=True, slots=True)
class QueryVector:
    """The outcome of embedding a query: `vector` (unit length, little-endian float32 bytes) or a reason.

    `status` is *skipped* when it was not tried (no model, language not known) and *failed* when it was;
    `reason` then starts with the fixed words of `product.md` section 4. `ms` is the time that it took. `model` is the
    sha256 of the model that made it: it is compared with no other model's vectors.
    """

    vector: bytes | None
    status: Status
    reason: str | None = None
    ms: float = 0.0
    model: str | None = None


class QueryEmbedder(Protocol):
    """Turns the text of a query into a vector; never raises, a failure is part of the answer."""

    def __call__(self, text: str) -> QueryVector:
        """Embed `text` as a query."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk's text as it is to be embedded, under the key that its vector will come back with."""

    key: int
    text: str


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """Vectors that have come back: (key, unit float32 bytes), and (key, reason) of those that could not be made."""

    vectors: tuple[tuple[int, bytes], ...]
    failed: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class HostState:
    """How the embedding process is doing; `reason` is None only when it is `ready`."""

    phase: Literal["off", "loading", "ready", "failed"]
    reason: str | None = None
    model: ModelInfo | None = None


Event = tuple[int, QueryVector] | PassageVectors | HostState
"""What comes out of `EmbeddingHost.poll`: a query's (ticket, answer), vectors of passages, or a new state."""


class EmbeddingHost(Protocol):
    """The embedding process as the rest of the program sees it. All calls come from one thread and none blocks,
    except `embed_query` (which waits, for the command line) and `close`.
    """

    @property
    def state(self) -> HostState:
        """How the process is doing now."""

    def start(self) -> None:
        """Start loading the model; a no-op when it is loaded or loading. Starting is implied by every request."""

    def embed_query(self, text: str) -> QueryVector:
        """Embed a query and wait for it: 3 s, or 15 s while the model loads. Passages that wait go after it."""

    def request_query(self, text: str) -> int:
        """Ask for a query's vector; its answer comes out of `poll` as (ticket, QueryVector), timeouts included."""

    def offer(self, passages: tuple[Passage, ...]) -> bool:
        """Hand over a batch of passages; False when enough are waiting already (ask again after a `poll`).

        The index is the truth: whatever has no vector is offered. A passage with the key of one that is still here
        takes its place. When a state `failed` comes out of `poll`, all that have not come back are forgotten: offer
        them again.
        """

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Return what has come back since the last call, waiting at most `timeout` seconds for the first."""

    def fileno(self) -> int:
        """A descriptor that becomes readable when `poll` has something; -1 when the process is not running."""

    def pause(self) -> None:
        """Stop working on passages (queries go on)."""

    def resume(self) -> None:
        """Work on passages again."""

    def close(self) -> None:
        """End the process and wait for its end, at most a second."""
