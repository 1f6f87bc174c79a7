"""What a card does, carried out on the table by the interpreter of the card language."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards.machine import run
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.program import Program, Running
from bot.engine.contract import Seat
from bot.games.neocombat.cards.words.field import IT, SELF
from bot.games.neocombat.rules.table import Table


def carry_out(
    table: Table, seat: Seat, card: int, effects: Sequence[EffectNode], user: int, target: int
) -> None:
    """Carry out what a card does. No word of the game asks anything, so nothing is left to do afterwards."""
    names = ((SELF, (user,)), (IT, (target,)))
    run(Program((Running(card, seat, tuple(effects), names=names),)), table, table.rng)
