"""Where everything lies that NoteSearch writes or ships; nothing of it is ever inside a vault."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import platformdirs

from notesearch.errors import UsageError

DATA_DIR_VARIABLE = "NOTESEARCH_DATA_DIR"
_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class AppPaths:
    """The folders of one person's NoteSearch, each created readable by its owner only."""

    data: Path
    config: Path
    cache: Path
    logs: Path

    @classmethod
    def for_person(cls, data_dir: str | os.PathLike[str] | None = None) -> Self:
        """Return the platform's folders, or all of them inside `data_dir` (or `$NOTESEARCH_DATA_DIR`)."""
        chosen = data_dir or os.environ.get(DATA_DIR_VARIABLE)
        if chosen:
            root = absolute(chosen)
            return cls(data=root, config=root / "config", cache=root / "cache", logs=root / "logs")
        dirs = platformdirs.PlatformDirs("notesearch", appauthor=False)
        return cls(
            data=dirs.user_data_path,
            config=dirs.user_config_path,
            cache=dirs.user_cache_path,
            logs=dirs.user_log_path,
        )

    @property
    def models(self) -> Path:
        """Where installed models lie."""
        return self.data / "models"

    @property
    def settings_file(self) -> Path:
        """What the person chose for every vault."""
        return self.config / "settings.toml"

    def vault(self, vault: Path) -> VaultPaths:
        """Return the places that belong to one vault, named after it and told apart by its real path."""
        real = os.fsencode(os.path.realpath(vault))
        name = _SLUG.sub("-", Path(os.fsdecode(real)).name.lower()).strip("-")[:40] or "vault"
        key = f"{name}-{hashlib.sha256(real).hexdigest()[:12]}"
        return VaultPaths(folder=self.data / "vaults" / key, settings_file=self.config / "vaults" / f"{key}.toml")


@dataclass(frozen=True, slots=True)
class VaultPaths:
    """What NoteSearch keeps for one vault: the index can be rebuilt, opens and settings cannot."""

    folder: Path
    settings_file: Path

    @property
    def index(self) -> Path:
        """The SQLite file with words and vectors."""
        return self.folder / "index.db"

    @property
    def rebuilt(self) -> Path:
        """The SQLite file in which the index is built anew, until it takes the place of the old one."""
        return self.folder / "index.new.db"

    @property
    def opens(self) -> Path:
        """The SQLite file that remembers which notes the person opened."""
        return self.folder / "opens.db"

    @property
    def lock(self) -> Path:
        """The file whose operating-system lock the one writer holds."""
        return self.folder / "writer.lock"


def absolute(name: str | os.PathLike[str]) -> Path:
    """Return the place that a person named, `~` and all; raises UsageError when that leads nowhere."""
    try:
        return Path(name).expanduser().absolute()
    except RuntimeError as error:
        raise UsageError(f"{os.fspath(name)}: nobody has this home folder.") from error
    except OSError as error:
        raise UsageError(f"{os.fspath(name)}: the current folder is gone; name one in full.") from error


def must_lie_outside(paths: AppPaths, vault: Path) -> None:
    """Raise UsageError when what NoteSearch writes would lie among the notes of `vault`.

    In a hidden folder of it, it may: no note is looked for there, and a vault may be the whole home folder.
    """
    real = Path(os.path.realpath(vault))
    for folder in (paths.data, paths.config, paths.cache, paths.logs):
        place = Path(os.path.realpath(folder))
        if place.is_relative_to(real) and not any(part.startswith(".") for part in place.relative_to(real).parts):
            raise UsageError(f"{folder} lies in the vault {vault}, where nothing is ever written; name another folder.")


def private_folder(folder: Path) -> Path:
    """Create `folder` and those above it that are missing, each for its owner only, and return it.

    A folder that is there keeps the rights that its owner gave it. Raises OSError.
    """
    if not folder.is_dir():
        private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def resources() -> Path:
    """Return the folder of icons, style, translations and the sample vault, in a checkout or in a wheel."""
    package = Path(__file__).resolve().parent
    shipped = package / "resources"
    return shipped if shipped.is_dir() else package.parent / "resources"
