"""Counts of matches: win rates with margins of error, differences of paired matches, cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from math import inf, sqrt
from statistics import NormalDist, quantiles
from typing import Final, Self

import msgspec

from bot.engine.contract import Seat
from bot.engine.summary import Chart

CONFIDENCE: Final = 1.96
"""The number of standard deviations of a 95 % confidence interval, to either side."""


def deviations(tests: int) -> float:
    """Return the standard deviations, to either side, for 95 % confidence in `tests` tests together.

    By the Bonferroni correction: 1.96 for one test, more for several.
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, tests))


class _Counts(msgspec.Struct):
    """Counts that are added up field by field."""

    def join(self, other: Self) -> None:
        """Add the counts of other matches, those by key for each key; results by key are taken in."""
        for name in self.__struct_fields__:
            own, more = getattr(self, name), getattr(other, name)
            if isinstance(own, _Counts):
                own.join(more)
            elif isinstance(own, dict):
                for key, value in more.items():
                    if isinstance(value, _Counts):
                        own.setdefault(key, type(value)()).join(value)
                    else:
                        own[key] = value
            else:
                own += more
                setattr(self, name, own)


class Tally(_Counts):
    """Matches, and how many were won; a match with several winners or none is shared."""

    matches: int = 0
    won: float = 0.0

    def add(self, won: float) -> None:
        """Count a match."""
        self.matches += 1
        self.won += won

    @property
    def rate(self) -> float:
        """The win rate."""
        return self.won / max(1, self.matches)

    @property
    def estimate(self) -> float:
        """The win rate with two wins and two losses added; a half without matches."""
        return (self.won + 2) / (self.matches + 4)

    @property
    def error(self) -> float:
        """The margin of error of the rate (95 %).

        Computed from `estimate`, so that it is not 0 after a few wins.
        """
        return self.margin(1)

    def margin(self, tests: int) -> float:
        """Return the margin of error of one of `tests` rates (95 % for all together)."""
        return deviations(tests) * sqrt(self.estimate * (1 - self.estimate) / (self.matches + 4))


