"""What is counted of matches: shares won with their margins, differences of paired matches, cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, Final

import msgspec

from bot.engine.contract import Seat
from bot.engine.summary import Chart

CONFIDENCE: Final = 1.96
"""Standard deviations to either side within which the truth lies in 95 of 100 cases."""


def deviations(tests: int) -> float:
    """Return how many standard deviations to either side hold the truth of all of so many tests, in 95 of 100
    cases (Bonferroni): 1.96 for one, more for several."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, tests))


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
    def estimate(self) -> float:
        """The share with two more wins and two more losses: a half where nothing was played."""
        return (self.won + 2) / (self.matches + 4)

    @property
    def error(self) -> float:
        """How far the true share may lie from it, in 95 of 100 cases.

        Worked out from `estimate`: so it is not 0 after a few wins.
        """
        return self.margin(1)

    def margin(self, tests: int) -> float:
        """Return the error at which it is one of so many that are all to be right in 95 of 100 cases."""
        return deviations(tests) * sqrt(self.estimate * (1 - self.estimate) / (self.matches + 4))


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

    def join(self, other: Difference) -> None:
        """Count what was counted elsewhere."""
        self.pairs += other.pairs
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """How much more was won, as a share of a match."""
        return self.total / max(1, self.pairs)

    @property
    def reach(self) -> float:
        """How far from 0 the truth may lie, up or down, in 95 of 100 cases."""
        return abs(self.mean) + self.error

    @property
    def error(self) -> float:
        """How far the truth may lie from it, in 95 of 100 cases; a pair that differs is always assumed."""
        return self.margin(1)

    def margin(self, tests: int) -> float:
        """Return the error at which it is one of so many that are all to be right in 95 of 100 cases."""
        pairs = self.pairs + 1
        variance = (self.squares + 1) / pairs - (self.total / pairs) ** 2
        return deviations(tests) * sqrt(variance / pairs)


