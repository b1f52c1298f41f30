"""The window on a fake notebook: what is typed is found, shown, previewed and acted upon, all from the keyboard."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QAbstractAnimation, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QSlider,
    QStyleOptionViewItem,
    QTableView,
)
from ui_fakes import broken, covered, make_result, make_results, other_chunk, resting
from ui_stage import find

from notesearch.background.installer import InstallProgress
from notesearch.background.messages import Found
from notesearch.embedding.embedder import HostState
from notesearch.reports import EmbedProgress
from notesearch.ui import opening, session
from notesearch.ui.memory import Memory
from notesearch.vault.note import SkippedFile

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot
    from ui_stage import Stage

    from notesearch.ui.theme import ThemeKeeper


def test_typing_finds_and_previews_the_first(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    assert stage.titles() == ["Note 1", "Note 2", "Note 3"]
    assert stage.window.results.currentIndex().row() == 0
    assert "Chunk 10" in stage.window.preview.view.toPlainText()
    assert stage.window.status.mode.text() == "Words and meaning"
    stage.window.trace.show()
    assert stage.window.trace.table.rowCount() == 10


def test_typing_anywhere_searches(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.results.setFocus()
    QTest.keyClicks(stage.window.results, "s")
    QTest.keyClicks(stage.window.preview.view, "x")
    assert stage.window.search.text() == "breadsx"


def test_arrows_from_the_field_move_in_the_list_and_enter_opens(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[Path, int, str]] = []
    monkeypatch.setattr(opening, "open_note", lambda *what: not done.append(what))
    find(stage, qtbot)
    QTest.keyClick(stage.window.search, Qt.Key.Key_Down)
    QTest.keyClick(stage.window.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(done))
    assert done == [(stage.notebook.vault / "Note 2.md", 3, "default")]
    assert stage.notebook.opened == [2]
    assert stage.session.memory.questions == ["bread"]


def test_control_enter_reveals_without_counting(stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Path] = []
    monkeypatch.setattr(opening, "reveal_note", lambda path: not done.append(path))
    find(stage, qtbot)
    QTest.keyClick(stage.window.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(done))
    assert stage.notebook.opened == []


def test_toggling_mmr_re_ranks_at_once_and_shows_its_badge(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.actions_by_name["mmr"].trigger()
    qtbot.waitUntil(lambda: stage.titles() == ["Note 3", "Note 2", "Note 1"])
    row = stage.window.results.rows.row(stage.window.results.rows.index(0))
    assert row is not None
    assert "MMR ↑2" in [badge.text for badge in row.badges]


def test_the_moves_of_mmr_are_shown_beside_lambda(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    moves = stage.window.settings.moves
    assert moves.isHidden()
    stage.window.actions_by_name["mmr"].trigger()
    qtbot.waitUntil(lambda: "↑ 2" in moves.lines[0].whole and "Note 3" in moves.lines[0].whole)
    assert not moves.isHidden()


def test_the_card_comes_with_the_first_results(stage: Stage, qtbot: QtBot) -> None:
    assert stage.window.welcome.isHidden()
    find(stage, qtbot)
    assert stage.window.welcome.isVisible()
    stage.window.welcome.settings.click()
    assert stage.window.settings.isVisible()
    assert stage.session.memory.flag("welcomed")


def test_the_card_gives_the_focus_back_to_the_question(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.welcome.understood.setFocus()
    stage.window.welcome.understood.click()
    assert stage.window.focusWidget() is stage.window.search


def test_changed_settings_are_kept_in_the_file(stage: Stage, qtbot: QtBot) -> None:
    stage.window.actions_by_name["mmr"].trigger()
    file = stage.notebook.paths.settings_file
    qtbot.waitUntil(file.exists)
    assert file.read_text() == "[mmr]\nenabled = true\n"


def test_a_model_is_deleted_only_after_a_question(stage: Stage, qtbot: QtBot) -> None:
    models = stage.notebook.paths.models
    models.mkdir(parents=True)
    (models / "mine.gguf").write_bytes(b"GGUF")
    stage.setup.change("model", "name", "mine")
    stage.window.settings.model.show_installed(("mine",))
    for answer, left in ((QMessageBox.StandardButton.Cancel, True), (QMessageBox.StandardButton.Yes, False)):
        stage.window.settings.model.remove.click()
        question = stage.window.findChildren(QMessageBox)[-1]
        question.button(answer).click()
        qtbot.waitUntil(lambda left=left: (models / "mine.gguf").exists() == left)
    qtbot.waitUntil(lambda: stage.window.settings.model.choice.count() == 1)
    assert stage.notebook.settings.model.name == ""


def test_settings_changed_just_before_closing_are_kept(stage: Stage) -> None:
    stage.window.actions_by_name["mmr"].trigger()
    stage.window.close()
    assert stage.notebook.paths.settings_file.exists()


def test_the_choice_stays_where_it_was_when_the_answer_is_refined(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    QTest.keyClick(stage.window.search, Qt.Key.Key_Down)
    results = stage.window.results
    refined = make_results(make_result(9), make_result(1), make_result(2), make_result(3))
    results.show_results(refined, stage.session.settings, fresh=False)
    row = results.current_row()
    assert row is not None
    assert row.key == (2, -1)


def test_the_list_does_not_move_under_a_mouse_that_is_moving(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    results = stage.window.results
    QTest.mouseMove(results.viewport(), QPoint(50, 20))
    results._rest.start()
    results.show_results(make_results(make_result(9)), stage.session.settings, fresh=False)
    assert stage.titles() == ["Note 1", "Note 2", "Note 3"]
    qtbot.waitUntil(lambda: stage.titles() == ["Note 9"])


def test_more_of_a_note_opens_with_the_right_key_and_previews_its_chunk(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    results = stage.window.results
    results.show_results(make_results(make_result(1, more=(other_chunk(99),))), stage.session.settings, fresh=True)
    results.setFocus()
    QTest.keyClick(results, Qt.Key.Key_Right)
    QTest.keyClick(results, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: "Chunk 99" in stage.window.preview.view.toPlainText())


def test_a_click_on_more_opens_in_place(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    results = stage.window.results
    results.show_results(make_results(make_result(1, more=(other_chunk(99),))), stage.session.settings, fresh=True)
    option = QStyleOptionViewItem()
    results.initViewItemOption(option)
    row = results.current_row()
    assert row is not None
    more = results._delegate.layout_of(row, option).more
    assert more is not None
    corner = results.visualRect(results.rows.index(0)).topLeft()
    QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=corner + more.center())
    assert results.rows.rowCount() == 2


def test_two_quick_clicks_on_more_open_nothing(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    results = stage.window.results
    results.show_results(make_results(make_result(1, more=(other_chunk(99),))), stage.session.settings, fresh=True)
    option = QStyleOptionViewItem()
    results.initViewItemOption(option)
    row = results.current_row()
    assert row is not None
    more = results._delegate.layout_of(row, option).more
    assert more is not None
    at = results.visualRect(results.rows.index(0)).topLeft() + more.center()
    asked = QSignalSpy(results.acted)
    QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.count() == 0


def test_wikilinks_open_in_the_preview_and_alt_left_leads_back(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    preview = stage.window.preview
    preview.view.anchorClicked.emit(QUrl("note:Other"))
    qtbot.waitUntil(lambda: preview.shown is not None and preview.shown.note_id == 7)
    stage.window.actions_by_name["back"].trigger()
    qtbot.waitUntil(lambda: preview.shown is not None and preview.shown.note_id == 1)


def test_what_lies_around_a_note_opens_in_the_preview(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    preview = stage.window.preview
    qtbot.waitUntil(preview.around.isVisible)
    preview.around.related.linkActivated.emit("8")
    qtbot.waitUntil(lambda: preview.shown is not None and preview.shown.note_id == 8)
    assert preview.back.isEnabled()
    assert stage.window.focusWidget() is preview.view


def test_find_and_outline_have_keys(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.actions_by_name["find"].trigger()
    assert stage.window.preview.find_bar.field.hasFocus()
    stage.window.actions_by_name["outline"].trigger()
    assert not stage.window.preview.outline.menu_of_headings.isVisible()


def test_keys_make_the_preview_larger_and_smaller_and_bring_it_back(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    for key, zoom in (("Equal", 1), ("Plus", 2), ("Minus", 1), ("Minus", 0), ("Minus", -1), ("0", 0)):
        QTest.keyClick(stage.window.search, Qt.Key[f"Key_{key}"], Qt.KeyboardModifier.ControlModifier)
        assert stage.window.preview.view.zoom == zoom


def test_a_link_to_no_note_says_so(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.preview.view.anchorClicked.emit(QUrl("note:Nowhere"))
    qtbot.waitUntil(lambda: "Nowhere" in stage.window.status.message.text())


def test_web_links_open_and_others_ask_first(stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: not opened.append(url.toString()))
    find(stage, qtbot)
    stage.window.preview.view.anchorClicked.emit(QUrl("https://a.example/x"))
    stage.window.preview.view.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert opened == ["https://a.example/x"]
    (question,) = stage.window.findChildren(QMessageBox)
    assert "file:///etc/passwd" in question.informativeText()
    question.button(QMessageBox.StandardButton.Cancel).click()
    assert opened == ["https://a.example/x"]


def test_nothing_found_says_what_to_try(stage: Stage, qtbot: QtBot) -> None:
    stage.type("nothing")
    qtbot.waitUntil(lambda: "Nothing found for “nothing”" in stage.window.empty.title.text())
    assert "fewer or other words" in stage.window.empty.text.text()
    assert stage.window.left.currentWidget() is stage.window.empty


def test_nothing_found_with_a_filter_offers_to_search_without_it(stage: Stage, qtbot: QtBot) -> None:
    stage.type("nothing folder:Kitchen tag:bread")
    qtbot.waitUntil(lambda: stage.session.results is not None)
    button = stage.window.empty.buttons[0]
    stage.session.show_found(Found("nothing folder:Kitchen tag:bread", make_results(), refining=False))
    assert button.text() == "Search without filters"
    button.click()
    qtbot.waitUntil(lambda: "Nothing found for “nothing”" in stage.window.empty.title.text())
    assert stage.window.search.text() == "nothing"
    assert button.isHidden()


def test_filters_alone_are_not_left_out(stage: Stage, qtbot: QtBot) -> None:
    stage.type("folder:Kitchen")
    stage.window.filters.show_text("folder:Kitchen")
    stage.session.show_found(Found("folder:Kitchen", make_results(), refining=False))
    assert stage.window.empty.buttons[0].isHidden()


def test_the_dialog_for_a_folder_opens_beside_the_vault(stage: Stage, tmp_path: Path) -> None:
    stage.window.start.ask_for_folder()
    (dialog,) = stage.window.findChildren(QFileDialog)
    assert dialog.directory().absolutePath() == str(tmp_path)
    dialog.reject()


def test_what_answers_another_question_goes_when_meaning_takes_its_time(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.trace.show()
    stage.session.show_found(Found("insomnia", make_results(query="insomnia"), refining=True))
    assert stage.window.left.currentWidget() is stage.window.results
    qtbot.waitUntil(lambda: stage.window.empty.title.text() == "Looking by meaning …")
    assert stage.window.left.currentWidget() is stage.window.empty
    assert stage.window.trace.table.item(0, 2).text() == "0"
    stage.session.show_found(Found("insomnia", make_results(make_result(1)), refining=False))
    assert stage.window.left.currentWidget() is stage.window.results


def test_meaning_that_comes_soon_makes_nothing_flicker(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    pages = QSignalSpy(stage.window.left.currentChanged)
    stage.session.show_found(Found("insomnia", make_results(query="insomnia"), refining=True))
    stage.session.show_found(Found("insomnia", make_results(make_result(1)), refining=False))
    QTest.qWait(session._WAIT_MS + 100)
    assert pages.count() == 0


def test_a_failing_search_says_why(stage: Stage, qtbot: QtBot) -> None:
    stage.notebook.failure = broken()
    stage.type("bread")
    qtbot.waitUntil(lambda: stage.window.empty.text.text() == "The index cannot be read.")


def test_escape_clears_the_question_and_the_results(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    QTest.keyClick(stage.window.search, Qt.Key.Key_Escape)
    assert stage.titles() == []
    assert stage.window.empty.title.text() == "Search 3 notes"


def test_up_in_the_empty_field_recalls_past_questions(stage: Stage, qtbot: QtBot) -> None:
    for text in ("first", "second"):
        stage.session.memory.add_question(text)
    QTest.keyClick(stage.window.search, Qt.Key.Key_Up)
    assert stage.window.search.text() == "second"


def test_up_goes_on_to_older_questions_until_the_list_is_used(stage: Stage, qtbot: QtBot) -> None:
    for text in ("first", "second", "bread"):
        stage.session.memory.add_question(text)
    search = stage.window.search
    for text in ("bread", "second", "first", "bread"):
        QTest.keyClick(search, Qt.Key.Key_Up)
        assert search.text() == text
    qtbot.waitUntil(lambda: len(stage.titles()) == 3)
    QTest.keyClick(search, Qt.Key.Key_Down)
    QTest.keyClick(search, Qt.Key.Key_Up)
    assert search.text() == "bread"
    assert stage.window.results.currentIndex().row() == 0


def test_enter_right_after_typing_opens_what_answers_it(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(opening, "open_note", lambda path, *_: not done.append(path.name))
    find(stage, qtbot)
    QTest.keyClick(stage.window.search, Qt.Key.Key_Down)
    assert stage.window.results.currentIndex().row() == 1
    stage.type("s")
    QTest.keyClick(stage.window.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(done))
    assert done == ["Note 1.md"]


def test_an_enter_that_waits_is_forgotten_when_typing_goes_on(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(opening, "open_note", lambda path, *_: not done.append(path.name))
    stage.type("brea")
    QTest.keyClick(stage.window.search, Qt.Key.Key_Return)
    find(stage, qtbot, "d")
    assert done == []


def test_settings_are_gone_to_and_escape_leads_back_to_the_question(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    window = stage.window
    window.actions_by_name["settings"].trigger()
    assert window.focusWidget() is window.settings.mmr.box
    window.actions_by_name["escape"].trigger()
    assert window.settings.isHidden()
    assert window.focusWidget() is window.search
    assert window.search.text() == "bread"


@pytest.mark.parametrize("name", ["settings", "trace", "coverage"])
def test_the_focus_does_not_go_down_with_a_panel(stage: Stage, qtbot: QtBot, name: str) -> None:
    find(stage, qtbot)
    window = stage.window
    panel = getattr(window, name)
    window.actions_by_name[name].trigger()
    (panel.undo if name == "settings" else panel.table).setFocus()
    button = next(each for each in panel.findChildren(QAbstractButton) if each.accessibleName() == "Close")
    button.setFocus()
    button.click()
    assert panel.isHidden()
    assert window.focusWidget() is window.search


def test_tab_goes_from_the_field_to_the_results_and_the_preview(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    window = stage.window
    window.search.setFocus()
    for expected in (window.results, window.preview.view):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert window.focusWidget() is expected


def test_a_long_word_that_is_not_found_stays_inside_the_window(stage: Stage) -> None:
    query = "x" * 500
    stage.session.show_found(Found(query, make_results(query=query), refining=False))
    assert stage.window.empty.title.text().endswith("…”")
    assert stage.window.empty.minimumSizeHint().width() < 640


def test_a_kept_question_survives_a_restart_and_is_asked_again(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    find(stage, qtbot)
    stage.window.search.star.trigger()
    assert Memory(tmp_path / "window.ini").saved == ["bread"]
    stage.window.search.clear()
    offered: list[bool] = []
    monkeypatch.setattr(stage.window.search, "offer_saved", lambda: offered.append(True))
    stage.window.actions_by_name["star"].trigger()
    assert offered == [True]
    (kept,) = stage.window.search.saved_menu.actions()
    kept.trigger()
    assert stage.window.search.text() == "bread"
    stage.window.actions_by_name["star"].trigger()
    assert Memory(tmp_path / "window.ini").saved == []


def test_the_tags_of_an_answer_are_a_filter_that_edits_the_question(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    filters = stage.window.filters
    qtbot.waitUntil(lambda: bool(filters._tags))
    chip = filters.buttons[3]
    chip.menu().aboutToShow.emit()
    assert [action.text() for action in chip.menu().actions()] == ["#tag1", "#tag2", "#tag3"]
    chip.menu().actions()[1].trigger()
    assert stage.window.search.text() == "bread tag:tag2"
    assert chip.text() == "tag2 ▾"


def test_without_a_model_the_page_at_rest_offers_one(stage: Stage, qtbot: QtBot) -> None:
    stage.notebook.activity = resting(model=HostState("off", "no model: none has been chosen"))
    qtbot.waitUntil(lambda: stage.window.empty.buttons[0].text() == "Get a model")
    stage.window.empty.buttons[0].click()
    assert stage.window.settings.isVisible()


def test_an_offline_vault_is_said_and_looked_for_again(stage: Stage, qtbot: QtBot) -> None:
    stage.notebook.activity = resting(offline="Vault offline: the folder is not there")
    qtbot.waitUntil(lambda: stage.window.empty.title.text() == "Vault offline")
    stage.window.empty.buttons[0].click()
    qtbot.waitUntil(lambda: stage.notebook.orders == ["rescan"])


def test_coming_back_to_the_window_has_the_vault_looked_at_but_not_at_every_turn(
    stage: Stage, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)  # it has only just been opened
    monkeypatch.setattr(session, "_SINCE_LAST_LOOK_MS", 0)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    qtbot.waitUntil(lambda: stage.notebook.orders == ["rescan"])


def test_pausing_is_a_setting_that_survives(stage: Stage, qtbot: QtBot) -> None:
    stage.notebook.activity = resting(embedding=EmbedProgress(1, 5))
    qtbot.waitUntil(stage.window.status.pause.isVisible)
    stage.window.status.pause.click()
    qtbot.waitUntil(lambda: stage.notebook.settings.model.paused)


def test_held_back_deletions_are_agreed_to(stage: Stage, qtbot: QtBot) -> None:
    stage.notebook.activity = replace(resting(), held_back=40)
    qtbot.waitUntil(stage.window.status.agree.isVisible)
    stage.window.status.agree.click()
    qtbot.waitUntil(lambda: stage.notebook.orders == ["accept_deletions"])


def test_the_coverage_is_counted_when_looked_at_and_can_be_tried_again(stage: Stage, qtbot: QtBot) -> None:
    panel = stage.window.coverage
    assert stage.notebook.looks == 0
    stage.notebook.coverage = covered(SkippedFile("/vault", "Locked.md", "no permission", failed=True))
    stage.window.status.coverage.click()
    qtbot.waitUntil(panel.again.isVisible)
    assert panel.title._whole.startswith("4 notes on disk")
    stage.notebook.coverage = covered()
    panel.again.click()
    qtbot.waitUntil(panel.whole.isVisible)
    assert stage.notebook.orders == ["retry"]


def test_one_panel_at_a_time_lies_below(stage: Stage) -> None:
    for name, other in (("trace", "coverage"), ("coverage", "trace"), ("trace", "coverage")):
        stage.window.actions_by_name[name].trigger()
        assert getattr(stage.window, name).isVisible()
        assert not getattr(stage.window, other).isVisible()


def test_a_vault_that_cannot_be_opened_leads_to_the_start_page(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    stage.setup.open_vault(tmp_path / "missing")
    qtbot.waitUntil(lambda: stage.window.pages.currentWidget() is stage.window.start)
    assert stage.window.start.message.text() == "The index cannot be read."


def test_a_query_can_come_with_the_vault(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    stage.setup.open_vault(tmp_path / "other", "bread")
    qtbot.waitUntil(lambda: len(stage.titles()) == 3)
    assert stage.session.memory.last_vault == tmp_path / "other"
    assert stage.notebooks[0].closed


def test_copying_a_wikilink_tells_so(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.actions_by_name["copy_link"].trigger()
    assert QGuiApplication.clipboard().text() == "[[Note 1]]"
    assert stage.window.status.message.text() == "Copied."


@pytest.mark.parametrize("name", ["settings", "trace"])
def test_panels_come_go_and_are_remembered(stage: Stage, name: str) -> None:
    panel = getattr(stage.window, name)
    stage.window.actions_by_name[name].trigger()
    assert panel.isVisible()
    stage.window.close()
    assert stage.session.memory.flag(name)


@pytest.mark.parametrize("name", ["keys", "why"])
def test_dialogs_open_beside_the_window(stage: Stage, qtbot: QtBot, name: str) -> None:
    find(stage, qtbot)
    stage.window.actions_by_name[name].trigger()
    (dialog,) = stage.window.findChildren(QDialog)
    assert dialog.isVisible()
    dialog.grab()
    dialog.close()


def test_everything_paints_in_light_and_dark(stage: Stage, qtbot: QtBot, keeper: ThemeKeeper) -> None:
    find(stage, qtbot)
    stage.window.actions_by_name["settings"].trigger()
    stage.window.actions_by_name["trace"].trigger()
    light = stage.window.grab().toImage()
    keeper.choose("dark")
    assert stage.window.grab().toImage() != light


def test_nothing_moves_by_itself(stage: Stage, qtbot: QtBot) -> None:
    find(stage, qtbot)
    stage.window.toggle_settings(shown=True)
    stage.window.settings.model.show_progress(InstallProgress("e5", 0, 0))
    assert stage.window.findChildren(QAbstractAnimation) == []
    busy = [bar for bar in stage.window.findChildren(QProgressBar) if bar.isVisible() and not bar.maximum()]
    assert busy == []


def test_every_control_has_a_name_for_a_screen_reader(stage: Stage) -> None:
    for kind in (QAbstractButton, QSlider, QComboBox, QLineEdit, QProgressBar):
        for widget in stage.window.findChildren(kind):
            qts_own = widget.objectName().startswith("qt_") or isinstance(
                widget.parent(), QAbstractSpinBox | QTableView
            )
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            assert qts_own or widget.isHidden() or widget.accessibleName() or text, widget


def test_the_first_window_fits_the_screen(stage: Stage) -> None:
    room = stage.window.screen().availableSize()
    assert room.width() < 1180  # that of Qt's platform without a display
    assert stage.window.width() < room.width()
    assert stage.window.height() < room.height()


def test_closing_ends_the_thread_and_the_notebook(stage: Stage) -> None:
    stage.window.close()
    assert stage.notebook.closed
    assert not stage.session.engine._thread.isRunning()


def test_in_a_narrow_window_the_preview_makes_room_for_the_settings(stage: Stage, qtbot: QtBot) -> None:
    window = stage.window
    find(stage, qtbot)
    window.resize(800, 500)
    window.toggle_settings(shown=True)
    assert window.preview.isHidden()
    qtbot.waitUntil(lambda: window.settings.mapTo(window, window.settings.rect().bottomRight()).x() < 800)
    window.settings.closed.emit()
    assert window.preview.isVisible()
    window.toggle_settings(shown=True)
    window.resize(1400, 800)
    assert window.preview.isVisible()
    assert window.settings.isVisible()


def test_quotes_in_what_is_not_found_are_not_doubled(stage: Stage) -> None:
    stage.session.show_found(Found('"no walrus"', make_results(query='"no walrus"'), refining=False))
    assert stage.window.empty.title.text() == 'Nothing found for "no walrus"'


def test_a_filter_in_the_words_of_the_core_is_named_as_in_the_menu(stage: Stage, qtbot: QtBot) -> None:
    stage.window.search.setText("bread source:session")
    kind = stage.window.filters.buttons[0]
    qtbot.waitUntil(kind.isChecked)
    assert kind.text() == "Journal ▾"
    kind.menu().aboutToShow.emit()
    assert [action.text() for action in kind.menu().actions() if action.isChecked()] == ["Journal"]


def test_tags_of_the_vault_complete_the_question(stage: Stage, qtbot: QtBot) -> None:
    search = stage.window.search
    qtbot.waitUntil(lambda: bool(search.completions._names.tags))
    search.setFocus()
    QTest.keyClicks(search, "#bird/")
    assert search.completions.is_open
    QTest.keyClick(search, Qt.Key.Key_Tab)
    assert search.text() == "#bird/heron "
    qtbot.waitUntil(lambda: ("#bird/heron ", "keyword") in stage.notebook.asked)
