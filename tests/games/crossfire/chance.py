"""Random matches of Crossfire, the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from bot.engine.contract import Resign, Seat
from bot.games.crossfire.rules import actions
from bot.games.crossfire.rules.actions import CrossfireAction
from bot.games.crossfire.rules.options import Form, Options
from bot.games.crossfire.rules.state import CrossfireState
from tests.games.crossfire.table import RULES
from tests.games.random_play import Turning, playthrough_of, positions_of

LIVELY = {
    actions.Redeal: 2,
    actions.Keep: 1,
    actions.Lay: 12,
    actions.Support: 3,
    actions.Attack: 14,
    actions.Answer: 16,
    actions.Rebuild: 4,
    actions.Raise: 30,
    actions.Discard: 1,
    actions.Replace: 3,
    actions.KeepOne: 5,
    actions.Tower: 30,
}
"""Weights of the kinds of action: most matches of uniform chance are discards."""


def a_match(number: int, form: Form) -> tuple[Options, int]:
    """Return options and seats of a match of this form."""
    options = Options(ultimate=form == "ultimate", jokers=2 + number % 2)
    if form == "two":
        options = msgspec.structs.replace(options, end="tie" if number % 3 else "points")
    seats = 2 if form == "two" else 4
    return RULES.normalize(options, seats), seats


def an_action(random: Random, state: CrossfireState, seat: Seat, lively: bool) -> CrossfireAction:
    """Return a legal action; in a lively match the kind is chosen first."""
    legal = RULES.legal(state, seat)
    if random.random() < 0.0005:
        return Resign()
    if lively:
        kinds = list(dict.fromkeys(type(action) for action in legal))
        kind = random.choices(kinds, [LIVELY[kind] for kind in kinds])[0]
        legal = [action for action in legal if type(action) is kind]
    return legal[random.randrange(len(legal))]


def playthrough(number: int, form: Form = "two") -> Iterator[Turning]:
    """Play a match to its end; four in five matches are lively."""

    def choose(random: Random, state: CrossfireState) -> tuple[Seat, CrossfireAction]:
        seat = random.choice(sorted(RULES.to_act(state)))
        return seat, an_action(random, state, seat, lively=number % 5 > 0)

    return playthrough_of(RULES, *a_match(number, form), number, choose)


def positions(numbers: range, form: Form = "two", kept: float = 0.1) -> Iterator[CrossfireState]:
    """Return positions from random matches."""
    for number in numbers:
        yield from positions_of(playthrough(number, form), number, kept)
