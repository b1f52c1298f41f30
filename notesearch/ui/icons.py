"""The window's own small pictures: SVG outlines, painted in the colour and size that they are asked for in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

if TYPE_CHECKING:
    from pathlib import Path

_SIZES = (16, 20, 24, 32, 48)


class Icons:
    """All pictures, read once at the start."""

    def __init__(self, folder: Path) -> None:
        self._sources = {file.stem: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.svg"))}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}

    def pixmap(self, name: str, colour: str, size: int = 16, scale: float = 1.0) -> QPixmap:
        """Return a picture of `size` logical pixels for a screen of `scale`."""
        key = (name, colour, size, scale)
        if key not in self._pixmaps:
            self._pixmaps[key] = self._paint(name, colour, size, scale)
        return self._pixmaps[key]

    def icon(self, name: str, colour: str) -> QIcon:
        """Return an icon that has the usual sizes."""
        icon = QIcon()
        for size in _SIZES:
            icon.addPixmap(self.pixmap(name, colour, size))
        return icon

    def _paint(self, name: str, colour: str, size: int, scale: float) -> QPixmap:
        source = self._sources[name].replace("currentColor", colour)
        renderer = QSvgRenderer(QByteArray(source.encode()))
        pixmap = QPixmap(QSize(round(size * scale), round(size * scale)))
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        return pixmap
