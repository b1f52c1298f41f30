"""The two real models give the token ids and cosines of their conversion, through the real child process."""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notesearch.embedding.catalogue import installable
from notesearch.embedding.embedder import Passage, PassageVectors
from notesearch.embedding.facts import sha256_of
from notesearch.embedding.host import LlamaHost, threads_for
from notesearch.embedding.keeper import Limits
from notesearch.embedding.llama import LlamaModel
from notesearch.embedding.models import resolve
from notesearch.paths import AppPaths

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.model

# What is tested here is what comes out, on machines that may be busy with other tests.
PATIENT = Limits(query=120, query_while_loading=120, load=120, answer=120)

E5_QUERY = "bird that eats fish"
E5_PASSAGES = {
    "苍鹭是一种吃鱼的涉禽": 0.78,
    "The heron is a wading bird that eats fish": 0.88,
    "Quarterly revenue grew 5 percent": 0.70,
}


def floats(vector: bytes | None) -> tuple[float, ...]:
    assert vector is not None
    return struct.unpack(f"<{len(vector) // 4}f", vector)


def cosine(one: bytes | None, other: bytes | None) -> float:
    a, b = floats(one), floats(other)
    assert math.isclose(math.hypot(*a), 1, abs_tol=1e-4)
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)


def open_host(folder: Path, name: str) -> LlamaHost:
    paths = AppPaths.for_person(folder.parent)
    assert paths.models == folder
    return LlamaHost(resolve(name, paths), threads_for(0, spare_a_core=False), limits=PATIENT)


def embed_all(host: LlamaHost, texts: list[str]) -> list[bytes]:
    assert host.offer(tuple(Passage(key, text) for key, text in enumerate(texts)))
    found: dict[int, bytes] = {}
    while len(found) < len(texts):
        for event in host.poll(60):
            if isinstance(event, PassageVectors):
                assert not event.failed
                found.update(event.vectors)
    return [found[key] for key in range(len(texts))]


def test_e5_finds_across_languages(model_dir: Callable[[str], Path]) -> None:
    host = open_host(model_dir("e5"), "e5")
    try:
        query = host.embed_query(E5_QUERY)
        for vector, expected in zip(embed_all(host, list(E5_PASSAGES)), E5_PASSAGES.values(), strict=True):
            assert cosine(query.vector, vector) == pytest.approx(expected, abs=0.01)
        assert len(query.vector or b"") == 4 * 384
    finally:
        host.close()


def test_minilm_tells_meaning_from_words(model_dir: Callable[[str], Path]) -> None:
    host = open_host(model_dir("minilm"), "minilm")
    try:
        outside, feline, revenue = embed_all(
            host, ["The cat sits outside", "A feline is resting outdoors", "Quarterly revenue grew 5%"]
        )
        assert cosine(outside, feline) == pytest.approx(0.62, abs=0.01)
        assert cosine(outside, revenue) < 0.1
        assert cosine(feline, revenue) < 0.1
        assert host.embed_query("The cat sits outside").vector == outside
        assert host.embed_query("苍鹭").reason == "language not known: this model knows English, the query is in Han"
    finally:
        host.close()


def test_e5_splits_text_into_the_tokens_it_was_trained_with(model_dir: Callable[[str], Path]) -> None:
    model = LlamaModel(model_dir("e5") / "e5.gguf", threads=2)
    assert model.tokens("query: how much protein per day") == [0, 41, 1294, 12, 3642, 5045, 21308, 117, 5155, 2]
    assert model.tokens("ﬁsh ａｂｃ") == model.tokens("fish abc")
    assert (model.dimensions, model.context) == (384, 512)


@pytest.fixture(scope="module")
def minilm(model_dir: Callable[[str], Path]) -> LlamaModel:
    return LlamaModel(model_dir("minilm") / "minilm.gguf", threads=1)


def test_minilm_splits_text_into_the_tokens_it_was_trained_with(minilm: LlamaModel) -> None:
    # "hello" and "world" are entries 7592 and 2088 of BERT's vocabulary, between [CLS] and [SEP].
    assert minilm.tokens("Hello world") == [101, 7592, 2088, 102]
    assert (minilm.dimensions, minilm.context) == (384, 512)


def test_a_text_longer_than_the_context_is_cut_and_a_short_one_is_not(minilm: LlamaModel) -> None:
    # Five tokens a sentence: 102 sentences fill the 510 places between [CLS] and [SEP].
    full, was_cut = minilm.embed("a heron by the lake " * 102)
    assert not was_cut
    longer, was_cut = minilm.embed("a heron by the lake " * 200)
    assert was_cut
    assert longer == full


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "a" * 20_000, "[SEP] </s> <s>", "🐦" * 3000, "\n\t\r"])
def test_every_text_has_a_unit_vector(minilm: LlamaModel, text: str) -> None:
    vector = floats(minilm.embed(text)[0])
    assert len(vector) == 384
    assert math.hypot(*vector) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("name", ["e5", "minilm"])
def test_what_is_installed_is_what_was_pinned(model_dir: Callable[[str], Path], name: str) -> None:
    model = installable(name)
    file = model_dir(name) / model.file_name
    assert (sha256_of(file), file.stat().st_size) == (model.gguf_sha256, model.gguf_bytes)


def test_e5_keeps_within_its_memory(model_dir: Callable[[str], Path]) -> None:
    host = open_host(model_dir("e5"), "e5")
    try:
        embed_all(host, ["The heron is a wading bird that eats fish. " * 60] * 2)
        status = Path(f"/proc/{host.pid}/status")
        if status.exists():
            resident = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
            assert int(resident.split()[1]) < 700_000
    finally:
        host.close()
