"""Random matches of Papyrus, the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random

from bot.engine.contract import Resign, Seat
from bot.engine.errors import BadOptions
from bot.games.papyrus.rules.actions import PapyrusAction
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.legal import no_shot
from bot.games.papyrus.rules.options import Kinds, Options
from bot.games.papyrus.rules.state import PapyrusState
from bot.games.papyrus.rules.view import SECRET_PHASES, Unit
from tests.games.papyrus.table import RULES
from tests.games.random_play import Turning, playthrough_of, positions_of


def a_map_typed_in(random: Random) -> str:
    """Return rows of a field with random barriers; it may not be playable."""
    width, height = random.randint(8, 18), random.randint(6, 14)
    share = random.choice((0.0, 0.05, 0.15, 0.3))
    inner = lambda x, y: 2 <= x < width - 2 and 2 <= y < height - 2  # noqa: E731
    rows = [
        ["#" if inner(x, y) and random.random() < share else "." for x in range(width)] for y in range(height)
    ]
    return "/".join(["".join(row) for row in rows])


def a_match(number: int) -> tuple[Options, int]:
    """Return options and seats such that all of both occur among the first sixty numbers."""
    random = Random(number)
    while True:
        seats = 2 + number % 3
        ground = random.choice(("open", "sized", "posts", "ridge", "typed"))
        options = Options(
            squad=random.choice((1, 2, 3, 4, 5, 6, 8, 10, 12)) if number % 20 else 30,
            kinds=list(Kinds)[number // 3 % 3],
            critical=bool(number % 2),
            rounds=random.choice((0, 0, 5, 12)),
            map=ground if ground in ("posts", "ridge") else "open",
            width=random.randint(8, 40) if ground == "sized" else 16,
            height=random.randint(6, 30) if ground == "sized" else 12,
            grid=a_map_typed_in(random) if ground == "typed" else "",
        )
        try:
            return RULES.normalize(options, seats), seats
        except BadOptions:
            continue


def an_action(random: Random, state: PapyrusState, seat: Seat) -> PapyrusAction:
    """Return a legal action; during placing more often one of the last, which make progress."""
    legal = RULES.legal(state, seat)
    if random.random() < 0.002:
        return Resign()
    if state.phase == "placing" and random.random() < 0.3:
        return legal[random.choice((-1, -2))]
    return legal[random.randrange(len(legal))]


def playthrough(number: int) -> Iterator[Turning]:
    """Play a match to its end."""

    def choose(random: Random, state: PapyrusState) -> tuple[Seat, PapyrusAction]:
        seat = random.choice(sorted(RULES.to_act(state)))
        return seat, an_action(random, state, seat)

    return playthrough_of(RULES, *a_match(number), number, choose)


def secret_positions(numbers: range, kept: float = 0.15) -> Iterator[PapyrusState]:
    """Return positions from random matches while squads and places are secret."""
    for number in numbers:
        secret = takewhile(lambda turning: turning.after.phase in SECRET_PHASES, playthrough(number))
        yield from positions_of(secret, number, kept)


def chances_between(field: Field, units: Sequence[Unit], attacker: int, target: int) -> int:
    """Return the chances in six of one living unit against another, 0 without a clear shot."""
    if no_shot(field, units, attacker, target):
        return 0
    return field.arsenal.chances(
        units[attacker].kind, field.grid.manhattan(units[attacker].square, units[target].square)
    )
