"""Settings that are lists: items to add, take out and put in order, and the rules that say what kind a note is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QListWidget, QVBoxLayout, QWidget

from notesearch.settings import SourceRule
from notesearch.ui.pieces import IconButton, button, label
from notesearch.ui.setting_rows import SettingRow
from notesearch.ui.words import translate
from notesearch.vault.ignore import compiled
from notesearch.vault.sources import decide

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QPushButton

    from notesearch.settings import Settings, Source
    from notesearch.settings import Vault as VaultSettings
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

_LINES = 4


def source_name(source: Source) -> str:
    """Return what a source is called in the window."""
    names = {
        "session": translate("Sources", "Journal"),
        "workspace": translate("Sources", "Note"),
        "global": translate("Sources", "Evergreen"),
    }
    return names[source]


def pattern_problem(pattern: str) -> str:
    """Return why a pattern of gitignore's syntax cannot be used; empty when it can."""
    if pattern.startswith("#"):
        return translate("Lists", "A pattern that starts with # is a comment.")
    return "" if compiled([pattern]) is not None else translate("Lists", "This is no pattern of gitignore's kind.")


class ListRow(SettingRow):
    """A setting that is a list of texts; `problem_of` says why a text cannot be added (empty: it can)."""

    def __init__(
        self, name: str, where: tuple[str, str], problem_of: Callable[[str], str], keeper: ThemeKeeper, icons: Icons
    ) -> None:
        super().__init__(*where, keeper, icons)
        self._problem_of = problem_of
        self._items: tuple[Any, ...] = ()
        self.list, self.entry, self.problem = QListWidget(), QLineEdit(), label("", "warning", wrap=True)
        self.list.setAccessibleName(name)
        self.entry.setAccessibleName(self.tr("New entry: {0}").format(name))
        self.entry.setMaxLength(1000)
        self.entry.returnPressed.connect(self.add)
        self.entry.textEdited.connect(self.problem.hide)
        self.take_out = IconButton(keeper, icons, "close", self.tr("Take the chosen entry out"))
        self.take_out.clicked.connect(self._take_out)
        self.list.currentRowChanged.connect(self._refresh)
        self.problem.hide()
        keeper.changed.connect(self._fit_height)
        self._lay_out(name)

    @Slot()
    def add(self) -> None:
        """Add what was typed, unless it cannot be; then say why."""
        text = self.entry.text().strip()
        problem = self._problem_of(text) if text else ""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if text and not problem:
            self.entry.clear()
            item = self._made(text)
            self._use((*(each for each in self._items if each != item), item))

    def _made(self, text: str) -> Any:  # noqa: ANN401 - items differ in type
        return text

    def _shown(self, item: Any) -> str:  # noqa: ANN401 - as above
        return str(item)

    def _put(self, value: Any) -> None:  # noqa: ANN401 - as in the base
        chosen = self.list.currentRow()
        self._items = value
        self.list.clear()
        self.list.addItems([self._shown(item) for item in value])
        self.list.setCurrentRow(min(chosen, len(value) - 1))
        self.list.setVisible(bool(value))
        self.take_out.setVisible(bool(value))
        self._fit_height()
        self._refresh()

    @Slot()
    def _fit_height(self) -> None:
        count = len(self._items)
        line = self.list.sizeHintForRow(0) if count else 0
        self.list.setFixedHeight(min(count, _LINES) * line + 2 * self.list.frameWidth() + 2)

    def _use(self, items: tuple[Any, ...]) -> None:
        self._put(items)
        self._tell(items)

    @Slot()
    def _take_out(self) -> None:
        place = self.list.currentRow()
        if place >= 0:
            self._use(self._items[:place] + self._items[place + 1 :])

    @Slot()
    def _refresh(self) -> None:
        self.take_out.setEnabled(self.list.currentRow() >= 0)

    def _tools(self) -> list[QWidget]:
        """Return the buttons that change what is there."""
        return [self.take_out]

    def _entry_line(self) -> list[QWidget]:
        """Return the widgets that make a new entry, from left to right."""
        return [self.entry, button(self.tr("Add"), self.add)]

    def _lay_out(self, name: str) -> None:
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(label(name, wrap=True), 1)
        for tool in (*self._tools(), self.reset):
            top.addWidget(tool)
        for widget in self._entry_line():
            bottom.addWidget(widget, 1 if widget is self.entry else 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.list)
        layout.addLayout(bottom)
        layout.addWidget(self.problem)


