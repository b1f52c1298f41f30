"""Words that must be there (or must not) -> conditions on notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.index.filters import All, ChunkWords, Condition, Either, Words
from notesearch.index.phrases import Phrase, any_of
from notesearch.index.tokenizer import QueryTerm, prepare, query_terms

if TYPE_CHECKING:
    from collections.abc import Iterator

# The columns of running text; the others hold single tokens in no order.
_RUNNING = "- forms"


def phrase_of(text: str) -> Phrase | None:
    """Return the phrase of the words of `text`; None for punctuation alone.

    A single character of a script without spaces may be the end or the start of a longer run in a note, which has it
    in a pair: at the start it is left out (see `phrase_condition`), at the end it may go on.
    """
    words, _ = prepare(text)
    tokens = words.split()
    if not tokens:
        return None
    terms = query_terms(text)
    if terms[0].prefix and len(tokens) > 1:
        del tokens[0]
    return Phrase(tuple(tokens), prefix=terms[-1].prefix, columns=_RUNNING)


def phrase_condition(text: str) -> Condition | None:
    """Return the condition that the words of `text` stand together; None for punctuation alone."""
    phrase = phrase_of(text)
    if phrase is None:
        return None
    first = query_terms(text)[0]
    left_out = words_condition(first.text) if first.prefix else None
    return All((Words(phrase.expression()), left_out)) if left_out else Words(phrase.expression())


def is_one_term(text: str) -> bool:
    """Tell whether words in quotes are one that no phrase finds: a single 字, an emoji, C++."""
    terms = query_terms(text)
    return len(terms) == 1 and (terms[0].prefix or not terms[0].words)


def is_name(text: str) -> bool:
    """Tell whether words in quotes are one name such as load_user or 3.11.7, which is also found as a whole."""
    terms = query_terms(text)
    return len(terms) == 1 and bool(terms[0].forms) and not terms[0].is_cjk and terms[0].words != terms[0].forms


def words_condition(text: str, *, prefix: bool = False, columns: str = "", loose: bool = False) -> Condition | None:
    """Return the condition that every term of `text` is there, as it is typed or, when `loose`, in another form."""
    terms = query_terms(text)
    found = tuple(_term_condition(term, prefix=prefix, columns=columns, loose=loose) for term in terms)
    return All(found) if found else None


def _term_condition(term: QueryTerm, *, prefix: bool, columns: str, loose: bool) -> Condition:
    as_typed = Words(any_of(_ways(term, prefix=prefix, columns=columns)))
    stems = [Phrase((stem,)) for stem in (term.stem, term.plain_stem) if stem and loose and not columns]
    return Either((as_typed, ChunkWords(any_of(stems)))) if stems else as_typed


def _ways(term: QueryTerm, *, prefix: bool, columns: str) -> Iterator[Phrase]:
    """Yield the phrases of which one stands wherever a term does."""
    if term.words:
        # The last character of a run stands alone among the forms.
        everywhere = "" if term.prefix else _RUNNING
        yield Phrase(term.words, prefix=term.prefix or prefix, columns=columns or everywhere)
    if not columns or not term.words:
        yield from (Phrase((form,)) for form in term.forms)
