"""What the core says is said in the window's language, with what it names; what is not known is said as it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTranslator

import notesearch
from notesearch.paths import resources
from notesearch.ui import told
from notesearch.ui.told import said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

CORE = ("embedding", "index", "search", "vault", "background")
# What the system says, and the names of scripts in Unicode.
NOT_THE_CORES = {
    "No such file or directory", "Permission denied", "Not a directory", "No space left on device", "Read-only file system",
    "Hiragana", "Katakana", "Hangul", "Thai", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari",
}  # fmt: skip


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(resources() / "translations" / "notesearch_zh_CN.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def core_texts() -> str:
    """Return every text of the core's modules, one a line."""
    package = Path(notesearch.__file__).parent
    files = [*package.glob("*.py"), *(file for name in CORE for file in (package / name).glob("*.py"))]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return "\n".join(
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is str
    )


def test_every_text_is_one_that_the_core_says() -> None:
    texts = core_texts()
    gone = [
        text
        for text in told._TEXTS
        if text not in NOT_THE_CORES
        and not all(piece.strip() in texts for piece in re.split(r"\{\d\}|(?<=[a-z]): |; ", text))
    ]
    assert gone == []


@pytest.mark.parametrize(
    "text",
    [
        "no model: none has been chosen",
        "model damaged: it is odd",
        "something new",
        "",
        "Vault offline: /a cannot be read (x)",
    ],
)
def test_in_english_it_is_said_as_it_comes(text: str) -> None:
    assert said(text) == text


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("no permission to read it", "没有读取权限"),
        ("embedding: 12 of 40 chunks have vectors", "学习中：40 个片段中已有 12 个向量"),
        ("Vault offline: /v cannot be read (Permission denied)", "笔记库离线：无法读取 /v（没有权限）"),
        (
            "Vault offline: /v holds none of the known notes (it holds no notes; is it mounted?)",
            "笔记库离线：/v 中没有任何已知笔记（其中没有笔记，是否已挂载？）",
        ),
        (
            "language not known: this model knows English, the query is in Han",
            "语言不支持：此模型支持英语，而问题使用汉字",
        ),
        ("something new", "something new"),
    ],
)
def test_in_chinese_it_is_translated_with_what_it_names(text: str, wanted: str) -> None:
    assert said(text) == wanted
