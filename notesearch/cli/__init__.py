"""The commands: what a person or a script types, and how the answers are printed."""
