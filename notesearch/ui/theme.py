"""The window's colours, light and dark, and their way into Qt: palette, style sheet, live switch with the system."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPalette

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

Appearance = Literal["system", "light", "dark"]
SIZES = {"large": 1.3, "huge": 1.8}
"""Sizes of letters that the style sheet names, as multiples of the system's."""
_NAME = re.compile(r"@([a-z_]+)")


@dataclass(frozen=True, slots=True)
class Theme:
    """One colour scheme; every pair that PAIRS names has a contrast of at least 4.5 to 1."""

    name: str
    window: str
    surface: str
    raised: str
    text: str
    muted: str
    line: str
    edge: str
    hover: str
    selection: str
    accent: str
    accent_strong: str
    on_accent: str
    tint: str
    mark: str
    on_mark: str
    badge: str
    on_badge: str
    warning: str
    code_keyword: str
    code_text: str
    code_name: str


LIGHT = Theme(
    name="light",
    window="#f6f5f2",
    surface="#ffffff",
    raised="#f4f2ee",
    text="#1d2125",
    muted="#595f66",
    line="#e4e1da",
    edge="#c9c5bc",
    hover="#eceae5",
    selection="#deedea",
    accent="#0f6b66",
    accent_strong="#0b5551",
    on_accent="#ffffff",
    tint="#edf6f4",
    mark="#bfe5df",
    on_mark="#07312e",
    badge="#e9e6e0",
    on_badge="#474d54",
    warning="#8a4500",
    code_keyword="#8a2f6b",
    code_text="#2f6420",
    code_name="#1f4f99",
)
DARK = Theme(
    name="dark",
    window="#16181a",
    surface="#1d2022",
    raised="#272b2d",
    text="#e8e6e1",
    muted="#a7acb1",
    line="#2f3437",
    edge="#474d51",
    hover="#23272a",
    selection="#213836",
    accent="#6ccbc1",
    accent_strong="#8adbd2",
    on_accent="#06211f",
    tint="#1c2d2c",
    mark="#1d5d57",
    on_mark="#f0fffd",
    badge="#2b3033",
    on_badge="#c6cacd",
    warning="#f0b866",
    code_keyword="#e5a8d5",
    code_text="#a9d38d",
    code_name="#9cc3f5",
)
# For those who asked their desktop for high contrast: every pair has at least 7 to 1, and lines can be seen.
LIGHT_STRONG = replace(
    LIGHT,
    window="#ffffff",
    raised="#f7f7f7",
    text="#000000",
    muted="#33383d",
    line="#6d6d6d",
    edge="#3d3d3d",
    hover="#ededed",
    selection="#d3e8e5",
    accent="#00443f",
    accent_strong="#002b28",
    mark="#a9ded6",
    on_mark="#000000",
    badge="#e4e4e4",
    on_badge="#1c1f22",
    warning="#5c2c00",
    code_keyword="#5d1747",
    code_text="#1b4210",
    code_name="#0d3270",
)
DARK_STRONG = replace(
    DARK,
    window="#000000",
    surface="#000000",
    raised="#161616",
    text="#ffffff",
    muted="#d9dcdf",
    line="#8f969b",
    edge="#c0c6ca",
    hover="#1c1c1c",
    selection="#12312e",
    accent="#8ff0e5",
    accent_strong="#b5f7ef",
    tint="#0b1f1d",
    mark="#0f4a45",
    on_mark="#ffffff",
    badge="#262626",
    on_badge="#f2f2f2",
    warning="#ffd08a",
)
# (foreground, background) as they meet in the window.
PAIRS = (
    ("text", "window"),
    ("text", "surface"),
    ("text", "raised"),
    ("text", "hover"),
    ("text", "selection"),
    ("text", "tint"),
    ("muted", "window"),
    ("muted", "surface"),
    ("muted", "raised"),
    ("muted", "hover"),
    ("muted", "selection"),
    ("muted", "tint"),
    ("accent", "window"),
    ("accent", "surface"),
    ("accent", "raised"),
    ("accent", "selection"),
    ("accent", "tint"),
    ("accent", "hover"),
    ("on_accent", "accent"),
    ("on_accent", "accent_strong"),
    ("on_mark", "mark"),
    ("on_badge", "badge"),
    ("warning", "window"),
    ("warning", "surface"),
    ("warning", "raised"),
    ("code_keyword", "raised"),
    ("code_text", "raised"),
    ("code_name", "raised"),
)


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, 1..21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)  # noqa: PLR2004 - WCAG's own
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def fill(template: str, theme: Theme) -> str:
    """Put the theme's colours in place of `@name`."""
    colours = asdict(theme)
    return _NAME.sub(lambda found: colours.get(found[1], found[0]), template)


