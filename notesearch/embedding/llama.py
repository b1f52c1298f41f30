"""Loads one GGUF model with llama.cpp and turns texts into unit vectors; used in the child process only."""

from __future__ import annotations

import ctypes
import sys
import unicodedata
from mmap import PAGESIZE
from typing import TYPE_CHECKING, Any

import llama_cpp
import numpy as np

from notesearch.embedding.families import LONGEST, Family, family_of
from notesearch.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

_TRIAL = "The quick brown fox jumps over the lazy dog. "
_ERROR_LEVEL = 4  # of ggml.h; llama_cpp has its own, older list
_USABLE_POOLINGS = (1, 2, 3)  # mean, first token, last token; not none, not a re-ranker's
_PRIVATE_PAGES_GO = 4  # MADV_DONTNEED of Linux


class EmbeddingError(Exception):
    """One text could not be embedded; the message says why."""


class _Complaints:
    """Keeps the first error that llama.cpp logs, the nearest to the cause, and all that it logs off the terminal."""

    def __init__(self) -> None:
        self._first = ""
        self._callback = llama_cpp.llama_log_callback(self._note)
        llama_cpp.llama_log_set(self._callback, ctypes.c_void_p(0))

    def _note(self, level: int, text: bytes, _data: object) -> None:
        if level == _ERROR_LEVEL and not self._first:
            words = text.decode("utf-8", "replace").strip()
            self._first = "".join(letter if letter.isprintable() else " " for letter in words)[:200]

    def take(self) -> str:
        """Return the first error since the last call, for a person, and forget it."""
        first, self._first = self._first, ""
        return first or "it gives no reason"


