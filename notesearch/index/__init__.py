"""The only SQL: notes, chunks, words and vectors in one SQLite file."""
