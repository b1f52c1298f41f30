"""Odd files on a real disk, all the way to a search: each is found, or stands in the coverage list with its reason."""

from __future__ import annotations

import datetime as dt
import os
import socket
import stat
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from index_tools import Vault, found, settle

from notesearch.notebook import Notebook
from notesearch.search.request import SearchRequest
from notesearch.settings import Settings
from notesearch.settings import Vault as VaultSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems forbid some of these files")

MEGABYTE = 1 << 20


def reasons(notebook: Notebook) -> dict[str, str]:
    status = notebook.status()
    assert status.on_disk == status.indexed + status.pending + len(status.failed) + len(status.skipped)
    return {file.path: file.reason for file in (*status.failed, *status.skipped)}


def put(vault: Vault, name: str | bytes, content: bytes) -> None:
    raw = os.path.join(os.fsencode(vault.folder), os.fsencode(name))  # noqa: PTH118 - names may not be UTF-8
    os.makedirs(os.path.dirname(raw), exist_ok=True)  # noqa: PTH103, PTH120 - as above
    with open(raw, "wb") as stream:  # noqa: PTH123 - as above
        stream.write(content)


@pytest.mark.parametrize(
    ("text", "encoding", "query"),
    [
        ("# Gürtel\n\nein Gürteltier schläft\n", "utf-8", "gürteltier"),
        ("# Gürtel\n\nein Gürteltier schläft\n", "utf-8-sig", "gürteltier"),
        ("# Gürtel\n\nein Gürteltier schläft\n", "utf-16", "gürteltier"),
        ("\ufeff# Gürtel\n\nein Gürteltier schläft\n", "utf-16-be", "gürteltier"),
        ("# 数据库\n\n今天修复了数据库迁移问题，明天继续测试。\n" * 4, "gb18030", "数据库"),
        ("# 穿山甲\n\nセンザンコウは夜に歩きます。とても静かです。\n" * 4, "shift_jis", "センザンコウ"),
        ("# Связь\n\nпанголин спит ночью и видит сны\n" * 4, "windows-1251", "панголин"),
        ("# Café\n\nun pangolin dort à Besançon, très tôt\n" * 4, "windows-1252", "besançon"),
    ],
)
def test_every_encoding_is_found(vault: Vault, text: str, encoding: str, query: str) -> None:
    put(vault, "a.md", text.encode(encoding))
    with vault.open() as notebook:
        assert notebook.index(embed=False).notes == 1
        assert found(notebook, query) == ["a.md"]


def test_invalid_bytes_are_replaced_and_the_rest_is_found(vault: Vault) -> None:
    put(vault, "a.md", b"# Title\n\nbefore \xff\xfe\xc3( after pangolin\n" + "größe ".encode() * 20)
    with vault.open() as notebook:
        notebook.index(embed=False)
        assert found(notebook, "pangolin") == found(notebook, "größe") == ["a.md"]


