"""The menus of Neo-Combat, for tests of all screens, and the texts of positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bot.engine.wording import Menu
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.wording.wording import NeoCombatWording
from tests.games.neocombat.chance import playthrough
from tests.games.neocombat.table import RULES, Table
from tests.games.screens import Screen, SeatedDesk, choices

WORDING = NeoCombatWording(RULES.library)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fred")


class Desk(SeatedDesk):
    rules = RULES
    wording = WORDING

    def screen(self, *path: str) -> Menu:
        return self.wording.menu(self.view, self.legal, path, NAMES)


class PlayDesk(Desk):
    """The menus without those of plans, which have a tree of their own."""

    def all_screens(self) -> Iterator[Screen]:
        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            path = waiting.pop(0)
            menu = self.screen(*path)
            yield Screen(path, menu)
            waiting += [
                (*path, each.key)
                for each in choices(menu)
                if not each.actions and each.orders is None and each.key != "plan"
            ]


def desk_of(table: Table, seat: int) -> Desk:
    """Return the menus of a seat, from 1."""
    return Desk(table.state, seat - 1)


def random_positions(number: int, kept: float) -> Iterator[tuple[NeoState, int]]:
    """Return positions of a random match with an awaited seat in each."""
    random = Random(number)
    for turning in playthrough(number):
        waiting = sorted(RULES.to_act(turning.after))
        if waiting and random.random() < kept:
            yield turning.after, random.choice(waiting)
