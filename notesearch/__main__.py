"""`python -m notesearch` and the `notesearch` command: hand the arguments over, hand the exit code back."""

from __future__ import annotations

import sys

from notesearch.cli.entry import run


def main() -> None:
    """Run the command that the arguments name and end with its exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
