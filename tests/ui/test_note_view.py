"""The preview tints the chunk, steps through the hits, and loads nothing by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QSignalSpy

from notesearch.ui.note_view import NoteView
from notesearch.ui.pictures import fitted
from notesearch.vault.note import FrontMatter
from notesearch.vault.render import render

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from notesearch.ui.theme import ThemeKeeper


@pytest.fixture
def view(qtbot: QtBot, keeper: ThemeKeeper) -> NoteView:
    view = NoteView(keeper)
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    return view


def html(text: str, word: str = "", chunk: tuple[int, int] | None = None) -> str:
    def find(plain: str) -> list[tuple[int, int]]:
        starts = [place for place in range(len(plain)) if word and plain.startswith(word, place)]
        return [(start, start + len(word)) for start in starts]

    return render(text, FrontMatter(), chunk, find).html


def text_of(view: NoteView, span: tuple[int, int]) -> str:
    return view.toPlainText()[slice(*span)]


def start_of(view: NoteView) -> int:
    assert view.chunk is not None
    return view.chunk[0]


LONG = "\n\n".join(f"Paragraph {number} about bread." for number in range(100))


def test_the_chunk_is_found_and_scrolled_to(view: NoteView) -> None:
    start, end = LONG.index("Paragraph 50 "), LONG.index("Paragraph 53 ")
    view.show_html(html(LONG, chunk=(start, end)))
    assert view.chunk is not None
    assert text_of(view, view.chunk) == LONG[start:end].replace("\n\n", "\n").rstrip("\n")
    top = view._y_of(start_of(view)) - view.verticalScrollBar().value()
    assert 0 <= top <= 60


def test_hits_are_stepped_through_from_the_chunk_and_round(view: NoteView) -> None:
    start = LONG.index("Paragraph 50 ")
    view.show_html(html(LONG, "bread", (start, start + 20)))
    assert (view.hits, view.hit) == (100, -1)
    view.go_to_hit(1)
    assert view.hit == 50
    view.go_to_hit(-1)
    assert view.hit == 49
    for _ in range(51):
        view.go_to_hit(1)
    assert view.hit == 0


def test_hits_that_touch_other_formats_are_one(view: NoteView) -> None:
    view.show_html(html("**bread** bread\n\n`bread`\n\n# bread", "bread"))
    assert view.hits == 4


def test_a_note_without_hits_or_chunk_starts_at_its_top(view: NoteView) -> None:
    view.show_html(html(LONG))
    view.go_to_hit(1)
    assert (view.hits, view.hit, view.chunk) == (0, -1, None)
    assert view.verticalScrollBar().value() == 0


def test_the_chunk_and_hits_survive_a_change_of_theme(view: NoteView, keeper: ThemeKeeper) -> None:
    start = LONG.index("Paragraph 50 ")
    view.show_html(html(LONG, "bread", (start, start + 20)))
    before = view.chunk, view.hits
    keeper.choose("dark")
    assert (view.chunk, view.hits) == before


def test_pictures_are_asked_for_and_nothing_else_is_loaded(view: NoteView, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(picture())
    wanted = QSignalSpy(view.picture_wanted)
    view.show_html(
        f"<img src='asset:img/my%20cat.png'><img src='{secret.as_uri()}'><img src='https://x.example/a.png'>"
    )
    assert {wanted.at(place)[0] for place in range(wanted.count())} == {"img/my cat.png"}
    image = QTextDocument.ResourceType.ImageResource.value
    for url in (secret.as_uri(), "https://x.example/a.png", "qrc:/x.png"):
        assert not view.loadResource(image, QUrl(url))


def test_a_picture_that_comes_is_shown(view: NoteView) -> None:
    view.show_html("<p>Text</p><img src='asset:a.png'>")
    view.give_picture("a.png", picture(64))
    shown = view.document().resource(QTextDocument.ResourceType.ImageResource.value, QUrl("asset:a.png"))
    assert isinstance(shown, QImage)
    assert shown.width() == 64


def test_a_picture_is_as_wide_as_there_is_room_and_never_wider_than_it_is(view: NoteView, qtbot: QtBot) -> None:
    view.show_html(html("![a](a.png)"))
    view.give_picture("a.png", picture(600))

    def shown() -> float:
        return float(view.document().documentLayout().blockBoundingRect(view.document().lastBlock()).height())

    for width in (400, 300, 500, 1200):
        view.resize(width, 300)
        assert view.horizontalScrollBar().maximum() == 0
        inside = min(600, view.viewport().width() - 2 * 24)
        qtbot.waitUntil(lambda inside=inside: shown() == pytest.approx(inside, abs=12))  # as high as it is wide


def test_a_picture_is_scaled_well_once_the_width_has_settled(view: NoteView, qtbot: QtBot) -> None:
    view.show_html(html("![a](a.png)"))
    view.give_picture("a.png", picture(600))

    def width() -> int:
        return int(
            view.document().resource(QTextDocument.ResourceType.ImageResource.value, QUrl("asset:a.png")).width()
        )

    for room in (300, 450):
        view.resize(room, 300)
        qtbot.waitUntil(lambda: width() == view.viewport().width() - 2 * 24 - 8)


def test_on_a_fine_screen_a_picture_keeps_its_pixels() -> None:
    image = QImage(600, 300, QImage.Format.Format_RGB32)
    fine = fitted(image, 200, 2.0)
    assert (fine.width(), fine.deviceIndependentSize().width()) == (400, 200)
    assert fitted(image, 200, 4.0).width() == 600
    assert fitted(image, 700, 2.0) is image


def test_a_damaged_picture_is_no_picture(view: NoteView) -> None:
    view.show_html("<img src='asset:a.png'>")
    view.give_picture("a.png", b"not a picture")
    view.give_picture("a.png", None)
    assert view._pictures == {"a.png": None}


def picture(size: int = 8) -> bytes:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(0xFF0000)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def test_lines_stay_readable_in_a_wide_window(view: NoteView) -> None:
    view.resize(2400, 300)
    longest = view.fontMetrics().averageCharWidth() * 120
    assert longest <= view.viewport().width() <= longest + 60
    view.resize(500, 300)
    assert view.viewport().width() > 450
