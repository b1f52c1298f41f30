"""The panels that come and go beside and below the results: the focus never goes down with one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget


class Panels(QObject):
    """Shows and hides panels of a window, each of which has a signal `closed`; `changed` says that one came or went."""

    changed = Signal()

    def __init__(self, window: QWidget, panels: tuple[QWidget, ...], field: QWidget) -> None:
        super().__init__(window)
        self._window, self._panels, self._field = window, panels, field
        for panel in panels:
            panel.closed.connect(self._close)  # type: ignore[attr-defined]  # as the docstring says

    def show(self, panel: QWidget, *, shown: bool) -> None:
        """Show or hide a panel; the focus of one that goes returns to the search field."""
        leaving = not shown and self._is_in(panel)
        panel.setVisible(shown)
        if leaving:
            self._field.setFocus()
        self.changed.emit()

    def leave(self) -> bool:
        """Hide the panel that the focus is in; False when it is in none."""
        panel = next((each for each in self._panels if self._is_in(each)), None)
        if panel is not None:
            self.show(panel, shown=False)
        return panel is not None

    def _is_in(self, panel: QWidget) -> bool:
        focus = self._window.focusWidget()
        return focus is not None and panel.isVisible() and panel.isAncestorOf(focus)

    @Slot()
    def _close(self) -> None:
        panel = self.sender()
        assert isinstance(panel, QWidget)
        self.show(panel, shown=False)
