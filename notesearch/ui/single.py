"""One window a person: a second start hands its vault and query to the first and ends."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from notesearch.paths import private_folder
from notesearch.ui.asked import Asked

_WAIT_MS = 500
_MAX_BYTES = 65_536
# The longest path that a Unix socket can have, with room to spare.
_MAX_PATH = 100


class SingleInstance(QObject):
    """Listens for further starts, for this person only: `asked` carries an Asked."""

    asked = Signal(object)

    def __init__(self, data: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = _server_name(data)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)

    def hand_over(self, asked: Asked) -> bool:
        """Give what is asked for to the first window; False when there is none."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(json.dumps(_as_plain(asked)).encode() + b"\n")
        socket.waitForBytesWritten(_WAIT_MS)
        socket.disconnectFromServer()
        return True

    def listen(self) -> bool:
        """Become the first window; what a crash left behind is removed."""
        if self._server.listen(self._name):
            return True
        QLocalServer.removeServer(self._name)
        return self._server.listen(self._name)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    @Slot()
    def _meet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(socket.deleteLater)
            if socket.canReadLine():
                self._take(socket)

    @Slot()
    def _read(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket) and (socket.canReadLine() or socket.bytesAvailable() > _MAX_BYTES):
            self._take(socket)

    def _take(self, socket: QLocalSocket) -> None:
        try:
            said = json.loads(bytes(socket.readLine(_MAX_BYTES).data()))
            self.asked.emit(_from_plain(said))
        except (ValueError, TypeError, KeyError):
            socket.abort()


def _as_plain(asked: Asked) -> dict[str, str | bool | None]:
    vault = asked.vault
    place = os.path.abspath(vault) if vault is not None else None  # noqa: PTH100 - links are the person's own names
    return {
        "vault": place,
        "query": asked.query,
        "toggle": asked.toggle,
        "background": asked.background,
        "link": asked.link,
        "token": os.environ.get("XDG_ACTIVATION_TOKEN", ""),
    }


def _from_plain(said: Any) -> Asked:  # noqa: ANN401 - whatever came through the socket
    """Read what a start has said; raises KeyError, TypeError or ValueError when it says nothing."""
    return Asked(
        vault=Path(said["vault"]) if said["vault"] else None,
        query=str(said["query"]),
        toggle=said["toggle"] is True,
        background=said["background"] is True,
        link=str(said["link"]),
        token=str(said["token"]),
    )


def _server_name(data: Path) -> str:
    """Return a socket inside the person's own data folder, or a name made from it where that is not possible."""
    inside = private_folder(data) / "window.sock"
    if sys.platform != "win32" and len(os.fsencode(inside)) < _MAX_PATH:
        return str(inside)
    return "notesearch-" + hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
