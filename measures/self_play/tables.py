"""Every game at each number of seats, for docs/BALANCE.md: `python -m measures.self_play.tables`.

Normal players play with the offered options. Ready-made decks and squads meet in groups of neighbours, so
that each takes part equally often.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from math import ceil
from statistics import mean, median

from bot.games.computers import normal_player
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.options import offered_options
from bot.parts.workshop.lab.contests import Contest, LineUp
from bot.parts.workshop.lab.entrants import SAME, ready_entrants
from bot.parts.workshop.lab.processes import played, playing
from bot.parts.workshop.lab.tallies import Count

HEAD = (
    "game", "seats", "matches", "each seat wins, %", "draws", "turns", "hand-offs", "lead changes", "decided",
    "behind",
)  # fmt: skip


def contest(game: Game, seats: int, games: int, seed: str) -> Contest:
    """Return this number of matches or a few more; each line-up plays the same number in all seats."""
    options = offered_options(game.rules, {}, seats)
    entrants = tuple(ready_entrants(game.key, options))
    line_ups = _line_ups(entrants, seats)
    rounds = ceil(games / len(line_ups) / seats) * seats
    return Contest(
        game=game.key, player=normal_player(game.key).key, options=options, seats=seats, entrants=entrants,
        games=rounds, seed=seed, only=line_ups,
    )  # fmt: skip


def _line_ups(entrants: LineUp, seats: int) -> tuple[LineUp, ...]:
    """Return groups of neighbours in the list of entrants; one is repeated if there are too few."""
    if entrants == (SAME,):
        return ((SAME,) * seats,)
    number = len(entrants)
    return tuple([tuple([entrants[(first + k) % number] for k in range(seats)]) for first in range(number)])


def row(game: Game, seats: int, count: Count) -> tuple[str, ...]:
    """Return the cells of a row."""
    shares = ", ".join([f"{100 * count.seats[seat].rate:.1f}" for seat in range(seats)])
    turns, hand_offs = f"{mean(count.turns or [0]):.1f}", f"{median(count.hand_offs):.0f}"
    return (
        game.title, str(seats), str(count.matches), shares, str(count.draws), turns, hand_offs,
        f"{count.lead.mean_changes:.1f}", f"{count.lead.decided_rate:.0%}", f"{count.lead.behind_rate:.0%}",
    )  # fmt: skip


def _print(cells: Iterable[str]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Play the requested matches and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=list(GAMES), help="default: all games")
    parser.add_argument("--games", type=int, default=100, help="matches of each row, at least")
    parser.add_argument("--seats", type=int, nargs="*", help="sizes of table (default: all that there are)")
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    _print(HEAD)
    _print(["---"] * len(HEAD))
    for game in [GAMES[key] for key in given.games_of]:
        for seats in game.seats:
            if not given.seats or seats in given.seats:
                what = contest(game, seats, given.games, given.seed)
                with playing(game.key, [], 1) as play:
                    _print(row(game, seats, played(play, what)))


if __name__ == "__main__":
    main()