class LlamaModel:
    """A loaded embedding model.

    `dimensions` is the length of its vectors, `context` the longest text in tokens that it is given.
    """

    def __init__(self, path: Path, threads: int) -> None:
        """Load `path` and embed a trial text; raises ModelError when that does not work."""
        self._complaints = _Complaints()
        llama_cpp.llama_backend_init()
        self._model = self._load(path)
        self.architecture = self._metadata("general.architecture")
        self.name = self._metadata("general.name")
        family = family_of(self.architecture, self.name, path.name)
        self._normalise = family.nfkc
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._model)
        self.context = max(8, min(llama_cpp.llama_model_n_ctx_train(self._model), family.tokens, LONGEST))
        self.dimensions = int(llama_cpp.llama_model_n_embd_out(self._model))
        self._context = self._open(threads, family)
        self._memory = llama_cpp.llama_get_memory(self._context)
        self._batch = self._one_sequence()
        self._try_out()

    def embed(self, text: str) -> tuple[bytes, bool]:
        """Return the unit vector of `text` (little-endian float32) and whether the text had to be cut.

        Raises EmbeddingError when llama.cpp refuses, or when the vector is not finite or zero.
        """
        tokens = self.tokens(text)
        kept = self._fit(tokens)
        vector = self._run(kept)
        length = float(np.linalg.norm(vector))
        if not np.isfinite(length) or length == 0:
            raise EmbeddingError("the model returned no usable vector")
        return (vector / length).astype("<f4").tobytes(), len(kept) < len(tokens)

    def tokens(self, text: str) -> list[int]:
        """Return the token ids of `text`, those that the model puts around it included."""
        data = (unicodedata.normalize("NFKC", text) if self._normalise else text).encode("utf-8", "replace")
        room = len(data) + 16
        buffer = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocabulary, data, len(data), buffer, room, True, False)  # noqa: FBT003 - a C function, it takes no names
        if count < 0:
            raise EmbeddingError("the text could not be split into tokens")
        return buffer[:count]

    def _load(self, path: Path) -> Any:  # noqa: ANN401 - llama.cpp's handles have no type
        parameters = llama_cpp.llama_model_default_params()
        parameters.n_gpu_layers = 0
        model = llama_cpp.llama_model_load_from_file(str(path).encode("utf-8", "surrogateescape"), parameters)
        if not model:
            raise ModelError("model damaged", f"llama.cpp cannot load {path.name}: {self._complaints.take()}")
        return model

    def _open(self, threads: int, family: Family) -> Any:  # noqa: ANN401 - as above
        """Make the context: one sequence a micro-batch and flash attention, by far the fastest on a CPU."""
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = parameters.n_batch = parameters.n_ubatch = self.context
        parameters.n_seq_max = 1
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.embeddings = True
        parameters.no_perf = True
        parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_ENABLED
        if family.pooling is not None and not self._metadata(f"{self.architecture}.pooling_type"):
            parameters.pooling_type = family.pooling
        context = llama_cpp.llama_init_from_model(self._model, parameters)
        if not context:
            raise ModelError("model damaged", f"llama.cpp cannot run this model: {self._complaints.take()}")
        if llama_cpp.llama_pooling_type(context) not in _USABLE_POOLINGS or self.dimensions < 1:
            raise ModelError("model damaged", "this is not an embedding model; a chat model cannot be used")
        return context

    def _metadata(self, key: str) -> str:
        buffer = ctypes.create_string_buffer(256)
        length = llama_cpp.llama_model_meta_val_str(self._model, key.encode(), buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace") if length > 0 else ""

    def _one_sequence(self) -> Any:  # noqa: ANN401 - as above
        """Return a batch in which only the tokens and their number still have to be filled in."""
        batch = llama_cpp.llama_batch_init(self.context, 0, 1)
        for place in range(self.context):
            batch.pos[place] = place
            batch.n_seq_id[place] = 1
            batch.seq_id[place][0] = 0
            batch.logits[place] = 1
        return batch

    def _fit(self, tokens: list[int]) -> list[int]:
        """Cut to the context; a token that ends each text stays at the end, the model was trained with it there."""
        if len(tokens) <= self.context:
            return tokens
        ends = (llama_cpp.llama_vocab_eos(self._vocabulary), llama_cpp.llama_vocab_sep(self._vocabulary))
        tail = tokens[-1:] if tokens[-1] in ends else []
        return tokens[: self.context - len(tail)] + tail

    def _run(self, tokens: list[int]) -> np.ndarray[Any, np.dtype[np.float32]]:
        if not tokens:
            raise EmbeddingError("the text has no tokens")
        self._batch.n_tokens = len(tokens)
        ids = (llama_cpp.llama_token * len(tokens))(*tokens)
        ctypes.memmove(self._batch.token, ids, ctypes.sizeof(ids))
        if self._memory:
            llama_cpp.llama_memory_clear(self._memory, True)  # noqa: FBT003 - a C function, it takes no names
            failed = llama_cpp.llama_decode(self._context, self._batch)
        else:
            failed = llama_cpp.llama_encode(self._context, self._batch)
        found = None if failed else llama_cpp.llama_get_embeddings_seq(self._context, 0)
        if not found:
            raise EmbeddingError(f"llama.cpp refused the text ({self._complaints.take()})")
        return np.ctypeslib.as_array(found, shape=(self.dimensions,)).astype(np.float32)

    def _try_out(self) -> None:
        """Embed a text that fills the context, so that what is too big fails now, and the buffers have their size."""
        try:
            self.embed(_TRIAL * (self.context // 8))
        except EmbeddingError as error:
            raise ModelError("model damaged", f"a trial text could not be embedded: {error}") from error
        self._release_logits()

    def _release_logits(self) -> None:
        """Give back the memory of the table of next-token scores: llama.cpp clears it once and embedding never uses it.

        With `e5` it is 500 MB, a row of 250,037 numbers for each token of the context.
        """
        start = ctypes.cast(llama_cpp.llama_get_logits(self._context), ctypes.c_void_p).value
        if start is None or sys.platform != "linux":
            return
        size = self.context * llama_cpp.llama_vocab_n_tokens(self._vocabulary) * ctypes.sizeof(ctypes.c_float)
        first = -(-start // PAGESIZE) * PAGESIZE
        whole = (start + size - first) // PAGESIZE * PAGESIZE
        ctypes.CDLL(None).madvise(ctypes.c_void_p(first), ctypes.c_size_t(whole), _PRIVATE_PAGES_GO)
