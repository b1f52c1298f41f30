"""The package stays readable: every module names its one job and keeps to its size, and so do classes and functions."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import pytest

import notesearch

PACKAGE = Path(notesearch.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE, LONGEST_CLASS, LONGEST_FUNCTION = 250, 200, 40
_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER
}  # fmt: skip


def code_lines(source: str) -> set[int]:
    """Return the numbers of the lines that hold code: neither blank, nor comment, nor docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines - docstring_lines(ast.parse(source))


def docstring_lines(tree: ast.Module) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def too_long(source: str, kinds: tuple[type[ast.stmt], ...], most: int) -> list[str]:
    lines = code_lines(source)
    return [
        f"{node.name}: {length}"  # type: ignore[attr-defined]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, kinds)
        and (length := len(lines & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))) > most
    ]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_names_its_job_and_keeps_to_its_size(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    if not source:
        return  # an empty __init__.py has no job
    job = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
    assert job.endswith("."), "the first line of the docstring is a whole sentence"
    assert len(code_lines(source)) <= LONGEST_FILE
    assert too_long(source, (ast.ClassDef,), LONGEST_CLASS) == []
    assert too_long(source, (ast.FunctionDef, ast.AsyncFunctionDef), LONGEST_FUNCTION) == []


def test_lines_are_counted_as_code_by_what_is_on_them() -> None:
    source = (
        '"""Doc.\n\nMore.\n"""\n\n# why\nx = (\n    1,\n)\n\n\ndef f() -> None:\n    """Doc."""\n    return  # why\n'
    )
    assert code_lines(source) == {7, 8, 9, 12, 14}