class Mean(_Counts):
    """The count, mean and spread of some numbers."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count a number."""
        self.number += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean; 0 without numbers."""
        return self.total / max(1, self.number)

    def margin(self, tests: int = 1) -> float:
        """Return the margin of error of one of `tests` means (95 % for all together); it needs 2 numbers."""
        if self.number < 2:
            return inf
        variance = max(0.0, self.squares / self.number - self.mean**2) * self.number / (self.number - 1)
        return deviations(tests) * sqrt(variance / self.number)


class Difference(Mean):
    """The difference of the results in two variants of the same matches, pair by pair.

    A pair is the result in the one variant minus the result in the other, as a share of a match.
    """

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return self.number

    @property
    def reach(self) -> float:
        """The largest absolute value within the margin of error (95 %)."""
        return abs(self.mean) + self.error

    @property
    def error(self) -> float:
        """The margin of error (95 %)."""
        return self.margin()

    def margin(self, tests: int = 1) -> float:
        """Return the margin of error of one of `tests` differences (95 % for all together).

        At least one differing pair is always assumed.
        """
        pairs = self.number + 1
        variance = (self.squares + 1) / pairs - (self.total / pairs) ** 2
        return deviations(tests) * sqrt(variance / pairs)


class CardCount(_Counts):
    """The counts of a card."""

    held: Tally = msgspec.field(default_factory=Tally)
    """The matches of decks that hold it."""
    played: Tally = msgspec.field(default_factory=Tally)
    """The matches in which it was played."""
    times: int = 0
    """The number of times it was played, in total."""
    drawn: int = 0
    """Matches in which it was in hand at a decision of its player."""
    drawn_won: float = 0.0
    """The number of these that were won."""
    playable: int = 0
    """Matches in which it could be played at some decision."""
    stuck: int = 0
    """Matches in which it was drawn and never played."""
    used_up: Tally = msgspec.field(default_factory=Tally)
    """Plays of a card that does not stay in play; `won` counts those that only harmed their own side."""
    killed: Mean = msgspec.field(default_factory=Mean)
    """The deck cost of the enemies killed by each of these plays."""
    damage: Mean = msgspec.field(default_factory=Mean)
    """With a shared deck, the damage of each copy drawn."""

    @property
    def lift(self) -> float:
        """The win rate of matches in which it was played, minus the win rate of its decks in all matches."""
        return self.played.rate - self.held.rate

    @property
    def drawn_lift(self) -> float:
        """The win rate of matches in which it was in hand, minus the win rate of its decks in the others.

        Drawing a card is random, playing it is not, so this is a better estimate of its worth than `lift`.
        """
        undrawn = Tally(self.held.matches - self.drawn, self.held.won - self.drawn_won)
        return Tally(self.drawn, self.drawn_won).estimate - undrawn.estimate


class Lead(_Counts):
    """The lead over the course of some matches with a known one."""

    charted: int = 0
    """The number of these matches."""
    changes: int = 0
    """How often a side took the lead that was not the previous leader."""
    won: int = 0
    """Matches that one side won."""
    led: int = 0
    """Won matches with a leader at half time."""
    comebacks: int = 0
    """Of these, the matches not won by that leader."""
    decided: int = 0
    """Won matches in which the winner led from half time to the end."""
    behind: int = 0
    """Won matches in which the winner was behind at some time."""

    @property
    def mean_changes(self) -> float:
        """The mean number of changes in a match."""
        return self.changes / max(1, self.charted)

    @property
    def comeback_rate(self) -> float:
        """The share of matches not won by the leader at half time, of those with a leader then."""
        return self.comebacks / max(1, self.led)

    @property
    def decided_rate(self) -> float:
        """The share in which the winner led from half time to the end, of the matches won by one side."""
        return self.decided / max(1, self.won)

    @property
    def behind_rate(self) -> float:
        """The share of matches in which the winner was once behind, of the matches won by one side."""
        return self.behind / max(1, self.won)


class Count(_Counts):
    """The counts of some matches."""

    matches: int = 0
    given_up: int = 0
    draws: int = 0
    actions: int = 0
    forced: int = 0
    """The number of decisions with only one legal action."""
    turns: list[int] = msgspec.field(default_factory=list)
    """The number of turns or rounds of each finished match."""
    lead: Lead = msgspec.field(default_factory=Lead)
    hand_offs: list[int] = msgspec.field(default_factory=list)
    """The number of hand-offs of all seats in each match (`hand_offs`)."""
    seats: dict[int, Tally] = msgspec.field(default_factory=dict)
    begins: Tally = msgspec.field(default_factory=Tally)
    """The results of the first mover, with its partners, if known."""
    entrants: dict[str, Tally] = msgspec.field(default_factory=dict)
    """By deck or squad."""
    against: dict[tuple[str, str], Tally] = msgspec.field(default_factory=dict)
    """The results of the first entrant in matches with the second."""
    cards: dict[tuple[str, str], CardCount] = msgspec.field(default_factory=dict)
    """By deck and set number: the counts of the card in the deck."""
    shares: dict[tuple[tuple[str, ...], int], tuple[float, ...]] = msgspec.field(default_factory=dict)
    """By line-up and number of the match: the result of each entrant of the line-up."""
    first: dict[tuple[tuple[str, ...], int], dict[str, int]] = msgspec.field(default_factory=dict)
    """With a shared deck, by line-up and number of the match: by set number, the index in the line-up of the
    entrant that held the card first.
    """
    strengths: dict[tuple[str, int], Mean] = msgspec.field(default_factory=dict)
    """By deck and turn, its strength; with a shared deck, by set number and turn."""

    def usual_turns(self) -> tuple[float, float]:
        """Return the turns from which and to which 8 of 10 matches last (`usual_range`)."""
        return usual_range(self.turns)


def usual_range(numbers: Sequence[float]) -> tuple[float, float]:
    """Return from which to which value 8 of 10 numbers are, within the lowest and the highest; 0 for none.

    (`quantiles` by default gives the tenths of what they are a sample of, which may lie beyond both.)
    """
    if len(numbers) < 2:
        return (*numbers, 0)[0], (*numbers, 0)[0]
    tenths = quantiles(numbers, n=10, method="inclusive")
    return tenths[0], tenths[-1]


def lead_of(chart: Chart, winners: Collection[Seat]) -> Lead:
    """Return the lead over the course of one match, won by these seats."""
    curves, sign = chart.curves, -1 if chart.least_leads else 1
    points = list(zip(*[[sign * value for value in curve.values] for curve in curves], strict=True))
    leaders = [_leader(values) for values in points]
    known = [side for side in leaders if side is not None]
    changes = sum([one != other for one, other in pairwise(known)])
    sides = {side for side, curve in enumerate(curves) if set(curve.seats) & set(winners)}
    won = len(sides) == 1
    half = leaders[len(leaders) // 2]
    led = half is not None and won
    return Lead(
        charted=1,
        changes=changes,
        won=won,
        led=led,
        comebacks=led and half not in sides,
        decided=won and set(leaders[len(leaders) // 2 :]) == sides,
        behind=won and any(values[side] < max(values) for values in points for side in sides),
    )


def _leader(values: Sequence[int]) -> int | None:
    """Return the side with the highest value, None if several sides share it."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def shares(winners: Collection[Seat], seats: int) -> list[float]:
    """Return each seat's share in the win of a match: winners share it; without a winner all seats do."""
    winners = winners or range(seats)
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def hand_offs(seats: Iterable[Seat], awaited: Iterable[Collection[Seat]]) -> int:
    """Return the number of hand-offs of a match: stretches in which a seat was to move and acted.

    `seats` are the seats of the actions, and `awaited` the seats to move after each action. All actions of a
    seat until it is no longer to move are one hand-off, even if several seats choose at the same time.
    """
    number, acting = 0, set[Seat]()
    for seat, left in zip(seats, awaited, strict=True):
        number += seat not in acting
        acting = (acting | {seat}) & set(left)
    return number
