"""Which models there are on this machine: finding, checking, choosing and removing their files."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from notesearch.embedding.catalogue import CATALOGUE, Installable
from notesearch.embedding.child import Orders
from notesearch.embedding.facts import Facts, recall, remember, sha256_of, stamp_of
from notesearch.embedding.families import ModelFile, model_info
from notesearch.embedding.keeper import not_installed
from notesearch.embedding.process import ModelProcess
from notesearch.embedding.wire import Ready, Refused
from notesearch.errors import ModelError, UsageError

if TYPE_CHECKING:
    from notesearch.paths import AppPaths

_MAGIC = b"GGUF"
_CHECK_SECONDS = 60.0
_HOW = "`notesearch model install` fetches one"


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model file in the models folder, unchecked; `name` is what `settings.model.name` calls it."""

    name: str
    path: Path
    size: int


def installed(paths: AppPaths) -> tuple[LocalModel, ...]:
    """Return the models in the models folder, by name."""
    try:
        found = sorted(path for path in paths.models.glob("*.gguf") if path.is_file())
    except OSError:
        return ()
    return tuple(LocalModel(path.stem, path, path.stat().st_size) for path in found)


def resolve(name: str, paths: AppPaths) -> ModelFile:
    """Return the file that `settings.model.name` means, checked; the check of an unknown file takes seconds.

    Raises ModelError: "no model", "not installed", "model missing" or "model damaged".
    """
    if not name:
        raise ModelError("no model", f"none has been chosen; {_HOW}")
    path = _locate(name, paths)
    _require_llama()
    _require_gguf(path)
    return _model_file(path, _checked(path, paths))


def use(file: Path, paths: AppPaths) -> ModelFile:
    """Check a GGUF file where it lies and return it; `str(model.path)` is then its `settings.model.name`.

    Raises ModelError as `resolve` does; nothing is remembered of a file that is refused.
    """
    return resolve(str(file.expanduser().absolute()), paths)


def remove(name: str, paths: AppPaths) -> Path:
    """Delete a model of the models folder and return where it lay; raises UsageError when there is none."""
    for model in installed(paths):
        if name in (model.name, model.path.name):
            model.path.unlink()
            remember(model.path, None, paths)
            return model.path
    known = ", ".join(model.name for model in installed(paths)) or "none"
    raise UsageError(f"there is no installed model named {name!r}; installed: {known}")


def catalogue_facts(model: Installable, path: Path) -> Facts:
    """Return the facts of a file that is known to hold an installable model."""
    return Facts(stamp_of(path), model.gguf_sha256, model.dimensions, model.architecture, model.gguf_name)


def _locate(name: str, paths: AppPaths) -> Path:
    chosen = Path(name).expanduser()
    if chosen.is_absolute():
        return chosen
    plain = paths.models / name
    return plain if plain.suffix == ".gguf" else paths.models / f"{name}.gguf"


def _require_llama() -> None:
    problem = not_installed()
    if problem:
        reason, detail = problem.split(": ", 1)
        raise ModelError(reason, detail)


def _require_gguf(path: Path) -> None:
    try:
        if path.exists() and not path.is_file():
            raise ModelError("model damaged", f"{path} is not a file")
        with path.open("rb") as stream:
            magic = stream.read(len(_MAGIC))
    except OSError as error:
        raise ModelError("model missing", f"{path} cannot be opened ({error.strerror}); {_HOW}") from error
    if magic != _MAGIC:
        raise ModelError("model damaged", f"{path} is not a GGUF file")


def _checked(path: Path, paths: AppPaths) -> Facts:
    """Return the facts of a file: the remembered ones if it has not changed, else those of a new check."""
    stamp = stamp_of(path)
    known = recall(path, paths)
    if known is not None and known.stamp == stamp:
        return known
    facts = _check(path, stamp, known, paths)
    remember(path, facts, paths)
    return facts


def _check(path: Path, stamp: tuple[int, int], known: Facts | None, paths: AppPaths) -> Facts:
    sha256 = sha256_of(path)
    for model in CATALOGUE:
        if sha256 == model.gguf_sha256:
            return catalogue_facts(model, path)
        if path == paths.models / model.file_name:
            detail = f"{path} is not what was installed; `notesearch model install {model.name}` replaces it"
            raise ModelError("model damaged", detail)
    if known is not None and known.sha256 == sha256:
        return Facts(stamp, sha256, known.dimensions, known.architecture, known.name)
    answer = _try_in_child(path)
    return Facts(stamp, sha256, answer.dimensions, answer.architecture, answer.name)


def _model_file(path: Path, facts: Facts) -> ModelFile:
    info = model_info(path, facts.sha256, facts.dimensions, architecture=facts.architecture, name=facts.name)
    return ModelFile(path, info, facts.stamp)


def _try_in_child(path: Path) -> Ready:
    """Load the model in a process of its own and embed a trial text; raises ModelError."""
    process = ModelProcess(Orders(str(path), threads=1, idle_seconds=0))
    deadline = time.monotonic() + _CHECK_SECONDS
    how = f"it could not be loaded within {_CHECK_SECONDS:g} s"
    try:
        while not process.ended and (left := deadline - time.monotonic()) > 0:
            process.wait(left)
            for answer in process.receive():
                if isinstance(answer, Ready):
                    return answer
                if isinstance(answer, Refused):
                    raise ModelError(answer.reason, f"{path}: {answer.detail}")
    finally:
        ending = process.close()
    if process.ended:
        how = f"the process that loaded it broke down: {ending}"
    raise ModelError("model damaged", f"{path}: {how}")
