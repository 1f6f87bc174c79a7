"""The stored texts of all shipped cards of Arclash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.games.arclash.cards.cards import AnyCard, Character, Pool
from bot.games.arclash.cards.cardtext import one_line, rules_text

CARD_TEXTS: Final = Path(__file__).parent / "files" / "card_texts.txt"

_HEAD: Final = """\
# Every card that comes with Arclash, with its rules text and, behind >, the same on one line (ARC-18).
# Written by `python -m tests.games.arclash.regenerate_card_texts`; read what it changes.
"""


def written(pool: Pool) -> str:
    """Return the file: the cards in the order of their numbers."""
    blocks = [_HEAD, *["\n".join(_lines(pool.cards[number])) + "\n" for number in sorted(pool.cards)]]
    return "\n".join(blocks)


def _lines(card: AnyCard) -> Iterator[str]:
    kind = f"Level {card.level}, {card.power} power" if isinstance(card, Character) else "Support"
    traits = f" [{', '.join(card.traits)}]" if card.traits else ""
    yield f"{card.number} {card.name}: {kind}{traits}"
    for paragraph in rules_text(card):
        yield f"    {paragraph}"
    yield f"  > {one_line(card)}"
