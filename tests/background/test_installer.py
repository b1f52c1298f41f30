"""An installation runs in a process of its own, tells how far it is, and can be cancelled without a trace."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from notesearch.background import installer as module
from notesearch.background.installer import InstallEnd, Installer, InstallProgress
from notesearch.paths import AppPaths

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot


def install_at_once(name: str, paths: AppPaths, say: Connection) -> None:
    say.send(InstallProgress(name, 5, 10))
    say.send(InstallEnd(name, "e5"))


def install_forever(name: str, paths: AppPaths, say: Connection) -> None:
    say.send(InstallProgress(name, 1, 10))
    time.sleep(600)


def break_off(name: str, paths: AppPaths, say: Connection) -> None:
    raise SystemExit(3)


class Listener:
    def __init__(self, installer: Installer) -> None:
        self.progress: list[InstallProgress] = []
        self.ends: list[InstallEnd] = []
        installer.progressed.connect(self.progress.append)
        installer.ended.connect(self.ends.append)


def listen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: object) -> tuple[Installer, Listener]:
    monkeypatch.setattr(module, "_install", work)
    installer = Installer(AppPaths.for_person(tmp_path))
    return installer, Listener(installer)


def test_an_installation_ends_with_the_name_of_the_model(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    installer, heard = listen(tmp_path, monkeypatch, install_at_once)
    installer.start("e5")
    assert installer.busy
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=20_000)
    assert heard.ends == [InstallEnd("e5", "e5")]
    assert not installer.busy


def test_cancelling_ends_the_process_and_says_so(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    installer, heard = listen(tmp_path, monkeypatch, install_forever)
    installer.start("e5")
    qtbot.waitUntil(lambda: any(progress.total for progress in heard.progress), timeout=20_000)
    installer.cancel()
    assert heard.ends == [InstallEnd("e5", None)]
    assert not installer.busy


def test_closing_ends_it_without_a_word(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    installer, heard = listen(tmp_path, monkeypatch, install_forever)
    installer.start("e5")
    installer.close()
    assert heard.ends == []


def test_a_process_that_breaks_off_is_a_failure_in_words(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    installer, heard = listen(tmp_path, monkeypatch, break_off)
    installer.start("e5")
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=20_000)
    assert heard.ends[0].model is None
    assert "broke off" in heard.ends[0].failure


def test_an_unknown_model_is_refused_in_words(tmp_path: Path, qtbot: QtBot) -> None:
    installer = Installer(AppPaths.for_person(tmp_path))
    heard = Listener(installer)
    installer.start("no-such-model")
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=20_000)
    assert "no-such-model" in heard.ends[0].failure
