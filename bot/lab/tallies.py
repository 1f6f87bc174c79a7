"""What is counted of matches: shares won with their margins, differences of paired matches, cards."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

import msgspec

CONFIDENCE: Final = 1.96
"""Standard deviations to either side within which the truth lies in 95 of 100 cases."""


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


class Difference(msgspec.Struct):
    """How much more was won in one of two ways of playing the same matches, pair by pair."""

    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, difference: float) -> None:
        """Count a pair: what was won in the one way less what was won in the other."""
        self.pairs += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        """How much more was won, as a share of a match."""
        return self.total / max(1, self.pairs)

    @property
    def error(self) -> float:
        """How far the truth may lie from it, in 95 of 100 cases; a pair that differs is always assumed."""
        pairs = self.pairs + 1
        variance = (self.squares + 1) / pairs - (self.total / pairs) ** 2
        return CONFIDENCE * sqrt(variance / pairs)


class CardCount(msgspec.Struct):
    """How a card fared."""

    held: Tally = msgspec.field(default_factory=Tally)
    """The matches of decks it is in."""
    played: Tally = msgspec.field(default_factory=Tally)
    """Those in which it was played."""
    times: int = 0
    """How often it was played in all."""
    drawn: int = 0
    """Matches in which it was in hand when its player had something to decide."""
    playable: int = 0
    """Matches in which it could be played at some decision."""
    stuck: int = 0
    """Matches in which it came to hand and was never played."""

    @property
    def lift(self) -> float:
        """By how much more was won where it was played than by the same decks in all."""
        return self.played.rate - self.held.rate

    def join(self, other: CardCount) -> None:
        """Count what was counted elsewhere, but for the matches of its decks."""
        self.played.add(other.played.won, other.played.matches)
        self.times += other.times
        self.drawn += other.drawn
        self.playable += other.playable
        self.stuck += other.stuck


class Count(msgspec.Struct):
    """What came of some matches."""

    matches: int = 0
    given_up: int = 0
    draws: int = 0
    actions: int = 0
    forced: int = 0
    """Decisions in which one action alone was legal."""
    turns: list[int] = msgspec.field(default_factory=list)
    """How many turns each match had."""
    seats: dict[int, Tally] = msgspec.field(default_factory=dict)
    entrants: dict[str, Tally] = msgspec.field(default_factory=dict)
    """By deck or squad."""
    against: dict[tuple[str, str], Tally] = msgspec.field(default_factory=dict)
    """What the first won of the matches in which the second took part."""
    cards: dict[tuple[str, str], CardCount] = msgspec.field(default_factory=dict)
    """By deck and set number: how the deck fared with the card."""
    shares: dict[tuple[tuple[str, ...], int], tuple[float, ...]] = msgspec.field(default_factory=dict)
    """By line-up and number of the match: what each of the line-up won."""

    def join(self, other: Count) -> None:
        """Count what was counted elsewhere."""
        self.matches += other.matches
        self.given_up += other.given_up
        self.draws += other.draws
        self.actions += other.actions
        self.forced += other.forced
        self.turns += other.turns
        self.shares |= other.shares
        _join(self.seats, other.seats)
        _join(self.entrants, other.entrants)
        _join(self.against, other.against)
        for key, card in other.cards.items():
            self.cards.setdefault(key, CardCount()).join(card)


def _join(own: dict[Any, Tally], other: Mapping[Any, Tally]) -> None:
    for key, tally in other.items():
        own.setdefault(key, Tally()).add(tally.won, tally.matches)
