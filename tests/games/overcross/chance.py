"""Random matches of Overcross, the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import bot
from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.game import PoolLibrary
from bot.engine.contract import Resign, Seat
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.checks import FORMAT
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.rules.state import OvercrossState
from tests.games.random_play import Turning, playthrough_of, positions_of

FILE = Path(bot.__file__).parents[1] / "data" / "overcross" / "sets" / "cornstalker.toml"


@cache
def pool() -> Pool:
    reading = read_card_set(FILE.read_bytes(), str(FILE), FORMAT)
    assert reading.set is not None, [str(error) for error in reading.errors]
    return Pool((reading.set,))


POOL = pool()
RULES = OvercrossRules(PoolLibrary(POOL))
NUMBERS = {card.name: number for number, card in POOL.cards.items()}
OBJECTIVES = ("assassination", "summoning", "flag", "invasion", "deathmatch")
LIVELY = {
    actions.EndTurn: 0.15,
    actions.Withdraw: 0.05,
    actions.Redraw: 0.5,
    actions.Play: 2,
    actions.Attack: 3,
}
"""The weights of the kinds of action; 1 for all others."""


def a_match(number: int) -> tuple[Options, int]:
    """Return options and seats of a match; all numbers of seats, objectives, sizes and points occur."""
    random = Random(number)
    seats = random.choice([2, 2, 3, 4])
    objective = OBJECTIVES[number % 5]
    width, height = random.choice([7, 7, 9, 11, 13, 21]), random.choice([7, 7, 9, 11, 21])
    options = Options(
        objective=objective,
        victims=random.choice(["leader", "champion", "both"]) if objective == "assassination" else "leader",
        score={"invasion": random.choice([0, 1, 3]), "deathmatch": random.choice([0, 5, 12])}.get(
            objective, 0
        ),
        rounds=random.choice([10, 12, 0]),
        points=random.choice([30, 50, 100, 150, 300]),
        width=width,
        height=height if seats == 2 else width,
        zones=random.choice(["edges", "corners"]) if seats == 3 else "edges",
    )
    return RULES.normalize(options, seats), seats


def an_action(
    random: Random,
    state: OvercrossState,
    seat: Seat,
    *,
    lively: bool,
    resigning: float = 0,
    rules: Any = RULES,
) -> Any:
    """Return a legal action; in a lively match the kind is chosen first."""
    if random.random() < resigning:
        return Resign()
    legal = rules.legal(state, seat)
    if lively:
        kinds = list(dict.fromkeys(type(action) for action in legal))
        kind = random.choices(kinds, [LIVELY.get(kind, 1) for kind in kinds])[0]
        legal = [action for action in legal if type(action) is kind]
    return legal[random.randrange(len(legal))]


def playthrough(number: int, match: tuple[Options, int] | None = None) -> Iterator[Turning]:
    """Play a match to its end, one action at a time, each on a clone; in every sixth many resign."""
    options, seats = match or a_match(number)
    resigning = 0.01 if number % 6 == 0 else 0.0002

    def choose(random: Random, state: OvercrossState) -> tuple[Seat, Any]:
        seat = random.choice(sorted(RULES.to_act(state)))
        action = an_action(random, state, seat, lively=number % 3 > 0, resigning=resigning)
        return (random.choice(state.playing) if isinstance(action, Resign) else seat), action

    return playthrough_of(RULES, options, seats, number, choose)


def positions(numbers: range, kept: float = 0.02) -> Iterator[OvercrossState]:
    """Return positions from random matches."""
    for number in numbers:
        yield from positions_of(playthrough(number), number, kept)
