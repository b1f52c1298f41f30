"""How age, source and use weigh on a score."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notesearch.settings import Decay, Source

_BOOST_CAP = 0.25
_BOOST_STEP = 0.05
_BOOST_HALF_LIFE_DAYS = 90.0


def decay(source: Source, age_days: float | None, settings: Decay) -> float:
    """Return the factor in (0, 1] that age puts on a note: `max(floor, 0.5 ** (age / half_life))` for a session.

    Evergreen notes, notes of unknown age and a switched-off decay give 1 (`product.md`, step 7).
    """
    if source != "session" or age_days is None or not settings.enabled:
        return 1.0
    return float(max(settings.floor, 0.5 ** (max(0.0, age_days) / settings.half_life_days)))


def access_boost(opens: int, days_since_last_open: float) -> float:
    """Return the factor in [1, 1.25] for a note that was opened; it halves its gain every 90 days without use.

    `1 + min(0.25, 0.05 * ln(1 + opens)) * 0.5 ** (days / 90)` (`product.md`, step 7).
    """
    gain = min(_BOOST_CAP, _BOOST_STEP * math.log1p(max(0, opens)))
    return 1.0 + gain * float(0.5 ** (max(0.0, days_since_last_open) / _BOOST_HALF_LIFE_DAYS))
