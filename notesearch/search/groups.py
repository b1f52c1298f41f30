"""A term that was typed -> the phrases that find it, and the keys that show where they stand."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from notesearch.index.phrases import Group, Phrase

if TYPE_CHECKING:
    from notesearch.index.tokenizer import QueryTerm

_SHORT_NUMBER = re.compile(r"\d{1,2}")  # the 11 of 3.11.7 says nothing by itself


def group_of(term: QueryTerm, *, prefix: bool) -> Group:
    """Return the phrases that find a term. `main` is what a text that holds the term as typed has, all of it."""
    if term.is_cjk:
        return Group(tuple(Phrase((pair,), prefix=term.prefix or prefix) for pair in term.words), is_run=True)
    plain_stem = (Phrase((term.plain_stem,)),) if term.plain_stem else ()
    stem = (Phrase((term.stem,)),) if term.stem else ()
    forms = tuple(Phrase((form,)) for form in term.forms)
    if prefix and term.words:
        return _beginning(term)
    if len(term.words) == 1:
        word = Phrase(term.words)
        if named := next((form for form in term.forms if not (form[0].isalnum() and form[-1].isalnum())), None):
            whole = (Phrase((named,)), Phrase((named,), columns="forms"))  # counts twice, as that of a compound
            return Group((*whole, word), (*forms, *stem, *plain_stem))
        if not plain_stem:  # its own stem: no text that has the word marks it, only its inflections do
            return Group((word,), (*forms, *stem))
        return Group((word, *stem), (*forms, *plain_stem))
    parts = tuple(Phrase((part,)) for part in term.words if len(part) > 1 and not _SHORT_NUMBER.fullmatch(part))
    if not forms:
        return Group(parts or tuple(Phrase((part,)) for part in term.words), (*stem, *plain_stem))
    if term.forms[0].isalnum():  # only the case of a letter told the parts apart: HttpStore is first of all httpstore
        return Group(forms[:1], (*forms[1:], *parts, *stem, *plain_stem))
    # Further forms weigh little beside running words, for stems are among them; the whole name counts twice. Its words
    # in a row are a piece of a longer name: 3.11.7 of 3.11.7-rc1.
    whole = (forms[0], Phrase(forms[0].tokens, columns="forms"))
    in_a_row = (Phrase(term.words),) if term.words else ()
    return Group((*whole, *parts), (*forms[1:], *in_a_row, *stem, *plain_stem))


def _beginning(term: QueryTerm) -> Group:
    """Return the phrases that find whatever begins with a term, in no other form of it."""
    if len(term.words) == 1:
        return Group((Phrase(term.words, prefix=True),), tuple(Phrase((form,), prefix=True) for form in term.forms))
    in_a_row, whole = Phrase(term.words, prefix=True), tuple(Phrase((form,), prefix=True) for form in term.forms[:1])
    return Group((in_a_row,), whole)


def open_ended(group: Group) -> Group:
    """Let the word that is being typed go on."""
    longer = tuple(Phrase(phrase.tokens, prefix=True, columns=phrase.columns) for phrase in group.main[-1:])
    return replace(group, other=(*group.other, *longer))


def marks_of(group: Group) -> set[str]:
    """Return the keys that show a group's hits; the tokens of a compound mark its parts."""
    keys = set()
    for each in (*group.main, *group.other):
        *before, last = each.tokens
        keys |= {*before, last + "*" if each.prefix else last}
    return keys
