"""The names of the places in a rendered note that the preview looks for."""

CHUNK_START = "chunk-start"
CHUNK_END = "chunk-end"
