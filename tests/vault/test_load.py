"""A file becomes a note with title, tags, source, date and chunks, whatever it holds; nothing is lost on the way."""

from __future__ import annotations

import datetime as dt
import os
import time
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from notesearch.settings import Settings, Vault
from notesearch.vault.load import load_note
from notesearch.vault.note import Note, NoteFile, Root, SkippedFile, Stamp
from notesearch.vault.scan import scan

if TYPE_CHECKING:
    from pathlib import Path

_SETTINGS = Settings()


def _load(folder: Path, name: str, data: bytes | str, settings: Settings = _SETTINGS) -> Note:
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    note = load_note(NoteFile(str(folder), name, Stamp(0, 0, 0)), settings)
    assert isinstance(note, Note)
    return note


def test_everything_at_once(tmp_path: Path) -> None:
    text = "---\ntitle: Shown\ntags: [a]\naliases: Other\ndate: 2020-01-01\n---\n# Head\n\nBody with #b and #a.\n\n## Sub\n"
    note = _load(tmp_path, "2026-03-01 standup.md", text)
    status = (tmp_path / "2026-03-01 standup.md").stat()
    assert (note.title, note.h1, note.stem) == ("Shown", "Head", "2026-03-01 standup")
    assert (note.tags, note.headings) == (("a", "b"), ("Head", "Sub"))
    assert (note.source, note.date) == ("session", dt.date(2026, 3, 1))
    assert note.file.stamp == Stamp(status.st_size, status.st_mtime_ns, status.st_ino)
    assert [text[one.start : one.end] for one in note.chunks] == ["# Head\n\nBody with #b and #a.\n\n## Sub"]
    assert (note.chunks[0].start_line, note.chunks[0].end_line) == (7, 11)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: T\n---\n# H", "T"),
        ("---\ntitle: null\n---\n# H", "H"),
        ("## Two\n\nH\n===", "H"),
        ("plain", "name.x"),
        ("# ", "name.x"),
    ],
)
def test_title_is_front_matters_else_the_first_h1_else_the_stem(text: str, title: str, tmp_path: Path) -> None:
    assert _load(tmp_path, "name.x.md", text).title == title


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("'**Bold** [[Page|Link]] &amp; `x`'", "Bold Link & x"),
        ("Tom &amp; Jerry", "Tom & Jerry"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("'<br>'", "<br>"),
    ],
)
def test_a_title_of_front_matter_is_shown_without_its_markup(title: str, shown: str, tmp_path: Path) -> None:
    note = _load(tmp_path, "a.md", f"---\ntitle: {title}\n---\n")
    assert note.title == shown
    assert note.front.title == title.strip("'")


