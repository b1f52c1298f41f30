"""A model's family is told by its architecture and name, and a query's script by the majority of its letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesearch.embedding.embedder import ModelInfo
from notesearch.embedding.families import family_of, model_info, unknown_script

ENGLISH = ModelInfo("minilm", "0", 384, scripts=frozenset({"Latn"}), languages="English")
ALL = ModelInfo("e5", "0", 384)


@pytest.mark.parametrize(
    ("architecture", "name", "file_name", "query", "passage", "languages"),
    [
        ("bert", "multilingual-e5-small", "e5.gguf", "query: ", "passage: ", "all languages"),
        ("bert", "all-MiniLM-L6-v2", "minilm.gguf", "", "", "English"),
        ("bert", "E5 Base V2", "e5-base-v2-q8_0.gguf", "query: ", "passage: ", "English"),
        ("bert", "Bge Small En v1.5", "x.gguf", "Represent this sentence for searching relevant passages: ", "", "English"),
        ("bert", "", "bge-m3-q4.gguf", "", "", "all languages"),
        ("nomic-bert", "nomic-embed-text-v1.5", "x.gguf", "search_query: ", "search_document: ", "English"),
        ("nomic-bert-moe", "", "x.gguf", "search_query: ", "search_document: ", "all languages"),
        ("bert", "Snowflake Arctic Embed M v2.0", "x.gguf", "query: ", "", "all languages"),
        ("bert", "snowflake-arctic-embed-s", "x.gguf", "Represent this sentence for searching relevant passages: ", "", "English"),
        ("gemma-embedding", "embeddinggemma-300m", "x.gguf", "task: search result | query: ", "title: none | text: ", "all languages"),
        ("bert", "paraphrase-multilingual-MiniLM-L12-v2", "x.gguf", "", "", "all languages"),
        ("bert", "gte-small", "x.gguf", "", "", "English"),
        ("bert", "something new", "new.gguf", "", "", "all languages"),
    ],
)  # fmt: skip
def test_common_families_bring_their_prefixes_and_languages(
    architecture: str, name: str, file_name: str, query: str, passage: str, languages: str
) -> None:
    family = family_of(architecture, name, file_name)
    assert (family.query_prefix, family.passage_prefix, family.languages) == (query, passage, languages)


def test_qwen_takes_an_instruction_and_its_last_token() -> None:
    family = family_of("qwen3", "Qwen3 Embedding 0.6B Instruct", "qwen.gguf")
    assert family.query_prefix.startswith("Instruct: ")
    assert family.query_prefix.endswith("Query:")
    assert (family.passage_prefix, family.pooling) == ("", 3)


def test_only_e5_needs_its_text_normalised_by_us() -> None:
    assert family_of("bert", "multilingual-e5-small", "e5.gguf").nfkc
    assert not family_of("bert", "all-MiniLM-L6-v2", "minilm.gguf").nfkc


def test_a_models_info_is_named_after_its_file() -> None:
    info = model_info(Path("/models/minilm.gguf"), "ab", 384, architecture="bert", name="all-MiniLM-L6-v2")
    assert (info.name, info.sha256, info.dimensions, info.scripts) == ("minilm", "ab", 384, frozenset({"Latn"}))


@given(st.text(), st.text(), st.text())
def test_no_name_is_too_odd(architecture: str, name: str, file_name: str) -> None:
    assert family_of(architecture, name, file_name).tokens > 0


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("heron", None),
        ("héron œuvre", None),
        ("苍鹭吃鱼", "Han"),
        ("цапля ест рыбу", "Cyrillic"),
        ("Aves ορνιθολογία", "Greek"),
        ("the heron 苍鹭", None),
        ("ab 鱼鱼", None),
        ("a 鱼鱼", "Han"),
        ("2026-03-01 !?", None),
        ("🚀 🇩🇪", "Emoji"),
        ("🚀 launch", None),
        ("", None),
    ],
)
def test_the_majority_of_the_letters_decides(text: str, script: str | None) -> None:
    assert unknown_script(text, ENGLISH) == script


@given(st.text())
def test_a_model_for_all_languages_knows_every_text(text: str) -> None:
    assert unknown_script(text, ALL) is None
    unknown_script(text, ENGLISH)