def palette(theme: Theme) -> QPalette:
    """Return the palette for what the style sheet does not reach."""
    result = QPalette()
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.raised,
        role.Text: theme.text,
        role.Button: theme.surface,
        role.ButtonText: theme.text,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.muted,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Accent: theme.accent,
    }
    for key, colour in colours.items():
        result.setColor(key, QColor(colour))
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, QColor(theme.muted))
    return result


class ThemeKeeper(QObject):
    """Keeps the application in the system's colour scheme, or in the one that the person chose.

    It knows its theme from the start and dresses the application at the first `choose`: widgets that are put together
    before take a third of the time.
    """

    changed = Signal()
    """There are other colours, or letters of another size, in every widget by now."""

    def __init__(self, app: QApplication, resources: Path, appearance: Appearance = "system") -> None:
        super().__init__(app)
        self._app = app
        sheet = (resources / "style" / "app.qss").read_text(encoding="utf-8")
        self._sheet = sheet.replace("@icons", (resources / "icons").as_posix())
        self._note = (resources / "style" / "note.css").read_text(encoding="utf-8")
        self._appearance = appearance
        self._applied = False
        self._font = app.font()
        # Both are held: PySide takes the second for deleted once nothing holds the first.
        self._style = app.styleHints()
        self._hints = self._style.accessibility()
        self._style.colorSchemeChanged.connect(self._follow)
        self._hints.contrastPreferenceChanged.connect(self._apply)
        self.theme = self._wanted()

    @property
    def appearance(self) -> Appearance:
        """What the person chose."""
        return self._appearance

    def choose(self, appearance: Appearance) -> None:
        """Follow the system, or stay light or dark."""
        self._appearance = appearance
        self._apply()

    def follow_font(self) -> None:
        """Give every widget the system's font when it has become another: the style sheet would keep it from them."""
        if self._applied and self._app.font() != self._font:
            self._font = self._app.font()
            self._dress()
            self.changed.emit()

    def _dress(self) -> None:
        points = self._font.pointSizeF()
        sheet = fill(self._sheet, self.theme)
        for name, factor in SIZES.items():
            sheet = sheet.replace(f"@{name}", f"{points * factor:.2f}pt")
        self._app.setStyleSheet(sheet)

    @property
    def note_css(self) -> str:
        """The style of a rendered note in the present colours."""
        return fill(self._note, self.theme)

    @Slot()
    def _follow(self) -> None:
        if self._appearance == "system":
            self._apply()

    def wants_contrast(self) -> bool:
        """Whether the person asked the desktop for high contrast."""
        return bool(self._hints.contrastPreference() == Qt.ContrastPreference.HighContrast)

    def _wanted(self) -> Theme:
        dark = self._style.colorScheme() == Qt.ColorScheme.Dark
        if self._appearance != "system":
            dark = self._appearance == "dark"
        strong = self.wants_contrast()
        return (DARK_STRONG if strong else DARK) if dark else (LIGHT_STRONG if strong else LIGHT)

    @Slot()
    def _apply(self) -> None:
        theme, before = self._wanted(), self.theme
        if theme is before and self._applied:
            return
        self.theme, self._applied, self._font = theme, True, self._app.font()
        self._app.setPalette(palette(self.theme))
        self._dress()
        if theme is not before:
            self.changed.emit()
