"""A second start finds the first window and hands over what it was asked for."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtTest import QSignalSpy

from notesearch.ui.asked import Asked
from notesearch.ui.single import SingleInstance

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture(autouse=True)
def no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)


def test_the_first_start_finds_nobody(tmp_path: Path, qapp: object) -> None:
    assert not SingleInstance(tmp_path).hand_over(Asked())


@pytest.mark.parametrize(
    "asked",
    [
        Asked(Path("/some/vault"), "外婆 & bread"),
        Asked(toggle=True),
        Asked(background=True),
        Asked(link="notesearch://search?q=bread"),
    ],
)
def test_the_second_start_hands_over_what_it_is_asked_for(tmp_path: Path, qtbot: QtBot, asked: Asked) -> None:
    first = SingleInstance(tmp_path)
    assert first.listen()
    with qtbot.waitSignal(first.asked) as heard:
        assert SingleInstance(tmp_path).hand_over(asked)
    assert heard.args == [asked]
    first.close()


def test_only_the_person_may_speak_to_it(tmp_path: Path, qapp: object) -> None:
    first = SingleInstance(tmp_path)
    first.listen()
    assert stat.S_IMODE((tmp_path / "window.sock").stat().st_mode) & 0o077 == 0
    first.close()


def test_what_a_crash_left_behind_does_not_stop_the_next_start(tmp_path: Path, qapp: object) -> None:
    (tmp_path / "window.sock").write_text("")
    first = SingleInstance(tmp_path)
    assert first.listen()
    first.close()


def test_nonsense_is_ignored(tmp_path: Path, qtbot: QtBot) -> None:
    first = SingleInstance(tmp_path)
    first.listen()
    heard = QSignalSpy(first.asked)
    socket = QLocalSocket()
    socket.connectToServer(first._name)
    assert socket.waitForConnected(1000)
    socket.write(b"[1, 2]\n")
    qtbot.waitUntil(lambda: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert heard.count() == 0
    first.close()
