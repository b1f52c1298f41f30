"""The program on a real X display, driven from outside: typed into, moved in, started twice, closed by its frame."""

from __future__ import annotations

import configparser
import ctypes
import ctypes.util
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(
    shutil.which("Xvfb") is None or shutil.which("xdotool") is None, reason="needs Xvfb and xdotool"
)
PATIENCE_SECONDS = 60
CLIENT_MESSAGE = 33


def wait_for(found: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not found():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


class ClientMessage(ctypes.Structure):
    """Xlib's XClientMessageEvent, filled up to the size of XEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 24),
    )


def ask_to_close(display: str, window: int) -> None:
    """Send what a window manager sends when the person clicks the cross."""
    xlib = ctypes.CDLL(ctypes.util.find_library("X11"))
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XInternAtom.restype = ctypes.c_ulong
    server = ctypes.c_void_p(xlib.XOpenDisplay(display.encode()))
    protocols, delete = (
        ctypes.c_ulong(xlib.XInternAtom(server, name, 0)) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
    )
    message = ClientMessage(type=CLIENT_MESSAGE, window=window, message_type=protocols, format=32)
    message.data[0] = delete.value
    xlib.XSendEvent(server, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(message))
    xlib.XCloseDisplay(server)


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    """Start a display on a number that is free and return its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with (tmp_path / "xvfb.log").open("wb") as log:
        server = subprocess.Popen(command, pass_fds=(writing,), stderr=log)
    os.close(writing)
    with os.fdopen(reading) as said:
        number = said.readline().strip()
    assert number, (tmp_path / "xvfb.log").read_text()
    yield f":{number}"
    server.terminate()
    server.wait(timeout=30)


class Screen:
    """A person in front of the display, whose notes are opened by a command that writes down which."""

    def __init__(self, display: str, folder: Path) -> None:
        self.display, self.data, self.opened = display, folder / "data", folder / "opened"
        self._environ = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}
        self.memory = self.data / "config" / "window.ini"
        self.memory.parent.mkdir(parents=True)
        write = shlex.join([sys.executable, "-c", f"open({str(self.opened)!r}, 'w').write('{{path}}')"])
        remembered = configparser.RawConfigParser()
        remembered["open"] = {"with": f'"{write.replace(chr(34), chr(92) + chr(34))}"'}
        with self.memory.open("w") as file:
            remembered.write(file, space_around_delimiters=False)

    def start(self, vault: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "notesearch", str(vault), "--data-dir", str(self.data)]
        return subprocess.Popen(command, env=self._environ, stderr=subprocess.PIPE, text=True)

    def toggle(self) -> tuple[int, str]:
        command = [sys.executable, "-m", "notesearch", "--toggle", "--data-dir", str(self.data)]
        ran = subprocess.run(command, env=self._environ, capture_output=True, text=True, timeout=60, check=False)
        return ran.returncode, ran.stderr

    def do(self, *command: str) -> str:
        done = subprocess.run(
            ["xdotool", *command], check=False, env=self._environ, capture_output=True, text=True, timeout=30
        )
        return done.stdout.strip()

    def window(self, title: str) -> str:
        """Return the window that has this title, "" when there is none."""
        return self.do("search", "--onlyvisible", "--name", f"^{title}$").partition("\n")[0]

    def focus(self, window: str) -> bool:
        """Give a window the keyboard; True when it has it."""
        self.do("windowfocus", window)
        return self.do("getwindowfocus", "-f") == window


@pytest.fixture
def screen(display: str, tmp_path: Path) -> Screen:
    return Screen(display, tmp_path)


@pytest.fixture
def vaults(tmp_path: Path) -> tuple[Path, Path]:
    for vault, notes in {"Birds": ("Heron", "Reeds", "Wren"), "Boats": ("Canoe",)}.items():
        (tmp_path / vault).mkdir()
        for name in notes:
            (tmp_path / vault / f"{name}.md").write_text(f"# {name}\n\nThe heron stands beside the {name}.\n")
    return tmp_path / "Birds", tmp_path / "Boats"


def running_on(data: Path) -> list[str]:
    """Return the command lines that name a data folder (Linux only)."""
    lines = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(file.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue  # it has just ended
    return [line for line in lines if str(data) in line]


def test_a_whole_visit(screen: Screen, vaults: tuple[Path, Path]) -> None:
    birds, boats = vaults
    first = screen.start(birds)
    try:
        wait_for(lambda: screen.window("Birds · NoteSearch") or first.poll() is not None, "the window opens")
        window = screen.window("Birds · NoteSearch")
        wait_for(lambda: screen.focus(window), "the window has the focus")

        screen.do("type", "--delay", "30", "heron")
        wait_for(lambda: screen.do("key", "Return") or _opened(screen, "Heron.md"), "the first result is opened")
        screen.do("key", "--delay", "50", "Down", "Return")
        wait_for(lambda: _opened(screen, "Reeds.md", "Wren.md"), "the second result is opened")

        screen.do("key", "ctrl+comma")
        second = screen.start(boats)
        _, said = second.communicate(timeout=PATIENCE_SECONDS)
        assert (second.returncode, said) == (0, "")
        wait_for(lambda: screen.window("Boats · NoteSearch"), "the other vault is in the first window")

        ask_to_close(screen.display, int(window))
        _, said = first.communicate(timeout=PATIENCE_SECONDS)
        assert (first.returncode, said) == (0, "")
    finally:
        first.kill()
        first.communicate()
    assert running_on(screen.data) == []
    assert "settings=true" in screen.memory.read_text()


def test_a_key_of_the_desktop_brings_the_window_and_puts_it_away(screen: Screen, vaults: tuple[Path, Path]) -> None:
    birds, _ = vaults
    first = screen.start(birds)
    try:
        wait_for(lambda: screen.window("Birds · NoteSearch") or first.poll() is not None, "the window opens")
        wait_for(lambda: screen.focus(screen.window("Birds · NoteSearch")), "the window has the focus")
        assert screen.toggle() == (0, "")
        wait_for(lambda: not screen.window("Birds · NoteSearch"), "the window is put away")
        assert first.poll() is None
        assert screen.toggle() == (0, "")
        wait_for(lambda: screen.window("Birds · NoteSearch"), "the window is back")
        ask_to_close(screen.display, int(screen.window("Birds · NoteSearch")))
        _, said = first.communicate(timeout=PATIENCE_SECONDS)
        assert (first.returncode, said) == (0, "")
    finally:
        first.kill()
        first.communicate()


def _opened(screen: Screen, *names: str) -> bool:
    return screen.opened.exists() and Path(screen.opened.read_text()).name in names
