"""The review of a match that is over: the chances of winning over time, and the decisive moments.

The chances are estimates. At the ends of turns, worlds with the same public view are drawn
(`Rules.resample`). In each, normal players play some actions, each by its own view, and the normal player of
the game evaluates the position. A decision is evaluated in worlds with the same view of its seat: once with
the actual action, once with the normal player's, with the same dice. So nobody is blamed for what they could
not know. All work is bounded by counts and follows from seeds: the same match always gets the same review.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import msgspec

from bot.engine.contract import Action, AnyRules, Seat
from bot.engine.errors import IllegalAction
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.players.opponent import GameOpponent, legal_by_view
from bot.engine.players.searcher import Search, chance_of, play_on
from bot.games.computers import normal_player
from bot.games.registry import GAMES

MOMENTS: Final = 3
"""The maximum number of decisive moments."""
LEAST_SWING: Final = 0.03
"""The minimum change of the chances at a decisive moment."""
LEAST_GAIN: Final = 0.02
"""The minimum gain of a better action that a review names; it must also exceed its error."""


class Effort(NamedTuple):
    """The bounds of the work on a review."""

    points: int = 24
    """The maximum number of points of the curve."""
    worlds: int = 12
    """The number of worlds drawn for each point of the curve."""
    ahead: int = 12
    """The number of actions after which a rollout is evaluated."""
    decisions: int = 12
    """The maximum number of decisions evaluated for each great change."""
    first: int = 4
    """The number of worlds in which each of them is evaluated."""
    closer: int = 24
    """The number of worlds in which the worst of them is evaluated again."""


USUAL: Final = Effort()
SLOW: Final = Effort(points=16, worlds=6, ahead=8, decisions=6, first=4, closer=12)
"""The bounds for games whose normal player is slow."""


class Point(msgspec.Struct, frozen=True):
    """The chances in a match after an action."""

    seq: int
    """The number of the action; 0 for the beginning."""
    chances: tuple[float, ...]
    """The chance of each side to win, 0 to 1; together they are 1."""
    error: float = 0.0
    """The greatest standard error among them; 0 for known values."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A decisive moment of a match."""

    seq: int
    """The number of the action."""
    seat: Seat
    before: tuple[float, ...]
    """The chances before the turn in which it was done, by side."""
    after: tuple[float, ...]
    done: msgspec.Raw
    better: tuple[msgspec.Raw, ...] = ()
    """The better actions, encoded like the actions taken; empty if none was found."""
    gain: float = 0.0
    """The increase of the seat's chance by the better action, 0 to 1."""
    error: float = 0.0


class Review(msgspec.Struct, frozen=True):
    """The content of a review, independent of the language."""

    sides: tuple[tuple[Seat, ...], ...]
    points: tuple[Point, ...]
    moments: tuple[TurningPoint, ...]
    """In the order in which they happened."""
    worlds: int
    """The number of worlds drawn for each point."""
    steps: int
    """The number of simulated actions in total."""


class Estimate(NamedTuple):
    """The chances of each side, with their errors."""

    chances: tuple[float, ...]
    error: float
    steps: int


class Comparison(NamedTuple):
    """The result for one decision."""

    better: Action | None
    """The normal player's action, None if it is the same."""
    gain: float
    error: float
    steps: int


NO_COMPARISON = Comparison(None, 0.0, 0.0, 1)


def effort_for(game: str) -> Effort:
    """Return the bounds of the work on a review of a game."""
    return SLOW if normal_player(game).slow else USUAL


def estimated(key: str, version: str, view: Any, effort: Effort, seed: str) -> Estimate:
    """Return the chances of each side by the public's view of a match that goes on."""
    rules, normal = GAMES[key].of_version(version).rules, _thinker(key)
    rng, runs, steps = random.Random(seed), list[tuple[float, ...]](), 0
    for _ in range(effort.worlds):
        dice = rng.randbytes(SEED_BYTES)
        world = rules.resample(view, Stream("world", dice))
        steps += 1 + play_on(rules, normal, world, effort.ahead, Stream("review", dice), random.Random(dice))
        runs.append(shares(rules, normal, world))
    means = tuple([fmean(each) for each in zip(*runs, strict=True)])
    errors = [stdev(each) / sqrt(len(each)) for each in zip(*runs, strict=True)] if len(runs) > 1 else [0.0]
    return Estimate(means, max(errors), steps)


def shares(rules: AnyRules, normal: GameOpponent, state: Any) -> tuple[float, ...]:
    """Return the chance of each side in a state, so that together they are 1."""
    sides = rules.teams(rules.view(state, None).seats)
    chances = [fmean([chance_of(rules, normal, state, seat) for seat in side]) for side in sides]
    total = sum(chances)
    return tuple([each / total if total else 1 / len(sides) for each in chances])


def judged(key: str, version: str, view: Any, done: Action, worlds: int, ahead: int, seed: str) -> Comparison:
    """Return the normal player's action by the view of a seat, and the win probability that it would have
    gained.
    """
    rules, normal, rng = GAMES[key].of_version(version).rules, _thinker(key), random.Random(seed)
    legal = legal_by_view(rules, view, bytes(SEED_BYTES))
    ideas = normal.ranked(rules, view, legal, random.Random(0))
    if not ideas or ideas[0] == done:
        return NO_COMPARISON
    steps = worlds * (2 * ahead + 1)
    search = Search(normal, rules, view, [done, ideas[0]], rng, depth=ahead, steps=steps + 2)
    try:
        for _ in range(worlds):
            search.try_all()
    except IllegalAction:  # time was up, or the table did it: no decision of the seat's
        return NO_COMPARISON
    gain, error = search.lead(ideas[0], done)
    return Comparison(ideas[0], gain, error, steps + 2 - search.left)


def _thinker(key: str) -> GameOpponent:
    normal = normal_player(key)
    assert isinstance(normal, GameOpponent), "every game has a normal player"
    return normal


def swings(points: Sequence[Point]) -> list[tuple[float, int]]:
    """Return the change of the chances from each point to the next with the place of the first; the greatest
    comes first.
    """
    losses = [
        (max([abs(b - a) for a, b in zip(one.chances, other.chances, strict=True)]), place)
        for place, (one, other) in enumerate(pairwise(points))
    ]
    return sorted([each for each in losses if each[0] >= LEAST_SWING], key=lambda each: (-each[0], each[1]))


def evenly(items: Sequence[Any], most: int) -> list[Any]:
    """Return at most this number of the items, evenly spread, with the first and the last."""
    if len(items) <= most:
        return list(items)
    return [items[round(place * (len(items) - 1) / (most - 1))] for place in range(most)]