class Mean(msgspec.Struct):
    """Some numbers: how many there are, and what they are on average."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count a number."""
        self.join(Mean(1, value, value * value))

    def join(self, other: Mean) -> None:
        """Count what was counted elsewhere."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """What they are on average; 0 where there are none."""
        return self.total / max(1, self.number)

    def margin(self, tests: int = 1) -> float:
        """Return how far the true mean may lie from it, as one of so many that are all to be right in 95 of
        100 cases; two numbers are needed."""
        if self.number < 2:
            return inf
        variance = max(0.0, self.squares / self.number - self.mean**2) * self.number / (self.number - 1)
        return deviations(tests) * sqrt(variance / self.number)


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
    drawn_won: float = 0.0
    """How much of these was won."""
    playable: int = 0
    """Matches in which it could be played at some decision."""
    stuck: int = 0
    """Matches in which it came to hand and was never played."""
    used_up: Tally = msgspec.field(default_factory=Tally)
    """Plays of a card that does not stay in play; `won` are those that were nothing but harm to its side."""
    killed: Mean = msgspec.field(default_factory=Mean)
    """The deck cost of the enemies that each of these plays killed."""
    damage: Mean = msgspec.field(default_factory=Mean)
    """Where all draw from one deck, the damage of each copy that came to a hand."""

    @property
    def lift(self) -> float:
        """By how much more was won where it was played than by the same decks in all."""
        return self.played.rate - self.held.rate

    @property
    def drawn_lift(self) -> float:
        """By how much more was won where it was in hand than by the same decks where it was not.

        What comes to hand is chance, what is played is not: so this is nearer to what a card is worth than
        `lift` is.
        """
        undrawn = Tally(self.held.matches - self.drawn, self.held.won - self.drawn_won)
        return Tally(self.drawn, self.drawn_won).estimate - undrawn.estimate

    def join(self, other: CardCount) -> None:
        """Count what was counted elsewhere, but for the matches of its decks."""
        self.played.add(other.played.won, other.played.matches)
        self.times += other.times
        self.drawn += other.drawn
        self.drawn_won += other.drawn_won
        self.playable += other.playable
        self.stuck += other.stuck
        self.used_up.add(other.used_up.won, other.used_up.matches)
        self.killed.join(other.killed)
        self.damage.join(other.damage)


class Count(msgspec.Struct):
    """What came of some matches."""

    matches: int = 0
    given_up: int = 0
    draws: int = 0
    actions: int = 0
    forced: int = 0
    """Decisions in which one action alone was legal."""
    turns: list[int] = msgspec.field(default_factory=list)
    """How many turns or rounds each match had that came to its end."""
    charted: int = 0
    """Matches of which the lead is known, who led when."""
    lead_changes: int = 0
    """How often the lead changed in them."""
    won: int = 0
    """Those of them that one side won."""
    led: int = 0
    """Those of these in which one side led at half time."""
    comebacks: int = 0
    """Those of these won by another than who led."""
    decided: int = 0
    """Those in which the winner led from half time to the end."""
    behind: int = 0
    """Those in which the winner was once behind."""
    hand_offs: list[int] = msgspec.field(default_factory=list)
    """How many hand-offs of all seats each match had (`hand_offs`)."""
    seats: dict[int, Tally] = msgspec.field(default_factory=dict)
    begins: Tally = msgspec.field(default_factory=Tally)
    """What the seat that had the first turn won, with its partners, where that is known."""
    entrants: dict[str, Tally] = msgspec.field(default_factory=dict)
    """By deck or squad."""
    against: dict[tuple[str, str], Tally] = msgspec.field(default_factory=dict)
    """What the first won of the matches in which the second took part."""
    cards: dict[tuple[str, str], CardCount] = msgspec.field(default_factory=dict)
    """By deck and set number: how the deck fared with the card."""
    shares: dict[tuple[tuple[str, ...], int], tuple[float, ...]] = msgspec.field(default_factory=dict)
    """By line-up and number of the match: what each of the line-up won."""
    first: dict[tuple[tuple[str, ...], int], dict[str, int]] = msgspec.field(default_factory=dict)
    """Likewise, where all draw from one deck: by set number the place in the line-up of who held it first."""
    strengths: dict[tuple[str, int], Mean] = msgspec.field(default_factory=dict)
    """By deck and turn how strong it was; where all draw from one deck, by set number and turn."""

    @property
    def mean_lead_changes(self) -> float:
        """How often the lead changed in a match."""
        return self.lead_changes / max(1, self.charted)

    @property
    def comeback_rate(self) -> float:
        """The share won by who was behind at half time, of the matches in which one led then."""
        return self.comebacks / max(1, self.led)

    @property
    def decided_rate(self) -> float:
        """The share in which the winner led from half time to the end, of the matches that one side won."""
        return self.decided / max(1, self.won)

    @property
    def behind_rate(self) -> float:
        """The share in which the winner was once behind, of the matches that one side won."""
        return self.behind / max(1, self.won)

    def add_lead(self, lead: Lead) -> None:
        """Count how a match went."""
        self.charted += 1
        self.lead_changes += lead.changes
        self.won += lead.won
        self.led += lead.led
        self.comebacks += lead.comeback
        self.decided += lead.decided
        self.behind += lead.behind

    def join(self, other: Count) -> None:
        """Count what was counted elsewhere."""
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
        self.begins.add(other.begins.won, other.begins.matches)
        _join(self.seats, other.seats)
        _join(self.entrants, other.entrants)
        _join(self.against, other.against)
        for when, strength in other.strengths.items():
            self.strengths.setdefault(when, Mean()).join(strength)
        for key, card in other.cards.items():
            self.cards.setdefault(key, CardCount()).join(card)


def _join(own: dict[Any, Tally], other: Mapping[Any, Tally]) -> None:
    for key, tally in other.items():
        own.setdefault(key, Tally()).add(tally.won, tally.matches)


class Lead(msgspec.Struct, frozen=True):
    """How the lead of one match went."""

    changes: int
    """How often another side took the lead than the one that had it last."""
    won: bool
    """Whether one side won."""
    led: bool
    """Whether one side led at half time, and one won."""
    comeback: bool
    """Whether the side that won was not the one that led at half time."""
    decided: bool
    """Whether the side that won led from half time to the end."""
    behind: bool
    """Whether another was once ahead of the side that won."""


def lead_of(chart: Chart, winners: Collection[Seat]) -> Lead:
    """Return how the lead went in a match of this course, won by these seats."""
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
    """Return the side that has most of all, None where several have."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def hand_offs(seats: Iterable[Seat], awaited: Iterable[Collection[Seat]]) -> int:
    """Return how many hand-offs a match had: stretches in which a seat was awaited and acted.

    `seats` did one action each, and `awaited` are those that were awaited after each. What a seat does until
    it is no longer awaited is one hand-off, also where several choose at once.
    """
    number, acting = 0, set[Seat]()
    for seat, left in zip(seats, awaited, strict=True):
        number += seat not in acting
        acting = (acting | {seat}) & set(left)
    return number
