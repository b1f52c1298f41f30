"""Has the names of the vault looked up for the search field's completions: when it is opened and as it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from notesearch.background.messages import ListNames, Opened, Reply
from notesearch.index.naming import VaultNames

if TYPE_CHECKING:
    from notesearch.notebook import Activity
    from notesearch.ui.session import Session

# While notes keep changing, not more often than this.
_AGAIN_MS = 2000


class Naming(QObject):
    """Keeps the completions of a session's search field up to date."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._completions, self._engine = session.window.search.completions, session.engine
        self._revision: int | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._ask)
        self._engine.replied.connect(self.hear)
        self._engine.active.connect(self.follow)
        session.window.closing.connect(self._again.stop)

    @Slot(object)
    def hear(self, reply: Reply) -> None:
        """Take the names, and ask for those of a vault that has just been opened."""
        if isinstance(reply.value, VaultNames):
            self._completions.use_names(reply.value)
        elif isinstance(reply.value, Opened):
            self._completions.use_names(VaultNames())
            self._revision = None
            self._ask()

    @Slot(object)
    def follow(self, activity: Activity) -> None:
        """Ask again when the notes have changed and come to rest."""
        settled = activity.indexing is None and activity.pending == 0
        if settled and activity.revision != self._revision:
            self._revision = activity.revision
            if not self._again.isActive():
                self._again.start()

    @Slot()
    def _ask(self) -> None:
        self._engine.offer(ListNames())
