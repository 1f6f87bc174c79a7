"""The teams of a match, if entrants are pairs who enter together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.parts.tournaments.formats.model import EntrantId

Teams: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each team in a match."""


def sides_of(seats: Sequence[EntrantId], firsts: Mapping[EntrantId, EntrantId]) -> tuple[EntrantId, ...]:
    """Return the first member of each team at the seats of a match, in the order of the seats."""
    return tuple(dict.fromkeys([firsts[each] for each in seats]))


def places_of(
    seats: Sequence[EntrantId], places: Sequence[int], firsts: Mapping[EntrantId, EntrantId]
) -> tuple[int, ...]:
    """Return the place of each team, in the order of `sides_of`."""
    found: dict[EntrantId, int] = {}
    for member, place in zip(seats, places, strict=True):
        found.setdefault(firsts[member], place)
    return tuple(found.values())


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
