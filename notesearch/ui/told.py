"""What the core says in English, in the window's language: reasons, warnings and notices, with what they name."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QT_TRANSLATE_NOOP

from notesearch.ui.words import translate

# As the core says them; what stands in for {0}, {1} is said in turn. The first that fits a whole text counts.
_TEXTS = tuple(str(text) for text in (
    # Why no query vector took part.
    QT_TRANSLATE_NOOP("Told", "no model: none has been chosen"),
    QT_TRANSLATE_NOOP("Told", "not installed: llama-cpp-python is missing"),
    QT_TRANSLATE_NOOP("Told", "no vector extension: sqlite-vec cannot be loaded ({0})"),
    QT_TRANSLATE_NOOP("Told", "model missing: {0} cannot be opened ({1})"),
    QT_TRANSLATE_NOOP("Told", "model damaged: {0} has changed since it was checked; install or choose it again"),
    QT_TRANSLATE_NOOP("Told", "model damaged: {0} is not a GGUF file"),
    QT_TRANSLATE_NOOP("Told", "model damaged: this is not an embedding model; a chat model cannot be used"),
    QT_TRANSLATE_NOOP("Told", "model damaged: {0}"),
    QT_TRANSLATE_NOOP("Told", "model stopped: {0}; it is started again in {1} s"),
    QT_TRANSLATE_NOOP("Told", "model stopped: {0}"),
    QT_TRANSLATE_NOOP("Told", "timeout: no answer within {0} s"),
    QT_TRANSLATE_NOOP("Told", "query embedding failed: {0}"),
    QT_TRANSLATE_NOOP("Told", "language not known: this model knows {0}, the query is in {1}"),
    QT_TRANSLATE_NOOP("Told", "rebuilding: there are no vectors of this model yet"),
    QT_TRANSLATE_NOOP("Told", "rebuilding: no vectors of this model yet"),
    QT_TRANSLATE_NOOP("Told", "embedding: {0} of {1} chunks have vectors"),
    QT_TRANSLATE_NOOP("Told", "embedding: no chunk has a vector yet"),
    # The trace.
    QT_TRANSLATE_NOOP("Told", "meaning only was asked for"),
    QT_TRANSLATE_NOOP("Told", "keyword only was asked for"),
    QT_TRANSLATE_NOOP("Told", "keyword only"),
    QT_TRANSLATE_NOOP("Told", "no words to embed"),
    QT_TRANSLATE_NOOP("Told", "no words"),
    QT_TRANSLATE_NOOP("Told", "no query vector"),
    QT_TRANSLATE_NOOP("Told", "showing results for {0}"),
    QT_TRANSLATE_NOOP("Told", "{0} changed notes are being indexed"),
    QT_TRANSLATE_NOOP("Told", "off"),
    # What was not taken as it stands.
    QT_TRANSLATE_NOOP("Told", "{0} needs a value right after the colon; it was searched as text"),
    QT_TRANSLATE_NOOP("Told", "there is no operator {0} ; it was searched as text"),
    QT_TRANSLATE_NOOP("Told", "{0} was searched as text; {1}"),
    QT_TRANSLATE_NOOP("Told", "{0} was searched as text"),
    QT_TRANSLATE_NOOP("Told", "to leave a word out, put a minus before it: -word"),
    QT_TRANSLATE_NOOP("Told", 'what must be there stands in quotes: "word"'),
    QT_TRANSLATE_NOOP("Told", "either of two words is: one OR other"),
    QT_TRANSLATE_NOOP("Told", "a quotation mark has no partner; it was passed over"),
    QT_TRANSLATE_NOOP("Told", "only the first {0} characters were searched"),
    # Why a file is not indexed.
    QT_TRANSLATE_NOOP("Told", "the file is gone"),
    QT_TRANSLATE_NOOP("Told", "not text"),
    QT_TRANSLATE_NOOP("Told", "no permission to read it"),
    QT_TRANSLATE_NOOP(
        "Told", "kept in the cloud and not downloaded to this computer, or locked by another program"
    ),
    QT_TRANSLATE_NOOP("Told", "kept in the cloud and not downloaded to this computer"),
    QT_TRANSLATE_NOOP("Told", "the disk or network reports an error"),
    QT_TRANSLATE_NOOP("Told", "a link that leads in a circle"),
    QT_TRANSLATE_NOOP("Told", "a link that leads nowhere or in a circle"),
    QT_TRANSLATE_NOOP("Told", "a link out of the vault, which is not followed (see the setting follow_symlinks)"),
    QT_TRANSLATE_NOOP("Told", "a link to a note that is indexed under its own name"),
    QT_TRANSLATE_NOOP("Told", "not a regular file (a pipe, socket or device); it is never opened"),
    QT_TRANSLATE_NOOP("Told", "this folder cannot be read ({0})"),
    QT_TRANSLATE_NOOP("Told", "this folder holds none of the known notes ({0})"),
    QT_TRANSLATE_NOOP("Told", "cannot be read ({0})"),
    QT_TRANSLATE_NOOP("Told", "reading it took longer than {0} seconds"),
    # The vault and the index.
    QT_TRANSLATE_NOOP("Told", "Vault offline: {0} cannot be read ({1})"),
    QT_TRANSLATE_NOOP("Told", "Vault offline: {0} holds none of the known notes ({1})"),
    QT_TRANSLATE_NOOP("Told", "Vault offline: {0} was replaced while it was read"),
    QT_TRANSLATE_NOOP("Told", "{0} holds none of the known notes ({1})"),
    QT_TRANSLATE_NOOP("Told", "{0} was replaced while it was read"),
    QT_TRANSLATE_NOOP("Told", "{0} cannot be read ({1})"),
    QT_TRANSLATE_NOOP("Told", "another folder lies in its place"),
    QT_TRANSLATE_NOOP("Told", "it holds no notes; is it mounted?"),
    QT_TRANSLATE_NOOP("Told", "Watching by polling: {0} folders do not tell of all changes"),
    QT_TRANSLATE_NOOP("Told", "Watching by polling: {0}"),
    QT_TRANSLATE_NOOP("Told", "the system's limit of watched folders is reached (fs.inotify.max_user_watches)"),
    QT_TRANSLATE_NOOP("Told", "the system's limit of watchers is reached (fs.inotify.max_user_instances)"),
    QT_TRANSLATE_NOOP("Told", "this system cannot watch folders ({0})"),
    QT_TRANSLATE_NOOP("Told", "The index was damaged; it was set aside as {0} and is being built again."),
    QT_TRANSLATE_NOOP("Told", "The disk is full: {0} has no room for the index"),
    QT_TRANSLATE_NOOP("Told", "The index folder {0} cannot be written ({1})"),
    QT_TRANSLATE_NOOP("Told", "{0}. Searches go over what is indexed; it is tried again."),
    QT_TRANSLATE_NOOP("Told", "Another program keeps {0} busy; it is tried again in a while."),
    QT_TRANSLATE_NOOP("Told", "The settings in {0} do not all count: {1}."),
    QT_TRANSLATE_NOOP("Told", "{0} is not a folder that can be opened."),
    QT_TRANSLATE_NOOP("Told", "No vault is open. Choose one first."),
    # Why the system says no.
    QT_TRANSLATE_NOOP("Told", "No such file or directory"),
    QT_TRANSLATE_NOOP("Told", "Permission denied"),
    QT_TRANSLATE_NOOP("Told", "Not a directory"),
    QT_TRANSLATE_NOOP("Told", "No space left on device"),
    QT_TRANSLATE_NOOP("Told", "Read-only file system"),
    # Scripts and languages.
    QT_TRANSLATE_NOOP("Told", "Han"),
    QT_TRANSLATE_NOOP("Told", "Hiragana"),
    QT_TRANSLATE_NOOP("Told", "Katakana"),
    QT_TRANSLATE_NOOP("Told", "Hangul"),
    QT_TRANSLATE_NOOP("Told", "Thai"),
    QT_TRANSLATE_NOOP("Told", "Cyrillic"),
    QT_TRANSLATE_NOOP("Told", "Greek"),
    QT_TRANSLATE_NOOP("Told", "Arabic"),
    QT_TRANSLATE_NOOP("Told", "Hebrew"),
    QT_TRANSLATE_NOOP("Told", "Devanagari"),
    QT_TRANSLATE_NOOP("Told", "another"),
    QT_TRANSLATE_NOOP("Told", "Chinese and English"),
    QT_TRANSLATE_NOOP("Told", "all languages"),
    QT_TRANSLATE_NOOP("Told", "English"),
    QT_TRANSLATE_NOOP("Told", "Chinese"),
))  # fmt: skip
_HOLE = re.compile(r"\\\{\d\\\}")
_DEEPEST = 3


def said(text: str | None, deep: int = 0) -> str:
    """Return what the core says in the window's language; what is not known stays as it is."""
    if not text or deep > _DEEPEST:
        return text or ""
    for template, pattern in _patterns():
        if found := pattern.fullmatch(text):
            parts = [said(part, deep + 1) for part in found.groups()]
            return translate("Told", template).format(*parts)
    return text


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((text, re.compile(_HOLE.sub("(.+?)", re.escape(text)), re.DOTALL)) for text in _TEXTS)
