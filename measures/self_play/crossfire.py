"""Crossfire between computer players: who wins, from which seat, how often nobody does, how long it takes.

`python -m measures.self_play.crossfire --help`; the figures are in docs/BALANCE.md.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from statistics import mean, median, quantiles
from time import process_time
from typing import Any

from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.state import CrossfireState
from bot.players import COMPUTERS
from bot.players.opponent import Opponent
from bot.simulation import Series
from tests.games.crossfire.table import RULES
from tests.players.crossfire_greedy import CrossfireGreedy

PLAYERS = {**COMPUTERS, "greedy": CrossfireGreedy()}
"""Who can be set against whom, by their keys."""


class Timed(Opponent):
    """A player whose decisions are timed."""

    def __init__(self, player: Opponent) -> None:
        self.player = player
        self.key = player.key  # type: ignore[misc] # of one player, not of the class
        self.seconds: list[float] = []

    def choose(self, rules: Any, view: Any, legal: Any, rng: Any) -> Any:
        """Return what the player chooses."""
        began = process_time()
        action = self.player.choose(rules, view, legal, rng)
        self.seconds.append(process_time() - began)
        return action


class Count:
    """What came of some matches of a player against another; they change seats or teams after each."""

    def __init__(self, player: str, rival: str) -> None:
        self.pair = Timed(PLAYERS[player]), PLAYERS[rival]
        self.won = [0, 0]
        self.ties = self.first = 0
        self.turns: list[int] = []
        self.whys = Counter[str]()
        self._last: CrossfireState | None = None

    def play(self, number: int, options: Options, seats: int, seed: str) -> None:
        """Play one match and count it."""
        order = self.pair if number % 2 == 0 else self.pair[::-1]
        series = Series(
            rules=RULES,
            options=options,
            seats=seats,
            players=order * (seats // 2),
            games=1,
            seed=seed,
            views=False,
        )
        outcome = series.play(number, self._see).outcome
        assert outcome is not None
        assert self._last is not None
        self.turns.append(self._last.turns)
        self.whys[outcome.why] += 1
        if not outcome.winners:
            self.ties += 1
            return
        team = outcome.winners[0] % 2
        self.won[team ^ number % 2] += 1
        self.first += team == self._last.first % 2

    def _see(self, state: CrossfireState, _events: object) -> None:
        self._last = state

    def report(self) -> str:
        """Return the figures in lines."""
        games, decided = len(self.turns), max(1, sum(self.won))
        times = [1000 * one for one in self.pair[0].seconds]
        tenths = quantiles(self.turns, n=10) if games > 1 else self.turns * 9
        won = [f"{player.key} won {number}" for player, number in zip(self.pair, self.won, strict=True)]
        lines = [
            f"{games} matches: {', '.join(won)}, tied {_rate(self.ties, games)}",
            f"who begins won {_rate(self.first, decided)} of those decided",
            f"{mean(self.turns):.1f} turns ({tenths[0]:.0f} to {tenths[8]:.0f} in eight of ten)",
            f"a decision: {median(times):.1f} ms at the median, {max(times):.0f} at most",
            *[f"{number:4} {why}" for why, number in self.whys.most_common()],
        ]
        return "\n".join(lines)


def _rate(number: int, of: int) -> str:
    """Return a share with the margin within which the true one lies in 95 of 100 cases."""
    share = number / of
    return f"{100 * share:.1f} % ± {196 * (share * (1 - share) / of) ** 0.5:.1f}"


def main() -> None:
    """Play the matches asked for, and print what came of them."""
    parser = argparse.ArgumentParser(prog="python -m measures.self_play.crossfire", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 4))
    parser.add_argument("--player", default="sapper", choices=PLAYERS)
    parser.add_argument("--rival", default="sapper", choices=PLAYERS)
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--options", default="{}", help='JSON, such as {"end": "points"}')
    asked = parser.parse_args()
    options = RULES.normalize(Options(**json.loads(asked.options)), asked.seats)
    count = Count(asked.player, asked.rival)
    for number in range(asked.games):
        count.play(number, options, asked.seats, asked.seed)
    print(count.report())


if __name__ == "__main__":
    main()
