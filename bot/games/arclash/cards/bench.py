"""Editing positions of Arclash card by card, in the notation of `rules/position.py`."""

from __future__ import annotations

from bot.base.language import N_
from bot.engine.benches import Bench, Moment, Zone, deck, discard, hand
from bot.games.arclash.cards.cards import Character, Pool


def _start(pool: Pool) -> str:
    """Return a position in the Advance phase: each of two players has a Level 1 Character."""
    firsts = [card.number for card in pool.cards.values() if isinstance(card, Character) and card.level == 1]
    one, other = (firsts * 2)[:2] if firsts else ("TID-01", "TID-01")
    return f"phase: advance, turn 1\nseat 1:\nstack: {one}\nseat 2:\nstack: {other}"


BENCH = Bench(
    _start,
    (
        hand(),
        Zone("stack", N_("Character stack"), ("character",)),
        Zone("supports", N_("Supports in play"), ("support",)),
        deck(),
        discard(),
    ),
    (
        Moment(N_("All choose what to advance to"), ("phase: advance",)),
        Moment(N_("Support stage, seat {seat} is on turn"), ("phase: support", "order: {order}")),
    ),
)
