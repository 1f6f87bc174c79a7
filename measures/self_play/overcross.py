"""Self-play of Overcross for docs/BALANCE.md: `python -m measures.self_play.overcross --games 40 flag`.

Each pair of the ready-made decks of a point limit meets, each in either seat, under each given objective.
With --every-card decks of all cards are generated instead, until each card was played.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import combinations
from random import Random

from bot.engine.players.opponent import Opponent
from bot.games.overcross.cards.cards import Terrain
from bot.games.overcross.cards.decks import ready_decks
from bot.games.overcross.players.plotter import Plotter
from bot.games.overcross.rules.actions import BringDeck, Name, TakeDeck
from bot.games.overcross.rules.deckbuilding import deck_rules
from bot.games.overcross.rules.facts import Played
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.view import number_of
from bot.games.simulation import Series
from bot.matches.options import offered_options
from bot.parts.workshop.lab.tallies import Tally
from tests.games.overcross.chance import OBJECTIVES, POOL, RULES


def a_deck(random: Random, wanted: set[str], options: Options) -> tuple[str, ...]:
    """Return a legal deck of three copies of each wanted card, as far as possible, and others."""
    rules = deck_rules(options)
    cards = [card for card in POOL.cards.values() if card.mark in ("", "champion")]
    cards = [card for card in cards if rules.champions or not card.mark]
    random.shuffle(cards)
    cards.sort(key=lambda card: (card.number not in wanted, card.deck))
    deck: Counter[str] = Counter()
    for _ in range(3):
        for card in cards:
            more = deck + Counter([card.number])
            terrains = sum(many for number, many in more.items() if isinstance(POOL.cards[number], Terrain))
            spent = sum(POOL.cards[number].deck * many for number, many in more.items())
            if spent <= options.points and terrains * 4 <= more.total() + 3:
                deck = more
    return tuple(sorted(deck.elements()))


class Dealt(Opponent):
    """The Plotter with a given deck; its Leaders are chosen at random."""

    key = "dealt-overcross"
    title = "Dealt"
    description = "Plays the deck it is given."

    def __init__(self, deck: str | tuple[str, ...], *, lots: bool) -> None:
        self.deck = deck
        self.lots = lots
        self.player = Plotter()

    def choose(self, rules, view, legal, rng):
        """Choose the deck; otherwise act like the Plotter."""
        if any(isinstance(action, TakeDeck) for action in legal):
            return TakeDeck(self.deck) if isinstance(self.deck, str) else BringDeck(self.deck)
        names = [action for action in legal if isinstance(action, Name)]
        return rng.choice(names) if names and self.lots else self.player.choose(rules, view, legal, rng)


class Figures:
    """The results of the matches under one objective."""

    def __init__(self) -> None:
        self.matches = self.begun = self.draws = self.aimed = 0
        self.rounds: list[int] = []
        self.decks, self.meetings = Counter(), Counter()
        self.named, self.names = Counter(), Counter()
        self.played = Counter()

    def add(self, decks, state, played) -> None:
        """Count an ended match."""
        winners = state.outcome.winners
        self.matches += 1
        self.draws += not winners
        self.begun += state.first in winners
        self.aimed += "rounds are over" not in state.outcome.why and bool(winners)
        self.rounds.append(state.round)
        self.played.update(played)
        for seat, deck in enumerate(decks):
            share = (seat in winners) if winners else 0.5
            self.meetings[deck] += 1
            self.decks[deck] += share
            for number in state.chosen[seat]:
                self.names[number] += 1
                self.named[number] += share

    def join(self, other: Figures) -> None:
        """Add the results of other matches."""
        self.matches += other.matches
        self.draws += other.draws
        self.begun += other.begun
        self.aimed += other.aimed
        self.rounds += other.rounds
        for name in ("decks", "meetings", "named", "names", "played"):
            getattr(self, name).update(getattr(other, name))

    def lines(self):
        """Yield the lines to print."""
        decided = max(1, self.matches - self.draws)
        mean = sum(self.rounds) / self.matches
        yield (
            f"{self.matches} matches, {self.draws} draws; who begins {_rate(self.begun, decided)}; "
            f"by its aim {_rate(self.aimed, self.matches)}; rounds {mean:.1f} "
            f"({min(self.rounds)} to {max(self.rounds)})"
        )
        for deck, meetings in self.meetings.items():
            yield f"  {deck}: {_rate(self.decks[deck], meetings)}"
        for number, times in self.names.items():
            yield f"  {number} {POOL.cards[number].name}: {_rate(self.named[number], times)}"


def _rate(won: float, of: int) -> str:
    tally = Tally(of, won)
    return f"{100 * tally.rate:.1f} % ± {100 * tally.error:.1f}"


def figures(objective: str, points: int, games: int, seed: str, *, lots: bool = False, **more) -> Figures:
    """Play each pair of decks this number of times."""
    options = offered_options(RULES, {"objective": objective, "points": points, **more}, 2)
    found = Figures()
    for pair in combinations(ready_decks(POOL, deck_rules(options)), 2):
        for decks in (pair, pair[::-1]):
            players = tuple([Dealt(deck, lots=lots) for deck in decks])
            own = f"{seed} {decks[0]} {decks[1]}"
            series = Series(
                rules=RULES, options=options, seats=2, players=players, games=games, seed=own, views=False
            )
            for number in range(games // 2):
                witness = _Witness()
                series.play(number, witness.see)
                found.add(decks, witness.state, witness.played)
    return found


class _Witness:
    """Stores the last state, and the played cards."""

    def __init__(self) -> None:
        self.state, self.played = None, Counter()

    def see(self, state, events) -> None:
        self.state = state
        for event in events:
            if isinstance(event.public, Played):
                self.played[number_of(state, event.public.card)] += 1


def every_card(seed: str, most: int) -> Counter[str]:
    """Play generated decks of unplayed cards, until each card was played; return the counts."""
    played: Counter[str] = Counter()
    for number in range(most):
        missing = unplayed(played)
        if not missing:
            break
        random, objective = Random(f"{seed} {number}"), OBJECTIVES[number % len(OBJECTIVES)]
        options = RULES.normalize(Options(objective=objective, points=random.choice((50, 100, 150))), 2)
        players = tuple([Dealt(a_deck(random, set(missing), options), lots=True) for _ in range(2)])
        witness = _Witness()
        Series(rules=RULES, options=options, seats=2, players=players, games=1, seed=seed, views=False).play(
            number, witness.see
        )
        played.update(witness.played)
        print(f"{number + 1} matches: {len(unplayed(played))} cards not played", flush=True)
    return played


def unplayed(played: Counter[str]) -> list[str]:
    """Return the cards that were not played; Leaders never are, since they begin in play."""
    return [number for number, card in POOL.cards.items() if not played[number] and card.mark != "leader"]


def _tell_unplayed(played: Counter[str]) -> None:
    numbers = [f"{number} {POOL.cards[number].name}" for number in unplayed(played)]
    print("not played:", ", ".join(numbers) or "none")


def _option(words):
    key, value = words.split("=")
    return key, int(value) if value.isdigit() else value


def main() -> None:
    """Play the requested matches and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("objectives", nargs="*", default=OBJECTIVES)
    parser.add_argument("--games", type=int, default=20, help="matches of each pair of decks")
    parser.add_argument("--points", type=int, nargs="+", default=[100])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--lots", action="store_true", help="draw by lot who is named")
    parser.add_argument("--options", default="", help="such as score=12,rounds=20")
    parser.add_argument("--every-card", type=int, default=0, help="made-up decks, so many matches at most")
    given = parser.parse_args()
    if given.every_card:
        _tell_unplayed(every_card(given.seed, given.every_card))
        return
    more = dict([_option(each) for each in given.options.split(",") if each])
    played = Counter()
    for points in given.points:
        whole = Figures()
        for objective in given.objectives:
            found = figures(objective, points, given.games, given.seed, lots=given.lots, **more)
            whole.join(found)
            print(f"{objective}, {points} points:", *found.lines(), sep="\n", flush=True)
        print(f"all of them, {points} points:", *whole.lines(), sep="\n", flush=True)
        played.update(whole.played)
    _tell_unplayed(played)


if __name__ == "__main__":
    main()
