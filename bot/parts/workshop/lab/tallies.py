"""Counts of matches: win rates with margins of error, differences of paired matches, cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, Final

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


class Tally(msgspec.Struct):
    """Matches, and how many were won; a match with several winners or none is shared."""

    matches: int = 0
    won: float = 0.0

    def add(self, won: float) -> None:
        """Count a match."""
        self.matches += 1
        self.won += won

    def join(self, other: Tally) -> None:
        """Add the counts of other matches."""
        self.matches += other.matches
        self.won += other.won

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


class Difference(msgspec.Struct):
    """The difference of the results in two variants of the same matches, pair by pair."""

    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, difference: float) -> None:
        """Count a pair: the result in the one variant minus the result in the other."""
        self.pairs += 1
        self.total += difference
        self.squares += difference * difference

    def join(self, other: Difference) -> None:
        """Add the counts of another difference."""
        self.pairs += other.pairs
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The mean difference, as a share of a match."""
        return self.total / max(1, self.pairs)

    @property
    def reach(self) -> float:
        """The largest absolute value within the margin of error (95 %)."""
        return abs(self.mean) + self.error

    @property
    def error(self) -> float:
        """The margin of error (95 %); at least one differing pair is always assumed."""
        return self.margin(1)

    def margin(self, tests: int) -> float:
        """Return the margin of error of one of `tests` differences (95 % for all together)."""
        pairs = self.pairs + 1
        variance = (self.squares + 1) / pairs - (self.total / pairs) ** 2
        return deviations(tests) * sqrt(variance / pairs)


class Mean(msgspec.Struct):
    """The count, mean and spread of some numbers."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count a number."""
        self.join(Mean(1, value, value * value))

    def join(self, other: Mean) -> None:
        """Add the counts of another mean."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares

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


class CardCount(msgspec.Struct):
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

    def join(self, other: CardCount) -> None:
        """Add the counts of another object, except the matches of its decks."""
        self.played.join(other.played)
        self.times += other.times
        self.drawn += other.drawn
        self.drawn_won += other.drawn_won
        self.playable += other.playable
        self.stuck += other.stuck
        self.used_up.join(other.used_up)
        self.killed.join(other.killed)
        self.damage.join(other.damage)


class Count(msgspec.Struct):
    """The counts of some matches."""

    matches: int = 0
    given_up: int = 0
    draws: int = 0
    actions: int = 0
    forced: int = 0
    """The number of decisions with only one legal action."""
    turns: list[int] = msgspec.field(default_factory=list)
    """The number of turns or rounds of each finished match."""
    charted: int = 0
    """Matches with a known lead over time."""
    lead_changes: int = 0
    """The number of lead changes in these."""
    won: int = 0
    """Charted matches that one side won."""
    led: int = 0
    """Won matches with a leader at half time."""
    comebacks: int = 0
    """Of these, the matches not won by that leader."""
    decided: int = 0
    """Won matches in which the winner led from half time to the end."""
    behind: int = 0
    """Won matches in which the winner was behind at some time."""
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

    @property
    def mean_lead_changes(self) -> float:
        """The mean number of lead changes in a match."""
        return self.lead_changes / max(1, self.charted)

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

    def add_lead(self, lead: Lead) -> None:
        """Count the lead of one match."""
        self.charted += 1
        self.lead_changes += lead.changes
        self.won += lead.won
        self.led += lead.led
        self.comebacks += lead.comeback
        self.decided += lead.decided
        self.behind += lead.behind

    def join(self, other: Count) -> None:
        """Add the counts of other matches."""
        self.matches += other.matches
        self.given_up += other.given_up
        self.draws += other.draws
        self.actions += other.actions
        self.forced += other.forced
        self.turns += other.turns
        self.charted += other.charted
        self.lead_changes += other.lead_changes
        self.won += other.won
        self.led += other.led
        self.comebacks += other.comebacks
        self.decided += other.decided
        self.behind += other.behind
        self.hand_offs += other.hand_offs
        self.shares |= other.shares
        self.first |= other.first
        self.begins.join(other.begins)
        _join(self.seats, other.seats, Tally)
        _join(self.entrants, other.entrants, Tally)
        _join(self.against, other.against, Tally)
        _join(self.strengths, other.strengths, Mean)
        _join(self.cards, other.cards, CardCount)


def _join(own: dict[Any, Any], other: Mapping[Any, Any], empty: Callable[[], Any]) -> None:
    for key, count in other.items():
        own.setdefault(key, empty()).join(count)


class Lead(msgspec.Struct, frozen=True):
    """The lead over the course of one match."""

    changes: int
    """How often a side took the lead that was not the previous leader."""
    won: bool
    """Whether one side won."""
    led: bool
    """Whether one side led at half time, and one side won."""
    comeback: bool
    """Whether the winner was not the leader at half time."""
    decided: bool
    """Whether the winner led from half time to the end."""
    behind: bool
    """Whether the winner was behind at some time."""


def lead_of(chart: Chart, winners: Collection[Seat]) -> Lead:
    """Return the lead over the course of a match won by these seats."""
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
        changes=changes,
        won=won,
        led=led,
        comeback=led and half not in sides,
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
