"""Composing positions of Neo-Combat card by card, in the notation of `rules/position.py`."""

from __future__ import annotations

from typing import Any

from bot.base.language import N_
from bot.engine.benches import Bench, Moment, Zone, deck, discard, hand
from bot.games.neocombat.cards.cards import Pool


def _start(pool: Pool) -> str:
    """Return a position with two revealed varans on each side in the Centre, and five cards each."""
    found = [f"*{varan.id}@0" for varan in pool.roster[:4]]
    teams = [", ".join(found[::2]), ", ".join(found[1::2])]
    seats = [f"seat {seat}:\nvarans: {team}\nhand: 5 more" for seat, team in enumerate(teams, start=1)]
    return "\n".join(["phase: combat, turn 1", *seats])


def _name(card: Any) -> str:
    return str(card.name)


def _open(varan: Any) -> str:
    return f"*{varan.id}@0"


_ACTIONS = ("action",)
BENCH = Bench(
    _start,
    (
        hand(kinds=_ACTIONS, between=", ", called=_name),
        Zone("varans", N_("Varans in the Centre"), ("varan",), ", ", _open),
        deck("top", kinds=_ACTIONS, between=", ", called=_name, of_match=True),
        discard(kinds=_ACTIONS, between=", ", called=_name, of_match=True),
    ),
    (
        Moment(N_("Combat, seat {seat} is on turn"), ("phase: combat", "now: {seat}")),
        Moment(N_("Movement, seat {seat} is on turn"), ("phase: movement, revealed 1", "now: {seat}")),
    ),
    points="{number} kills",
)
