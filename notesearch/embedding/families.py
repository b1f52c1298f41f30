"""What is known about common families of embedding models: their prefixes, languages and limits, by name."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import regex

from notesearch.embedding.embedder import ModelInfo

if TYPE_CHECKING:
    from pathlib import Path

# Longest text, in tokens, that any model is given at once: the working memory grows with it, and a chunk of the
# default size has fewer.
LONGEST: Final = 2048
POOLED_BY_LAST_TOKEN: Final = 3

_LATIN = frozenset({"Latn"})
_RETRIEVE = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
_REPRESENT = "Represent this sentence for searching relevant passages: "
_LETTER = regex.compile(r"\p{L}")
_WORD_SIGN, _EMOJI = regex.compile(r"[\p{L}\p{N}]"), regex.compile(r"[\p{Extended_Pictographic}\p{Regional_Indicator}]")


@dataclass(frozen=True, slots=True)
class Family:
    """How the models of one family want to be used.

    `pattern` is searched in "architecture name file-name", lower case, every run of other characters one hyphen.
    `tokens` is the longest text; `pooling` is llama.cpp's number for files that name none; `nfkc` tells that
    llama.cpp leaves out the normalisation that the model was trained with.
    """

    pattern: str
    query_prefix: str = ""
    passage_prefix: str = ""
    scripts: frozenset[str] | None = None
    languages: str = "all languages"
    tokens: int = LONGEST
    pooling: int | None = None
    nfkc: bool = False


_UNKNOWN = Family(pattern="")

# The first one that fits counts, so the narrower stands before the wider.
_FAMILIES = (
    Family("e5.*instruct", f"{_RETRIEVE} ", tokens=512, nfkc=True),
    Family("multilingual-e5|bert-e5$", "query: ", "passage: ", tokens=512, nfkc=True),
    Family("(^|-)e5-", "query: ", "passage: ", _LATIN, "English", 512),
    Family("bge-m3"),
    Family("bge.*-zh", "为这个句子生成表示以用于检索相关文章：", "", frozenset({"Hani", "Latn"}), "Chinese", 512),
    Family("bge.*-en", _REPRESENT, "", _LATIN, "English", 512),
    Family("gte.*(multilingual|qwen)"),
    Family("(^|-)gte-", scripts=_LATIN, languages="English", tokens=512),
    Family("nomic-embed-text-v2|nomic-bert-moe", "search_query: ", "search_document: ", tokens=512),
    Family("nomic-embed|nomic-bert", "search_query: ", "search_document: ", _LATIN, "English"),
    Family("arctic-embed.*-v2", "query: "),
    Family("arctic-embed", _REPRESENT, "", _LATIN, "English", 512),
    Family("embeddinggemma|embedding-gemma|gemma-embedding", "task: search result | query: ", "title: none | text: "),
    Family("qwen3.*embed", _RETRIEVE, pooling=POOLED_BY_LAST_TOKEN),
    Family("multilingual-minilm|multilingual-mpnet", tokens=128),
    Family("minilm", scripts=_LATIN, languages="English", tokens=512),
    Family("mpnet", scripts=_LATIN, languages="English", tokens=512),
    Family(
        "jina.*-v3",
        "Represent the query for retrieving evidence documents: ",
        "Represent the document for retrieval: ",
    ),
    Family("jina.*-v2.*-zh", scripts=frozenset({"Hani", "Latn"}), languages="Chinese and English"),
    Family("jina.*-v2", scripts=_LATIN, languages="English and some other European languages"),
)


def family_of(architecture: str, name: str, file_name: str) -> Family:
    """Return the family that a GGUF's architecture, its own name and its file name tell; never fails."""
    told = re.sub(r"[^a-z0-9]+", "-", f"{architecture} {name} {file_name.removesuffix('.gguf')}".lower()).strip("-")
    return next((family for family in _FAMILIES if re.search(family.pattern, told)), _UNKNOWN)


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file that has been checked. `stamp` is its (size in bytes, modification time in ns) at that check."""

    path: Path
    info: ModelInfo
    stamp: tuple[int, int]


def model_info(path: Path, sha256: str, dimensions: int, *, architecture: str, name: str) -> ModelInfo:
    """Return what the rest of the program knows of the model in `path`."""
    family = family_of(architecture, name, path.name)
    return ModelInfo(
        name=path.stem,
        sha256=sha256,
        dimensions=dimensions,
        query_prefix=family.query_prefix,
        passage_prefix=family.passage_prefix,
        scripts=family.scripts,
        languages=family.languages,
    )


def unknown_script(text: str, info: ModelInfo) -> str | None:
    """Return the name of a script that `text` is written in and the model does not know, else None.

    The majority of the letters decides; a text without letters is known, unless it is nothing but emoji: to a model
    of few scripts each of them is the same unknown token, as are the words of all other scripts.
    """
    if info.scripts is None:
        return None
    if _EMOJI.search(text) and not _WORD_SIGN.search(text):
        return "Emoji"
    known = regex.compile("[" + "".join(rf"\p{{Script={script}}}" for script in sorted(info.scripts)) + "]")
    strange = [letter for letter in _LETTER.findall(text) if not known.match(letter)]
    if len(strange) * 2 <= len(_LETTER.findall(text)):
        return None
    return unicodedata.name(strange[0], "another script").split()[0].replace("CJK", "Han").capitalize()