UNSEEN = """---
todo: "x"
list:
- [ ]
---
- [ ] open #a
- [x] done
- item

  ```
  - [ ] fenced #b
  ```

  ~~~
  - [x] fenced #b
  ~~~
- ```
  - [ ] fenced #b
  ```

> ```
> - [ ] quoted and fenced #b
> ```
> - [x] quoted #c

    indented #b

text

    indented #b

<!-- comment
- [ ] #b
-->
%%
- [ ] #b
%%
The sum $x #b$ and
$$
y #b
$$
end #d
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_tasks_and_tags_are_those_that_are_seen(end: str, tmp_path: Path) -> None:
    note = _load(tmp_path, "a.md", UNSEEN.replace("\n", end))
    assert note.tags == ("a", "c", "d")
    assert note.tasks == (1, 2)


def test_a_file_called_only_md_has_a_title(tmp_path: Path) -> None:
    assert _load(tmp_path, ".md", "text").title == ".md"


def test_the_date_in_the_name_counts_before_front_matter(tmp_path: Path) -> None:
    assert _load(tmp_path, "a.md", "---\ncreated: 2021-02-03\n---\n").date == dt.date(2021, 2, 3)
    assert _load(tmp_path, "2026-02-30.md", "x").date is None


def test_date_keys_and_chunk_sizes_are_settings(tmp_path: Path) -> None:
    note = _load(
        tmp_path, "a.md", "---\nwhen: 2021-02-03\n---\n" + "word " * 200, Settings(vault=Vault(date_keys=("when",)))
    )
    assert note.date == dt.date(2021, 2, 3)
    assert len(note.chunks) == 1


@pytest.mark.parametrize("text", ["", "\n\n", "---\ntitle: only\n---\n", "\ufeff"])
def test_a_note_without_a_body_still_has_a_chunk(text: str, tmp_path: Path) -> None:
    (only,) = _load(tmp_path, "a.md", text).chunks
    assert (only.start, only.end, only.start_line, only.end_line) == (0, 0, 1, 1)


def test_an_excalidraw_picture_is_no_text_and_takes_no_time(tmp_path: Path) -> None:
    head = "---\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n---\n\n# Text Elements\nQuokka census ^a1\n\n"
    drawing = (
        "%%\n## Drawing\n```compressed-json\n"
        + "N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0JRJQgEYA6bGwC2CgF7N6hbEcK4OCtptbErHALRY8RMpWdx8Q1TdIEfARcZgRmBShcZQUebQBGbR4aOiCEfQQOKGZuAG1wMFAwYogSbgg=\n"
        * 20_000
    )
    started = time.process_time()
    note = _load(tmp_path, "Drawing.excalidraw.md", head + drawing + "```\n%%")
    assert time.process_time() - started < 1
    (only,) = note.chunks
    assert note.text[only.start : only.end] == "# Text Elements\nQuokka census ^a1"
    assert note.headings == ("Text Elements",)


def test_warnings_of_reading_and_of_front_matter_come_together(tmp_path: Path) -> None:
    note = _load(tmp_path, "a.md", "---\ntitle: a: b\n---\nCafé".encode("cp1252"))
    assert len(note.warnings) == 2
    assert (note.title, note.text[-4:]) == ("a: b", "Café")


def test_a_file_that_is_no_text_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"%PDF-1.4\n\xff")
    assert load_note(NoteFile(str(tmp_path), "a.md", Stamp(0, 0, 0)), _SETTINGS) == SkippedFile(
        str(tmp_path), "a.md", "not text"
    )


def test_a_name_that_is_no_utf8_loads(tmp_path: Path) -> None:
    os.close(os.open(os.fsencode(tmp_path) + b"/\xff 1.md", os.O_CREAT | os.O_WRONLY))
    (file,) = scan([Root(str(tmp_path))], Vault()).notes
    note = load_note(file, _SETTINGS)
    assert isinstance(note, Note)
    assert note.title == "\udcff 1"


def test_twins_in_two_normal_forms_are_two_notes(tmp_path: Path) -> None:
    for form in ("NFC", "NFD"):
        (tmp_path / unicodedata.normalize(form, "Café.md")).write_text(form)
    files = scan([Root(str(tmp_path))], Vault()).notes
    if len(files) == 1:
        pytest.skip("this file system takes both for one name")
    assert {note.text for note in (load_note(file, _SETTINGS) for file in files) if isinstance(note, Note)} == {
        "NFC",
        "NFD",
    }


def test_a_line_of_50_megabytes_is_bounded(tmp_path: Path) -> None:
    with (tmp_path / "a.md").open("wb") as stream:
        for _ in range(50):
            stream.write(b"lorem ipsum " * 87_381)
    started = time.process_time()
    note = load_note(NoteFile(str(tmp_path), "a.md", Stamp(0, 0, 0)), _SETTINGS)
    assert isinstance(note, Note)
    assert time.process_time() - started < 10
    assert len(note.text) == 16 * 1024 * 1024
    assert "only the first 16 MB" in note.warnings[0]


@hypothesis_settings(max_examples=150, deadline=None)
@given(data=st.binary(max_size=400) | st.text(max_size=200).map(str.encode))
def test_any_bytes_load_or_are_skipped(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / "any.md").write_bytes(data)
    note = load_note(NoteFile(str(folder), "any.md", Stamp(0, 0, 0)), _SETTINGS)
    if isinstance(note, Note):
        assert note.chunks
        assert "".join(note.text[one.start : one.end] for one in note.chunks).strip() == "" or note.title
