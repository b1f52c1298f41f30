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


def open_previous(made_with: str | None, host: EmbeddingHost, chosen: Model, paths: AppPaths) -> EmbeddingHost | None:
    """Return a host of the model of the hash `made_with`, to embed queries only while `host` makes other vectors.

    None when `host` has that model itself, or none, and when it is not there any more. `chosen` says how long it
    stays when it is not needed.
    """
    new = host.state.model
    place = place_of(made_with, paths) if made_with and new and new.sha256 != made_with else None
    try:
        model = resolve(str(place), paths) if place else None
    except ModelError:
        return None
    is_same = model is not None and model.info.sha256 == made_with
    return LlamaHost(model, 1, chosen.idle_minutes, gentle=False) if model and is_same else None
