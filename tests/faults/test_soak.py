"""Minutes of random file operations beside searches: at the end the index is the one that a fresh build makes.

`NOTESEARCH_SOAK_SECONDS` chooses how long; 120 by default, 600 for the long run.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from index_tools import RecordingHost, Vault, found, settle

if TYPE_CHECKING:
    from pathlib import Path

    from notesearch.notebook import Notebook

OPERATIONS_A_SECOND = 20


class Person:
    """Does what people and programs do to a folder of notes."""

    def __init__(self, vault: Vault, seed: int) -> None:
        self.vault = vault
        self.chance = random.Random(seed)
        self.made = 0
        self.done: Counter[str] = Counter()

    def act(self) -> None:
        does = [self.create, self.create, self.edit, self.edit, self.save_over, self.move, self.delete, self.folder]
        what = self.chance.choice(does)
        what()
        self.done[what.__name__] += 1

    def text(self) -> str:
        self.made += 1
        return f"# Note {self.made}\n\nwords of turn{self.made}\n\n" + "filler text here.\n\n" * self.chance.randrange(
            200
        )

    def some_folder(self) -> Path:
        folders = [self.vault.folder, *(each for each in self.vault.folder.rglob("*") if each.is_dir())]
        return self.chance.choice(folders)

    def some_note(self) -> Path | None:
        notes = list(self.vault.folder.rglob("*.md"))
        return self.chance.choice(notes) if notes else None

    def create(self) -> None:
        (self.some_folder() / f"n{self.made}.md").write_text(self.text())

    def edit(self) -> None:
        if (note := self.some_note()) is not None:
            note.write_text(self.text())

    def save_over(self) -> None:
        if (note := self.some_note()) is not None:
            temporary = note.with_name(".saving")
            temporary.write_text(self.text())
            temporary.rename(note)

    def move(self) -> None:
        if (note := self.some_note()) is not None:
            note.rename(self.some_folder() / f"m{self.made}.md")
            self.made += 1

    def delete(self) -> None:
        if (note := self.some_note()) is not None:
            note.unlink()

    def folder(self) -> None:
        self.made += 1
        folder = self.some_folder()
        if folder == self.vault.folder or self.chance.random() < 0.4:
            (folder / f"folder{self.made}").mkdir()
        elif self.chance.random() < 0.2:
            shutil.rmtree(folder)
        else:
            folder.rename(self.vault.folder / f"folder{self.made}")


def soak(notebook: Notebook, person: Person, seconds: float) -> int:
    """Let the person act and search for so long; returns how many searches were made."""
    end, due, searches, turns = time.monotonic() + seconds, time.monotonic(), 0, 0
    while (now := time.monotonic()) < end:
        while due <= now:
            person.act()
            due += 1 / OPERATIONS_A_SECOND
        notebook.work()
        turns += 1
        if turns % 3 == 0:
            searches += 1
            shown = found(notebook, f"turn{person.chance.randrange(1, person.made + 2)} words", sync="bounded")
            assert all((person.vault.folder / path).is_file() for path in shown)
    return searches


def soak_and_compare(vault: Vault, place: Path, seconds: float) -> None:
    seed = random.randrange(1 << 30)
    sys.stdout.write(f"seed {seed}\n")  # shown when the test fails, or with -s
    person = Person(vault, seed)
    for _ in range(100):
        person.create()
    with vault.open(host=RecordingHost(), watch=True) as notebook:
        settle(notebook)
        searches = soak(notebook, person, seconds)
        settle(notebook, lambda _: notebook.status().pending == 0 and not settle(notebook).pending)
        activity = settle(notebook, lambda each: each.embedding.embedded == each.embedding.total)
        if activity.held_back:
            notebook.accept_deletions()
            settle(notebook)
        assert notebook.check() == []
        status = notebook.status()
        assert status.indexed == status.on_disk == sum(1 for _ in vault.folder.rglob("*.md"))
        sys.stdout.write(
            f"{person.done.total()} operations {dict(sorted(person.done.items()))}, {searches} searches; "
            f"{status.indexed} notes, {status.chunks} chunks\n"
        )
    assert vault.contents() == vault.fresh_contents(place / "fresh")


@pytest.mark.timeout(600)
def test_two_minutes_of_random_file_operations(vault: Vault, tmp_path: Path) -> None:
    soak_and_compare(vault, tmp_path, float(os.environ.get("NOTESEARCH_SOAK_SECONDS", "120")))


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_ten_minutes_of_random_file_operations(vault: Vault, tmp_path: Path) -> None:
    soak_and_compare(vault, tmp_path, 600)
