"""The kind of a note by six rules in their order, and its age by date or modification time."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from notesearch.settings import SourceRule, Vault
from notesearch.vault.note import NoteFile, Root, Stamp
from notesearch.vault.sources import age_days, dated_name, moment, source_of, vault_roots

if TYPE_CHECKING:
    from notesearch.settings import Source

_NOW = dt.datetime(2026, 3, 10, 15, 30)  # noqa: DTZ001 - local time is what is meant


def _file(path: str, root: str = "/vault") -> NoteFile:
    return NoteFile(root, path, Stamp(0, 0, 0))


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("2026-03-01.md", dt.date(2026, 3, 1)),
        ("2026_03_01.md", dt.date(2026, 3, 1)),
        ("20260301.md", dt.date(2026, 3, 1)),
        ("2026-03-01 standup.md", dt.date(2026, 3, 1)),
        ("2026-03-01-standup.md", dt.date(2026, 3, 1)),
        ("2026-03-01会议.md", dt.date(2026, 3, 1)),
        ("20260301T1200.md", dt.date(2026, 3, 1)),
        ("2024-02-29.md", dt.date(2024, 2, 29)),
        ("2026-02-30.md", None),
        ("2025-02-29.md", None),
        ("2026-13-01.md", None),
        ("0000-01-01.md", None),
        ("2026-03-011.md", None),
        ("202603011200.md", None),
        ("2026-03_01.md", None),
        ("2026-3-1.md", None),
        ("standup 2026-03-01.md", None),
        ("2026-03.md", None),
        ("٢٠٢٦-٠٣-٠١.md", None),
    ],
)
def test_dated_names_are_real_calendar_dates(name: str, date: dt.date | None) -> None:
    assert dated_name(name) == date


_OPTIONS = Vault(
    global_folders=("/vault/library", "/elsewhere"),
    source_rules=(
        SourceRule(pattern="meetings/", source="session"),
        SourceRule(pattern="*.ref.md", source="global"),
        SourceRule(pattern="/2025*", source="workspace"),
        SourceRule(pattern="meetings/*.md", source="workspace"),
    ),
)


@pytest.mark.parametrize(
    ("path", "chosen", "source"),
    [
        ("2026-03-01.md", "global", "global"),
        ("a.md", "session", "session"),
        ("meetings/a.md", None, "session"),
        ("sub/meetings/a.ref.md", None, "session"),
        ("sub/a.ref.md", None, "global"),
        ("2025-01-01.md", None, "workspace"),
        ("sub/2025-01-01.md", None, "session"),
        ("library/2026-03-01.md", None, "global"),
        ("library/a.md", None, "global"),
        ("librarys/a.md", None, "workspace"),
        ("MEMORY.md", None, "global"),
        ("sub/MEMORY.md", None, "global"),
        ("memory.md", None, "workspace"),
        ("a.md", None, "workspace"),
    ],
)
def test_the_first_rule_that_matches(path: str, chosen: Source | None, source: Source) -> None:
    assert source_of(_file(path), chosen, _OPTIONS) == source


def test_a_root_that_is_a_global_folder() -> None:
    assert source_of(_file("2026-03-01.md", "/elsewhere"), None, _OPTIONS) == "global"


def test_a_vault_inside_a_global_folder_keeps_its_kinds() -> None:
    assert source_of(_file("a.md", "/elsewhere/vault"), None, _OPTIONS) == "workspace"


def test_a_rule_that_is_no_pattern_is_passed_over() -> None:
    options = Vault(
        source_rules=(SourceRule(pattern="[z-a]", source="global"), SourceRule(pattern="!", source="global"))
    )
    assert source_of(_file("a.md"), None, options) == "workspace"


def test_roots_are_absolute_and_come_once() -> None:
    options = Vault(global_folders=("shared", "/other/./x", "/other/x/"))
    assert vault_roots("/some/vault/", options) == (
        Root("/some/vault"),
        Root("/some/vault/shared", is_global=True),
        Root("/other/x", is_global=True),
    )


@pytest.mark.parametrize(
    ("date", "age"),
    [
        (dt.date(2026, 3, 10), 0.0),
        (dt.date(2026, 3, 9), 1.0),
        (dt.date(2025, 3, 10), 365.0),
        (dt.date(2026, 3, 11), 0.0),
        (dt.date(2106, 1, 1), 0.0),
    ],
)
def test_a_date_counts_whole_days(date: dt.date, age: float) -> None:
    assert age_days(date, 0, moment(_NOW)) == age


def test_a_modification_time_counts_fractions() -> None:
    now_ns = int(_NOW.timestamp() * 1e9)
    assert age_days(None, now_ns - 129_600_000_000_000, moment(_NOW)) == pytest.approx(1.5)
    assert age_days(None, now_ns + 10**18, moment(_NOW)) == 0.0
    assert age_days(None, 0, moment(_NOW)) == pytest.approx(_NOW.timestamp() / 86_400)
    assert age_days(None, None, moment(_NOW)) is None


def test_an_aware_now_is_brought_to_local_time() -> None:
    local = _NOW.astimezone()
    assert age_days(dt.date(2026, 3, 9), None, moment(local.astimezone(dt.UTC))) == 1.0
