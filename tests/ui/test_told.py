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
from notesearch.ui.core_texts import OWN_WORDS, TEXTS
from notesearch.ui.told import said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

CORE = ("embedding", "index", "search", "vault", "background")
# What the system says, and the names of scripts in Unicode.
SYSTEMS = {
    "No such file or directory", "Permission denied", "Not a directory", "No space left on device", "Read-only file system",
    "Operation not permitted", "Input/output error", "Device or resource busy", "Too many open files", "File name too long",
    "Transport endpoint is not connected", "Stale file handle", "Host is down", "Connection timed out",
    "Hiragana", "Katakana", "Hangul", "Thai", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Bengali", "Tamil",
    "Telugu", "Georgian", "Armenian", "Khmer", "Lao", "Myanmar", "Ethiopic", "Tibetan", "Latin", "Emoji", "Another",
}  # fmt: skip
NEVER_IN_THE_WINDOW = (
    # Translated where it is said.
    "The installation broke off (", "about 100 languages",
    # Said to the command line only.
    "there is no model named ", " to install; there are ", "there is no installed model named ",
    ": nobody has this home folder.", ": the current folder is gone; name one in full.",
    "notes without", "texts without", "notes without", "chunks without", "words without", "links without", "names without",
    "tags without", "properties without", "vectors without", "chunks that lost their vector", " notes with chunks beyond their text",
    # Named in brackets by a damaged index, like what SQLite says of one.
    "a note's text cannot be unpacked: ", "a chunk's headings cannot be read: ",
    # Said of a note in the index, where nobody looks yet.
    "not UTF-8; read as ", "some bytes are not valid in this encoding", "only the first ", " MB of ", " MB are indexed",
    "front matter ", " more than once", "it has more than ", "its brackets are nested too deeply", "it cannot be parsed",
    # Said to a model, and by pip.
    "Instruct: Given a web search query", "Represent ", "task: search result", "title: none", "The quick brown fox",
    "No space left|", "No matching distribution|",
    # No words for anybody: operators, columns, names of rules, the first word of a script's name.
    "this week", "this month", "this year", "last week", "last month", "last year", "{title aliases", "global folder", "dated name", "another script",
)  # fmt: skip
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:.]? [a-z]{2,}")
NO_SENTENCE = re.compile(
    r"\\[\\dswSWb\[(.]|\(\?|\b(?:SELECT|INSERT|DELETE|UPDATE|CREATE|DROP|ALTER|PRAGMA|MATCH|LIKE|WHERE|FROM)\b|^<|\n {4}|\bORDER BY\b|\bnotes\.\w|tokenize=|cellpadding"
)
BUGS = {"ValueError", "RuntimeError", "TypeError", "AssertionError", "KeyError", "LookupError"}
COMMAND = re.compile(r"pip install '.+?'|`notesearch .*|^` \w+ it")


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(resources() / "translations" / "notesearch_zh_CN.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def core_trees() -> dict[str, ast.Module]:
    """Return the core's modules, by their path."""
    package = Path(notesearch.__file__).parent
    files = [*package.glob("*.py"), *(file for name in CORE for file in (package / name).glob("*.py"))]
    return {str(file.relative_to(package)): ast.parse(file.read_text(encoding="utf-8")) for file in sorted(files)}


def core_texts() -> str:
    """Return every text of the core's modules, one a line."""
    return "\n".join(
        node.value
        for tree in core_trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is str
    )


def sentences(tree: ast.AST) -> Iterator[str]:
    """Go through what looks like words for a person: not docstrings, SQL, patterns, nor the words of a bug."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) in BUGS:
            continue
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_log."):
            continue
        if isinstance(node, ast.Constant) and type(node.value) is str and SENTENCE.search(node.value):
            if not NO_SENTENCE.search(node.value):
                yield node.value
        else:
            yield from sentences(node)


def pieces(text: str) -> list[str]:
    """Return what a text is put together from, without the commands in it."""
    return [piece.strip(" ,.:;()[]'") for piece in re.split(r"\{\d\}|: |; |\. ", COMMAND.sub("", text))]


def test_every_text_is_one_that_the_core_says() -> None:
    texts = core_texts()
    gone = {text: piece for text in TEXTS for piece in pieces(text) if text not in SYSTEMS and piece not in texts}
    assert gone == {}


def test_every_sentence_of_the_core_has_its_translation() -> None:
    known = "\n".join(TEXTS)
    unknown = {
        (file, text)
        for file, tree in core_trees().items()
        for text in sentences(tree)
        if not all(piece in known for piece in pieces(text))
        and not any(text.startswith(start) for start in NEVER_IN_THE_WINDOW)
    }
    assert unknown == set()


def test_what_is_left_out_is_still_there() -> None:
    texts = core_texts()
    assert [start for start in NEVER_IN_THE_WINDOW if start not in texts] == []


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
        ("no model: none has been chosen; `notesearch model install` fetches one", "没有模型：尚未选择"),
        (
            "not installed: llama-cpp-python is missing; install it with: pip install 'notesearch[semantic]'",
            "未安装：缺少 llama-cpp-python，安装命令：pip install 'notesearch[semantic]'",
        ),
        ("model damaged: /m/x.gguf is not a GGUF file", "模型损坏：/m/x.gguf 不是 GGUF 文件"),
        (
            "model damaged: /m/x.gguf: the process that loaded it broke down: it was ended by SIGSEGV",
            "模型损坏：/m/x.gguf：加载它的进程崩溃：它被 SIGSEGV 终止",
        ),
        (
            "model damaged: llama.cpp cannot load x.gguf: it gives no reason",
            "模型损坏：llama.cpp 无法加载 x.gguf：没有说明原因",
        ),
        (
            "model stopped: it ended with code 3; it is started again in 4 s",
            "模型已停止：它已退出，代码 3，4 秒后重新启动",
        ),
        ("model stopped: it ended while it was loaded", "模型已停止：它在加载时退出"),
        (
            "e5 cannot be installed: the download was cut off or damaged; try again",
            "无法安装 e5：下载中断或已损坏，请重试",
        ),
        (
            "The settings in /s do not all count: there is no section [a]; there is no setting b.c; setting d.e is not valid: it must be a number, at most 1.",
            "/s 中的设置未全部生效：没有 [a] 这一节；没有 b.c 这项设置；设置 d.e 无效：必须是数字，且不大于 1。",
        ),
        (
            "The index was damaged; it was set aside as i.damaged and is being built again. The record of opened notes was damaged; it was set aside as o.damaged.",
            "索引已损坏，已另存为 i.damaged，正在重建。打开记录已损坏，已另存为 o.damaged。",
        ),
        (
            "The disk is full: /d has no room for the index. Searches go over what is indexed; it is tried again.",
            "磁盘已满：/d 放不下索引。可搜索已索引的内容，稍后会再试。",
        ),
        (
            "Another NoteSearch is keeping this index up to date. Nothing was changed here.",
            "另一个 NoteSearch 正在维护此索引。这里没有做任何改动。",
        ),
        ("off", "已关闭"),
    ],
)
def test_in_chinese_it_is_translated_with_what_it_names(text: str, wanted: str) -> None:
    assert said(text) == wanted


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("showing results for off", "显示“off”的结果"),
        ("showing results for no words", "显示“no words”的结果"),
        (
            "English was searched as text; either of two words is: one OR other",
            "English 已按文字搜索；两者之一请写：甲 OR 乙",
        ),
    ],
)
def test_the_persons_own_words_stay_as_they_are(text: str, wanted: str) -> None:
    assert said(text) == wanted


def test_own_words_are_named_as_the_core_says_them() -> None:
    assert set(TEXTS) >= OWN_WORDS
