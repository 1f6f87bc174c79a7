"""Random matches of Neo-Combat, the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.engine.contract import Resign, Seat
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.options import Options, offered
from bot.games.neocombat.rules.state import NeoState
from tests.games.neocombat.table import RULES
from tests.games.random_play import Turning, playthrough_of, positions_of

ROSTER = 24
LIVELY = {actions.Pass: 0.3, actions.Stop: 0.05, actions.ByLot: 0.1, actions.Discard: 0.3}
"""The weights of the kinds of action; 1 for all others."""


def a_match(number: int) -> tuple[Options, int]:
    """Return options and seats of a match; all numbers of seats, team sizes, deals and ends occur."""
    random = Random(number)
    seats = 2 + number % 5
    team = random.randint(1, min(8, ROSTER // seats))
    deal = random.choice(["random", "balanced", "draft"])
    if offered(team, seats, ROSTER) == team:
        deal = "balanced"
    end = random.choice(["usual", "first", "second", "last"] if seats > 3 else ["usual", "first", "last"])
    options = Options(team=team, deal=deal, end=end, turns=random.choice([8, 20]))
    return RULES.normalize(options, seats), seats


def an_action(random: Random, state: NeoState, seat: Seat, *, lively: bool, resigning: float) -> Any:
    """Return a legal action; in a lively match the kind is chosen first."""
    legal = RULES.legal(state, seat)
    if random.random() < resigning:
        return Resign()
    if lively:
        kinds = list(dict.fromkeys(type(action) for action in legal))
        kind = random.choices(kinds, [LIVELY.get(kind, 1) for kind in kinds])[0]
        legal = [action for action in legal if type(action) is kind]
    return legal[random.randrange(len(legal))]


def playthrough(number: int, match: tuple[Options, int] | None = None) -> Iterator[Turning]:
    """Play a match to its end, one action at a time, each on a clone.

    Every other match is lively, and in every sixth many resign.
    """
    options, seats = match or a_match(number)
    resigning = 0.02 if number % 6 == 0 else 0.001

    def choose(random: Random, state: NeoState) -> tuple[Seat, Any]:
        seat = random.choice(sorted(RULES.to_act(state)))
        action = an_action(random, state, seat, lively=number % 2 > 0, resigning=resigning)
        if isinstance(action, Resign):
            seat = random.choice([each for each, gone in enumerate(state.out) if not gone])
        return seat, action

    return playthrough_of(RULES, options, seats, number, choose)


def positions(numbers: range, kept: float = 0.1) -> Iterator[NeoState]:
    """Return positions from random matches."""
    for number in numbers:
        yield from positions_of(playthrough(number), number, kept)
