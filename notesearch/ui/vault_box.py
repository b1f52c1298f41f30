"""The settings' part about the vault: which files are notes, which folders come with it, which kind a note is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from notesearch.ui.list_rows import FoldersRow, ListRow, RulesRow, RuleTest, pattern_problem
from notesearch.ui.setting_rows import SettingRow, SwitchRow

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper


class VaultBox(QWidget):
    """Its `rows` are settings of the section `vault`, its `test` says which rule a path meets."""

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault = ""
        self.folders = FoldersRow(
            self.tr("Evergreen folders"), ("vault", "global_folders"), self._folder_problem, keeper, icons
        )
        self.folders.entry.setPlaceholderText(self.tr("Name or path of a folder"))
        self.folders.browse_wanted.connect(self._browse)
        self.kinds = RulesRow(self.tr("Kinds by path"), keeper, icons)
        self.test = RuleTest()
        self.ignore = ListRow(self.tr("Leave out"), ("vault", "ignore"), pattern_problem, keeper, icons)
        self.ignore.entry.setPlaceholderText("Archive/")
        links = SwitchRow(self.tr("Follow links out of the vault"), "vault", "follow_symlinks", keeper, icons)
        self.rows: tuple[SettingRow, ...] = (self.folders, self.kinds, self.ignore, links)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        for widget in (self.kinds, self.test, self.folders, self.ignore, links):
            layout.addWidget(widget)

    def use_vault(self, vault: Path) -> None:
        """Take paths as being in this vault."""
        self._vault = os.fspath(vault)
        self.test.use_vault(self._vault)

    def _folder_problem(self, text: str) -> str:
        place = os.path.join(self._vault, os.path.expanduser(text))  # noqa: PTH111, PTH118 - as `vault_roots` does
        return "" if os.path.isdir(place) else self.tr("There is no such folder.")  # noqa: PTH112 - as above

    @Slot()
    def _browse(self) -> None:
        """Choose a folder in a dialog; the window goes on meanwhile."""
        dialog = QFileDialog(self, self.tr("Choose a folder"), self._vault)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.add_folder)
        dialog.open()

    @Slot(str)
    def add_folder(self, folder: str) -> None:
        """Add a folder to those that come with the vault."""
        self.folders.entry.setText(folder)
        self.folders.add()
