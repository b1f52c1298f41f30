"""Tells a strong match from a weak one, by what no ranking can say: how much it is above chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notesearch.search.merge import Merged

# Measured on xquad-en's 1,190 questions and 50 made-up two-word queries (`zxqv blorp`), both models.
# Words: 95 % of the questions reach .13 at their best result; made-up words find nothing at all.
STRONG_TEXT = 0.1
# A mended word may be made up: one of two such words that happens to be near a real one stays under .45.
STRONG_MENDED_TEXT = 0.5
# Meaning, as contrast with the vault's median chunk: made-up queries reach .21 in some vaults with E5 (.19 MiniLM),
# .13 on xquad-en, where 95 % of the questions reach .14; so meaning alone must be clear, or have a word beside it.
STRONG_CONTRAST = 0.22
SUPPORTED_CONTRAST = 0.12
# Under this best keyword score a search asks whether a word was mistyped.
WORTH_MENDING = 0.25


def is_weak(hit: Merged, *, mended: bool) -> bool:
    """Tell whether neither half of a hit reaches its threshold; `mended`: its words are not those that were typed."""
    text, contrast = hit.text or 0.0, hit.contrast or 0.0
    by_words = text >= (STRONG_MENDED_TEXT if mended else STRONG_TEXT)
    by_meaning = contrast >= STRONG_CONTRAST
    together = text > 0 and not mended and contrast >= SUPPORTED_CONTRAST
    return not (by_words or by_meaning or together)
