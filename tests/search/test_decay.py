"""Age and use weigh as `product.md`, step 7 says."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.search.decay import access_boost, decay
from notesearch.settings import Decay, Source

BARE = Decay(floor=0.0)


@pytest.mark.parametrize(
    ("age", "factor"),
    [
        pytest.param(30, 0.5, id="72 and 87"),
        pytest.param(60, 0.25, id="73"),
        pytest.param(0, 1.0, id="74"),
        pytest.param(-1, 1.0, id="77: in the future"),
        pytest.param(1, 0.97716, id="82"),
        pytest.param(7, 0.850667, id="82"),
        pytest.param(14, 0.723635, id="82"),
        pytest.param(90, 0.125, id="82"),
        pytest.param(180, 0.015625, id="82"),
        pytest.param(365, 0.000218, id="82"),
        pytest.param(10, 0.63496 / 0.8, id="83"),
        pytest.param(405, 8.2001e-05 / 0.95, id="84"),
    ],
)
def test_without_a_floor_it_is_the_pure_exponential(age: float, factor: float) -> None:
    assert decay("session", age, BARE) == pytest.approx(factor, rel=2e-3, abs=5e-7)


@pytest.mark.parametrize(
    ("age", "factor"),
    [(15, math.sqrt(0.5)), (30, 0.5), (52.0, 0.5 ** (52 / 30)), (53, 0.3), (730, 0.3), (1e6, 0.3)],
    # 0.5 ** (a / 30) is 0.3 at a = 30 * log2(1 / 0.3) = 52.1 days.
)
def test_the_floor_holds(age: float, factor: float) -> None:
    assert decay("session", age, Decay()) == pytest.approx(factor)


@pytest.mark.parametrize("source", ["global", "workspace"])
def test_75_and_78_evergreen_notes_never_decay(source: Source) -> None:
    assert decay(source, 365, BARE) == 1.0


def test_no_known_age_and_decay_switched_off_leave_it() -> None:
    assert decay("session", None, BARE) == 1.0
    assert decay("session", 365, Decay(enabled=False)) == 1.0


def test_an_endless_age_is_no_overflow() -> None:
    assert decay("session", 1e308, BARE) == 0.0
    assert decay("session", 1e308, Decay(half_life_days=0.001)) == 0.3


@given(st.floats(-1e5, 1e5), st.floats(-1e5, 1e5), st.floats(0.01, 36500), st.floats(0, 1))
def test_decay_falls_with_age_between_floor_and_one(one: float, other: float, half_life: float, floor: float) -> None:
    settings = Decay(half_life_days=half_life, floor=floor)
    young, old = (decay("session", age, settings) for age in sorted((one, other)))
    assert floor <= old <= young <= 1.0


@pytest.mark.parametrize(
    ("opens", "boost"),
    [
        pytest.param(0, 1.0, id="54"),
        pytest.param(1, 1.034657, id="54"),
        pytest.param(2, 1.054931, id="54"),
        pytest.param(10, 1.119895, id="54"),
        pytest.param(100, 1.230756, id="54"),
        pytest.param(147, 1.249861, id="the last below the cap: ln 148 = 4.997"),
        pytest.param(148, 1.25, id="capped: ln 149 = 5.004"),
        pytest.param(1000, 1.25, id="54: theirs is 1.345438, ours is capped"),
    ],
)
def test_access_boost(opens: int, boost: float) -> None:
    assert access_boost(opens, 0.0) == pytest.approx(boost, abs=1e-6)


@pytest.mark.parametrize(("days", "boost"), [(0, 1.25), (90, 1.125), (180, 1.0625), (-5, 1.25)])
def test_the_boost_halves_its_gain_every_90_days(days: float, boost: float) -> None:
    assert access_boost(1000, days) == pytest.approx(boost)


@given(st.integers(0, 10**9), st.floats(-1e6, 1e6))
def test_the_boost_stays_within_its_bounds(opens: int, days: float) -> None:
    assert 1.0 <= access_boost(opens, days) <= 1.25
    assert access_boost(opens, days) <= access_boost(opens + 1, days)
