"""Real events of a real file system become hints; when there can be none, the clock gives them, and it is said."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notesearch.settings import Vault
from notesearch.vault import watch as watching
from notesearch.vault.hints import Hints, Inbox
from notesearch.vault.mounts import quiet_file_system
from notesearch.vault.note import Root
from notesearch.vault.watch import VaultWatcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# watchdog's own observer may meet a new folder twice and warns of it, which as an error would end its thread;
# ours gives each watch an identity of its own and never does.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

_WAIT_S = 10.0
_PLAIN = Vault(ignore=("ignored/",))


class _Collector:
    """A watcher, and all that it has hinted so far."""

    def __init__(self, watcher: VaultWatcher, root: Path) -> None:
        self.watcher, self.root = watcher, str(root)
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.everything = 0

    def take(self) -> Hints:
        hints = self.watcher.take()
        self.files |= {path for root, path in hints.files if root == self.root}
        self.folders |= {path for root, path in hints.folders if root == self.root}
        self.everything += hints.everything
        return hints

    def until(self, condition: Callable[[], bool]) -> None:
        """Take hints until the condition holds."""
        end = time.monotonic() + _WAIT_S
        while not condition():
            assert time.monotonic() < end, (self.files, self.folders, self.everything, self.watcher.problem)
            self.take()
            time.sleep(0.005)

    def covers(self, path: str) -> bool:
        """Tell whether the file is hinted by name or by one of its folders."""
        return path in self.files or any(path.startswith(f"{folder}/") for folder in self.folders)


def _open_handles() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture(params=["inotify", "observer"] if sys.platform == "linux" else ["observer"])
def vault(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[_Collector]:
    """A watched vault with a few folders, by each way to watch that this system has."""
    if request.param == "observer":
        monkeypatch.setattr(
            watching, "_open_watches", lambda roots, _options, inbox: watching._ObserverWatches(roots, inbox)
        )
    root = tmp_path / "vault"
    for folder in ("sub/deep", ".git/objects", "ignored"):
        (root / folder).mkdir(parents=True)
    (root / "sub/old.md").write_text("old")
    watcher = VaultWatcher([Root(str(root))], _PLAIN)
    watcher.start()
    assert watcher.problem is None
    yield _Collector(watcher, root)
    watcher.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "vault"


def test_create_edit_delete(vault: _Collector, root: Path) -> None:
    (root / "sub/new.md").write_text("x")
    vault.until(lambda: vault.covers("sub/new.md"))
    vault.files.clear()
    with (root / "sub/old.md").open("a") as stream:
        stream.write("more")
    vault.until(lambda: vault.covers("sub/old.md"))
    vault.files.clear()
    (root / "sub/new.md").unlink()
    vault.until(lambda: vault.covers("sub/new.md"))


def test_saving_by_a_temporary_file_and_a_rename(vault: _Collector, root: Path) -> None:
    (root / "sub/.old.md.tmp").write_text("new")
    (root / "sub/.old.md.tmp").replace(root / "sub/old.md")
    vault.until(lambda: vault.covers("sub/old.md"))
    assert vault.files == {"sub/old.md"}


def test_rename_hints_at_both_names(vault: _Collector, root: Path) -> None:
    (root / "sub/old.md").rename(root / "sub/OLD.md")
    vault.until(lambda: vault.covers("sub/old.md") and vault.covers("sub/OLD.md"))


def test_delete_and_create_at_once_is_one_hint(vault: _Collector, root: Path) -> None:
    (root / "sub/old.md").unlink()
    (root / "sub/old.md").write_text("again")
    vault.until(lambda: vault.covers("sub/old.md"))
    assert vault.files == {"sub/old.md"}


def test_other_files_are_no_hints(vault: _Collector, root: Path) -> None:
    (root / "sub/picture.png").write_text("x")
    (root / "sub/last.markdown").write_text("x")
    vault.until(lambda: vault.covers("sub/last.markdown"))
    assert vault.files == {"sub/last.markdown"}


def test_a_new_tree_is_hinted_and_watched(vault: _Collector, root: Path) -> None:
    (root / "a/b/c").mkdir(parents=True)
    (root / "a/b/c/first.md").write_text("x")
    vault.until(lambda: vault.covers("a/b/c/first.md"))
    vault.files.clear()
    vault.folders.clear()
    (root / "a/b/c/second.md").write_text("x")
    vault.until(lambda: vault.covers("a/b/c/second.md"))


def test_a_renamed_folder_is_hinted_by_both_names_and_stays_watched(vault: _Collector, root: Path) -> None:
    (root / "sub").rename(root / "moved")
    vault.until(lambda: vault.covers("sub/old.md") and vault.covers("moved/old.md"))
    vault.files.clear()
    vault.folders.clear()
    (root / "moved/deep/new.md").write_text("x")
    vault.until(lambda: vault.covers("moved/deep/new.md"))


def test_a_deleted_folder_is_hinted(vault: _Collector, root: Path) -> None:
    shutil.rmtree(root / "sub")
    vault.until(lambda: vault.covers("sub/old.md"))


def test_a_note_that_becomes_a_folder(vault: _Collector, root: Path) -> None:
    (root / "sub/old.md").unlink()
    (root / "sub/old.md").mkdir()
    (root / "sub/old.md/inner.md").write_text("x")
    vault.until(lambda: "sub/old.md" in vault.files and vault.covers("sub/old.md/inner.md"))


def test_the_ignore_file_makes_everything_worth_a_look(vault: _Collector, root: Path) -> None:
    (root / ".notesearchignore").write_text("sub/\n")
    vault.until(lambda: vault.everything > 0)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems forbid the name")
def test_a_name_that_is_no_utf8(vault: _Collector, root: Path) -> None:
    os.close(os.open(os.fsencode(root) + b"/\xff.md", os.O_CREAT | os.O_WRONLY))
    vault.until(lambda: vault.covers("\udcff.md"))


def test_a_vault_that_goes_and_comes_back_is_watched_anew(vault: _Collector, root: Path, tmp_path: Path) -> None:
    root.rename(tmp_path / "away")
    vault.until(lambda: vault.everything == 1)
    (tmp_path / "away").rename(root)
    vault.until(lambda: vault.everything == 2)
    (root / "sub/new.md").write_text("x")
    vault.until(lambda: vault.covers("sub/new.md"))


def test_a_vault_replaced_by_another_folder_is_watched(vault: _Collector, root: Path, tmp_path: Path) -> None:
    root.rename(tmp_path / "away")
    root.mkdir()
    vault.until(lambda: vault.everything >= 1)
    (root / "new.md").write_text("x")
    vault.until(lambda: vault.covers("new.md"))


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's own watches")
class TestInotify:
    @pytest.fixture
    def vault(self, root: Path) -> Iterator[_Collector]:
        for folder in ("sub", ".git/objects", "ignored/deep"):
            (root / folder).mkdir(parents=True)
        watcher = VaultWatcher([Root(str(root))], _PLAIN)
        watcher.start()
        yield _Collector(watcher, root)
        watcher.close()

    def test_hidden_and_ignored_folders_cost_no_watch(self, vault: _Collector, root: Path) -> None:
        (root / ".new").mkdir()
        (root / "last").mkdir()
        vault.until(lambda: "last" in vault.folders)
        assert sorted(vault.watcher._watches._trees[0]._folders.values()) == ["", "last", "sub"]  # type: ignore[union-attr]
        vault.folders.clear()
        (root / ".git/objects/a.md").write_text("x")
        (root / "ignored/deep/a.md").write_text("x")
        (root / "last/b.md").write_text("x")
        vault.until(lambda: vault.covers("last/b.md"))
        assert vault.files == {"last/b.md"}

    def test_reading_notes_is_no_change(self, vault: _Collector, root: Path) -> None:
        (root / "sub/a.md").write_text("x")
        vault.until(lambda: vault.covers("sub/a.md"))
        vault.take()
        vault.files.clear()
        (root / "sub/a.md").read_text()
        (root / "sub/b.md").write_text("x")
        vault.until(lambda: vault.covers("sub/b.md"))
        assert vault.files == {"sub/b.md"}

    def test_files_that_come_faster_than_watches(self, vault: _Collector, root: Path) -> None:
        paths = [f"n{number}/x/y/note.md" for number in range(100)]
        for path in paths:
            (root / path).parent.mkdir(parents=True)
            (root / path).write_text("x")
        vault.until(lambda: all(map(vault.covers, paths)))

    def test_a_burst_of_5000_files_is_hinted_whole(self, vault: _Collector, root: Path) -> None:
        for number in range(5000):
            (root / f"sub/{number}.md").write_text("x")
        wanted = {f"sub/{number}.md" for number in range(5000)}
        vault.until(lambda: wanted <= vault.files or vault.everything > 0)

    def test_a_link_to_a_folder_is_hinted(self, vault: _Collector, root: Path) -> None:
        (root / "link").symlink_to("sub", target_is_directory=True)
        vault.until(lambda: "link" in vault.folders)

    def test_lost_events_make_everything_worth_a_look_and_watching_goes_on(self, vault: _Collector, root: Path) -> None:
        vault.watcher._watches._trees[0].on_queue_overflow()  # type: ignore[union-attr]
        vault.until(lambda: vault.everything > 0)
        assert vault.watcher.problem is None
        (root / "sub/a.md").write_text("x")
        vault.until(lambda: vault.covers("sub/a.md"))

    def test_a_dead_thread_is_replaced(self, vault: _Collector, root: Path) -> None:
        vault.watcher._watches._descriptor.stop()  # type: ignore[union-attr]
        vault.until(lambda: vault.everything > 0)
        (root / "sub/a.md").write_text("x")
        vault.until(lambda: vault.covers("sub/a.md"))

    def test_closing_leaves_no_thread_and_no_descriptor(self, root: Path) -> None:
        root.mkdir()
        threads, handles = threading.active_count(), _open_handles()
        for _ in range(30):
            watcher = VaultWatcher([Root(str(root))], _PLAIN)
            watcher.start()
            watcher.close()
        assert threading.active_count() == threads
        assert _open_handles() <= handles


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "max_user_watches"), (errno.EMFILE, "max_user_instances"), (errno.ENOSYS, "cannot watch")],
)
def test_limits_of_the_system_lead_to_polling(
    number: int, words: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root.mkdir()

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(watching, "_open_watches", refuse)
        watcher = VaultWatcher([Root(str(root))], _PLAIN, poll_seconds=0.0)
        watcher.start()
        assert watcher.problem is not None
        assert watcher.problem.startswith("Watching by polling: ")
        assert words in watcher.problem
        assert watcher.take().everything
    monkeypatch.setattr(watching, "_RETRY_SECONDS", 0.0)
    assert watcher.take().everything
    assert watcher.problem is None
    watcher.close()


_SCRIPT = """
import sys
from notesearch.settings import Vault
from notesearch.vault.note import Root
from notesearch.vault.watch import VaultWatcher
watcher = VaultWatcher([Root(sys.argv[1])], Vault(), poll_seconds=0.0)
watcher.start()
print(watcher.problem, watcher.take().everything)
watcher.close()
"""


@pytest.mark.parametrize("limit", ["max_inotify_watches", "max_inotify_instances"])
def test_the_kernels_real_limits(limit: str, root: Path) -> None:
    for number in range(20):
        (root / str(number)).mkdir(parents=True)
    lowered = f'echo {3 if "watches" in limit else 0} > /proc/sys/user/{limit} && exec "$0" -c "$1" "$2"'
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", lowered, sys.executable, _SCRIPT, str(root)]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*command[:3], "true"], check=False, capture_output=True).returncode
    ):
        pytest.skip("this system gives no user namespace to lower the limit in")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Watching by polling: the system's limit")
    assert done.stdout.endswith("True\n")
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform != "linux", reason="inotify's own limit")
def test_a_folder_for_which_no_watch_is_left_leads_to_polling(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "sub").mkdir(parents=True)
    real = watching._Descriptor.add_callback

    def refuse(self: object, path: bytes, *rest: object) -> object:
        if path.endswith(b"/sub"):
            raise OSError(errno.ENOSPC, "inotify watch limit reached")
        return real(self, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(watching._Descriptor, "add_callback", refuse)
    handles = _open_handles()
    watcher = VaultWatcher([Root(str(root))], _PLAIN, poll_seconds=0.0)
    watcher.start()
    assert watcher.problem is not None
    assert "max_user_watches" in watcher.problem
    assert _open_handles() <= handles
    watcher.close()


def test_everything_is_looked_at_now_and_then(root: Path) -> None:
    root.mkdir()
    watcher = VaultWatcher([Root(str(root))], _PLAIN, rescan_seconds=0.0)
    watcher.start()
    assert watcher.take().everything
    watcher.close()
    watcher = VaultWatcher([Root(str(root))], _PLAIN)
    watcher.start()
    assert not watcher.take().everything
    watcher.close()


def test_a_vault_that_is_missing_at_the_start_is_watched_when_it_comes(root: Path) -> None:
    watcher = VaultWatcher([Root(str(root))], _PLAIN)
    watcher.start()
    collector = _Collector(watcher, root)
    assert not collector.take().everything
    root.mkdir()
    collector.until(lambda: collector.everything == 1)
    (root / "a.md").write_text("x")
    collector.until(lambda: collector.covers("a.md"))
    watcher.close()


def test_wake_is_called_once_between_two_takes() -> None:
    calls: list[int] = []
    inbox = Inbox(lambda: calls.append(1))
    inbox.file("/r", "a.md")
    inbox.file("/r", "b.md")
    inbox.file("/r", "c.txt")
    inbox.folder("/r", "sub")
    assert len(calls) == 1
    assert inbox.take() == Hints(frozenset({("/r", "a.md"), ("/r", "b.md")}), frozenset({("/r", "sub")}))
    assert inbox.take() == Hints()
    inbox.everything()
    assert len(calls) == 2
    assert inbox.take() == Hints(everything=True)


def test_more_hints_than_can_be_kept_become_everything() -> None:
    inbox = Inbox(None)
    for number in range(100_010):
        inbox.file("/r", f"{number}.md")
    hints = inbox.take()
    assert hints.everything
    assert len(hints.files) == 100_000


def test_network_folders_are_polled_too(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    place = str(tmp_path / "net work").replace(" ", "\\040")
    mounts.write_text(
        "1 0 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n"
        f"2 1 0:40 / {place} rw,relatime - nfs4 server:/x rw\n"
        f"3 2 0:41 / {place}/local rw - tmpfs tmpfs rw\n"
        f"4 2 0:42 / {place}/ssh rw - fuse.sshfs host: rw\n"
    )
    assert quiet_file_system(str(tmp_path / "net work/vault"), mounts) == "nfs4"
    assert quiet_file_system(str(tmp_path / "net work/local/vault"), mounts) is None
    assert quiet_file_system(str(tmp_path / "net work/ssh"), mounts) == "fuse.sshfs"
    assert quiet_file_system(str(tmp_path / "net works"), mounts) is None
    assert quiet_file_system("/", tmp_path / "missing") is None
