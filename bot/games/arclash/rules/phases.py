"""The course of a match: each phase leads to the next, as soon as nobody has anything to decide in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.engine.cards import machine
from bot.games.arclash.rules import advance, battle, opening, recover
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.triggers import set_off_fallen


def go_on(table: ArclashTable) -> None:
    """Go on until a player has to decide something, or the match is over."""
    state = table.state
    while state.outcome is None:
        set_off_fallen(table)
        if state.program.question is not None:
            return
        if not state.program.idle:
            state.program = machine.run(state.program, table, table.rng)
        elif not _NEXT[state.phase](table):
            return


_NEXT: Mapping[str, Callable[[ArclashTable], bool]] = {
    "decks": opening.after_decks,
    "openers": opening.after_openers,
    "start": advance.begin,
    "advance": advance.after_round,
    "battle": battle.begin_support,
    "support": battle.after_support,
    "end": recover.recover,
    "renew": recover.after_renewing,
}
"""What follows in each phase when no card has anything left to do; each returns whether it led on."""
