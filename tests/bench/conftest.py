"""Windows are drawn into memory, never onto the developer's screen."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
