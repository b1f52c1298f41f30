"""What a result's badges say, and the arithmetic in their tooltips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from notesearch.ui.words import days, factor, translate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notesearch.search.results import Result
    from notesearch.settings import Settings

_SOURCE_ICONS = {"session": "journal", "workspace": "note", "global": "evergreen"}


@dataclass(frozen=True, slots=True)
class Badge:
    """One badge: its picture and its text each tell it apart without colour; `tip` explains it with numbers."""

    kind: str
    icon: str
    text: str
    tip: str


def source_name(source: str) -> str:
    """Return the interface's name of a source."""
    names = {"session": translate("Badges", "Journal"), "workspace": translate("Badges", "Note")}
    return names.get(source, translate("Badges", "Evergreen"))


def badges(result: Result, settings: Settings) -> tuple[Badge, ...]:
    """Return the badges of `result` in the order in which they are shown."""
    return tuple(_badges(result, settings))


def _badges(result: Result, settings: Settings) -> Iterator[Badge]:
    yield _source(result)
    if result.source == "session" and settings.decay.enabled:
        yield _decay(result, settings)
    yield _found_by(result)
    if result.mmr is not None:
        yield _mmr(result.mmr.moved, settings)
    if result.access_boost > 1:
        yield _opened(result)
    if result.exact:
        tip = translate("Badges", "The note's title, alias or file name is what you typed, so it comes first.")
        yield Badge("exact", "exact", translate("Badges", "exact name"), tip)
    if result.weak:
        tip = translate("Badges", "Neither words nor meaning come close to what you typed. This may be chance.")
        yield Badge("weak", "weak", translate("Badges", "weak"), tip)


def _source(result: Result) -> Badge:
    tips = {
        "session": translate("Badges", "Journal: a dated note. Its age weighs on its rank."),
        "workspace": translate("Badges", "Note: an ordinary note. Age does not matter."),
        "global": translate("Badges", "Evergreen: knowledge kept apart, as in MEMORY.md. It never ages."),
    }
    weight = translate("Badges", "Source weight {0}").format(factor(result.source_weight))
    text = source_name(result.source)
    return Badge("source", _SOURCE_ICONS[result.source], text, f"{tips[result.source]}\n{weight}")


def _decay(result: Result, settings: Settings) -> Badge:
    age = result.age_days
    if age is None:
        tip = translate("Badges", "The age of this note is not known, so it counts in full.")
        return Badge("decay", "clock", factor(result.decay), tip)
    rule = settings.decay
    tip = translate("Badges", "Age weighs {0}: max({1}, 0.5 ^ ({2} / {3} days half-life))").format(
        factor(result.decay), f"{rule.floor:g}", days(age), f"{rule.half_life_days:g}"
    )
    return Badge("decay", "clock", f"{factor(result.decay)}, {days(age)}", tip)


def _found_by(result: Result) -> Badge:
    words, meaning = "words" in result.found_by, "meaning" in result.found_by
    tip = f"{found_by_sum(result)}\n{score_sum(result)}"
    if words and meaning:
        return Badge("found", "both", translate("Badges", "words + meaning"), tip)
    if meaning:
        return Badge("found", "meaning", translate("Badges", "meaning"), tip)
    return Badge("found", "words", translate("Badges", "words"), tip)


def found_by_sum(result: Result) -> str:
    """Return how the base score came about, such as `words 0.62 x 0.30 + meaning 0.71 x 0.70 = 0.68`."""
    text_share, vector_share = result.weights
    text, vector = result.text_score, result.vector_score
    base = f"{result.base:.3f}"
    if text is not None and vector is not None:
        if round(text_share * text + vector_share * vector, 3) < round(text, 3):
            return translate("Badges", "words {0} (meaning {1} would lower it) = {2}").format(
                f"{text:.3f}", f"{vector:.3f}", base
            )
        return translate("Badges", "words {0} x {1} + meaning {2} x {3} = {4}").format(
            f"{text:.3f}", f"{text_share:.2f}", f"{vector:.3f}", f"{vector_share:.2f}", base
        )
    if vector is not None:
        return translate("Badges", "meaning {0} x {1} = {2}").format(f"{vector:.3f}", f"{vector_share:.2f}", base)
    return translate("Badges", "words {0} = {1}").format(f"{text or 0:.3f}", base)


def score_sum(result: Result) -> str:
    """Return how the score came about from the base."""
    return translate("Badges", "Score {0} = {1} x decay {2} x source {3} x opened {4}").format(
        f"{result.score:.3f}",
        f"{result.base:.3f}",
        f"{result.decay:.2f}",
        f"{result.source_weight:.2f}",
        f"{result.access_boost:.2f}",
    )


def _mmr(moved: int, settings: Settings) -> Badge:
    arrow = f"↑{moved}" if moved > 0 else f"↓{-moved}" if moved < 0 else "="
    if moved == 0:
        what = translate("Badges", "Diversity re-ranking left this one where it was.")
    elif moved > 0:
        what = translate("Badges", "Diversity re-ranking moved this one up by {0}: it differs from what stands above.")
    else:
        what = translate("Badges", "Diversity re-ranking moved this one down by {0}: it resembles what stands above.")
    rule = translate("Badges", "lambda {0}: relevance x {0} - likeness x {1}").format(
        f"{settings.mmr.lambda_:.2f}", f"{1 - settings.mmr.lambda_:.2f}"
    )
    return Badge("mmr", "shuffle", f"MMR {arrow}", f"{what.format(abs(moved))}\n{rule}")


def _opened(result: Result) -> Badge:
    tip = translate("Badges", "Opened from results {0} times. The boost {1} fades with time.").format(
        result.opens, f"x{result.access_boost:.3f}"
    )
    return Badge("opened", "opened", translate("Badges", "opened {0}").format(f"x{result.access_boost:.2f}"), tip)
