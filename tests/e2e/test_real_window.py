"""The real window on a real vault: typing finds, MMR and lambda re-rank, the preview shows the chunk, edits show up."""

from __future__ import annotations

import multiprocessing
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest

from notesearch import app
from notesearch.paths import AppPaths
from notesearch.ui.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from notesearch.ui.main_window import MainWindow
    from notesearch.ui.result_model import Row
    from notesearch.ui.session import Session
    from notesearch.ui.setup import Setup

RECIPE = "Mix the sourdough starter with flour and water, leave it overnight, bake it in the hot oven."


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    vault = tmp_path / "vault"
    for name in ("Sourdough one", "Sourdough two", "Sourdough three"):
        write(vault / "Kitchen" / f"{name}.md", f"# {name}\n\n{RECIPE} {RECIPE}\n")
    write(
        vault / "Kitchen" / "Oven.md", "# Oven\n\nThe oven door squeaks. Sourdough needs it very hot. See [[Heron]].\n"
    )
    filler = "\n\n".join(f"Paragraph {number} says nothing of interest, only filling words." for number in range(60))
    write(
        vault / "Birds.md",
        f"# Birds\n\n{filler}\n\n## Heron\n\nThe heron stands in the reeds.\n\n## Wren\n\n{filler}\n",
    )
    write(vault / "Heron.md", "---\naliases: [Ardea]\ntags: [bird]\n---\n# Heron\n\nA grey wading bird.\n")
    week = date.today() - timedelta(days=15)  # noqa: DTZ011 - a journal's day is a local one
    write(vault / "Journal" / f"{week.isoformat()}.md", "Baked sourdough with the children today.\n")
    return vault


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


