"""Self-play of Papyrus for docs/BALANCE.md: `python -m measures.self_play.papyrus --games 200`.

`first` is what the seat with the first turn wins, `patient` what a player wins that waits so many quiet
rounds against one that goes. The ready squads against each other: `python -m bot balance papyrus`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.contract import Outcome, Resign
from bot.engine.players.opponent import Opponent
from bot.games.papyrus.players.skirmisher import PATIENCE_ROUNDS, Skirmisher
from bot.games.papyrus.rules.actions import Preset, Ready, Recruit
from bot.games.papyrus.rules.options import Kind
from bot.games.registry import GAMES
from bot.games.simulation import Series
from bot.matches.options import offered_options
from bot.parts.workshop.lab.tallies import Tally

RULES = GAMES["papyrus"].rules


class Captain(Opponent):
    """The Skirmisher with a given squad, a ready-made one or all of a kind, and with a patience."""

    key, title, description = "captain", "Captain", "Plays the squad it is given."

    def __init__(self, squad: str, patience: int = PATIENCE_ROUNDS, player: Opponent | None = None) -> None:
        self.key = f"captain {squad} {patience}"
        self.squad = squad
        self.player = player or Skirmisher(patience)

    def choose(self, rules, view, legal, rng):
        """Choose the squad, then act like the Skirmisher, which resigns hopeless positions."""
        if view.phase == "picking" and Ready() not in legal:
            if self.squad in {kind.value for kind in Kind}:
                kinds = [action.kind for action in legal if isinstance(action, Recruit)]
                return Recruit(Kind(self.squad) if Kind(self.squad) in kinds else kinds[0])
            return Preset(self.squad)
        if self.player.gives_up(rules, view):
            return Resign()
        return self.player.choose(rules, view, legal, rng)


class Result:
    """The result of a match between two."""

    def __init__(self, outcome: Outcome, first: int, rounds: int) -> None:
        self.outcome, self.first, self.rounds = outcome, first, rounds

    def share(self, seat: int) -> float:
        """Return the share of a seat in the win; a draw is half a win."""
        return 0.5 if self.outcome.drawn else float(seat in self.outcome.winners)


def results(players: Sequence[Opponent], options: dict, games: int, seed: str) -> Iterator[Result]:
    """Play this number of matches of these two, who keep their seats."""
    series = Series(
        rules=RULES,
        options=offered_options(RULES, options, 2),
        seats=2,
        players=tuple(players),
        games=games,
        seed=seed,
        views=False,
        most_actions=20_000,
    )
    for number in range(games):
        last = []
        played = series.play(number, lambda state, _events, last=last: last.__setitem__(slice(None), [state]))
        yield Result(played.outcome, last[0].first, last[0].round)


def told(shares: Sequence[float]) -> str:
    """Return a rate with its 95 % margin of error, in words."""
    tally = Tally(len(shares), sum(shares))
    return f"{100 * tally.rate:.1f} % ± {100 * tally.error:.1f}"


def first_against_second(options: dict, games: int, seed: str, squad: str = "balanced") -> str:
    """Return the win rate of the first player, with equal players."""
    found = list(results([Captain(squad), Captain(squad)], options, games, seed))
    ends = Counter([result.outcome.why.split(":")[0] for result in found])
    hill = sum(["hill" in result.outcome.why for result in found])
    rounds = sum([result.rounds for result in found]) / len(found)
    first = told([result.share(result.first) for result in found])
    drawn = sum([result.outcome.drawn for result in found])
    return (
        f"first {first}; seat 1 {told([result.share(0) for result in found])}; "
        f"rounds {rounds:.1f}; drawn {drawn}; by the hill {hill}; {dict(ends)}"
    )


def patient_against_usual(
    options: dict, games: int, seed: str, patience: int, squad: str = "balanced"
) -> str:
    """Return the win rate of a player that waits this number of quiet rounds, in either seat, against the
    usual one.
    """
    waits, goes = Captain(squad, patience), Captain(squad)
    shares = [result.share(0) for result in results([waits, goes], options, games // 2, seed)]
    shares += [result.share(1) for result in results([goes, waits], options, games - games // 2, seed)]
    return f"patient {patience}: {told(shares)}"


def main() -> None:
    """Play the requested matches and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("first", "patient"))
    parser.add_argument("--games", type=int, default=100, help="matches")
    parser.add_argument("--options", default="{}", help='as JSON, such as {"map": "pinwheel"}')
    parser.add_argument("--maps", nargs="*", default=[], help="each of these maps, with the options")
    parser.add_argument("--patience", type=int, nargs="*", default=[4, 8, 99])
    parser.add_argument("--squad", default="balanced")
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    options = json.loads(given.options)
    for each in [{**options, "map": name} for name in given.maps] or [options]:
        print(each, flush=True)
        if given.what == "first":
            print(first_against_second(each, given.games, given.seed, given.squad), flush=True)
        else:
            for patience in given.patience:
                print(patient_against_usual(each, given.games, given.seed, patience, given.squad), flush=True)


if __name__ == "__main__":
    main()
