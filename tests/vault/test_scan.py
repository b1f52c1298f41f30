"""A scan lists each note once, opens none of them, and says why it leaves a file out; what it cannot see is not gone."""

from __future__ import annotations

import os
import socket
import sys
import time
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from notesearch.errors import VaultOfflineError
from notesearch.settings import Vault
from notesearch.vault import scan as scanning
from notesearch.vault.note import NoteFile, Root, SkippedFile, Stamp
from notesearch.vault.read import read_note
from notesearch.vault.scan import (
    Unreadable,
    check_online,
    is_placeholder,
    scan,
    stat_note,
    vault_identity,
    walk,
    walk_folder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

_PLAIN = Vault()
_FOLLOWING = Vault(follow_symlinks=True)
_NOBODY = 65534
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can try the rights of another user"
)


@pytest.fixture
def as_nobody(tmp_path: Path) -> Callable[[], AbstractContextManager[None]]:
    """Return what lends this process the rights of another user, to whom the way to `tmp_path` is open."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | 0o011)
    tmp_path.chmod(0o755)

    @contextmanager
    def lend() -> Iterator[None]:
        os.seteuid(_NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)

    return lend


def _fill(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)


def _paths(folder: Path, options: Vault = _PLAIN) -> list[str]:
    return sorted(file.path for file in scan([Root(str(folder))], options).notes)


def _skipped(folder: Path, options: Vault = _PLAIN) -> dict[str, str]:
    return {file.path: file.reason for file in scan([Root(str(folder))], options).skipped}


def _agrees(folder: Path, options: Vault = _PLAIN) -> None:
    """Whatever a scan says of a file, looking at that file alone says too."""
    root = Root(str(folder))
    found = scan([root], options)
    for file in (*found.notes, *found.skipped):
        if (folder / file.path).is_dir():
            continue
        assert stat_note(root, file.path, options) == file


def test_notes_by_ending_in_any_case(tmp_path: Path) -> None:
    _fill(tmp_path, ["a.md", "B.MD", "c.markdown", "d.MarkDown", "e.txt", "f.md.bak", "md", "g/h.md", "i.mdx"])
    assert _paths(tmp_path) == ["B.MD", "a.md", "c.markdown", "d.MarkDown", "g/h.md"]
    _agrees(tmp_path)


def test_stamp_is_the_file_systems(tmp_path: Path) -> None:
    _fill(tmp_path, ["a.md"])
    status = (tmp_path / "a.md").stat()
    (note,) = scan([Root(str(tmp_path))], _PLAIN).notes
    assert note == NoteFile(str(tmp_path), "a.md", Stamp(status.st_size, status.st_mtime_ns, status.st_ino))


def test_hidden_folders_are_left_out_below_the_root_only(tmp_path: Path) -> None:
    vault = tmp_path / ".hidden" / "notes"
    _fill(vault, ["a.md", ".obsidian/b.md", "sub/.trash/c.md", ".d.md"])
    assert _paths(vault) == [".d.md", "a.md"]
    assert stat_note(Root(str(vault)), "sub/.trash/c.md", _PLAIN) is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems forbid some of these names")
def test_odd_names_are_kept_as_they_are(tmp_path: Path) -> None:
    names = [
        "😀 emoji.md",
        "quo\"te's.md",
        "new\nline.md",
        "#%?&+.md",
        " lead.md",
        "trail .md",
        "...dots.md",
        "x" * 247 + ".md",
    ]
    names += ["caf\u00e9.md", "cafe\u0301.md", ".md", "a\\b.md"]
    _fill(tmp_path, names)
    raw = os.fsencode(tmp_path) + b"/bad\xff\xfe.md"
    os.close(os.open(raw, os.O_CREAT | os.O_WRONLY))
    assert _paths(tmp_path) == sorted([*names, "bad\udcff\udcfe.md"])
    _agrees(tmp_path)


def test_settings_and_ignore_file_use_gitignore_patterns(tmp_path: Path) -> None:
    _fill(tmp_path, ["a.md", "drafts/b.md", "sub/drafts/c.md", "top/d.md", "sub/top/e.md", "x.tmp.md", "keep.tmp.md"])
    (tmp_path / ".notesearchignore").write_text("# a comment\ndrafts/\n\n/top/\n")
    options = Vault(ignore=("*.tmp.md", "!keep.tmp.md"))
    assert _paths(tmp_path, options) == ["a.md", "keep.tmp.md", "sub/top/e.md"]
    assert stat_note(Root(str(tmp_path)), "sub/drafts/c.md", options) is None
    assert stat_note(Root(str(tmp_path)), "x.tmp.md", options) is None
    _agrees(tmp_path, options)


_TREE = ("a.md", "k/a.md", "k/s/b.md", "o/c.md")


@pytest.mark.parametrize(
    ("patterns", "kept"),
    [
        (("*", "!*/", "!*.md"), _TREE),
        (("*", "!*/", "!b.md"), ("k/s/b.md",)),
        (("*.md", "!k/"), ()),  # the folder comes back, the notes in it are meant by the first pattern
        (("/*", "!/k/"), ("k/a.md", "k/s/b.md")),
        (("k/", "!k/a.md"), ("a.md", "o/c.md")),  # in a folder that is left out nothing comes back
        (("k/**", "!k/a.md"), ("a.md", "k/a.md", "o/c.md")),
        (("k/**", "!k/s/", "!k/s/b.md"), ("a.md", "k/s/b.md", "o/c.md")),
        (("k/*", "!k/s"), ("a.md", "k/s/b.md", "o/c.md")),
        (("**/s",), ("a.md", "k/a.md", "o/c.md")),
        (("!a.md", "a.md"), ("k/s/b.md", "o/c.md")),
    ],
)
def test_the_last_pattern_that_means_a_file_or_its_folder_decides(
    tmp_path: Path, patterns: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    _fill(tmp_path, _TREE)
    assert _paths(tmp_path, Vault(ignore=patterns)) == sorted(kept)
    _agrees(tmp_path, Vault(ignore=patterns))


def test_an_ignore_file_that_is_none_does_no_harm(tmp_path: Path) -> None:
    _fill(tmp_path, ["a.md"])
    (tmp_path / ".notesearchignore").write_bytes(b"\xff\xfe!\n\\\n[z-a]\n***a\n")
    assert _paths(tmp_path) == ["a.md"]
    (tmp_path / ".notesearchignore").unlink()
    os.mkfifo(tmp_path / ".notesearchignore")
    assert _paths(tmp_path) == ["a.md"]


def test_pipes_and_sockets_are_named_and_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        assert _skipped(tmp_path) == {"pipe.md": scanning.NOT_REGULAR, "socket.md": scanning.NOT_REGULAR}
        _agrees(tmp_path)


def test_links_inside_the_vault_give_each_file_once(tmp_path: Path) -> None:
    _fill(tmp_path, ["z/real.md", "z/deep/other.md"])
    (tmp_path / "a-link.md").symlink_to("z/real.md")
    (tmp_path / "a-folder").symlink_to("z", target_is_directory=True)
    (tmp_path / "z/up").symlink_to("..", target_is_directory=True)
    (tmp_path / "z/self").symlink_to("self")
    assert _paths(tmp_path) == ["z/deep/other.md", "z/real.md"]
    assert _skipped(tmp_path) == {"a-link.md": scanning.SAME_FILE}
    assert stat_note(Root(str(tmp_path)), "a-folder/real.md", _PLAIN) is None
    _agrees(tmp_path)


def test_links_to_hidden_places_of_the_vault_are_followed(tmp_path: Path) -> None:
    _fill(tmp_path, [".store/one.md", ".store/two.md"])
    (tmp_path / "one.md").symlink_to(".store/one.md")
    (tmp_path / "store").symlink_to(".store", target_is_directory=True)
    found = scan([Root(str(tmp_path))], _PLAIN)
    assert [file.path for file in found.notes] == ["one.md", "store/two.md"]
    assert len({file.stamp.inode for file in found.notes}) == 2


def test_links_out_of_the_vault_need_leave(tmp_path: Path) -> None:
    vault, outside = tmp_path / "vault", tmp_path / "outside"
    _fill(vault, ["a.md"])
    _fill(outside, ["b.md", "sub/c.md"])
    (vault / "b.md").symlink_to(outside / "b.md")
    (vault / "folder").symlink_to(outside, target_is_directory=True)
    (vault / "parent").symlink_to(tmp_path, target_is_directory=True)
    assert _paths(vault) == ["a.md"]
    assert _skipped(vault) == dict.fromkeys(["b.md", "folder", "parent"], scanning.OUTSIDE)
    assert stat_note(Root(str(vault)), "folder/b.md", _PLAIN) == SkippedFile(
        str(vault), "folder/b.md", scanning.OUTSIDE
    )
    inodes = [file.stamp.inode for file in scan([Root(str(vault))], _FOLLOWING).notes]
    assert sorted(inodes) == sorted(
        (path.stat().st_ino) for path in (vault / "a.md", outside / "b.md", outside / "sub/c.md")
    )


def test_dangling_and_circular_links(tmp_path: Path) -> None:
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    (tmp_path / "far.md").symlink_to("/nowhere/at/all.md")
    (tmp_path / "a.md").symlink_to("b.md")
    (tmp_path / "b.md").symlink_to("a.md")
    (tmp_path / "folder").symlink_to("nowhere")
    assert _skipped(tmp_path) == dict.fromkeys(["gone.md", "far.md", "a.md", "b.md"], scanning.DANGLING)
    _agrees(tmp_path)


def test_a_root_may_itself_be_a_link(tmp_path: Path) -> None:
    _fill(tmp_path / "real", ["a.md", "sub/b.md"])
    (tmp_path / "root").symlink_to("real", target_is_directory=True)
    assert _paths(tmp_path / "root") == ["a.md", "sub/b.md"]
    _agrees(tmp_path / "root")


def test_overlapping_roots_give_each_file_once(tmp_path: Path) -> None:
    _fill(tmp_path, ["a.md", "inner/b.md"])
    roots = [Root(str(tmp_path)), Root(str(tmp_path / "inner"), is_global=True)]
    assert [(file.root, file.path) for file in scan(roots, _PLAIN).notes] == [
        (str(tmp_path), "a.md"),
        (str(tmp_path), "inner/b.md"),
    ]
    assert stat_note(roots[1], "b.md", _PLAIN, roots) is None
    outer = [roots[1], roots[0]]
    assert {(file.root, file.path) for file in scan(outer, _PLAIN).notes} == {
        (str(tmp_path / "inner"), "b.md"),
        (str(tmp_path), "a.md"),
    }
    assert stat_note(roots[0], "inner/b.md", _PLAIN, outer) is None


def test_a_name_must_be_spelled_as_on_disk_where_case_is_folded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(tmp_path, ["note.md"])
    root, real = Root(str(tmp_path)), os.stat
    monkeypatch.setattr(scanning, "_FOLDS_CASE", True)
    monkeypatch.setattr(
        scanning.os, "stat", lambda path: real(path.lower().replace(str(tmp_path).lower(), str(tmp_path)))
    )
    assert stat_note(root, "Note.md", _PLAIN) is None
    assert isinstance(stat_note(root, "note.md", _PLAIN), NoteFile)


def test_a_folder_named_like_a_note(tmp_path: Path) -> None:
    _fill(tmp_path, ["x.md/inside.md"])
    assert _paths(tmp_path) == ["x.md/inside.md"]
    assert stat_note(Root(str(tmp_path)), "x.md", _PLAIN) is None


def test_placeholders_of_cloud_services(tmp_path: Path) -> None:
    for attributes in (0x1000, 0x40000, 0x400000):
        assert is_placeholder(SimpleNamespace(st_file_attributes=attributes | 0x20))  # type: ignore[arg-type]
    assert is_placeholder(SimpleNamespace(st_flags=0x40000000))  # type: ignore[arg-type]
    assert not is_placeholder(SimpleNamespace(st_file_attributes=0x20, st_flags=0))  # type: ignore[arg-type]
    _fill(tmp_path, ["sub/.Note.md.icloud"])
    assert _skipped(tmp_path) == {"sub/Note.md": scanning.NOT_DOWNLOADED}


@pytest.mark.parametrize("kind", ["missing", "file", "link"])
def test_a_vault_that_is_not_there_is_offline(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "vault"
    if kind == "file":
        place.write_text("x")
    elif kind == "link":
        place.symlink_to("nowhere")
    for look in (
        lambda: scan([Root(str(place))], _PLAIN),
        lambda: check_online(Root(str(place))),
        lambda: vault_identity(Root(str(place))),
    ):
        if kind == "file" and look.__code__.co_names[0] == "vault_identity":
            continue
        with pytest.raises(VaultOfflineError, match="Vault offline"):
            look()


def test_a_vault_that_goes_away_while_it_is_read_is_offline(tmp_path: Path) -> None:
    _fill(tmp_path / "vault", ["a.md", "b.md"])
    steps = walk([Root(str(tmp_path / "vault"))], _PLAIN)
    next(steps)
    (tmp_path / "vault").rename(tmp_path / "elsewhere")
    with pytest.raises(VaultOfflineError):
        list(steps)


def test_a_global_folder_that_is_not_there_is_no_deletion(tmp_path: Path) -> None:
    _fill(tmp_path / "vault", ["a.md"])
    missing = str(tmp_path / "missing")
    found = scan([Root(str(tmp_path / "vault")), Root(missing, is_global=True)], _PLAIN)
    (problem,) = found.unreadable
    assert problem.covers(missing, "any/note.md")
    assert not problem.covers(str(tmp_path / "vault"), "a.md")


def test_identity_changes_with_another_folder(tmp_path: Path) -> None:
    place = tmp_path / "vault"
    place.mkdir()
    before = vault_identity(Root(str(place)))
    assert vault_identity(Root(str(place))) == before
    place.rename(tmp_path / "old")
    place.mkdir()
    assert vault_identity(Root(str(place))) != before


def test_one_folder_can_be_walked_alone(tmp_path: Path) -> None:
    _fill(tmp_path, ["a.md", "sub/b.md", "sub/deep/c.md", "sub/.x/d.md", "subway/e.md", ".h/f.md"])
    root = Root(str(tmp_path))
    assert sorted(file.path for file in walk_folder(root, "sub", _PLAIN)) == ["sub/b.md", "sub/deep/c.md"]
    assert list(walk_folder(root, "gone", _PLAIN)) == []
    assert list(walk_folder(root, ".h", _PLAIN)) == []
    assert list(walk_folder(root, "sub", Vault(ignore=("sub/",)))) == []
    assert len(list(walk_folder(root, "", _PLAIN))) == 4


def test_a_linked_folder_can_be_walked_alone(tmp_path: Path) -> None:
    _fill(tmp_path / "vault", ["real/a.md"])
    _fill(tmp_path / "out", ["b.md"])
    root = Root(str(tmp_path / "vault"))
    (tmp_path / "vault/in").symlink_to("real")
    (tmp_path / "vault/out").symlink_to(tmp_path / "out")
    assert list(walk_folder(root, "in", _PLAIN)) == []
    assert list(walk_folder(root, "out", _PLAIN)) == [SkippedFile(root.path, "out", scanning.OUTSIDE)]
    assert [file.path for file in walk_folder(root, "out", _FOLLOWING)] == ["out/b.md"]


@needs_root
def test_what_may_not_be_read_is_not_gone(
    tmp_path: Path, as_nobody: Callable[[], AbstractContextManager[None]]
) -> None:
    _fill(tmp_path, ["a.md", "closed/b.md", "listed/c.md", "own.md"])
    (tmp_path / "own.md").chmod(0o600)
    (tmp_path / "closed").chmod(0)
    (tmp_path / "listed").chmod(0o744)
    root = Root(str(tmp_path))
    with as_nobody():
        found = scan([root], _PLAIN)
        unread = read_note(found.notes[-1])
        tmp_status = stat_note(root, "listed/c.md", _PLAIN)
    assert [file.path for file in found.notes] == ["a.md", "own.md"]
    assert [problem.path for problem in found.unreadable] == ["closed"]
    assert [(file.path, file.failed) for file in found.skipped] == [("listed/c.md", True)]
    assert tmp_status == found.skipped[0]
    assert unread == SkippedFile(root.path, "own.md", "no permission to read it", failed=True)


@needs_root
def test_an_unreadable_vault_is_offline(tmp_path: Path, as_nobody: Callable[[], AbstractContextManager[None]]) -> None:
    _fill(tmp_path / "vault", ["a.md"])
    (tmp_path / "vault").chmod(0)
    with as_nobody(), pytest.raises(VaultOfflineError, match="Permission denied"):
        scan([Root(str(tmp_path / "vault"))], _PLAIN)


def test_an_unreadable_folder_covers_all_below_it() -> None:
    problem = Unreadable("/r", "a/b", "why")
    assert problem.covers("/r", "a/b/c.md")
    assert problem.covers("/r", "a/b")
    assert not problem.covers("/r", "a/bc.md")
    assert not problem.covers("/s", "a/b/c.md")


@pytest.mark.bench
def test_20_000_files_take_less_than_a_third_of_a_second(tmp_path: Path) -> None:
    for number in range(200):
        _fill(tmp_path, [f"{number}/{name}.md" for name in range(100)])
    started = time.process_time()  # the machine may be busy with other tests
    found = scan([Root(str(tmp_path))], _PLAIN)
    assert time.process_time() - started < 0.3
    assert len(found.notes) == 20_000
