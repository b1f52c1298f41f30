"""From what the person chose to a host: the model's process, or a stand-in that says why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.embedding.absent import NoHost
from notesearch.embedding.facts import place_of
from notesearch.embedding.host import LlamaHost, threads_for
from notesearch.embedding.models import resolve
from notesearch.errors import ModelError

if TYPE_CHECKING:
    from notesearch.embedding.embedder import EmbeddingHost
    from notesearch.paths import AppPaths
    from notesearch.settings import Model


def open_host(chosen: Model, paths: AppPaths, *, spare_a_core: bool) -> EmbeddingHost:
    """Return the host of the chosen model; no process runs until it is needed. Never raises: a reason is an answer.

    `spare_a_core` is for a window: the process leaves it a core, and gives way to it.
    """
    try:
        model = resolve(chosen.name, paths)
    except ModelError as error:
        return NoHost(str(error))
    threads = threads_for(chosen.threads, spare_a_core=spare_a_core)
    return LlamaHost(model, threads, chosen.idle_minutes, gentle=spare_a_core)


def open_previous(sha256: str, chosen: Model, paths: AppPaths) -> EmbeddingHost | None:
    """Return a host of the model of this hash, to embed queries only; None when it is not there any more.

    `chosen` says how long it stays when it is not needed.
    """
    place = place_of(sha256, paths)
    try:
        model = resolve(str(place), paths) if place else None
    except ModelError:
        return None
    is_same = model is not None and model.info.sha256 == sha256
    return LlamaHost(model, 1, chosen.idle_minutes, gentle=False) if model and is_same else None
