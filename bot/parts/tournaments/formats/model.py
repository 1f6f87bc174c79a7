"""The data types of tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, TypeAlias

import msgspec

# The teams of a match, if entrants are pairs who enter together.


Teams: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each team in a match."""


def sides_of(seats: Sequence[EntrantId], firsts: Mapping[EntrantId, EntrantId]) -> tuple[EntrantId, ...]:
    """Return the first member of each team at the seats of a match, in the order of the seats."""
    return tuple(dict.fromkeys([firsts[each] for each in seats]))


def places_of(
    seats: Sequence[EntrantId], places: Sequence[int], firsts: Mapping[EntrantId, EntrantId]
) -> tuple[int, ...]:
    """Return the place of each team, in the order of `sides_of`."""
    place_of: dict[EntrantId, int] = {}
    for member, place in zip(seats, places, strict=True):
        place_of.setdefault(firsts[member], place)
    return tuple(place_of.values())


def seated(
    sides: Sequence[EntrantId], members: Mapping[EntrantId, Sequence[EntrantId]], teams: Teams
) -> tuple[EntrantId, ...]:
    """Return the members of teams in seat order; for a team with a bye in the order of `members`."""
    if len(sides) == 1:
        return tuple(members[sides[0]])
    of_seat = {
        seat: member
        for side, own in zip(sides, teams, strict=True)
        for seat, member in zip(own, members[side], strict=True)
    }
    return tuple([of_seat[seat] for seat in range(len(of_seat))])


EntrantId: TypeAlias = int
"""The number of an entrant in its tournament, from 1 in the order of joining."""

Format: TypeAlias = Literal["league", "cup", "swiss", "knock-out"]

Rule: TypeAlias = Literal[1, 2]
"""The rule by which the rounds of a Swiss tournament are paired and its ties are broken.

1: until 1.5.0. Several rounds could be equally good, and a program took any of them; a round that was not
played added nothing to Buchholz; a late entry had half a point once, and more entrants more rounds.
2: docs/TOURNAMENTS.md, "How a round is paired" and "Rounds that are not played".
"""
NEWEST: Final[Rule] = 2

HALF = Fraction(1, 2)

_TABLE_POINTS = (6, 3, 1)
"""Points of the first places at a table of three to six; other places get none."""


class Entrant(msgspec.Struct, frozen=True):
    """An entrant of a tournament: a person, or a team that enters together."""

    id: EntrantId
    seed: int
    """The seed at the start, from 1, unique: by rating, then by the draw."""
    first_round: int = 1
    """The round from which it plays; more than 1 for a late entry."""
    withdrawn: bool = False

    def head_start(self, rule: Rule) -> Fraction:
        """Return the points before its first match: half a point for each round missed by a late entry."""
        return HALF * (self.first_round - 1 if rule > 1 else min(self.first_round - 1, 1))


class Pairing(msgspec.Struct, frozen=True):
    """Entrants who play one match against each other, or one entrant with a bye."""

    round: int
    """From 1."""
    seats: tuple[EntrantId, ...]
    """The entrants in seat order; a single one has a bye."""
    places: tuple[int, ...] | None = None
    """The place of each in the order of `seats`: 1 for the best, equals share one; None before the end. A
    match that all have lost has no place 1.
    """
    leg: int = 1
    """The number of the match between the same entrants in this round (knock-out)."""
    unplayed: bool = False
    """Whether a withdrawal decided it."""

    @property
    def bye(self) -> bool:
        """Whether this is a bye, with the points of a win."""
        return len(self.seats) == 1

    @property
    def points(self) -> Mapping[EntrantId, Fraction]:
        """The points of each entrant; empty before the end."""
        if self.places is None:
            return {}
        return dict(zip(self.seats, points_of(self.places), strict=True))

    def ended(self, places: Sequence[int]) -> Pairing:
        """Return the pairing with its result."""
        return msgspec.structs.replace(self, places=tuple(places))


@lru_cache(maxsize=1024)
def points_of(places: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the points for each place: 1 for a win of two; 6, 3 and 1 at larger tables.

    Entrants who share a place share the points of all places they occupy.
    """
    scale = [Fraction(1)] if len(places) <= 2 else [Fraction(each) for each in _TABLE_POINTS]
    scale += [Fraction(0)] * (2 * len(places))
    shared = {
        place: sum(scale[place - 1 : place - 1 + places.count(place)], Fraction(0)) / places.count(place)
        for place in set(places)
    }
    return tuple([shared[place] for place in places])


def meetings(pairings: Iterable[Pairing]) -> Mapping[frozenset[EntrantId], int]:
    """Return how often each two entrants have been paired."""
    return Counter([frozenset(pair) for pairing in pairings for pair in combinations(pairing.seats, 2)])


def round_of(pairings: Sequence[Pairing]) -> int:
    """Return the number of the last paired round; 0 before the first."""
    return max((each.round for each in pairings), default=0)


def complete(pairings: Iterable[Pairing]) -> bool:
    """Whether every match has its result."""
    return all(each.places is not None for each in pairings)
