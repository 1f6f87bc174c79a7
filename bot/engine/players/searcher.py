"""Computer players of level hard: determinised sequential halving with truncated rollouts.

A searcher knows no more than its view. It draws worlds with the same view (`Rules.resample`). In each it
tries the normal player's best actions, and those of players with other settings, and lets normal players
continue for a while, each with the view of its own seat. At the end the normal player evaluates the position.
Inferior actions are dropped, so that the work is spent on close ones.

Sequential halving: Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (2013).
Determinisation: Ginsberg's GIB (2001), with the same worlds and dice for all actions (common random numbers).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any, ClassVar, Final

from bot.base.language import N_
from bot.engine.contract import Action, AnyRules, Seat
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.players.opponent import GameOpponent, Level, OnNormal, Opponent

SEARCHES: Final = N_("Tries out where its ideas may lead before it acts: for those who know the game.")
"""What a searcher is to those who choose an opponent."""

STEPS: Final = 600
"""The default maximum number of actions that are simulated for one decision."""

BOLDNESS: Final = 1.0
"""By how many standard errors another action has to do better before the normal player's is given up."""

NO_FOLLOWERS: Final[Mapping[Action, GameOpponent]] = MappingProxyType({})
"""The normal player continues after every candidate action."""


class Searcher(OnNormal):
    """Simulates the candidate actions of the normal player of its game."""

    level: ClassVar[Level] = "hard"
    searches: ClassVar[bool] = True
    width: ClassVar[int] = 4
    """The number of candidate actions."""
    depth: ClassVar[int]
    """The number of actions after which a rollout is evaluated."""
    tempers: ClassVar[Sequence[GameOpponent]] = ()
    """Players like the normal one with other settings: their actions are tried too, and they continue the
    turn.
    """

    def __init__(self, steps: int = STEPS) -> None:
        """`steps` is the number of actions it may simulate for a decision."""
        self.steps = steps

    def gives_up(self, rules: AnyRules, view: Any) -> bool:
        """Whether the normal player of its game would resign."""
        return self.normal.gives_up(rules, view)

    def takes_draw(self, rules: AnyRules, view: Any) -> bool:
        """Whether the normal player of its game would agree to a draw."""
        return self.normal.takes_draw(rules, view)

    def choose(self, rules: AnyRules, view: Any, legal: Sequence[Any], rng: random.Random) -> Action:
        """Return the best candidate action, within its number of steps."""
        ideas = self.ideas(rules, view, legal, rng)
        if len(ideas) < 2:
            return next(iter(ideas), None) or self.normal.choose(rules, view, legal, rng)
        search = Search(
            self.normal,
            rules,
            view,
            tuple(ideas),
            rng,
            followers=ideas,
            depth=self.depth,
            steps=self.steps,
            settled=self.settled,
        )
        return search.best()

    def ideas(
        self, rules: AnyRules, view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Mapping[Action, GameOpponent]:
        """Return the actions to try, the normal player's own first.

        Each has the player that continues for the seat until another seat acts.
        """
        mood = rng.getstate()
        ideas = dict.fromkeys(self.normal.ranked(rules, view, legal, rng)[: self.width], self.normal)
        for player in self.tempers if ideas else ():
            alike = random.Random()
            alike.setstate(mood)
            ideas.setdefault(player.choose(rules, view, legal, alike), player)
        return ideas

    def settled(self, view: Any, state: Any) -> bool:  # noqa: ARG002
        """Whether a rollout from a view may be evaluated in this state, before `depth`. If the evaluation
        misses nothing that is under way, more dice only add noise.
        """
        return False


def play_on(
    rules: AnyRules,
    normal: Opponent,
    state: Any,
    most: int,
    dice: Stream,
    mood: random.Random,
    settled: Callable[[Any], bool] = lambda _: False,
) -> int:
    """Let normal players play in a state, each with the view of its own seat, for this number of actions or
    to the end, or until the state is settled; return the number of actions.
    """
    for done in range(most):
        if rules.outcome(state) is not None or settled(state):
            return done
        seat = min(rules.to_act(state))
        action = normal.choose(rules, rules.view(state, seat), rules.legal(state, seat), mood)
        rules.apply(state, seat, action, dice)
    return most


def chance_of(rules: AnyRules, normal: GameOpponent, state: Any, seat: Seat) -> float:
    """Return a seat's win probability: the result if the match is over, else the normal player's evaluation
    of the seat's view. A draw, or no evaluation, counts as a half.
    """
    outcome = rules.outcome(state)
    if outcome is None:
        chances = normal.chances(rules, rules.view(state, seat))
        return 0.5 if chances is None else chances
    if outcome.drawn:
        return 0.5
    sides = [side for side in rules.teams(len(outcome.scores)) if set(side) & set(outcome.winners)]
    return (seat in outcome.winners) / len(sides)


class Search:
    """One decision by determinised sequential halving. All it does follows from its ideas and `rng`."""

    def __init__(
        self,
        normal: GameOpponent,
        rules: AnyRules,
        view: Any,
        ideas: Sequence[Action],
        rng: random.Random,
        *,
        depth: int,
        steps: int,
        settled: Callable[[Any, Any], bool] = lambda _view, _state: False,
        followers: Mapping[Action, GameOpponent] = NO_FOLLOWERS,
    ) -> None:
        """Rollouts end after `depth` actions, and use `steps` actions at most in total.

        `settled` says of the view and a state whether a rollout may end there. `followers` continue for the
        seat until another seat acts, instead of the normal player.
        """
        self.rules, self.view, self.rng = rules, view, rng
        self.seat: Seat = view.viewer
        self.normal, self.depth = normal, depth
        self.settled = partial(settled, view)
        self.followers = followers
        self.left = steps
        """The remaining steps; drawing a world counts as one."""
        self.ideas = list(ideas)
        self.values: dict[Action, list[float]] = {idea: [] for idea in ideas}
        """The values of each candidate, in one world after another: the same worlds for all remaining
        ones.
        """

    def best(self) -> Action:
        """Return the idea that held up best; the first, the normal player's, unless another does clearly
        better."""
        rounds = (len(self.ideas) - 1).bit_length()
        for still in range(rounds, 0, -1):
            until = self.left - self.left // still
            while self.left > max(until, len(self.ideas)):
                self.try_all()
            # The first idea and the better half of the others stay.
            kept, *others = self.ideas
            others.sort(key=lambda idea: -fmean(self.values[idea] or [0.0]))
            self.ideas = [kept, *others[: len(self.ideas) // 2]]
        first, *others = self.ideas
        if not others:
            return first
        # So much better in the same worlds that it is hardly by chance.
        ahead, error = self.lead(others[0], first)
        return others[0] if ahead > BOLDNESS * error else first

    def try_all(self) -> None:
        """See in a world more where each idea leads, with the same dice for all."""
        seed = self.rng.randbytes(SEED_BYTES)
        world = self.rules.resample(self.view, Stream("world", seed))
        self.left -= 1
        share = self.left // len(self.ideas)
        for idea in self.ideas:
            self.values[idea].append(self._value(world, idea, seed, min(self.depth, share)))

    def _value(self, world: Any, idea: Action, seed: bytes, most: int) -> float:
        """Return the chance to win after a candidate action and at most this number of actions, its own
        included.
        """
        rules, state = self.rules, self.rules.clone(world)
        dice, mood = Stream("search", seed), random.Random(seed)
        rules.apply(state, self.seat, idea, dice)
        done, follower = 1, self.followers.get(idea, self.normal)
        if follower is not self.normal:
            done += play_on(rules, follower, state, most - done, dice, mood, self._over_to_others)
        done += play_on(rules, self.normal, state, most - done, dice, mood, self.settled)
        self.left -= done
        return chance_of(rules, self.normal, state, self.seat)

    def _over_to_others(self, state: Any) -> bool:
        """Whether the seat is no longer to act, or the rollout may be evaluated."""
        return self.seat not in self.rules.to_act(state) or self.settled(state)

    def lead(self, other: Action, first: Action) -> tuple[float, float]:
        """Return an action's average lead over another in the same worlds, and its standard error.

        With fewer than two worlds the lead is 0 and the error 1.
        """
        ahead = [a - b for a, b in zip(self.values[other], self.values[first], strict=True)]
        if len(ahead) < 2:
            return 0.0, 1.0
        return fmean(ahead), stdev(ahead) / sqrt(len(ahead))
