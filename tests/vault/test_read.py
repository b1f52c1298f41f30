"""Reading never blocks, never takes more than the bound, and turns any encoding into text with what was odd about it."""

from __future__ import annotations

import codecs
import errno
import hashlib
import os
import random
import socket
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.vault import read
from notesearch.vault.decode import decode
from notesearch.vault.note import NoteFile, SkippedFile, Stamp
from notesearch.vault.read import LIMIT, Content, read_note

if TYPE_CHECKING:
    from pathlib import Path

_CHINESE = "# 标题\n\n今天修复了数据库迁移问题，明天继续。"
_JAPANESE = "# 見出し\n\n今日は天気がいいので、散歩に行きました。カタカナもあります。"
_RUSSIAN = "# Заголовок\n\nСегодня хорошая погода, и мы пошли гулять в парк."
_GERMAN = "# Über\n\nDie Straße ist schön, naïve façade – “quoted” für 5 €."
_SHORT = [
    *(("gb18030", text) for text in ("数据库", "中文", "今天天气不错", "会议记录：项目进展")),
    *(("euc_jp", text) for text in ("東京の旅行メモです", "データベースの移行を修正した", "日本語のメモです。東京。")),
    *(("cp932", text) for text in ("東京", "東京旅行", "買い物リスト：牛乳、パン", "データベースの移行を修正")),
    *(("cp1251", text) for text in ("связь", "Заметка", "TODO: позвонить маме", "Привет мир\nПривет мир")),
    *(("cp1252", text) for text in ("Café à Besançon", "naïve", "Straße", "100 €", "it’s a “test”")),
]


def _read(path: Path) -> Content | SkippedFile:
    return read_note(NoteFile(str(path.parent), path.name, Stamp(0, 0, 0)))


def _text(path: Path) -> Content:
    content = _read(path)
    assert isinstance(content, Content)
    return content


@pytest.mark.parametrize("text", [_CHINESE, _JAPANESE, _RUSSIAN, _GERMAN, "plain"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_encodings(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded is not None
    assert decoded.text == text
    assert bool(decoded.warnings) == (encoding in {"utf-16-le", "utf-16-be"})


def test_big_endian_mark() -> None:
    decoded = decode(codecs.BOM_UTF16_BE + "数据 x".encode("utf-16-be"))
    assert decoded is not None
    assert decoded == ("数据 x", ())


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("gb18030", _CHINESE), ("cp932", _JAPANESE), ("cp1251", _RUSSIAN), ("cp1252", _GERMAN), *_SHORT],
)
def test_legacy_encodings(encoding: str, text: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded is not None
    assert decoded.text == text
    assert "not UTF-8" in decoded.warnings[0]


def test_legacy_text_far_behind_plain_text() -> None:
    text = "plain text\n" * 20_000 + _RUSSIAN
    decoded = decode(text.encode("cp1251"))
    assert decoded is not None
    assert decoded.text == text


def test_invalid_bytes_are_replaced_with_a_warning() -> None:
    decoded = decode("数据库 café\n".encode() + b"bad \xff\xfe here\n" + "still 文字".encode())
    assert decoded is not None
    assert decoded.text == "数据库 café\nbad \ufffd\ufffd here\nstill 文字"
    assert "replaced" in decoded.warnings[0]


def test_replacement_characters_of_the_note_itself_are_no_warning() -> None:
    assert decode("a \ufffd b\0".encode()) == ("a \ufffd b ", ())


def test_nul_becomes_a_blank_of_the_same_length() -> None:
    assert decode(b"before\0after") == ("before after", ())
    assert decode("数据\0\0库".encode()) == ("数据  库", ())


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        b"\xff\xd8\xff\xe0" + bytes(range(256)),
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
        b"SQLite format 3\0" + bytes(100),
        bytes(5000),
        random.Random(7).randbytes(5000),
    ],
)
def test_binary_files_are_not_text(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "n.md").write_bytes(data)
    assert _read(tmp_path / "n.md") == SkippedFile(str(tmp_path), "n.md", "not text")


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_decode_or_are_refused(data: bytes, cut_off: bool) -> None:  # noqa: FBT001 - hypothesis gives it
    decoded = decode(data, cut_off=cut_off)
    if decoded is not None:
        assert "\0" not in decoded.text
        decoded.text.encode()


@given(st.text(max_size=100))
def test_any_text_survives_utf8(text: str) -> None:
    decoded = decode(("\ufeff" + text).encode("utf-8", "surrogatepass")) if text.isprintable() else None
    if decoded is not None:
        assert decoded.text == text


def test_hash_and_stamp_are_of_the_bytes_and_the_open_file(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    content, status = _text(path), path.stat()
    assert content.text == "one\r\ntwo"
    assert content.content_hash == hashlib.blake2b(b"\xef\xbb\xbfone\r\ntwo", digest_size=16).digest()
    assert content.stamp == Stamp(status.st_size, status.st_mtime_ns, status.st_ino)


def test_a_huge_note_is_read_up_to_the_limit_without_breaking_its_last_character(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    path.write_bytes(b"a" + "é".encode() * (LIMIT // 2 + 10))
    content = _text(path)
    assert len(content.text) == LIMIT // 2
    assert content.warnings == ("only the first 16 MB of 16 MB are indexed",)
    assert content.stamp.size == LIMIT + 21


def test_a_sparse_file_of_100_megabytes_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    with path.open("wb") as stream:
        stream.write(b"text " * 4_000_000)
        stream.truncate(100 * 1024 * 1024)
    content = _text(path)
    assert len(content.text) == LIMIT
    assert content.warnings == ("only the first 16 MB of 100 MB are indexed",)


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "n.md")
    content = _read(tmp_path / "n.md")
    assert isinstance(content, SkippedFile)
    assert "not a regular file" in content.reason


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path may have 108 bytes only
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("n.md")
        assert isinstance(_read(tmp_path / "n.md"), SkippedFile)


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    assert _read(tmp_path / "n.md") == SkippedFile(str(tmp_path), "n.md", read.GONE)


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EDEADLK, errno.EACCES, errno.EIO, errno.ESTALE])
def test_errors_of_the_system_are_reasons_worth_another_try(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise OSError(number, os.strerror(number))

    (tmp_path / "n.md").write_text("x")
    monkeypatch.setattr(read.os, "read", refuse)
    content = _read(tmp_path / "n.md")
    assert isinstance(content, SkippedFile)
    assert content.failed
    assert content.reason


def test_a_file_that_grows_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "n.md"
    path.write_text("one")
    real, grown = os.read, []

    def grow(handle: int, size: int) -> bytes:
        data = real(handle, size)
        if not grown:
            grown.append(path.write_text("one and two"))
        return data

    monkeypatch.setattr(read.os, "read", grow)
    content = _text(path)
    assert content.text == "one and two"
    assert content.stamp.size == 11


def test_a_file_that_never_settles_keeps_an_old_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "n.md"
    path.write_text("x")
    real = os.read

    def grow(handle: int, size: int) -> bytes:
        data = real(handle, size)
        with path.open("a") as stream:
            stream.write("x")
        return data if len(data) > 1 or path.stat().st_size < 4 else b""

    monkeypatch.setattr(read.os, "read", grow)
    assert _text(path).stamp.size < path.stat().st_size
