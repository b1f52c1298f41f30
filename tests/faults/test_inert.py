"""Whatever a note says, showing it asks nobody for anything: a server that waits for it hears nothing."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import socket
import threading
from typing import TYPE_CHECKING

import pytest

from notesearch.paths import resources
from notesearch.search.request import SearchRequest
from notesearch.ui.note_view import NoteView
from notesearch.ui.theme import ThemeKeeper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index_tools import Vault
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

HOSTILE = """---
cover: {url}cover.png
---
# A pangolin

![picture]({url}a.png) ![by reference][far] [a link]({url}link) <{url}auto> {url}bare

[far]: {url}reference.png "title"

<img src="{url}b.png"> <img srcset="{url}c.png 2x"> <picture><source srcset="{url}d.png"></picture>
<script src="{url}e.js"></script><script>fetch("{url}f")</script><iframe src="{url}g"></iframe>
<link rel="stylesheet" href="{url}h.css"><style>@import url({url}i.css); body {{ background: url({url}j.png) }}
@font-face {{ font-family: x; src: url({url}k.woff) }}</style>
<p style="background-image: url('{url}l.png'); font-family: url({url}m)">text</p>
<object data="{url}n"></object><embed src="{url}o"><video src="{url}p" poster="{url}q"></video><audio src="{url}r"></audio>
<svg><image href="{url}s.svg"/><use href="{url}t"/></svg><body background="{url}u"><table background="{url}v"><td>x</table>
<meta http-equiv="refresh" content="0; url={url}w"><base href="{url}"><form action="{url}x"><input type=image src="{url}y"></form>

![[{url}embed.png]] ![](//{host}/z.png) ![](\\\\{host}\\share\\a.png) ![](<{url}spaced name.png>)

| ![]({url}cell.png) | <img src={url}unquoted.png> |
|---|---|
"""


@pytest.fixture
def heard() -> Iterator[tuple[str, list[bytes]]]:
    """Yield the host:port of a server of our own, and all that it has heard."""
    requests: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        done = threading.Event()

        def serve() -> None:
            while not done.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                with connection:
                    requests.append(connection.recv(1000))

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"127.0.0.1:{server.getsockname()[1]}", requests
        finally:
            done.set()
            thread.join()


def test_showing_a_hostile_note_asks_no_server(
    vault: Vault, heard: tuple[str, list[bytes]], qapp: QApplication, qtbot: QtBot
) -> None:
    host, requests = heard
    vault.write("hostile.md", HOSTILE.format(url=f"http://{host}/", host=host))
    view = NoteView(ThemeKeeper(qapp, resources()))
    qtbot.addWidget(view)
    view.resize(600, 900)
    view.show()
    with vault.open() as notebook:
        notebook.index(embed=False)
        result = notebook.search(SearchRequest("pangolin", mode="keyword")).results[0]
        view.show_html(notebook.preview(result.note_id, result.chunk_id, frozenset({"pangolin"})).html)
        view.grab()  # everything is laid out and painted
        qtbot.wait(300)  # nothing is to happen, so there is no condition to wait for
    assert "pangolin" in view.toPlainText()
    assert requests == []


def test_the_server_would_have_heard(heard: tuple[str, list[bytes]], qtbot: QtBot) -> None:
    host, requests = heard
    name, port = host.split(":")
    with socket.create_connection((name, int(port))) as connection:
        connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
    qtbot.waitUntil(lambda: requests == [b"GET / HTTP/1.0\r\n\r\n"])
