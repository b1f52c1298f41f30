"""Pictures of the vault, decoded for the preview."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

_MAX_PICTURE = QSize(1600, 1600)
_MAX_DECODED_MB = 128


def decoded(data: bytes) -> QImage | None:
    """Decode a picture without letting a small file unpack into a huge one."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    QImageReader.setAllocationLimit(_MAX_DECODED_MB)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and (size.width() > _MAX_PICTURE.width() or size.height() > _MAX_PICTURE.height()):
        reader.setScaledSize(size.scaled(_MAX_PICTURE, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image


def fitted(image: QImage, room: int, scale: float) -> QImage:
    """Return a picture at most `room` logical pixels wide, with all the pixels that a screen of `scale` can show."""
    if image.width() <= room:
        return image
    smaller = image.scaledToWidth(min(image.width(), round(room * scale)), Qt.TransformationMode.SmoothTransformation)
    smaller.setDevicePixelRatio(smaller.width() / room)
    return smaller


def nothing() -> QImage:
    """Return a picture that cannot be seen; without one, Qt would look for a file of that name."""
    image = QImage(1, 1, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    return image