class FoldersRow(ListRow):
    """A list of folders; `browse_wanted` asks for a folder dialog."""

    browse_wanted = Signal()

    def _entry_line(self) -> list[QWidget]:
        browse: QPushButton = button(self.tr("Choose …"), self.browse_wanted)
        return [self.entry, browse]


class RulesRow(ListRow):
    """The ordered rules pattern -> source; the first that matches decides."""

    def __init__(self, name: str, keeper: ThemeKeeper, icons: Icons) -> None:
        self.source = QComboBox()
        self.up = IconButton(keeper, icons, "up", translate("Lists", "Move the chosen rule up"))
        super().__init__(name, ("vault", "source_rules"), pattern_problem, keeper, icons)
        for each in ("session", "workspace", "global"):
            self.source.addItem(source_name(each), each)
        self.source.setAccessibleName(self.tr("Kind of the notes that match"))
        self.entry.setPlaceholderText("Projects/**")
        self.up.clicked.connect(self._move_up)

    def _made(self, text: str) -> SourceRule:
        source: Source = self.source.currentData()
        return SourceRule(text, source)

    def _shown(self, item: SourceRule) -> str:
        return f"{item.pattern}  →  {source_name(item.source)}"

    def _entry_line(self) -> list[QWidget]:
        return [self.entry, self.source, button(self.tr("Add"), self.add)]

    @Slot()
    def _move_up(self) -> None:
        place = self.list.currentRow()
        if place > 0:
            items = list(self._items)
            items[place - 1], items[place] = items[place], items[place - 1]
            self.list.setCurrentRow(place - 1)
            self._use(tuple(items))

    @Slot()
    def _refresh(self) -> None:
        super()._refresh()
        self.up.setVisible(len(self._items) > 1)
        self.up.setEnabled(self.list.currentRow() > 0)

    def _tools(self) -> list[QWidget]:
        return [self.up, self.take_out]


class RuleTest(QWidget):
    """A field for a path that says which kind the note would be, and by which rule."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault = ""
        self._options: VaultSettings | None = None
        self.field, self.answer = QLineEdit(), label("", "muted", wrap=True)
        self.field.setPlaceholderText(self.tr("Try a path: Journal/2026-03-01.md"))
        self.field.setAccessibleName(self.tr("Path to try"))
        self.field.textChanged.connect(self._answer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.field)
        layout.addWidget(self.answer)
        self._answer()

    def show_settings(self, settings: Settings) -> None:
        """Judge by other rules."""
        self._options = settings.vault
        self._answer()

    def use_vault(self, vault: str) -> None:
        """Take paths as being in another vault."""
        self._vault = vault
        self._answer()

    @Slot()
    def _answer(self) -> None:
        path = self.field.text().strip().removeprefix(f"{self._vault}/").lstrip("/")
        self.answer.setVisible(bool(path))
        if path and self._options is not None:
            decided = decide(self._vault, path, self._options)
            reasons = {
                "pattern": self.tr("the rule {0}").format(decided.pattern),
                "global folder": self.tr("it lies in a global folder"),
                "dated name": self.tr("its name starts with a date"),
                "MEMORY.md": self.tr("it is named MEMORY.md"),
                "else": self.tr("no rule matches"),
            }
            text = self.tr("{0}: {1}. Front matter with “source:” goes first.")
            self.answer.setText(text.format(source_name(decided.source), reasons[decided.rule]))
