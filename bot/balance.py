"""How the ready decks of a game fare against each other: every line-up of them played many times over.

A line-up is a group of different decks, one a seat. Its matches are played with the decks in every seat in
turn, by the same computer player in all seats. All comes from the seed: in how many processes the matches are
played makes no difference.
"""

from __future__ import annotations

import multiprocessing
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import combinations
from math import sqrt
from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from bot.engine.contract import Action, Event, Rules
from bot.engine.deckbuilding import DeckBuilding, Entries
from bot.players import COMPUTERS
from bot.players.opponent import Opponent
from bot.registry import GAMES
from bot.simulation import Played, Series

LineUp: TypeAlias = tuple[str, ...]
"""The keys of different decks, in their order."""

AT_ONCE: Final = 10
"""Matches that are counted together, at most; not changed by how many processes there are."""

MOST_ACTIONS: Final = 20_000
"""Actions after which a match is given up: it counts as a draw."""

CONFIDENCE: Final = 1.96
"""Standard deviations to either side within which the truth lies in 95 of 100 cases."""

ALLOWED: Final = 0.1
"""How far from a half a deck's win rate may lie, of matches of two."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played. It can be sent to another process."""

    game: str
    player: str
    options: Any
    """Normalized."""
    seats: int
    decks: tuple[str, ...]
    games: int
    """Matches of each line-up."""
    seed: str

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """Every group of decks that meets."""
        return tuple(combinations(self.decks, self.seats))

    @property
    def matches(self) -> int:
        """How many matches that makes."""
        return len(self.line_ups) * self.games

    @property
    def pool(self) -> str | None:
        """The hash of the cards that are played with."""
        return GAMES[self.game].rules.cards_of(self.options)

    def bouts(self) -> Iterator[Bout]:
        """Yield all of it in parts that are counted together."""
        for line_up in self.line_ups:
            for first in range(0, self.games, AT_ONCE):
                yield Bout(self, line_up, range(first, min(first + AT_ONCE, self.games)))


class Bout(msgspec.Struct, frozen=True):
    """Some matches of one line-up."""

    contest: Contest
    line_up: LineUp
    numbers: range

    def play(self) -> Count:
        """Play them and return what came of them. Raises `bot.simulation.Stuck`."""
        game = GAMES[self.contest.game]
        building = building_of(game.key)
        ready, count = building.ready(self.contest.pool), Count()
        for number in self.numbers:
            seated = seating(self.line_up, number)
            dealt = [Dealt(COMPUTERS[self.contest.player], building, ready[deck].entries) for deck in seated]
            series = self._series(seated, tuple(dealt), game.rules)
            witness = Witness(building)
            played = series.play(number, witness.see)
            count.add(seated, played, witness, game.rules)
        return count

    def _series(
        self, seated: LineUp, players: tuple[Opponent, ...], rules: Rules[Any, Any, Any, Any]
    ) -> Series:
        contest = self.contest
        return Series(
            rules=rules,
            options=contest.options,
            seats=contest.seats,
            players=players,
            games=contest.games,
            seed=f"{contest.seed}: {contest.player}, {' '.join(seated)}",
            views=False,
            most_actions=MOST_ACTIONS,
        )


def seating(line_up: LineUp, number: int) -> LineUp:
    """Return the decks by seat in a match of this number: each sits in each seat equally often."""
    turn = number % len(line_up)
    return line_up[turn:] + line_up[:turn]


def building_of(game: str) -> DeckBuilding:
    """Return the decks of a game that has some."""
    building = GAMES[game].decks
    if building is None:
        raise ValueError(f"{game} has no decks")
    return building


