"""What the person chose becomes a host, or a stand-in that says why there is none; neither starts a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from notesearch.embedding.absent import NoHost
from notesearch.embedding.host import LlamaHost
from notesearch.embedding.opening import open_host
from notesearch.paths import AppPaths
from notesearch.settings import Model

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from notesearch.embedding.families import ModelFile


@pytest.mark.parametrize(("name", "reason"), [("", "no model: "), ("gone", "model missing: ")])
def test_without_a_usable_model_there_is_a_stand_in(tmp_path: Path, name: str, reason: str) -> None:
    host = open_host(Model(name=name), AppPaths.for_person(tmp_path), spare_a_core=True)
    assert isinstance(host, NoHost)
    assert (host.state.reason or "").startswith(reason)


@pytest.mark.model
def test_a_chosen_model_waits_until_it_is_needed(
    tmp_path: Path, give_model: Callable[[str, AppPaths], ModelFile]
) -> None:
    paths = AppPaths.for_person(tmp_path)
    model = give_model("minilm", paths)
    host = open_host(Model(name="minilm"), paths, spare_a_core=False)
    assert isinstance(host, LlamaHost)
    assert (host.state.phase, host.state.model, host.pid) == ("off", model.info, None)
    host.close()
