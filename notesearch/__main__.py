"""`python -m notesearch` and the `notesearch` command: hand the arguments over, hand the exit code back."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the arguments name and end with its exit code."""
    # The model's process loads this module too, and needs none of the commands.
    from notesearch.cli.entry import run  # noqa: PLC0415

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
