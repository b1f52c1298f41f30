"""Weights that are not what they should be are refused, and every tensor gets llama.cpp's name."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING

import pytest

from notesearch.embedding.gguf import _e5_name, write_e5, write_minilm

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("emb.word", "token_embd.weight"),
        ("emb.pos", "position_embd.weight"),
        ("emb.type", "token_types.weight"),
        ("emb.ln.w", "token_embd_norm.weight"),
        ("emb.ln.b", "token_embd_norm.bias"),
        ("l0.q.w", "blk.0.attn_q.weight"),
        ("l11.k.b", "blk.11.attn_k.bias"),
        ("l3.v.w", "blk.3.attn_v.weight"),
        ("l3.ao.w", "blk.3.attn_output.weight"),
        ("l3.fi.w", "blk.3.ffn_up.weight"),
        ("l3.fo.b", "blk.3.ffn_down.bias"),
        ("l3.aln.w", "blk.3.attn_output_norm.weight"),
        ("l3.oln.b", "blk.3.layer_output_norm.bias"),
    ],
)
def test_tensors_of_e5_get_their_names(ours: str, theirs: str) -> None:
    assert _e5_name(ours) == theirs


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (b"GGUF" + struct.pack("<I", 1) + b"\0" * 100, "not an E5S1 file"),
        (b"E5S1" + struct.pack("<I", 2) + b"\0" * 100, "not an E5S1 file"),
        (b"E5S1" + struct.pack("<I7ifi", 1, 768, 12, 12, 3072, 250037, 512, 2, 1e-12, 32), "not the shape"),
    ],
)
def test_other_files_are_not_e5(tmp_path: Path, weights: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write_e5({"weights": weights}, tmp_path / "out.gguf")
    assert not (tmp_path / "out.gguf").exists()


def test_an_unknown_tensor_is_not_minilm(tmp_path: Path) -> None:
    header = json.dumps({"surprise": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    weights = struct.pack("<Q", len(header)) + header + b"\0" * 4
    with pytest.raises(ValueError, match="tensor surprise is not one of this model"):
        write_minilm({"weights": weights, "vocabulary": b"[PAD]\na\n##b\n"}, tmp_path / "out.gguf")
