"""Positions whose texts are checked in every language: some of random matches, some prepared."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.grid import grid_of, mask_of
from bot.games.papyrus.rules.actions import Formation, Ready, Recruit
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.rules.state import PapyrusState, with_units
from bot.games.papyrus.wording.wording import PapyrusWording
from tests.games.papyrus.screens import Desk
from tests.games.papyrus.table import RULES, SQUADS, Table
from tests.games.random_play import fresh_randomness

READY_MADE = {
    "balanced": replace(SQUADS["balanced"], title="Even Fold"),
    "rockets": replace(SQUADS["rockets"], title="Confetti Storm"),
}
"""The ready-made squads of the test table, with titles from the catalogues."""
WORDING = PapyrusWording(READY_MADE)


class SaidDesk(Desk):
    wording = WORDING


DEAD = ("1 SMG-3", "2 SMG-4")


def under_fire() -> Table:
    """Return a table with a wounded ally, a dead unit each, and a rocket that would hurt both sides."""
    table = Table(
        "medic C8, smg C7:8, rpg B3, smg D4, smg F9, smg D8 | smg E3, smg F3:5, medic C6, smg N9, smg N2"
    )
    dead = {table.index(called): replace(table.unit(called), hp=0, square=-1) for called in DEAD}
    table.state.units = with_units(table.state.units, dead)
    return table


def crowded() -> Table:
    """Return a table where one unit has thirty targets."""
    grid = grid_of(40, 30)
    middle = grid.parse("T15")
    around = [s for s in range(grid.size) if s != middle and grid.manhattan(s, middle) <= 6]
    seen = [s for s in around if not grid.centres(s, middle) & mask_of(around)]
    enemies = ", ".join([f"smg {grid.name(square)}" for square in seen[:30]])
    return Table(f"smg T15 | {enemies}", width=40, height=30, squad=30, barriers="D1 D2")


def placed() -> PapyrusState:
    """Return a table where only one seat has placed its unit, and is ready."""
    rng = fresh_randomness(1)
    state = RULES.setup(RULES.normalize(Options(squad=1, kinds=Kinds.BASIC, width=40, height=30), 2), 2, rng)
    for seat in (0, 1):
        RULES.apply(state, seat, Recruit(Kind.SMG), rng)
        RULES.apply(state, seat, Ready(), rng)
    RULES.apply(state, 0, Formation(), rng)
    RULES.apply(state, 0, Ready(), rng)
    return state


def by_hand() -> list[PapyrusState]:
    """Return positions that random play seldom reaches."""
    return [under_fire().state, crowded().state, placed()]
