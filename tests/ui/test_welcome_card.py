"""The first results come with a card that explains the badges; once it has been read it never comes again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from notesearch.ui.memory import Memory
from notesearch.ui.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


@pytest.fixture
def card(qtbot: QtBot, keeper: ThemeKeeper, icons: Icons, memory: Memory) -> WelcomeCard:
    card = WelcomeCard(keeper, icons, memory)
    qtbot.addWidget(card)
    return card


def test_it_is_shown_once_and_a_restart_does_not_bring_it_back(card: WelcomeCard, tmp_path: Path) -> None:
    assert card.isHidden()
    card.meet()
    assert card.isVisible()
    card.understood.click()
    card.meet()
    assert card.isHidden()
    assert Memory(tmp_path / "window.ini").flag("welcomed")


def test_it_leads_to_the_settings(card: WelcomeCard, qtbot: QtBot) -> None:
    card.meet()
    with qtbot.waitSignal(card.settings_wanted):
        card.settings.click()
    assert card.isHidden()
