"""Takes pictures of the real window on the sample vault: those of the README, and one of every state with `--out`.

uv run python packaging/screenshots.py [--models DIR] [--out DIR]
"""  # noqa: INP001 - a script, not part of a package

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from scenes import LOOKS, take

from notesearch import settings
from notesearch.paths import AppPaths, private_folder, resources

README = Path(__file__).parent / "screenshots"
"""Where the pictures of the README lie; they are the only ones that are kept with the project."""
IN_README = ("results", "dark", "settings")
MODEL = "e5"
SCREEN = {"name": "desk", "x": 0, "y": 0, "width": 2560, "height": 1440, "logicalDpi": 96, "dpr": 1}
"""What the windows stand on: without it, Qt's platform without a display has 800x800 pixels."""
COLUMNS, THUMB, CAPTION, GAP = 4, QRect(0, 0, 560, 360), 24, 16


def prepare(home: Path, models: Path) -> None:
    """Lay out a home: the sample vault, the model if there is one, and what Obsidian would say of its vaults."""
    shutil.copytree(resources() / "sample-vault", home / "sample-vault")
    paths = AppPaths.for_person(home / "data")
    model = models / f"{MODEL}.gguf"
    if model.is_file():
        shutil.copy(model, private_folder(paths.models))
        settings.save(paths.settings_file, {"model": {"name": MODEL}})
    else:
        print(f"{model} is not there: the pictures show words only.")  # noqa: T201 - a script's answer
    listed = {"vaults": {"1": {"path": str(home / "sample-vault"), "ts": 1}}}
    (private_folder(home / "obsidian") / "obsidian.json").write_text(json.dumps(listed), encoding="utf-8")


def contact_sheet(pictures: list[Path], target: Path) -> None:
    """Paint all pictures, small and with their names, onto one sheet."""
    QGuiApplication.instance() or QGuiApplication([])
    cell = THUMB.adjusted(0, 0, GAP, GAP + CAPTION)
    rows = -(-len(pictures) // COLUMNS)
    sheet = QImage(cell.width() * COLUMNS + GAP, cell.height() * rows + GAP, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    painter.setPen(QColor("#ffffff"))
    for place, file in enumerate(pictures):
        at = THUMB.translated(GAP + place % COLUMNS * cell.width(), GAP + place // COLUMNS * cell.height())
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        picture = QImage(str(file))
        painter.drawImage(at.topLeft(), picture.scaled(at.size().boundedTo(picture.size()), keep, smooth))
        painter.drawText(at.left(), at.bottom() + CAPTION - 6, file.stem)
    painter.end()
    sheet.save(str(target))


def take_all(models: Path, out: Path) -> None:
    """Take every picture into `out`, each look in a process of its own, and put them onto a sheet."""
    with tempfile.TemporaryDirectory(prefix="notesearch-") as folder:
        home = Path(folder)
        prepare(home, models)
        screen = home / "screen.json"
        screen.write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
        for name, look in LOOKS.items():
            words = [sys.executable, __file__, "--look", name, "--home", folder, "--out", str(out)]
            environ = {**os.environ, "QT_SCALE_FACTOR": str(look.scale), "XDG_CONFIG_HOME": folder}
            environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen}"
            subprocess.run(words, env=environ, check=True)  # noqa: S603 - ourselves
    sheet = out / "contact-sheet.png"
    contact_sheet(sorted(file for file in out.glob("*.png") if file != sheet), sheet)


def main() -> None:
    """Take the pictures that the arguments ask for."""
    usual = AppPaths.for_person().models
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--models", type=Path, default=usual, help=f"where {MODEL}.gguf lies (usually {usual})")
    parser.add_argument("--out", type=Path, help="where all pictures go; without it only those of the README are kept")
    parser.add_argument("--look", choices=LOOKS, help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.look:
        take(chosen.look, chosen.home, chosen.out)
        return
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        out = (chosen.out or Path(folder)).absolute()
        out.mkdir(parents=True, exist_ok=True)
        take_all(chosen.models, out)
        README.mkdir(exist_ok=True)
        for name in IN_README:
            shutil.copy(out / f"{name}.png", README)


if __name__ == "__main__":
    main()