def test_85_text_after_a_nul_byte_is_found(vault: Vault) -> None:
    put(vault, "a.md", b"before the byte\n\x00\nafter it a pangolin\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        assert found(notebook, "pangolin") == ["a.md"]
        assert "pangolin" in notebook.search(SearchRequest("pangolin", mode="keyword")).results[0].snippet


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(vault: Vault, end: str) -> None:
    put(vault, "a.md", end.join(["# One", "", "text " * 400, "", "## Two", "", "a pangolin", ""]).encode())
    with vault.open() as notebook:
        notebook.index(embed=False)
        result = notebook.search(SearchRequest("pangolin", mode="keyword")).results[0]
        assert result.start_line <= 7 <= result.end_line
        assert result.start_line > 1


def test_pipes_sockets_and_devices_are_named_and_never_opened(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.write("a.md", "a pangolin\n")
    os.mkfifo(vault.folder / "pipe.md")
    monkeypatch.chdir(vault.folder)
    odd = {"pipe.md", "socket.md"}
    try:
        os.mknod(vault.folder / "zero.md", 0o600 | stat.S_IFCHR, os.makedev(1, 5))  # reading it would never end
        odd.add("zero.md")
    except PermissionError:
        pass
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        with vault.open(watch=True) as notebook:
            settle(notebook)
            assert set(reasons(notebook)) == odd
            assert all("regular file" in reason for reason in reasons(notebook).values())
            assert found(notebook, "pangolin", sync="full") == ["a.md"]


def test_a_picture_named_like_a_note_is_no_text(vault: Vault) -> None:
    put(vault, "picture.md", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00" + os.urandom(4000))
    with vault.open() as notebook:
        assert notebook.index(embed=False).notes == 0
        assert reasons(notebook) == {"picture.md": "not text"}


ODD_NAMES = (
    "😀 emoji.md",
    "quo\"te's `tick`.md",
    "new\nline.md",
    "#%?&+ [x](y).md",
    " lead.md",
    "trail .md",
    "...dots...md",
    "back\\slash.md",
    "-option.md",
    "$(touch x).md",
    "upper.MD",
    "long.markdown",
    "x" * 247 + ".md",
    "汉字" * 41 + ".md",
    os.fsdecode(b"bad\xff\xfe.md"),
)


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_every_name_is_found_opened_and_forgotten(vault: Vault, name: str) -> None:
    put(vault, name, b"a pangolin\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        result = notebook.search(SearchRequest("pangolin", mode="keyword")).results[0]
        assert result.path == name
        notebook.record_open(result.note_id)
        assert notebook.search(SearchRequest("pangolin", mode="keyword")).results[0].opens == 1
        path = notebook.note_path(result.note_id)
        assert path is not None
        assert "pangolin" in notebook.preview(result.note_id, result.chunk_id, frozenset()).html
        path.unlink()
        assert found(notebook, "pangolin", sync="full") == []
        assert notebook.check() == []


def test_twins_in_two_normal_forms_are_two_notes(vault: Vault) -> None:
    put(vault, "caf\u00e9.md", b"a pangolin\n")
    put(vault, "cafe\u0301.md", b"a pangolin\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        assert sorted(found(notebook, "pangolin")) == ["cafe\u0301.md", "caf\u00e9.md"]
        assert len(found(notebook, "café pangolin")) == 2


def test_88_links_give_each_file_once_and_no_endless_scan(vault: Vault) -> None:
    outside = vault.folder.parent / "outside"
    outside.mkdir()
    (outside / "far.md").write_text("a pangolin outside\n")
    vault.write("real/a.md", "a pangolin inside\n")
    links = {
        "file.md": "real/a.md",
        "folder": "real",
        "real/up": "..",
        "real/self": "self",
        "gone.md": "nowhere.md",
        "far.md": str(outside / "far.md"),
        "out": str(outside),
    }
    for name, target in links.items():
        (vault.folder / name).symlink_to(target)
    with vault.open(watch=True) as notebook:
        settle(notebook)
        assert found(notebook, "pangolin") == ["real/a.md"]
        assert set(reasons(notebook)) == {"file.md", "gone.md", "far.md", "out"}
        notebook.use_settings(Settings(vault=VaultSettings(follow_symlinks=True)))
        settle(notebook)
        assert len(found(notebook, "pangolin")) == 2


def test_89_a_vault_below_a_hidden_folder_is_searched_and_its_own_hidden_ones_are_not(vault: Vault) -> None:
    vault.folder = vault.folder.parent / ".hidden/notes"
    vault.folder.mkdir(parents=True)
    vault.write("a.md", "a pangolin\n")
    vault.write(".obsidian/b.md", "a pangolin\n")
    vault.write("sub/.trash/c.md", "a pangolin\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        assert found(notebook, "pangolin") == ["a.md"]


def test_what_the_ignore_file_names_is_left_out_and_comes_back(vault: Vault) -> None:
    vault.write("drafts/a.md", "a pangolin\n")
    vault.write("keep/b.md", "a pangolin\n")
    vault.write(".notesearchignore", "drafts/\n*.tmp.md\n")
    vault.write("x.tmp.md", "a pangolin\n")
    with vault.open(watch=True) as notebook:
        settle(notebook)
        assert found(notebook, "pangolin") == ["keep/b.md"]
        (vault.folder / ".notesearchignore").unlink()
        settle(notebook, lambda activity: activity.notes == 3)


@pytest.mark.parametrize("year", [1902, 1970, 2106, 2500])
def test_83_files_of_other_times_have_a_bounded_age_and_no_boost(vault: Vault, year: int) -> None:
    then = dt.datetime(year, 2, 3, tzinfo=dt.UTC).timestamp()
    vault.write("2026-03-01.md", "a pangolin\n", mtime=then)
    vault.write("journal.md", "---\nsource: session\n---\na pangolin\n", mtime=then)
    with vault.open() as notebook:
        notebook.index(embed=False)
        for result in notebook.search(SearchRequest("pangolin", mode="keyword")).results:
            assert 0.3 <= result.decay <= 1
            assert result.access_boost == 1
            assert result.age_days is not None
            assert 0 <= result.age_days < 50_000
        assert notebook.index(embed=False).updated == 0


def test_a_clock_that_was_set_back_does_no_harm(vault: Vault) -> None:
    now = dt.datetime.now().astimezone()
    vault.write("journal.md", "---\nsource: session\n---\na pangolin\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        notebook.record_open(1)
    earlier = now - dt.timedelta(days=4000)

    def clock() -> dt.datetime:
        return earlier

    vault.write("new.md", "an okapi\n", mtime=earlier.timestamp())
    with Notebook.open(vault.folder, vault.paths, settings=Settings(), clock=clock) as notebook:
        assert (notebook.index(embed=False).added, notebook.check()) == (1, [])
        result = notebook.search(SearchRequest("pangolin", mode="keyword")).results[0]
        assert (result.age_days, result.decay, result.opens) == (0, 1, 1)
        assert 1 < result.access_boost <= 1.25
        vault.write("journal.md", "a tapir\n", mtime=earlier.timestamp())
        assert found(notebook, "tapir", sync="full") == ["journal.md"]


def _many_lines(vault: Vault) -> None:
    with (vault.folder / "huge.md").open("wb") as stream:
        stream.write(b"a pangolin at the start\n")
        stream.writelines(b"line %d and more of it\n" % number for number in range(100 * MEGABYTE // 22))


def _one_line(vault: Vault) -> None:
    with (vault.folder / "huge.md").open("wb") as stream:
        stream.write(b"a pangolin at the start ")
        stream.writelines(b"word%d and more of it " % number for number in range(50 * MEGABYTE // 22))


@pytest.mark.parametrize("write", [_one_line, pytest.param(_many_lines, marks=pytest.mark.long)])
def test_86_a_huge_note_takes_bounded_time_and_memory_and_says_what_is_left_out(
    vault: Vault, write: Callable[[Vault], None]
) -> None:
    write(vault)
    started = time.monotonic()
    command = [sys.executable, "-m", "notesearch", "index", vault.folder, "--no-embed", "--data-dir", vault.paths.data]
    assert _peak_memory(command) < 1000 * MEGABYTE
    assert time.monotonic() - started < 120
    with vault.open() as notebook:
        started = time.process_time()
        assert found(notebook, "pangolin") == ["huge.md"]
        assert time.process_time() - started < 0.5
        warnings = notebook._index.database.value("SELECT warnings FROM notes")
        assert "only the first 16 MB of" in str(warnings)
        assert notebook.check() == []


def _peak_memory(command: Sequence[str | Path]) -> int:
    """The most memory, in bytes, that a program held at any time; it must end well.

    A process begins with the peak of the one that started it, and a test process may be large: a small one stands between.
    """
    script = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)\n"
    )
    measured = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, text=True, check=True)
    return int(measured.stdout)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_86_500_notes_of_a_megabyte_are_searched_in_half_a_second(vault: Vault) -> None:
    for number in range(500):
        words = " ".join(f"w{number * 7 + at % 5000} filler text{at % 900}" for at in range(MEGABYTE // 22))
        vault.write(f"big{number}.md", f"# Big {number}\n\n{words}\n")
    with vault.open() as notebook:
        notebook.index(embed=False)
        queries = ("w900 text7", "big 77", '"w901 filler"', "nothing such", "text1 text2 text3", "w901 w902")
        worst = max(_search_time(notebook, query) for query in queries)
        everywhere = _search_time(notebook, "filler")
        sys.stdout.write(f"slowest {worst:.3f} s; a word that stands in every chunk {everywhere:.3f} s\n")
        assert worst < 0.5
        assert everywhere < 0.5  # by the notes alone; FTS5 would score each of 390,000 rows


def _search_time(notebook: Notebook, query: str) -> float:
    started = time.process_time()
    notebook.search(SearchRequest(query, mode="keyword", sync="none"))
    return time.process_time() - started
