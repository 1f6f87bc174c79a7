"""Generates the texts of the corpus of abilities: `python -m tests.engine.cards.regenerate_texts`.

The abilities and the comments are kept. Read `git diff` before you commit: players read these texts.
"""

from __future__ import annotations

import sys

from tests.engine.cards.corpus import TEXTS, rewritten


def main() -> int:
    """Write the file, and print the result."""
    before = TEXTS.read_text("utf-8")
    after = rewritten(before)
    TEXTS.write_text(after, "utf-8")
    changed = len(set(after.splitlines()) - set(before.splitlines()))
    print(f"{TEXTS.name}: {f'{changed} lines changed; read them.' if changed else 'unchanged.'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
