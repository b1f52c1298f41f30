"""The first page: vaults that were found, a folder of one's own, or the sample."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from notesearch.ui.pieces import button, label
from notesearch.ui.scrolling import Scrolling
from notesearch.ui.words import breakable, printable

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper
    from notesearch.vault.discover import FoundVault

_LETTERS = 68
_SHOWN = 5
_CHROME = 64  # pixels of a button that are not text: its edges and its picture


class VaultButton(QPushButton):
    """Shows a folder's name and where it lies; a long way there is shortened in its middle."""

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.setObjectName("vault")
        self.setAutoDefault(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setIconSize(QSize(20, 20))
        self.setToolTip(printable(str(path)))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the texts to the new width."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = max(0, self.width() - _CHROME)
        metrics, middle = self.fontMetrics(), Qt.TextElideMode.ElideMiddle
        lines = (printable(self.path.name), printable(str(self.path.parent)))
        self.setText("\n".join(metrics.elidedText(each, middle, room) for each in lines))


class StartPage(QWidget):
    """`chosen` carries the Path of a vault, `sample_wanted` asks for the bundled one.

    The dialog for a folder opens in `near`.
    """

    chosen = Signal(object)
    sample_wanted = Signal()

    def __init__(self, keeper: ThemeKeeper, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._keeper, self._icons = keeper, icons
        self._dialog: QFileDialog | None = None
        self.near = Path.home()
        self.message = label("", "warning", wrap=True)
        self.message.hide()
        self.found_title = label(self.tr("Found on this computer"), "muted")
        self.found_title.hide()
        self.found = QVBoxLayout()
        self.found.setSpacing(8)
        self.choose = button(self.tr("Choose a folder …"), self.ask_for_folder, "primary")
        self.sample = button(self.tr("Try the sample notes"), self.sample_wanted)
        self.title = label(self.tr("Find the passage you mean"), "headline", wrap=True)
        self._middle = QWidget()
        self._lay_out()
        keeper.changed.connect(self._use_font)
        self._use_font()

    def say(self, text: str) -> None:
        """Show why no vault could be opened."""
        self.message.setText(breakable(text))
        self.message.setVisible(bool(text))

    def offer(self, vaults: tuple[FoundVault, ...]) -> None:
        """List vaults to choose from."""
        while (item := self.found.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self.found_title.setVisible(bool(vaults))
        buttons = [self._vault_button(vault.path) for vault in vaults[:_SHOWN]]
        for each in buttons:
            self.found.addWidget(each)
            each.show()  # at once: what is not yet shown cannot have the focus
        for before, after in pairwise((*buttons, self.choose, self.sample)):
            self.setTabOrder(before, after)
        if buttons and self.window().focusWidget() in {None, self.choose}:
            buttons[0].setFocus()  # Enter opens what was found

    @Slot()
    def ask_for_folder(self) -> None:
        """Open the folder dialog; the window goes on meanwhile."""
        self._dialog = QFileDialog(self, self.tr("Choose the folder with your notes"), str(self.near))
        self._dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._dialog.fileSelected.connect(self._choose_text)
        self._dialog.open()

    @Slot(str)
    def _choose_text(self, folder: str) -> None:
        self.chosen.emit(Path(folder))

    @Slot()
    def _choose_found(self) -> None:
        widget = self.sender()
        assert isinstance(widget, VaultButton)
        self.chosen.emit(widget.path)

    @Slot()
    def _use_font(self) -> None:
        self._middle.setMaximumWidth(self.fontMetrics().averageCharWidth() * _LETTERS)

    def _vault_button(self, path: Path) -> QPushButton:
        widget = VaultButton(path)
        widget.setIcon(self._icons.icon("folder", self._keeper.theme.accent))
        widget.setAccessibleName(self.tr("Open {0}").format(path.name))
        widget.clicked.connect(self._choose_found)
        return widget

    def _lay_out(self) -> None:
        logo = QLabel()
        logo.setPixmap(self._icons.pixmap("notesearch", "#ffffff", 56, self.devicePixelRatioF()))
        text = self.tr(
            "NoteSearch looks through a folder of Markdown notes by words and by meaning. "
            "It only reads your notes, and nothing leaves this computer."
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.choose)
        buttons.addWidget(self.sample)
        buttons.addStretch()
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(logo)
        column.addSpacing(8)
        column.addWidget(self.title)
        column.addWidget(label(text, "muted", wrap=True))
        column.addWidget(self.message)
        column.addSpacing(16)
        column.addWidget(self.found_title)
        column.addLayout(self.found)
        column.addSpacing(8)
        column.addLayout(buttons)
        column.addStretch(3)
        self._middle.setLayout(column)
        inside = QWidget()
        inside.setObjectName("page")
        row = QHBoxLayout(inside)
        row.addStretch(1)
        row.addWidget(self._middle, 4)
        row.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(Scrolling(inside))
