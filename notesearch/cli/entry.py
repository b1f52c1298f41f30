"""From arguments to an exit code: finds the command, runs it, and puts every failure into one line."""

from __future__ import annotations

import sys
from itertools import compress, pairwise
from typing import TYPE_CHECKING

import typer

from notesearch.cli.commands import COMMANDS, DASHES_ALLOWED, VALUED, application
from notesearch.cli.output import ReaderGoneError, complain, drop_output, prepare_streams
from notesearch.errors import NoteSearchError, UsageError, VaultOfflineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
_DATA_DIR = "--data-dir"
_HELP = ("--help", "-h")
_OPEN = "open"
"""The hidden command behind `notesearch [VAULT]`."""


def arrange(arguments: Sequence[str]) -> list[str]:
    """Return `arguments` as Typer wants them: `--data-dir` first, then the name of a command.

    Typer would take the name of a command for the VAULT of `notesearch [VAULT]`, knows the options of the whole
    program only before the command, and takes a query such as `-draft` for an option (after a VAULT, `-h` is one as
    well). What follows `--` is left as it is.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    front, words = _split_data_dir(arguments[:end])
    if not words or not (words[0] in COMMANDS or words[0] in {*_HELP, "--version"}):
        words.insert(0, _OPEN)
    after = arguments[end + 1 :]
    if words[0] in DASHES_ALLOWED and words[1:] != ["-h"]:
        dashed = [_is_no_option(word) and before not in VALUED for before, word in pairwise(["", *words])]
        after = [*compress(words, dashed), *after]
        words = [word for word, moves in zip(words, dashed, strict=True) if not moves]
    return [*front, *words, *(["--", *after] if after else [])]


def _is_no_option(word: str) -> bool:
    """Tell whether `word` starts with a dash like an option but cannot be one: all of ours are `--name[=value]`."""
    one_dash = word.startswith("-") and len(word) > 1 and not word.startswith("--")
    return one_dash or (word.startswith("--") and " " in word.partition("=")[0])


def _split_data_dir(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    front: list[str] = []
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == _DATA_DIR:
            front = [_DATA_DIR, _folder_after(words)]
        elif word.startswith(f"{_DATA_DIR}="):
            front = [word]
        else:
            rest.append(word)
    return front, rest


def _folder_after(words: Iterator[str]) -> str:
    folder = next(words, "")
    if not folder:
        raise UsageError(f"{_DATA_DIR} needs a folder.")
    return folder


def run(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name; return its exit code (see `product.md` section 6)."""
    prepare_streams()
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
    except (ReaderGoneError, BrokenPipeError):
        return _reader_gone()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        complain("Interrupted.")
    return code


def _dispatch(arguments: Sequence[str]) -> int:
    try:
        code = application()(arrange(arguments), prog_name="notesearch", standalone_mode=False)
    except typer.TyperException as error:
        return _refuse(error.format_message())
    except typer.Abort:
        complain("Nothing was done.")
        return FAILED
    except (UsageError, VaultOfflineError) as error:
        return _refuse(str(error))
    except NoteSearchError as error:
        complain(str(error))
        return FAILED
    return code if isinstance(code, int) else DONE


def _refuse(message: str) -> int:
    complain(message)
    return USAGE


def _reader_gone() -> int:
    """Say nothing when the reader of our answers (`| head`) has had enough."""
    drop_output()
    return DONE
