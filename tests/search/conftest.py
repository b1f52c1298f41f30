"""A way to make small vaults, each closed after its test."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from small_vault import SmallVault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from small_vault import MakeVault

    from notesearch.embedding.embedder import EmbeddingHost
    from notesearch.settings import Settings


@pytest.fixture
def vault_of(tmp_path: Path) -> Iterator[MakeVault]:
    """Return a function that makes a vault of notes."""
    with contextlib.ExitStack() as stack:
        made: list[SmallVault] = []

        def make(
            notes: Mapping[str, str], *, settings: Settings | None = None, host: EmbeddingHost | None = None
        ) -> SmallVault:
            folder = tmp_path / str(len(made))
            made.append(stack.enter_context(SmallVault(folder, notes, settings=settings, host=host)))
            return made[-1]

        yield make
