"""The league of the computer players: each plays against each other in its game, which gives their strengths.

Every player gets the view of its seat and nothing else, as in a real match, and this view is checked for
secrets. Everything follows from the seed: the number of processes makes no difference, except to the decision
times.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations
from math import log, sqrt
from time import process_time
from typing import Any, Final

import msgspec

from bot.engine.contract import Action, AnyRules
from bot.engine.errors import RulesFault
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.players.opponent import ANCHOR, Opponent
from bot.games.computers import computers
from bot.games.registry import GAMES
from bot.games.simulation import Series
from bot.parts.workshop.lab.contests import MOST_ACTIONS
from bot.parts.workshop.lab.processes import spread
from bot.parts.workshop.lab.tallies import CONFIDENCE

AT_ONCE: Final = 5
"""The number of matches counted together; independent of the number of processes."""

SEATS: Final = 2
"""The number of seats in a league match."""

SCALE: Final = 400 / log(10)
"""Rating points per factor e of the odds: 400 points are odds of 10 to 1."""

PRIOR: Final = 0.5
"""Wins added to each side of a pair, so that a player with wins only has a finite strength."""

CHECKED: Final = 10
"""One of this many decisions is checked for secrets."""


class Leak(RulesFault):
    """A player's view has hidden information: an error of the rules; the message names the seat."""


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """Some matches of two players. It can be sent to another process."""

    game: str
    players: tuple[str, str]
    options: Any
    """Normalized."""
    seed: str
    numbers: range
    steps: int
    """The most search steps per decision."""

    def play(self) -> Record:
        """Play the matches, alternating the seats. Raises `bot.games.simulation.Stuck` and `Leak`."""
        known, record = computers(self.steps), Record()
        observed = [Observed(known[key]) for key in self.players]
        for number in self.numbers:
            order = (0, 1) if number % 2 == 0 else (1, 0)
            series = Series(
                rules=GAMES[self.game].rules,
                options=self.options,
                seats=SEATS,
                players=tuple([observed[each] for each in order]),
                games=len(self.numbers),
                seed=self.seed,
                views=False,
                most_actions=MOST_ACTIONS,
            )
            outcome = series.play(number).outcome
            winners = {order[seat] for seat in outcome.winners} if outcome is not None else set()
            record.add(self.players, winners if len(winners) == 1 else set())
        for player in observed:
            record.seconds.setdefault(player.key, []).extend(player.seconds)
        return record


class Observed(Opponent):
    """A player whose decisions are timed and checked for secrets; a single legal action is no decision."""

    def __init__(self, player: Opponent) -> None:
        self.key, self.title, self.description = player.key, player.title, player.description  # type: ignore[misc]
        self.looks = player.looks  # type: ignore[misc]
        self.player = player
        self.seconds: list[float] = []

    def choose(self, rules: AnyRules, view: Any, legal: Sequence[Any], rng: random.Random) -> Action:
        """Return the player's choice. Raises `Leak`."""
        begin = process_time()
        action = self.player.choose(rules, view, legal, rng)
        if len(legal) > 1:
            self.seconds.append(process_time() - begin)
            if view is not None and len(self.seconds) % CHECKED == 0:
                check_secrets(rules, view, legal, len(self.seconds))
        return action


def check_secrets(rules: AnyRules, view: Any, legal: Sequence[Any], number: int) -> None:
    """Raise `Leak` unless a seat's view and legal actions are the same in another possible world.

    The world is drawn at random from the view; a difference is a secret of the real world. `number` seeds the
    drawing.
    """
    world = rules.resample(view, Stream("league", number.to_bytes(SEED_BYTES)))
    if rules.view(world, view.viewer) != view:
        what = "view"
    elif list(rules.legal(world, view.viewer)) != list(legal):
        what = "list of legal actions"
    else:
        return
    raise Leak(f"The {what} of seat {view.viewer + 1} of {rules.key} tells what this seat may not know.")


