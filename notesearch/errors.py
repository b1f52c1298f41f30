"""The failures that have words for a person; every other exception is a bug and stays loud."""


class NoteSearchError(Exception):
    """What went wrong and what to do next, in one sentence that a person can act on."""


class UsageError(NoteSearchError):
    """The person asked for something impossible: an unknown option, a value out of bounds, no such vault."""


class VaultOfflineError(NoteSearchError):
    """The vault's folder is missing, unreadable or unmounted; the index stays as it is."""


class ModelError(NoteSearchError):
    """A model cannot be used; `reason` is the fixed opening words of `product.md` section 4."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
