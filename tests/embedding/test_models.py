"""A model file is checked before it is used: damaged, foreign and missing ones are refused in words, nothing crashes."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from notesearch.embedding import facts, models
from notesearch.embedding.catalogue import installable
from notesearch.errors import ModelError, UsageError
from notesearch.paths import AppPaths, private_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from notesearch.embedding.families import ModelFile

OWN_NAME = b"all-MiniLM-L6-v2"
FOREIGN_NAME = b"all-MiniLM-L6-vX"


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths.for_person(tmp_path / "data")


@pytest.fixture(scope="module")
def foreign(model_dir: Callable[[str], Path]) -> bytes:
    """A whole GGUF embedding model that NoteSearch has not written itself."""
    return (model_dir("minilm") / "minilm.gguf").read_bytes().replace(OWN_NAME, FOREIGN_NAME, 1)


def refusal(file: Path, paths: AppPaths) -> ModelError:
    with pytest.raises(ModelError) as caught:
        models.use(file, paths)
    assert "\n" not in str(caught.value)
    return caught.value


def write_chat_model(path: Path) -> None:
    """Write the smallest model of the Llama kind that llama.cpp loads: one block, eight dimensions, three tokens."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(64)
    writer.add_embedding_length(32)
    writer.add_block_count(1)
    writer.add_feed_forward_length(32)
    writer.add_head_count(1)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(32)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁a"])
    writer.add_token_scores([0.0] * 260)
    writer.add_token_types([2, 3, 3, *[6] * 256, 1])
    square, row = np.ones((32, 32), np.float32), np.ones(32, np.float32)
    for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"):
        writer.add_tensor(f"blk.0.{name}.weight", square)
    for name in ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm"):
        writer.add_tensor(f"{name}.weight", row)
    for name in ("token_embd", "output"):
        writer.add_tensor(f"{name}.weight", np.ones((260, 32), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def test_no_name_is_no_model(paths: AppPaths) -> None:
    with pytest.raises(ModelError, match=r"^no model: .*notesearch model install") as caught:
        models.resolve("", paths)
    assert caught.value.reason == "no model"


@pytest.mark.parametrize("name", ["e5", "e5.gguf", "/nowhere/at/all.gguf", "v1.5"])
def test_a_file_that_is_not_there_is_a_missing_model(paths: AppPaths, name: str) -> None:
    with pytest.raises(ModelError) as caught:
        models.resolve(name, paths)
    assert caught.value.reason == "model missing"


def test_without_llama_cpp_no_model_can_be_used(paths: AppPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ModelError) as caught:
        models.resolve("e5", paths)
    assert caught.value.reason == "not installed"


@pytest.mark.parametrize("content", [b"", b"GG", b"# A note\n\nnot a model\n", b"\x00" * 4096])
def test_what_is_not_gguf_is_a_damaged_model(tmp_path: Path, paths: AppPaths, content: bytes) -> None:
    file = tmp_path / "text.gguf"
    file.write_bytes(content)
    error = refusal(file, paths)
    assert (error.reason, error.detail) == ("model damaged", f"{file} is not a GGUF file")


def test_folders_and_pipes_are_not_opened(tmp_path: Path, paths: AppPaths) -> None:
    folder, pipe = tmp_path / "folder.gguf", tmp_path / "pipe.gguf"
    folder.mkdir()
    os.mkfifo(pipe)
    assert refusal(folder, paths).detail == f"{folder} is not a file"
    assert refusal(pipe, paths).detail == f"{pipe} is not a file"


@pytest.mark.model
@pytest.mark.parametrize("kept", [4, 24, 1000, 300_000, 800_000, 12_000_000, 25_279_295])
def test_a_file_that_is_cut_off_is_a_damaged_model(tmp_path: Path, paths: AppPaths, foreign: bytes, kept: int) -> None:
    file = tmp_path / "cut.gguf"
    file.write_bytes(foreign[:kept])
    error = refusal(file, paths)
    assert error.reason == "model damaged"
    assert error.detail.startswith(f"{file}: llama.cpp cannot load cut.gguf: ")
    assert facts.recall(file, paths) is None


@pytest.mark.model
@pytest.mark.parametrize("seed", range(6))
def test_bytes_flipped_in_the_header_crash_nothing(tmp_path: Path, paths: AppPaths, foreign: bytes, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(foreign)
    for _ in range(20):
        data[chance.randrange(4, 2000)] ^= 1 << chance.randrange(8)
    file = tmp_path / "flipped.gguf"
    file.write_bytes(data)
    try:
        model = models.use(file, paths)
    except ModelError as error:
        assert error.reason == "model damaged"  # noqa: PT017 - either outcome is right, a crash is not
    else:
        assert model.info.dimensions > 0


def test_a_chat_model_is_refused(tmp_path: Path, paths: AppPaths) -> None:
    file = tmp_path / "chat.gguf"
    write_chat_model(file)
    error = refusal(file, paths)
    assert error.reason == "model damaged"
    assert error.detail == f"{file}: this is not an embedding model; a chat model cannot be used"


@pytest.mark.model
def test_any_whole_embedding_model_is_accepted_where_it_lies(
    tmp_path: Path, paths: AppPaths, foreign: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "my own.gguf"
    file.write_bytes(foreign)
    model = models.use(file, paths)
    assert (model.path, model.info.name, model.info.dimensions, model.info.languages) == (
        file,
        "my own",
        384,
        "English",
    )
    assert models.installed(paths) == ()
    # A second look reads neither the file nor the model.
    monkeypatch.setattr(models, "sha256_of", forbidden)
    monkeypatch.setattr(models, "_try_in_child", forbidden)
    assert models.resolve(str(file), paths) == model


def forbidden(*_: object) -> None:
    raise AssertionError("called")


@pytest.mark.model
def test_a_touched_file_is_read_again_but_not_loaded(
    tmp_path: Path, paths: AppPaths, foreign: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.gguf"
    file.write_bytes(foreign)
    before = models.use(file, paths)
    os.utime(file, ns=(1, 1))
    monkeypatch.setattr(models, "_try_in_child", forbidden)
    after = models.resolve(str(file), paths)
    assert after.info == before.info
    assert after.stamp == (len(foreign), 1)


@pytest.mark.model
def test_a_changed_file_is_checked_again(tmp_path: Path, paths: AppPaths, foreign: bytes) -> None:
    file = tmp_path / "own.gguf"
    file.write_bytes(foreign)
    models.use(file, paths)
    file.write_bytes(foreign[:1000])
    assert refusal(file, paths).reason == "model damaged"


@pytest.mark.model
def test_an_installed_model_is_known_by_its_checksum(
    paths: AppPaths, give_model: Callable[[str, AppPaths], ModelFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "_try_in_child", forbidden)
    model = give_model("minilm", paths)
    assert model.info.sha256 == installable("minilm").gguf_sha256
    assert models.resolve("minilm.gguf", paths) == model
    assert models.installed(paths) == (models.LocalModel("minilm", paths.models / "minilm.gguf", 25_279_296),)


@pytest.mark.model
def test_a_damaged_installed_model_says_how_to_mend_it(
    paths: AppPaths, give_model: Callable[[str, AppPaths], ModelFile]
) -> None:
    file = give_model("minilm", paths).path
    with file.open("r+b") as stream:
        stream.seek(20_000_000)
        stream.write(b"damage")
    with pytest.raises(ModelError, match=r"^model damaged: .*`notesearch model install minilm` replaces it"):
        models.resolve("minilm", paths)


def test_removing_deletes_the_file_and_an_unknown_name_is_told(tmp_path: Path, paths: AppPaths) -> None:
    file = private_folder(paths.models) / "own.gguf"
    file.write_bytes(b"GGUF")
    with pytest.raises(UsageError, match="no installed model named 'other'; installed: own"):
        models.remove("other", paths)
    assert models.remove("own", paths) == file
    assert models.installed(paths) == ()
    with pytest.raises(UsageError, match="installed: none"):
        models.remove("own", paths)


def test_removing_never_leaves_the_models_folder(tmp_path: Path, paths: AppPaths) -> None:
    outside = tmp_path / "outside.gguf"
    outside.write_bytes(b"GGUF")
    private_folder(paths.models)
    for name in (str(outside), "../outside", "../../outside.gguf"):
        with pytest.raises(UsageError):
            models.remove(name, paths)
    assert outside.exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"a": {"stamp": "x"}}', b"\xff"])
def test_damaged_facts_only_cost_time(paths: AppPaths, content: bytes) -> None:
    (private_folder(paths.models) / "facts.json").write_bytes(content)
    assert facts.recall(Path("/a"), paths) is None
    known = facts.Facts((1, 2), "ab", 384, "bert", "name")
    facts.remember(Path("/a"), known, paths)
    assert facts.recall(Path("/a"), paths) == known
    facts.remember(Path("/a"), None, paths)
    assert facts.recall(Path("/a"), paths) is None
    assert [file.name for file in paths.models.iterdir()] == ["facts.json"]
