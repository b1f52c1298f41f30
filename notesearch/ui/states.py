"""The texts of the empty states: why there are no results here, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.ui.empty_state import State
from notesearch.ui.told import said
from notesearch.ui.words import number, translate

if TYPE_CHECKING:
    from notesearch.notebook import Activity
    from notesearch.search.results import Results

_NO_MODEL = ("no model", "model missing", "model damaged")
_LONGEST_QUERY = 60


def at_rest(activity: Activity | None) -> State:
    """Return what is shown while nothing is asked."""
    if activity is None:
        return State("search", translate("States", "Opening your notes …"), "")
    if activity.offline is not None:
        cause = said(activity.offline.partition(": ")[2] or activity.offline)
        text = translate("States", "{0}\nYou can still search what was read before.").format(cause)
        return State(
            "offline", translate("States", "Vault offline"), text, ((translate("States", "Look again"), "rescan"),)
        )
    if activity.indexing is not None and not activity.notes:
        return State(
            "note",
            translate("States", "Reading your notes"),
            translate("States", "You can search while they are being read."),
        )
    if not activity.notes:
        text = translate("States", "There are no Markdown notes in this folder yet.")
        return State(
            "folder",
            translate("States", "No notes"),
            text,
            ((translate("States", "Open another vault"), "choose_vault"),),
        )
    title = translate("States", "Search {0} notes").format(number(activity.notes))
    keys = translate(
        "States",
        "Type a few words you remember, or say what it was about.\n"
        "{keys} lists the keys, {settings} opens the settings.",
    )
    if (activity.model.reason or "").startswith(_NO_MODEL):
        text = translate("States", "Words are found already. With a model, notes are found by their meaning too.")
        return State("search", title, f"{text}\n{keys}", ((translate("States", "Get a model"), "model"),))
    return State("search", title, keys)


def no_words() -> State:
    """Return what is shown while no note has the words, and meaning has not had its say."""
    title = translate("States", "Looking by meaning …")
    return State("meaning", title, translate("States", "No note has these words."))


def nothing_found(results: Results, *, filtered: bool = False) -> State:
    """Return what is shown when a search found nothing, with what to try; `filtered` when filters can be left out."""
    tips = [
        translate("States", "Try fewer or other words, or check the spelling."),
        translate("States", "NoteSearch only reads your notes: write a new one in your editor."),
    ]
    if results.pending:
        tips.insert(0, translate("States", "{0} notes are still being read.").format(number(results.pending)))
    # Quotes of the person's own are not put into quotes again.
    query = results.query if len(results.query) <= _LONGEST_QUERY else f"{results.query[:_LONGEST_QUERY].rstrip()}…"
    asked = query if '"' in query else translate("States", "“{0}”").format(query)
    title = translate("States", "Nothing found for {0}").format(asked)
    actions = [(translate("States", "Search without filters"), "unfilter")] if filtered else []
    if (results.reason or "").startswith(_NO_MODEL):
        tips.insert(1, translate("States", "Only words were searched. A model finds meaning too."))
        actions.append((translate("States", "Get a model"), "model"))
    return State("search", title, "\n".join(tips), tuple(actions))


def failed(reason: str) -> State:
    """Return what is shown when a search failed."""
    return State(
        "warning",
        translate("States", "The search failed"),
        said(reason),
        ((translate("States", "Look again"), "rescan"),),
    )
