"""Writes golden playthroughs again: `python -m tests.golden.regenerate [--afresh] [NAME ...]`.

The actions and the notes of a file are kept, so the notes still describe its match. The players play a new
match if the file has no actions yet, if the rules now refuse one of them, or with `--afresh`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.golden.playing import play
from tests.golden.recording import BadFile, read, write
from tests.golden.table import GAMES_BY_KEY, PLAYTHROUGHS, path_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the named files, or all, and print the result for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.regenerate", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(PLAYTHROUGHS)}")
    parser.add_argument("--afresh", action="store_true", help="play the match again instead of its actions")
    asked = parser.parse_args(arguments)
    for name in asked.names:
        if name not in PLAYTHROUGHS:
            parser.error(f'there is no playthrough "{name}": choose from {", ".join(PLAYTHROUGHS)}')
    for name in asked.names or PLAYTHROUGHS:
        print(f"{name}: {regenerate(name, path_of(name), afresh=asked.afresh)}")
    return 0


def regenerate(name: str, path: Path, *, afresh: bool = False) -> str:
    """Write one file with its notes kept, and return the result in a sentence."""
    before, text, why = path.read_text("utf-8"), "", "as asked"
    notes, recording = read(before)
    if recording.actions and not afresh:
        try:
            text = write(recording, GAMES_BY_KEY)
        except BadFile as fault:
            why = str(fault)
    played = not text
    if played:
        text = write(play(recording, PLAYTHROUGHS[name]), GAMES_BY_KEY)
    path.write_text(notes + text, "utf-8")
    if notes + text == before:
        return "unchanged."
    if played:
        return f"played afresh ({why.rstrip('.')}): read it, and write its notes for what happens now."
    return "written anew, with the same actions."


if __name__ == "__main__":
    sys.exit(main())