class Desk:
    """The window as a person uses it."""

    def __init__(self, setup: Setup, qtbot: QtBot) -> None:
        self.setup, self._qtbot = setup, qtbot
        self.session: Session = setup.session
        self.window: MainWindow = setup.window

    def wait(self, until: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(until, timeout=20_000)

    def ask(self, text: str) -> None:
        """Type a question and wait for its full answer."""
        self.window.search.clear()
        QTest.keyClicks(self.window.search, text)
        self.wait(lambda: self.session.results is not None and self.session.results.query == text)
        self.wait(lambda: "to come" not in self.window.status.mode.text())

    def rows(self) -> list[Row]:
        model = self.window.results.rows
        found = [model.row(model.index(place)) for place in range(model.rowCount())]
        return [row for row in found if row is not None and row.kind == "result"]

    def titles(self) -> list[str]:
        return [row.result.title for row in self.rows() if row.result is not None]

    def badges(self, title: str) -> list[str]:
        return next([b.text for b in row.badges] for row in self.rows() if row.result and row.result.title == title)


@pytest.fixture
def desk(tmp_path: Path, vault: Path, qapp: QApplication, qtbot: QtBot) -> Iterator[Desk]:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    paths = AppPaths.for_person(tmp_path / "data")
    setup = app.build(qapp, paths, Memory(paths.config / "window.ini"))
    qtbot.addWidget(setup.window)
    setup.window.resize(1100, 700)
    setup.window.show()
    setup.open_vault(vault)
    desk = Desk(setup, qtbot)
    desk.wait(lambda: setup.session.activity is not None and setup.session.activity.notes == 7)
    desk.wait(lambda: setup.session.activity is not None and not setup.session.activity.busy)
    yield desk
    setup.window.close()
    QLocale.setDefault(QLocale.system())


def test_typing_finds(desk: Desk) -> None:
    desk.ask("heron")
    assert desk.titles()[0] == "Heron"
    assert "exact name" in desk.badges("Heron")
    assert set(desk.titles()) == {"Heron", "Birds", "Oven"}


def test_a_journal_note_carries_its_decay(desk: Desk) -> None:
    desk.ask("children today")
    assert [badge for badge in desk.badges(desk.titles()[0]) if badge.startswith("x")] == ["x0.71, 15 days"]


def test_without_a_model_the_mode_and_the_reason_are_shown(desk: Desk) -> None:
    desk.ask("heron")
    assert desk.window.status.mode.text().startswith("Words only · no model")
    assert desk.window.status.get_model.isVisible()
    desk.window.trace.show()
    assert desk.window.trace.table.rowCount() == 10


def test_toggling_mmr_changes_order_and_badges_and_lambda_re_ranks(desk: Desk) -> None:
    desk.ask("sourdough oven")
    plain = desk.titles()
    assert not any(badge.startswith("MMR") for title in plain for badge in desk.badges(title))
    desk.window.settings.rows["mmr", "enabled"].box.click()  # type: ignore[attr-defined]
    desk.window.settings.rows["mmr", "lambda_"].slider.setValue(100)  # type: ignore[attr-defined]
    desk.wait(lambda: desk.titles() != plain)
    varied = desk.titles()
    assert sorted(varied) == sorted(plain)
    assert all(any(badge.startswith("MMR") for badge in desk.badges(title)) for title in varied)
    desk.window.settings.rows["mmr", "lambda_"].slider.setValue(1000)  # type: ignore[attr-defined]
    desk.wait(lambda: desk.titles() == plain)


def test_choosing_previews_the_right_chunk(desk: Desk) -> None:
    desk.ask("heron reeds")
    view = desk.window.preview.view
    while desk.window.results.current_row().result.title != "Birds":  # type: ignore[union-attr]
        QTest.keyClick(desk.window.search, Qt.Key.Key_Down)
    desk.wait(lambda: "Paragraph 0 " in view.toPlainText())
    assert view.chunk is not None
    assert "The heron stands in the reeds." in view.toPlainText()[slice(*view.chunk)]
    assert "Paragraph 0 " not in view.toPlainText()[slice(*view.chunk)]
    assert view.verticalScrollBar().value() > 0
    assert view.hits >= 2
    QTest.keyClick(desk.window, Qt.Key.Key_F3)
    assert view.hit >= 0


def test_a_wikilink_and_an_alias_open_in_the_preview(desk: Desk) -> None:
    desk.ask("squeaks")
    preview = desk.window.preview
    desk.wait(lambda: preview.shown is not None)
    for target in ("Heron", "Ardea"):
        preview.linked.emit(target, preview.shown.note_id)  # type: ignore[union-attr]
        desk.wait(lambda: "grey wading bird" in preview.view.toPlainText())
        preview.go_back()
        desk.wait(lambda: "squeaks" in preview.view.toPlainText())


def test_an_edit_on_disk_shows_in_the_next_search(desk: Desk, vault: Path) -> None:
    write(vault / "Heron.md", "# Heron\n\nIt also eats zanderfilet.\n")
    desk.wait(lambda: _finds(desk, "zanderfilet"))
    (vault / "Heron.md").unlink()
    desk.wait(lambda: not _finds(desk, "zanderfilet"))


def _finds(desk: Desk, word: str) -> bool:
    desk.session.engine.search(word)
    QTest.qWait(50)
    return "Heron" in desk.titles()


def test_nothing_is_written_into_the_vault(desk: Desk, vault: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in vault.rglob("*")}
    desk.ask("heron")
    desk.window.close()
    assert {file: file.stat().st_mtime_ns for file in vault.rglob("*")} == before


def test_closing_leaves_no_thread_and_no_process(desk: Desk) -> None:
    desk.ask("heron")
    desk.window.close()
    assert not desk.session.engine._thread.isRunning()
    assert multiprocessing.active_children() == []


def test_a_second_window_on_the_same_vault_searches_too(desk: Desk, vault: Path) -> None:
    desk.ask("heron")
    desk.setup.open_vault(vault, "sourdough")
    desk.wait(lambda: "Sourdough one" in desk.titles())


def test_related_notes_and_backlinks_stand_under_a_note_and_open(desk: Desk) -> None:
    desk.ask("heron")
    around = desk.window.preview.around
    desk.wait(around.links.isVisible)
    assert "Oven" in around.links.text()
    assert "Birds" in around.related.text()
    target = around.links.text().partition('href="')[2].partition('"')[0]
    around.links.linkActivated.emit(target)
    desk.wait(lambda: "squeaks" in desk.window.preview.view.toPlainText())


def test_the_coverage_names_what_is_not_indexed_and_tries_again(desk: Desk, vault: Path) -> None:
    (vault / "Picture.md").write_bytes(b"\x89PNG\x00\x01\x02" * 400)
    desk.session.rescan()
    desk.wait(lambda: desk.window.status.coverage.text() == "1 file not indexed")
    desk.window.status.coverage.click()
    panel = desk.window.coverage
    desk.wait(panel.again.isVisible)
    assert panel.files.index(0, 1).data() == "Picture.md"
    assert panel.files.index(0, 2).data()
    write(vault / "Picture.md", "# A picture in words\n")
    panel.again.click()
    desk.wait(panel.whole.isVisible)
    assert panel.title._whole.startswith("8 notes on disk  ·  8 indexed")


def test_a_folder_made_evergreen_changes_the_badges(desk: Desk) -> None:
    desk.ask("oven")
    assert "Note" in desk.badges("Oven")
    desk.window.settings.vault_box.add_folder("Kitchen")
    desk.wait(lambda: "Evergreen" in desk.badges("Oven"))


def test_a_kept_question_is_there_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    desk.ask("heron")
    desk.window.actions_by_name["star"].trigger()
    desk.window.close()
    assert Memory(tmp_path / "data" / "config" / "window.ini").saved == ["heron"]


def test_the_tags_of_an_answer_narrow_it(desk: Desk) -> None:
    desk.ask("heron")
    desk.wait(lambda: desk.window.filters._tags == ("bird",))
    chip = desk.window.filters.buttons[3]
    chip.menu().aboutToShow.emit()
    chip.menu().actions()[0].trigger()
    desk.wait(lambda: desk.titles() == ["Heron"])