class Record(msgspec.Struct):
    """The results of matches."""

    wins: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """The number of wins of the first player against the second."""
    draws: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """The number of draws and unfinished matches of a pair, in the order in which it was named."""
    seconds: dict[str, list[float]] = msgspec.field(default_factory=dict)
    """The CPU seconds of each decision of a player."""

    def add(self, players: tuple[str, str], winners: set[int]) -> None:
        """Count a match of these players; `winners` has the indices of those who won."""
        self.draws[players] += not winners
        for winner in winners:
            self.wins[players[winner], players[1 - winner]] += 1

    def join(self, other: Record) -> None:
        """Add the counts of another record."""
        self.wins.update(other.wins)
        self.draws.update(other.draws)
        for key, seconds in other.seconds.items():
            self.seconds.setdefault(key, []).extend(seconds)

    def points(self, player: str, other: str) -> float:
        """Return a player's score against another: 1 for a win, a half for a draw."""
        drawn = self.draws[player, other] + self.draws[other, player]
        return self.wins[player, other] + drawn / 2

    def matches(self, player: str, other: str) -> float:
        """Return the number of matches of two players."""
        return self.points(player, other) + self.points(other, player)


class Strength(msgspec.Struct, frozen=True):
    """The strength of a player."""

    points: float
    """The rating on the scale of `bot.engine.players.opponent`; the reference player has `ANCHOR`."""
    margin: float
    """Half of the 95 % confidence interval; 0 for the reference player."""


def strengths(record: Record, players: Sequence[str], anchor: str) -> dict[str, Strength]:
    """Return the maximum likelihood strengths (Bradley-Terry model), relative to a reference player.

    The margins follow from the curvature of the likelihood at its maximum.
    """
    odds = dict.fromkeys(players, 1.0)
    points = {key: sum(_points(record, key, other) for other in players if other != key) for key in players}
    for _ in range(5_000):
        before = dict(odds)
        for key in players:
            others = [other for other in players if other != key]
            odds[key] = points[key] / sum(_met(record, key, o) / (odds[key] + odds[o]) for o in others)
        scale = odds[anchor]
        odds = {key: value / scale for key, value in odds.items()}
        if max(abs(log(odds[key] / before[key])) for key in players) < 1e-9:
            break
    errors = _errors(record, players, odds, anchor)
    return {
        key: Strength(ANCHOR + SCALE * log(odds[key]), CONFIDENCE * SCALE * errors[key]) for key in players
    }


def _points(record: Record, player: str, other: str) -> float:
    return record.points(player, other) + (PRIOR if record.matches(player, other) else 0.0)


def _met(record: Record, player: str, other: str) -> float:
    return _points(record, player, other) + _points(record, other, player)


def _errors(
    record: Record, players: Sequence[str], odds: Mapping[str, float], anchor: str
) -> dict[str, float]:
    """Return the standard deviation of the log odds of each player, from the inverse information matrix."""
    free = [key for key in players if key != anchor]

    def information(one: str, two: str) -> float:
        chance = odds[one] / (odds[one] + odds[two])
        return _met(record, one, two) * chance * (1 - chance)

    matrix = [
        [
            sum(information(row, other) for other in players if other != row)
            if row == column
            else -information(row, column)
            for column in free
        ]
        for row in free
    ]
    inverse = _inverse(matrix)
    return {anchor: 0.0} | {key: sqrt(inverse[place][place]) for place, key in enumerate(free)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric, positive definite matrix (Gauss-Jordan elimination)."""
    size = len(matrix)
    rows = [[*row, *[float(place == other) for other in range(size)]] for place, row in enumerate(matrix)]
    for pivot in range(size):
        head = rows[pivot][pivot]
        rows[pivot] = [value / head for value in rows[pivot]]
        for place in range(size):
            if place != pivot:
                factor = rows[place][pivot]
                rows[place] = [a - factor * b for a, b in zip(rows[place], rows[pivot], strict=True)]
    return [row[size:] for row in rows]


def fixtures(
    game: str, players: Sequence[str], options: Any, games: int, seed: str, steps: int
) -> list[Fixture]:
    """Return all matches of a game's league, in parts that are counted together."""
    return [
        Fixture(
            game=game,
            players=pair,
            options=options,
            seed=seed,
            numbers=range(first, min(first + AT_ONCE, games)),
            steps=steps,
        )
        for pair in combinations(players, 2)
        for first in range(0, games, AT_ONCE)
    ]


@contextmanager
def played(wanted: Iterable[Fixture], jobs: int) -> Iterator[Iterator[Record]]:
    """Play all fixtures in `jobs` processes, and yield the record of each, in order."""
    with spread(jobs) as each:
        yield each(Fixture.play, wanted)
