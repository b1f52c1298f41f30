"""Every test of what may go wrong has a vault of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from index_tools import Vault

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path)
