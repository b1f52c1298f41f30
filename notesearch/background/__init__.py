"""QtCore only: the one worker thread, and how the window speaks with it."""
