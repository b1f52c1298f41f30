"""What the window remembers of itself from one start to the next: sizes, panels, last vault, past questions, looks."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings

from notesearch.paths import private_folder

if TYPE_CHECKING:
    from notesearch.ui.theme import Appearance

_MAX_HISTORY, _MAX_VAULTS = 50, 20
LANGUAGES = {"en": "English", "zh_CN": "简体中文"}
"""The languages that the window is complete in, each by its own name."""
_WHOLE = re.compile(r"-?\d{1,2}", re.ASCII)
_APPEARANCES: dict[str, Appearance] = {"light": "light", "dark": "dark"}


class Memory:
    """A small INI file beside the settings; a damaged one is as good as none."""

    def __init__(self, file: Path) -> None:
        # Past questions are in it: Qt would make it readable for everybody, but keeps the rights of one that is there.
        with contextlib.suppress(OSError):  # where it cannot be written, nothing is remembered
            private_folder(file.parent)
            file.touch(mode=0o600)
            file.chmod(0o600)
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    @property
    def last_vault(self) -> Path | None:
        """The vault that was open last."""
        text = self._text("vault/last")
        return Path(text) if text else None

    @last_vault.setter
    def last_vault(self, vault: Path) -> None:
        self._store.setValue("vault/last", str(vault))
        others = [each for each in self._list("vault/known") if each != str(vault)]
        self._store.setValue("vault/known", [str(vault), *others][:_MAX_VAULTS])

    @property
    def vaults(self) -> list[Path]:
        """The vaults that have been open, the latest first."""
        return [Path(each) for each in self._list("vault/known")]

    @property
    def appearance(self) -> Appearance:
        """Light, dark or as the system."""
        return _APPEARANCES.get(self._text("look/appearance"), "system")

    @appearance.setter
    def appearance(self, value: Appearance) -> None:
        self._store.setValue("look/appearance", value)

    @property
    def language(self) -> str:
        """The language of the window: `en`, `zh_CN`, or empty for the system's."""
        text = self._text("look/language")
        return text if text in LANGUAGES else ""

    @language.setter
    def language(self, value: str) -> None:
        self._store.setValue("look/language", value)

    @property
    def zoom(self) -> int:
        """How many steps larger than the window's the letters of the preview are."""
        text = self._text("look/zoom")
        return int(text) if _WHOLE.fullmatch(text) else 0

    @zoom.setter
    def zoom(self, value: int) -> None:
        self._store.setValue("look/zoom", str(value))

    @property
    def opener(self) -> str:
        """How notes are opened: `default`, `obsidian`, or a command with `{path}` and `{line}`."""
        return self._text("open/with") or "default"

    @opener.setter
    def opener(self, value: str) -> None:
        self._store.setValue("open/with", value)

    @property
    def questions(self) -> list[str]:
        """Past questions, the latest first."""
        return self._list("search/questions")

    def add_question(self, text: str) -> None:
        """Remember a question that led somewhere."""
        kept = [text, *(each for each in self.questions if each != text)]
        self._store.setValue("search/questions", kept[:_MAX_HISTORY])

    @property
    def saved(self) -> list[str]:
        """Questions that the person keeps, the latest first."""
        return self._list("search/saved")

    def toggle_saved(self, text: str) -> None:
        """Keep a question, or forget it when it is kept."""
        others = [each for each in self.saved if each != text]
        self._store.setValue("search/saved", others if text in self.saved else [text, *others])
        self.save()

    def state(self, name: str) -> QByteArray | None:
        """Return the saved geometry of a part of the window."""
        value = self._store.value(f"window/{name}")
        return value if isinstance(value, QByteArray) else None

    def keep_state(self, name: str, state: QByteArray) -> None:
        """Save the geometry of a part of the window."""
        self._store.setValue(f"window/{name}", state)

    def key(self, action: str) -> str:
        """The key that the person chose for an action; empty for the delivered one."""
        return self._text(f"keys/{action}")

    def keep_key(self, action: str, keys: str) -> None:
        """Save the key of an action; an empty one is the delivered one."""
        if keys:
            self._store.setValue(f"keys/{action}", keys)
        else:
            self._store.remove(f"keys/{action}")

    def flag(self, name: str) -> bool:
        """Whether a panel was shown."""
        return self._text(f"panels/{name}") == "true"

    def keep_flag(self, name: str, *, shown: bool) -> None:
        """Save whether a panel is shown."""
        self._store.setValue(f"panels/{name}", "true" if shown else "false")

    def save(self) -> None:
        """Write the file."""
        self._store.sync()

    def _list(self, key: str) -> list[str]:
        value = self._store.value(key, [])
        return [str(each) for each in value] if isinstance(value, list) else [str(value)] if value else []

    def _text(self, key: str) -> str:
        value = self._store.value(key, "")
        return value if isinstance(value, str) else ""
