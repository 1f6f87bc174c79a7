"""Neo-Combat played by the Tracker against itself: how matches go, and how often people are waited for.

`python -m measures.self_play.neocombat --help`; the figures are in docs/BALANCE.md.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable
from statistics import mean, median
from typing import Any

import msgspec

from bot.engine.contract import Event, Outcome, Seat
from bot.engine.fair import Stream
from bot.games.neocombat.players.situation import Situation
from bot.games.neocombat.players.tracker import LEAST, Marches, Tracker
from bot.games.neocombat.rules import actions, facts
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.orders import MovePlan, Orders, Passing, PlannedMove
from bot.games.neocombat.rules.state import NeoState
from bot.games.simulation import Series
from bot.matches.options import offered_options
from bot.parts.workshop.lab.tallies import usual_range
from tests.games.neocombat.table import POOL, RULES

TRACKER = Tracker()
STANDING = Orders(attacks="always", sensors="always", specials=True)
"""Good standing orders: they answer windows and the Specials before the movement."""
AT_ONCE = ("draft", "repair")
"""Phases in which all choose at the same time: the choices of a seat there are one hand-off."""


class Count:
    """The counts of some matches."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.turns: list[int] = []
        self.wins = [0.0] * seats
        """A match with several winners is shared."""
        self.ties = 0
        self.played = Counter[int]()
        self.whys = Counter[str]()
        self._state: NeoState | None = None

    @property
    def matches(self) -> int:
        """Return the number of counted matches."""
        return len(self.turns)

    def see(self, state: NeoState, events: Iterable[Event]) -> None:
        """Record the latest events of a match."""
        self._state = state
        for event in events:
            if isinstance(event.public, facts.Played | facts.Defended):
                self.played[event.public.card] += 1

    def add(self, outcome: Outcome) -> None:
        """Count the match that has ended."""
        assert self._state is not None
        self.turns.append(self._state.turn)
        self.whys[outcome.why] += 1
        self.ties += len(outcome.winners) != 1
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)

    @property
    def share(self) -> list[float]:
        """Return the share of matches that each seat has won."""
        return [won / self.matches for won in self.wins]


def counted(games: int, seats: int = 2, seed: str = "balance", **options: Any) -> Count:
    """Let the Tracker play this number of matches against itself, with these options and the default ones."""
    count = Count(seats)
    series = Series(
        rules=RULES,
        options=offered_options(RULES, options, seats),
        seats=seats,
        players=(TRACKER,) * seats,
        games=games,
        seed=seed,
        views=False,
    )
    for number in range(games):
        outcome = series.play(number, count.see).outcome
        assert outcome is not None
        count.add(outcome)
    return count


# Hand-offs


class Post:
    """A match by post between two: counts the seats it waits for, with or without standing orders.

    A hand-off is everything that a seat does before another seat acts, and its choices for Repair. Actions by
    orders do not count.
    """

    def __init__(self, number: int, options: Options, *, ordered: bool) -> None:
        self.random = random.Random(number)
        self.rng = Stream("post", number.to_bytes(32, "big"))
        self.state = RULES.setup(options, 2, self.rng)
        self.orders: list[Orders] = [STANDING if ordered else Orders()] * 2
        self.ordered = ordered
        self.by_hand = [0, 0]
        self._last: Seat | None = None
        self._chosen: set[tuple[int, str, Seat]] = set()

    def play(self) -> int:
        """Play to the end; return the hand-offs of both seats together."""
        while RULES.outcome(self.state) is None:
            self._act(self.random.choice(sorted(RULES.to_act(self.state))))
        return sum(self.by_hand)

    def _act(self, seat: Seat) -> None:
        state = self.state
        view, legal = RULES.view(state, seat), RULES.legal(state, seat)
        action = RULES.answer_by_orders(view, legal, self.orders[seat])
        if action is None:
            self._count(seat)
            if self.ordered and state.phase == "movement":
                self._plan(seat)
                action = RULES.answer_by_orders(view, legal, self.orders[seat])
            action = action or TRACKER.choose(RULES, view, legal, self.random)
            if self.ordered and state.phase == "combat" and action == actions.Pass() and not state.fight:
                passing = Passing(state.turn, state.named[seat])
                self.orders[seat] = msgspec.structs.replace(self.orders[seat], passing=passing)
        self._last = seat
        RULES.apply(state, seat, action, self.rng)

    def _count(self, seat: Seat) -> None:
        state = self.state
        if state.phase in AT_ONCE:
            chosen = state.turn, state.phase, seat
            self.by_hand[seat] += chosen not in self._chosen
            self._chosen.add(chosen)
        elif seat != self._last:
            self.by_hand[seat] += 1

    def _plan(self, seat: Seat) -> None:
        """Store a plan of all moves of the turn, made from the present view (NEO-05c)."""
        view = RULES.view(self.state, seat)
        situation = Situation(view, seat, POOL)
        thought = Marches(situation)
        moves = []
        for token in situation.own:
            its, speed = situation.tokens[token], situation.varan(token).speed
            stay = thought.worth(token, its.sector)
            sectors = {each.sector for each in situation.tokens if each.here} | {0}
            best = max(
                [actions.NEW, *sorted(sectors - {its.sector})],
                key=lambda to, who=token: thought.worth(who, to),
            )
            if thought.worth(token, best) > stay + LEAST and not its.moved:
                moves.append(PlannedMove(token, speed, best))
        plan = MovePlan(view.turn, tuple(moves))
        self.orders[seat] = msgspec.structs.replace(self.orders[seat], plan=plan)


def hand_offs(games: int, *, ordered: bool, **options: Any) -> list[int]:
    """Return the hand-offs of this number of matches of two, with these options and the default ones."""
    offered = offered_options(RULES, options, 2)
    return [Post(number, offered, ordered=ordered).play() for number in range(games)]


def main() -> None:
    """Play, and print the result."""
    parser = argparse.ArgumentParser(description="Neo-Combat, the Tracker against itself.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--options", default="{}", help='options, such as {"team": 6}')
    parser.add_argument("--post", action="store_true", help="count hand-offs of matches of two instead")
    args = parser.parse_args()
    if args.post:
        for ordered in (False, True):
            found = hand_offs(args.games, ordered=ordered, **msgspec.json.decode(args.options))
            low, high = usual_range(found)
            print(
                f"{'with' if ordered else 'without'} orders: {median(found)} hand-offs a match at the median,"
                f" {low:.0f} to {high:.0f} in 8 of 10"
            )
        return
    options = msgspec.json.decode(args.options)
    count = counted(args.games, args.seats, args.seed, **options)
    low, high = usual_range(count.turns)
    print(f"{count.matches} matches of {args.seats}, {options or 'usual options'}, seed {args.seed}")
    print(f"turns: {mean(count.turns):.2f} on average, {low:.0f} to {high:.0f} in 8 of 10")
    print("won by seat:", ", ".join([f"{share:.1%}" for share in count.share]), f"ties: {count.ties}")
    print("ended:", dict(count.whys.most_common()))
    for kind, card in enumerate(POOL.actions):
        print(f"{card.number} {card.name}: {count.played[kind] / count.matches:.2f} a match")


if __name__ == "__main__":
    main()
