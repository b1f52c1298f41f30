"""Promises that made-up words give no strong result, and that right results are not called weak.

The made-up queries stand for all that the vault says nothing about.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from graded_sets import normal
from shelf import MODELS, ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from graded_sets import GradedSet
    from shelf import ModelName, Shelf

    from notesearch.notebook import Notebook

MADE_UP = """
zxqv blorp
fremzil dakotun
vondle praskit
quemby troffin
blarnip suvelo
mibrax oltundi
grelvish pommuta
tazwik enfrolo
dwimmet skalbo
yurpid clonvast
harbuz nizdel
jelvook rimtaf
plixen gworda
sednub ovatri
krimsha bolfex
wubbet zandory
flimjam tregook
nurvex ildapo
chazmor wexlin
brontip yefula
gospid marnuk
lurvane tiskob
ozmeth quandip
frubbic helvora
vaskling dorpit
murgish tavelno
pendrux ikkolam
snarvel bupito
wozlik gramfen
tibrone askuvel
drelpo hinxat
jorvim clabbuz
rezpin ofumba
skwintle vambor
ulgrast penniko
zibbane krodflu
hexvool mertish
cromlip uzadni
paggle twervox
ibsock flurnane
novrith gelbuzo
spondrik wafeli
etrumpa kojlin
bexwade sorniq
gliffen tupradu
ravnok chissel
ombrifa lekdut
trazzle vinhopa
yandrox mulbefi
kwistel ardvone
""".strip().splitlines()
STRONG_AT_MOST = 3


def test_there_are_fifty_made_up_queries_of_words_that_no_note_has(sample: GradedSet) -> None:
    notes = "\n".join(path.read_text(encoding="utf-8") for path in sample.vault.rglob("*.md")).casefold()
    assert len(set(MADE_UP)) == len(MADE_UP) == 50
    assert "zxqv blorp" in MADE_UP
    assert all(len(query.split()) == 2 for query in MADE_UP)
    assert {word for query in MADE_UP for word in query.split()} & set(re.findall(r"\w+", notes)) == set()


def strong(notebook: Notebook) -> list[str]:
    """Return the made-up queries with any result that is not weak."""
    answers = zip(MADE_UP, ask(notebook, MADE_UP), strict=True)
    return [query for query, answer in answers if not all(result.weak for result in answer.results)]


@pytest.mark.parametrize("model", MODELS)
def test_made_up_words_give_no_strong_result(shelf: Shelf, sample: GradedSet, model: ModelName) -> None:
    with shelf.opened(sample, model) as notebook:
        found = strong(notebook)
    assert len(found) <= STRONG_AT_MOST, found


# Measured on 2026-11-30, results that are called weak among the right ones: by words 5 of 39, `minilm` 2 of 42, `e5` 9
# of 46; two questions more are let pass. They are paraphrases that meaning alone finds, and questions of which a word
# was taken for a typing error.
MOST_CALLED_WEAK = {"": 0.18, "minilm": 0.1, "e5": 0.24}


@pytest.mark.parametrize("model", MODELS)
def test_a_right_first_result_is_seldom_called_weak(shelf: Shelf, sample: GradedSet, model: ModelName) -> None:
    with shelf.opened(sample, model) as notebook:
        answers = dict(zip(sample.questions, ask(notebook, sample.questions.values()), strict=True))
    firsts = {question: answer.results[0] for question, answer in answers.items() if answer.results}
    right = {question: first for question, first in firsts.items() if grade(sample, question, first.path) >= 2}
    weak = [question for question, first in right.items() if first.weak]
    assert len(weak) <= MOST_CALLED_WEAK[model] * len(right), weak


def grade(graded: GradedSet, question: str, path: str) -> float:
    return graded.grades[question].get(normal(path), 0.0)


@pytest.mark.long
@pytest.mark.model
@pytest.mark.timeout(3600)
@pytest.mark.xdist_group("xquad-en")
@pytest.mark.parametrize("model", ["", "minilm", "e5"])
def test_on_an_encyclopedia_too(shelf: Shelf, unpacked: Callable[[str], GradedSet], model: ModelName) -> None:
    graded = unpacked("xquad-en")
    with shelf.opened(graded, model) as notebook:
        found = strong(notebook)
        answers = list(ask(notebook, graded.questions.values()))
    assert len(found) <= STRONG_AT_MOST, found
    firsts = [answer.results[0].weak if answer.results else True for answer in answers]
    assert firsts.count(False) >= 0.95 * len(firsts)
