"""Editing positions of Overcross card by card, in the notation of `rules/position.py`."""

from __future__ import annotations

from bot.base.language import N_
from bot.engine.benches import Bench, Moment, Zone, deck, discard, hand
from bot.games.overcross.cards.cards import Pool


def _start(_pool: Pool) -> str:
    """Return a position with an empty field and empty hands."""
    return "options: objective=invasion width=7 height=7\nnow: seat 1, cards\nseat 1:\nseat 2:"


BENCH = Bench(
    _start,
    (
        hand(),
        Zone("", N_("Character in play"), ("character",), alone="{card} at {square}:"),
        Zone(
            "terrain",
            N_("Terrain in play"),
            ("terrain",),
            alone="terrain: {card} at {square}, of seat {seat}",
            of_match=True,
        ),
        deck(),
        discard(),
    ),
    (
        Moment(N_("Seat {seat} plays cards"), ("now: seat {seat}, cards",)),
        Moment(N_("Seat {seat} takes minor actions"), ("now: seat {seat}, minor",)),
        Moment(N_("Seat {seat} takes major actions"), ("now: seat {seat}, major",)),
    ),
)
