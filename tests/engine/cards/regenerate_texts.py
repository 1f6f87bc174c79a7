"""Writes the texts of the corpus of abilities anew: `python -m tests.engine.cards.regenerate_texts`.

The abilities and the comments are kept. Read what `git diff` shows before you commit it: players will.
"""

from __future__ import annotations

import sys

from tests.engine.cards.corpus import TEXTS, rewritten


def main() -> int:
    """Write the file, and say what became of it."""
    before = TEXTS.read_text("utf-8")
    after = rewritten(before)
    TEXTS.write_text(after, "utf-8")
    changed = len(set(after.splitlines()) - set(before.splitlines()))
    print(f"{TEXTS.name}: {f'{changed} lines changed; read them.' if changed else 'unchanged.'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
