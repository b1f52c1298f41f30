"""The line at the bottom: how this answer came about, what goes on behind, and buttons where one helps."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from notesearch.ui.pieces import Elided, button, keyed, label
from notesearch.ui.told import said
from notesearch.ui.words import count, milliseconds, number, share, time_left

if TYPE_CHECKING:
    from notesearch.notebook import Activity
    from notesearch.search.results import Results

_NO_MODEL = ("no model", "not installed", "model missing", "model damaged")
_LEARNING = "embedding:"
_SAID_MS, _READ_MS = 8000, 80


class StatusLine(QWidget):
    """Emits what the person wants done: `model_wanted`, `paused` with the new state, `deletions` (agreed or not)."""

    model_wanted = Signal()
    paused = Signal(bool)
    deletions_agreed = Signal()
    rescan_wanted = Signal()
    coverage_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._activity: Activity | None = None
        self._kept: int | None = None
        self.mode, self.work, self.count = Elided(), label("", "muted"), label("", "muted")
        self.mode.setObjectName("muted")
        self.message = Elided()
        self.message.hide()
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.timeout.connect(self._tell_next)
        self._news: deque[str] = deque()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(96)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.get_model = button(self.tr("Get a model"), self.model_wanted, "link")
        self.pause = button("", self._toggle_pause, "link")
        self.agree = button(self.tr("Remove them"), self.deletions_agreed, "link")
        self.keep = button(self.tr("Keep"), self._keep, "link")
        self.rescan = button(self.tr("Look again"), self.rescan_wanted, "link")
        self.coverage = button("", self.coverage_wanted, "link")
        keyed(self.coverage, self.tr("Which notes are indexed ({coverage})"))
        self._lay_out()
        self.show_activity(None)
        self.show_results(None)

    def show_results(self, results: Results | None, *, refining: bool = False) -> None:
        """Say how the answer was found and how much there is."""
        if results is None:
            self.mode.set_text("")
            self.count.setText("")
            self.get_model.hide()
            return
        modes = {
            "hybrid": self.tr("Words and meaning"),
            "keyword": self.tr("Words only"),
            "meaning": self.tr("Meaning only"),
        }
        reason = results.reason or ""
        text = self.tr("Words, meaning to come …") if refining else modes[results.mode]
        # How far learning has come is said, and drawn, further right.
        why = "" if refining or reason.startswith(_LEARNING) else said(reason)
        warnings = [said(each) for each in results.warnings]
        self.mode.set_text(" · ".join(part for part in (text, why, *warnings) if part))
        self.mode.setToolTip("\n".join(part for part in (said(reason), *warnings) if part))
        self.get_model.setVisible(not refining and reason.startswith(_NO_MODEL))
        found = len(results.results)
        notes = count(found, self.tr("1 note"), self.tr("{0} notes"))
        self.count.setText(self.tr("{0} in {1}").format(notes, milliseconds(results.took_ms)))
        if not refining:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, notes))

    def show_activity(self, activity: Activity | None) -> None:
        """Say what goes on behind: the most pressing thing first."""
        self._activity = activity
        text, done, total = self._work_text(activity)
        self.work.setText(text)
        self.work.setToolTip(said(activity.offline) if activity is not None and activity.offline is not None else "")
        self.work.setVisible(bool(text))
        self.progress.setVisible(total > 0)
        if total:
            self.progress.setMaximum(total)
            self.progress.setValue(done)
        held = activity is not None and activity.held_back > 0 and activity.held_back != self._kept
        self.agree.setVisible(held)
        self.keep.setVisible(held)
        self.rescan.setVisible(activity is not None and activity.offline is not None)
        embedding = activity.embedding if activity else None
        unfinished = embedding is not None and embedding.embedded < embedding.total
        has_model = activity is not None and activity.model.phase in {"ready", "loading"}
        self.pause.setVisible(unfinished and has_model and not held)
        troubles = activity.troubles if activity is not None else 0
        text = count(troubles, self.tr("1 file not indexed"), self.tr("{0} files not indexed"))
        self.coverage.setText(text if troubles else self.tr("Coverage"))
        paused = embedding is not None and embedding.paused
        self.pause.setText(self.tr("Resume") if paused else self.tr("Pause"))

    def sizeHint(self) -> QSize:
        """Stay as high as a button needs, whether one is there or not."""
        return QSize(super().sizeHint().width(), self.get_model.sizeHint().height() + 10)

    def minimumSizeHint(self) -> QSize:
        """Keep that height."""
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def _work_text(self, activity: Activity | None) -> tuple[str, int, int]:
        """Return what to say, and the progress as (done, total); total 0 shows no bar."""
        if activity is None:
            return "", 0, 0
        if activity.offline is not None:
            return self.tr("Vault offline"), 0, 0
        if activity.held_back and activity.held_back != self._kept:
            return self.tr("{0} notes are gone. Remove them from the index?").format(number(activity.held_back)), 0, 0
        if activity.indexing is not None:
            done, total = activity.indexing.done, activity.indexing.total
            return self.tr("Reading notes: {0} of {1}").format(number(done), number(total)), done, total
        embedding = activity.embedding
        if embedding.embedded < embedding.total and activity.model.phase in {"ready", "loading"}:
            left = time_left(embedding.seconds_left) if embedding.seconds_left is not None else ""
            left = self.tr("paused") if embedding.paused else left
            text = self.tr("Learning meaning: {0}").format(share(embedding.embedded, embedding.total))
            return " · ".join(part for part in (text, left) if part), embedding.embedded, embedding.total
        return said(activity.watching), 0, 0

    def say(self, text: str) -> None:
        """Answer something that the person did: at once, for a few seconds, in place of the mode."""
        self._show_message(text)

    def tell(self, news: str) -> None:
        """Tell what has happened behind: one piece of news after another, each for as long as it takes to read."""
        if news != self.message.whole and news not in self._news:
            self._news.append(news)
        if self.message.isHidden():
            self._tell_next()

    @Slot()
    def _tell_next(self) -> None:
        self._show_message(self._news.popleft() if self._news else "")

    def _show_message(self, text: str) -> None:
        self.message.set_text(text)
        self.message.setToolTip(text)
        self.message.setVisible(bool(text))
        self.mode.setVisible(not text)
        if text:
            self._silence.start(max(_SAID_MS, len(text) * _READ_MS))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    @Slot()
    def _toggle_pause(self) -> None:
        if self._activity is not None:
            self.paused.emit(not self._activity.embedding.paused)

    @Slot()
    def _keep(self) -> None:
        if self._activity is not None:
            self._kept = self._activity.held_back
            self.show_activity(self._activity)

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 4, 16, 4)
        layout.setSpacing(8)
        layout.addWidget(self.message, 1)
        layout.addWidget(self.mode, 1)
        for widget in (
            self.get_model,
            self.work,
            self.progress,
            self.pause,
            self.agree,
            self.keep,
            self.rescan,
            self.count,
            self.coverage,
        ):
            layout.addWidget(widget)
