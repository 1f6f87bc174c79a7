"""The menus of Arclash, for tests of all screens, in random positions and in example positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.engine.contract import Resign, Seat
from bot.engine.wording import Menu
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState
from bot.games.arclash.rules.view import ArclashView
from bot.games.arclash.wording.names import in_sight
from bot.games.arclash.wording.wording import ArclashWording
from tests.games.arclash.shipped import arclash_pool
from tests.games.random_play import Turning, fresh_randomness, playthrough_of, positions_of
from tests.games.screens import SeatedDesk
from tests.games.table import page_scene

POOL = arclash_pool()
LIBRARY = Library(POOL)
RULES = ArclashRules(LIBRARY)
WORDING = ArclashWording(LIBRARY)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fred")
ADVANCE = """
phase: advance, turn 5
seat 1: 3 points, lost
stack: TID-02 TID-05
plays: reading-light
hand: TID-10 TID-06 2xTID-12 TID-03 TID-15 TID-01 TID-09
seat 2: 4 points, ready, won
stack: MOT-03 MOT-05
"""
"""An example in which the first seat still has to choose in the Advance phase."""
SUPPORT = """
phase: support, turn 4
order: 2 1 3, now 1
seat 1: 2 points, lost
stack: TID-01 TID-04
plays: reading-light
hand: 2xTID-12 TID-13 TID-08 COM-01
seat 2: 4 points, passed, won
stack: STO-01 STO-05
seat 3: 1 point, lost
stack: FOX-02 FOX-05
"""
"""An example in the middle of a battle, in which the first seat can play Supports."""

CardAction = actions.Open | actions.Advance | actions.Pay | actions.Play | actions.Renew


class Desk(SeatedDesk):
    rules = RULES
    wording = WORDING

    def screen(self, *path: str) -> Menu:
        return self.wording.menu(self.view, self.legal, path, NAMES)


def own_view(text: str, seat: int = 1) -> ArclashView:
    """Return a seat's view of an example."""
    view: ArclashView = page_scene("arclash", f"seen by: seat {seat}\n{text}").view
    return view


class SceneDesk(Desk):
    """The menus of a seat in an example."""

    def __init__(self, text: str, seat: int = 1) -> None:
        self.view = own_view(text, seat)
        self.state = RULES.resample(self.view, fresh_randomness(1))
        self.legal = RULES.legal(self.state, self.view.viewer)


def playthrough(number: int) -> Iterator[Turning]:
    """Return a random match, of 2 to 6 seats, to its end or its 12th turn; few stand or pass early."""

    def choose(random: Random, state: ArclashState) -> tuple[Seat, Any]:
        seat = random.choice(sorted(RULES.to_act(state)))
        if random.random() < 0.1:
            seat = random.choice(sorted(RULES.may_act(state)))
        return seat, _an_action(random, RULES.legal(state, seat))

    seats = 2 + number % 5
    options = RULES.normalize(Options(score=15, rounds=12), seats)
    return playthrough_of(RULES, options, seats, number, choose)


def _an_action(random: Random, legal: list[Any]) -> Any:
    if random.random() < 0.0008:
        return Resign()
    reluctant = (actions.Stand, actions.Pass, actions.Stay)
    bold = [action for action in legal if not isinstance(action, reluctant)]
    return random.choice(bold if bold and random.random() < 0.7 else legal)


def positions(number: int, kept: float) -> Iterator[ArclashState]:
    """Return some positions of a random match."""
    return positions_of(playthrough(number), number, kept)


def told_apart(view: Any, action: Any) -> Any:
    """Return the identity of an action: copies of a card are the same choice."""
    numbers = in_sight(view)
    if isinstance(action, CardAction):
        return type(action), numbers[action.card]
    if isinstance(action, actions.Choose) and view.question.kind == "card":
        return actions.Choose, numbers.get(action.answer, "stop")
    return action
