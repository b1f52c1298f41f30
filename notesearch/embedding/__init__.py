"""Text into vectors: the models, their files, and the process that runs them."""
