"""NoteSearch finds the right passage in a person's own folder of Markdown notes."""

__version__ = "0.1.0"
