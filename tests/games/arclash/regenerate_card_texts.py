"""Generates the texts of the shipped cards: `python -m tests.games.arclash.regenerate_card_texts`.

Read `git diff` before you commit: these texts are on the cards.
"""

from __future__ import annotations

import sys

from tests.games.arclash.card_texts import CARD_TEXTS, written
from tests.games.arclash.shipped import arclash_pool


def main() -> int:
    """Write the file, and print the result."""
    before = CARD_TEXTS.read_text("utf-8") if CARD_TEXTS.exists() else ""
    after = written(arclash_pool())
    CARD_TEXTS.write_text(after, "utf-8")
    changed = len(set(after.splitlines()) - set(before.splitlines()))
    print(f"{CARD_TEXTS.name}: {f'{changed} lines changed; read them.' if changed else 'unchanged.'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
