"""The texts of the empty states: why there are no results here, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notesearch.ui.empty_state import State
from notesearch.ui.words import number, tr

if TYPE_CHECKING:
    from notesearch.notebook import Activity
    from notesearch.search.results import Results

_CONTEXT = "States"
_NO_MODEL = ("no model", "model missing", "model damaged")


def at_rest(activity: Activity | None) -> State:
    """Return what is shown while nothing is asked."""
    if activity is None:
        return State("search", tr(_CONTEXT, "Opening your notes …"), "")
    if activity.offline is not None:
        text = tr(_CONTEXT, "{0}\nYou can still search what was read before.").format(activity.offline)
        return State("offline", tr(_CONTEXT, "Vault offline"), text, ((tr(_CONTEXT, "Look again"), "rescan"),))
    if activity.indexing is not None and not activity.notes:
        return State(
            "note", tr(_CONTEXT, "Reading your notes"), tr(_CONTEXT, "You can search while they are being read.")
        )
    if not activity.notes:
        text = tr(_CONTEXT, "There are no Markdown notes in this folder yet.")
        return State("folder", tr(_CONTEXT, "No notes"), text, ((tr(_CONTEXT, "Open another vault"), "choose_vault"),))
    title = tr(_CONTEXT, "Search {0} notes").format(number(activity.notes))
    keys = tr(
        _CONTEXT,
        "Type a few words you remember, or say what it was about.\nF1 lists the keys, Ctrl+, opens the settings.",
    )
    if (activity.model.reason or "").startswith(_NO_MODEL):
        text = tr(_CONTEXT, "Words are found already. With a model, notes are found by their meaning too.")
        return State("search", title, f"{text}\n{keys}", ((tr(_CONTEXT, "Get a model"), "model"),))
    return State("search", title, keys)


def nothing_found(results: Results) -> State:
    """Return what is shown when a search found nothing, with what to try."""
    tips = [
        tr(_CONTEXT, "Try fewer or other words, or check the spelling."),
        tr(_CONTEXT, "NoteSearch only reads your notes: write a new one in your editor."),
    ]
    if results.pending:
        tips.insert(0, tr(_CONTEXT, "{0} notes are still being read.").format(number(results.pending)))
    title = tr(_CONTEXT, "Nothing found for “{0}”").format(results.query)
    if (results.reason or "").startswith(_NO_MODEL):
        tips.insert(1, tr(_CONTEXT, "Only words were searched. A model finds meaning too."))
        return State("search", title, "\n".join(tips), ((tr(_CONTEXT, "Get a model"), "model"),))
    return State("search", title, "\n".join(tips))


def failed(reason: str) -> State:
    """Return what is shown when a search failed."""
    return State("warning", tr(_CONTEXT, "The search failed"), reason, ((tr(_CONTEXT, "Look again"), "rescan"),))
