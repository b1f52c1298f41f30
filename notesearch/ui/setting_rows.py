"""One setting as a row: its name, its control, and the way back to its default."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from notesearch.settings import Settings
from notesearch.ui.pieces import IconButton, label

if TYPE_CHECKING:
    from notesearch.ui.icons import Icons
    from notesearch.ui.theme import ThemeKeeper

_STEPS = 1000


@dataclass(frozen=True, slots=True)
class Change:
    """A new value for one field of one section of the settings."""

    section: str
    field: str
    value: bool | float | str | tuple[Any, ...]


def value_of(settings: Settings, section: str, field: str) -> Any:  # noqa: ANN401 - fields differ in type
    """Return one field of the settings."""
    return getattr(getattr(settings, section), field)


def changed(settings: Settings, change: Change) -> Settings:
    """Return `settings` with one field replaced."""
    section = msgspec.structs.replace(getattr(settings, change.section), **{change.field: change.value})
    return msgspec.structs.replace(settings, **{change.section: section})


@dataclass(frozen=True, slots=True)
class Scale:
    """The values that a slider runs over; `curved` gives small values more room, as for days.

    Without `sliding` there is only the field, for values that cost much to try.
    """

    low: float
    high: float
    decimals: int = 2
    step: float = 0.05
    suffix: str = ""
    curved: bool = False
    sliding: bool = True
    special: str = ""

    def to_slider(self, value: float) -> int:
        """Return the slider's position, 0..1000."""
        if self.curved:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(_STEPS * min(1.0, max(0.0, share)))

    def to_value(self, position: int) -> float:
        """Return the value at a slider's position, rounded to what is shown."""
        share = position / _STEPS
        value = self.low * (self.high / self.low) ** share if self.curved else self.low + share * (self.high - self.low)
        return round(value, self.decimals)


class SettingRow(QWidget):
    """What switches and sliders have in common: the field, the reset button, the signal `changed` with a Change."""

    changed = Signal(object)

    def __init__(self, section: str, field: str, keeper: ThemeKeeper, icons: Icons) -> None:
        super().__init__()
        self.section, self.field = section, field
        self.default = value_of(Settings(), section, field)
        self.reset = IconButton(keeper, icons, "reset", self.tr("Reset to the default"))
        self.reset.clicked.connect(self._reset)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)

    def show_value(self, settings: Settings) -> None:
        """Show the value that holds now, without saying that it changed."""
        value = value_of(settings, self.section, self.field)
        self._put(value)
        self.reset.setVisible(value != self.default)

    def _put(self, value: Any) -> None:  # noqa: ANN401 - fields differ in type
        raise NotImplementedError

    def _tell(self, value: bool | float | tuple[Any, ...]) -> None:  # noqa: FBT001 - a value, not a flag
        self.reset.setVisible(value != self.default)
        self.changed.emit(Change(self.section, self.field, value))

    @Slot()
    def _reset(self) -> None:
        self._put(self.default)
        self._tell(self.default)


class SwitchRow(SettingRow):
    """A setting that is on or off."""

    def __init__(self, name: str, section: str, field: str, keeper: ThemeKeeper, icons: Icons) -> None:
        super().__init__(section, field, keeper, icons)
        self.box = QCheckBox(name)
        self.box.toggled.connect(self._tell)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.box, 1)
        layout.addWidget(self.reset)

    def _put(self, value: Any) -> None:  # noqa: ANN401 - as in the base
        with QSignalBlocker(self.box):
            self.box.setChecked(bool(value))


class NumberRow(SettingRow):
    """A setting that is a number: a slider for the hand and a field for an exact value."""

    def __init__(self, name: str, where: tuple[str, str], scale: Scale, keeper: ThemeKeeper, icons: Icons) -> None:
        super().__init__(*where, keeper, icons)
        self._scale = scale
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _STEPS)
        self.slider.setSingleStep(_STEPS // 100)
        self.slider.setPageStep(_STEPS // 10)
        self.slider.setAccessibleName(name)
        self.spin = QDoubleSpinBox()
        self.spin.setRange(scale.low, scale.high)
        self.spin.setDecimals(scale.decimals)
        self.spin.setSingleStep(scale.step)
        self.spin.setSuffix(scale.suffix)
        self.spin.setSpecialValueText(scale.special)
        self.spin.setKeyboardTracking(False)
        self.spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        for widget in (self.slider, self.spin):
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            widget.installEventFilter(self)
        self.spin.setAccessibleName(name)
        self.slider.valueChanged.connect(self._slid)
        self.slider.actionTriggered.connect(self._step)
        self.spin.valueChanged.connect(self._typed)
        self._lay_out(name)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Let the wheel scroll the panel; it changes a value only where the focus is."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _put(self, value: Any) -> None:  # noqa: ANN401 - as in the base
        with QSignalBlocker(self.slider), QSignalBlocker(self.spin):
            self.slider.setValue(self._scale.to_slider(float(value)))
            self.spin.setValue(float(value))

    @Slot(int)
    def _slid(self, position: int) -> None:
        value = self._scale.to_value(position)
        with QSignalBlocker(self.spin):
            self.spin.setValue(value)
        self._tell(self._typed_value(value))

    @Slot(int)
    def _step(self, action: int) -> None:
        """Have an arrow key change the value by one step of the field: less than that would be rounded away."""
        steps = {QSlider.SliderAction.SliderSingleStepAdd: 1, QSlider.SliderAction.SliderSingleStepSub: -1}
        step = steps.get(QSlider.SliderAction(action))
        if step is not None:
            self.slider.setSliderPosition(self.slider.value())
            self.spin.stepBy(step)

    @Slot(float)
    def _typed(self, value: float) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._scale.to_slider(value))
        self._tell(self._typed_value(value))

    def _typed_value(self, value: float) -> float:
        return int(value) if isinstance(self.default, int) else round(value, self._scale.decimals)

    def _lay_out(self, name: str) -> None:
        top = QHBoxLayout()
        top.addWidget(label(name, wrap=True), 1)
        top.addWidget(self.spin)
        top.addWidget(self.reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.slider)
        self.slider.setVisible(self._scale.sliding)
