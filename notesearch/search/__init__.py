"""A question becomes an answer; no SQL text, no Qt, no clock of its own."""
