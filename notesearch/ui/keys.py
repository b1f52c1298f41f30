"""The keys of the window as they are delivered, in one list."""

from __future__ import annotations

from dataclasses import dataclass

from notesearch.ui.words import translate


@dataclass(frozen=True, slots=True)
class Key:
    """A key and what it does.

    `action` names the window's action, or is empty where a widget has the key itself. A `fixed` key cannot be changed:
    every program has it. `also` is a second key that does the same until another one is chosen.
    """

    keys: str
    action: str
    text: str
    fixed: bool = False
    also: str = ""


def all_keys() -> tuple[Key, ...]:
    """Return every key of the window."""
    return (
        Key("", "", translate("Keys", "Type anywhere to search")),
        Key("Up", "", translate("Keys", "Result before; in the empty field: past questions")),
        Key("Down", "", translate("Keys", "Next result")),
        Key("PgDown", "", translate("Keys", "A page further")),
        Key("Right", "", translate("Keys", "In the list: show more of this note")),
        Key("Menu", "", translate("Keys", "In the list: all that can be done with a note")),
        Key("Return", "", translate("Keys", "Open the note")),
        Key("Ctrl+Return", "", translate("Keys", "Show the note in the file manager")),
        Key("Tab", "", translate("Keys", "On to the results and the preview; takes a completion")),
        Key("Ctrl+Space", "", translate("Keys", "All operators of a question")),
        Key("Esc", "escape", translate("Keys", "Clear the question, then put the window away"), fixed=True),
        Key("Ctrl+K", "focus", translate("Keys", "To the search field")),
        Key("Ctrl+D", "star", translate("Keys", "Keep this question; in the empty field: those that are kept")),
        Key("F3", "next_hit", translate("Keys", "Next hit in the preview")),
        Key("Shift+F3", "previous_hit", translate("Keys", "Hit before")),
        Key("Ctrl+F", "find", translate("Keys", "Find in the note")),
        Key("Ctrl+Shift+O", "outline", translate("Keys", "Outline of the note")),
        Key("Alt+Left", "back", translate("Keys", "Back in the preview")),
        Key("Alt+Right", "forward", translate("Keys", "Forward in the preview")),
        Key("Ctrl+Shift+C", "copy_link", translate("Keys", "Copy a wikilink to the note")),
        Key("Ctrl+M", "mmr", translate("Keys", "Vary the results on and off")),
        Key("Ctrl+I", "why", translate("Keys", "Why this rank?")),
        Key("Ctrl+T", "trace", translate("Keys", "Trace of the search")),
        Key("Ctrl+Shift+T", "coverage", translate("Keys", "Coverage: which notes are indexed")),
        Key("Ctrl+,", "settings", translate("Keys", "Settings")),
        # Which of the two can be pressed depends on the keyboard.
        Key("Ctrl+=", "zoom_in", translate("Keys", "Larger preview"), also="Ctrl++"),
        Key("Ctrl+-", "zoom_out", translate("Keys", "Smaller preview")),
        Key("Ctrl+0", "zoom_back", translate("Keys", "Preview in its usual size")),
        Key("Ctrl+O", "choose_vault", translate("Keys", "Open another vault")),
        Key("F5", "rescan", translate("Keys", "Look at the vault again")),
        Key("F1", "keys", translate("Keys", "This list")),
        Key("Ctrl+Q", "quit", translate("Keys", "Quit")),
    )