class Dealt(Opponent):
    """A computer player that is given its deck, and plays the rest by itself."""

    key: ClassVar[str] = "dealt"
    title: ClassVar[str] = "Dealt"
    description: ClassVar[str] = "Plays the deck it is given."

    def __init__(self, player: Opponent, building: DeckBuilding, deck: Entries) -> None:
        self.player = player
        self.building = building
        self.deck = deck

    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return the bringing of the deck, and after that what the player chooses."""
        if self.building.may_bring(view):
            first, *further = self.building.bring(view, self.deck)
            if not further:  # else one is brought already, and something is still to be chosen beside it
                return first
        return self.player.choose(rules, view, legal, rng)


class Witness:
    """Sees which cards are played in a match."""

    def __init__(self, building: DeckBuilding) -> None:
        self.building = building
        self.cards = Counter[tuple[int, str]]()
        """How often each seat has played each card."""
        self.state: Any = None
        """As it was last."""

    def see(self, state: Any, events: Iterable[Event]) -> None:
        """Take note of what has happened."""
        self.state = state
        for event in events:
            if event.public is not None:
                self.cards.update(self.building.played(event.public, state))

    def turns(self, rules: Rules[Any, Any, Any, Any]) -> int:
        """Return how many turns there were, 0 where the game does not count them."""
        return self.building.turns(rules.view(self.state, None)) or 0


class Tally(msgspec.Struct):
    """Matches, and how much of them was won: a match that several win, or nobody, is shared."""

    matches: int = 0
    won: float = 0.0

    def add(self, won: float, matches: int = 1) -> None:
        """Count a match, or some."""
        self.matches += matches
        self.won += won

    @property
    def rate(self) -> float:
        """The share that was won."""
        return self.won / max(1, self.matches)

    @property
    def error(self) -> float:
        """How far the true share may lie from it, in 95 of 100 cases.

        As of a share estimated with two more wins and two more losses: so it is not 0 after a few wins.
        """
        matches = self.matches + 4
        rate = (self.won + 2) / matches
        return CONFIDENCE * sqrt(rate * (1 - rate) / matches)


class CardCount(msgspec.Struct):
    """How a card fared."""

    held: Tally = msgspec.field(default_factory=Tally)
    """The matches of decks it is in."""
    played: Tally = msgspec.field(default_factory=Tally)
    """Those in which it was played."""
    times: int = 0
    """How often it was played in all."""

    @property
    def lift(self) -> float:
        """By how much more was won where it was played than by the same decks in all."""
        return self.played.rate - self.held.rate


class Count(msgspec.Struct):
    """What came of some matches."""

    matches: int = 0
    given_up: int = 0
    draws: int = 0
    actions: int = 0
    turns: list[int] = msgspec.field(default_factory=list)
    """How many turns each match had."""
    seats: dict[int, Tally] = msgspec.field(default_factory=dict)
    decks: dict[str, Tally] = msgspec.field(default_factory=dict)
    against: dict[tuple[str, str], Tally] = msgspec.field(default_factory=dict)
    """What the first deck won of the matches in which the second took part."""
    cards: dict[tuple[str, str], CardCount] = msgspec.field(default_factory=dict)
    """By deck and set number: how the deck fared with the card."""

    def add(self, seated: LineUp, played: Played, witness: Witness, rules: Rules[Any, Any, Any, Any]) -> None:
        """Count one match."""
        winners = played.outcome.winners if played.outcome is not None else ()
        shares = {seat: 1 / len(winners) for seat in winners} or dict.fromkeys(
            range(len(seated)), 1 / len(seated)
        )
        self.matches += 1
        self.given_up += played.outcome is None
        self.draws += not winners
        self.actions += len(played.actions)
        self.turns.append(witness.turns(rules))
        for seat, deck in enumerate(seated):
            won = shares.get(seat, 0.0)
            self.seats.setdefault(seat, Tally()).add(won)
            self.decks.setdefault(deck, Tally()).add(won)
            for other in seated:
                if other != deck:
                    self.against.setdefault((deck, other), Tally()).add(won)
        for (seat, number), times in witness.cards.items():
            card = self.cards.setdefault((seated[seat], number), CardCount())
            card.times += times
            card.played.add(shares.get(seat, 0.0))

    def join(self, other: Count) -> None:
        """Count what was counted elsewhere."""
        self.matches += other.matches
        self.given_up += other.given_up
        self.draws += other.draws
        self.actions += other.actions
        self.turns += other.turns
        _join(self.seats, other.seats)
        _join(self.decks, other.decks)
        _join(self.against, other.against)
        for key, card in other.cards.items():
            own = self.cards.setdefault(key, CardCount())
            own.times += card.times
            own.played.add(card.played.won, card.played.matches)


def _join(own: dict[Any, Tally], other: Mapping[Any, Tally]) -> None:
    for key, tally in other.items():
        own.setdefault(key, Tally()).add(tally.won, tally.matches)


def card_counts(contest: Contest, count: Count) -> dict[str, CardCount]:
    """Return how each card of the decks fared, by set number, over all decks it is in."""
    ready = building_of(contest.game).ready(contest.pool)
    found: dict[str, CardCount] = {}
    for deck in contest.decks:
        for number, _ in ready[deck].entries:
            card = found.setdefault(number, CardCount())
            held, own = count.decks.get(deck, Tally()), count.cards.get((deck, number), CardCount())
            card.held.add(held.won, held.matches)
            card.played.add(own.played.won, own.played.matches)
            card.times += own.times
    return found


def bounds(seats: int) -> tuple[float, float]:
    """Return between which win rates a deck is in balance: 40 to 60 % of two, and likewise of more."""
    even = 1 / seats
    return even * (1 - 2 * ALLOWED), even * (1 + 2 * ALLOWED)


def outside(count: Count, seats: int) -> list[str]:
    """Return the decks that win too much or too little."""
    low, high = bounds(seats)
    return [deck for deck, tally in count.decks.items() if not low <= tally.rate <= high]


@contextmanager
def counts(contest: Contest, jobs: int) -> Iterator[Iterator[Count]]:
    """Play everything in so many processes, and give what came of each part, in order."""
    bouts = list(contest.bouts())
    if jobs == 1:
        yield map(Bout.play, bouts)
        return
    cards = contest.pool
    learnt = GAMES[contest.game].rules.encoded_cards(cards) if cards is not None else None
    with ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), _learn, (contest.game, learnt)
    ) as processes:
        try:
            yield processes.map(Bout.play, bouts)
        finally:
            processes.shutdown(cancel_futures=True)


def _learn(game: str, cards: bytes | None) -> None:
    """Make the cards known to a process that has just begun."""
    if cards is not None:
        GAMES[game].rules.learn_cards(cards)
