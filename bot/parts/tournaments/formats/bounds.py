"""The best and the worst place that each entrant can still reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from bot.parts.tournaments.formats.model import NEWEST, Entrant, EntrantId, Format, Pairing, Rule, points_of
from bot.parts.tournaments.formats.standings import TableRow, counted, fates, ranking, table

EXACT = 729
"""The most combinations of results of the open matches for an exact search: six matches of two."""


class PlaceBounds(NamedTuple):
    """The best and the worst place an entrant can still reach."""

    best: int
    worst: int
    exact: bool
    """Whether both places are reachable; if not, they are bounds only."""


def place_bounds(
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    kind: Format,
    to_come: Fraction = Fraction(0),
    rule: Rule = NEWEST,
) -> Mapping[EntrantId, PlaceBounds]:
    """Return the best and worst place that each entrant can still reach in the matches paired so far.

    `to_come` are the points available to everybody in rounds not yet paired. Further withdrawals are ignored.
    With few open matches all results are tried. With more, an entrant gets all points still possible while
    the others get none, and the reverse.
    """
    now = counted(pairings, fates(entrants, pairings, kind))
    open_ = [each for each in now if each.places is None]
    if to_come:
        return _bounded(entrants, pairings, open_, kind, to_come, rule)
    ways = 1
    for pairing in open_:
        ways *= len(_results(len(pairing.seats)))
        if ways > EXACT:
            return _bounded(entrants, pairings, open_, kind, to_come, rule)
    return _tried(tuple(entrants), tuple(pairings), tuple(open_), kind, rule)


@lru_cache(maxsize=16)
def _tried(
    entrants: tuple[Entrant, ...],
    pairings: tuple[Pairing, ...],
    open_: tuple[Pairing, ...],
    kind: Format,
    rule: Rule,
) -> Mapping[EntrantId, PlaceBounds]:
    keys = {_key(each) for each in open_}
    settled = [each for each in pairings if _key(each) not in keys]
    places: dict[EntrantId, list[int]] = {each.id: [] for each in entrants}
    for ended in product(*[[each.ended(places) for places in _results(len(each.seats))] for each in open_]):
        for place, entrant in enumerate(ranking(entrants, [*settled, *ended], kind, rule), 1):
            places[entrant].append(place)
    return MappingProxyType(
        {entrant: PlaceBounds(min(own), max(own), exact=True) for entrant, own in places.items()}
    )


def _key(pairing: Pairing) -> tuple[int, tuple[EntrantId, ...], int]:
    return pairing.round, pairing.seats, pairing.leg


def _results(seats: int) -> list[tuple[int, ...]]:
    """Return every order of places, ties included, that a match of `seats` entrants can end with."""
    orders = product(range(1, seats + 1), repeat=seats)
    return [
        order
        for order in orders
        if all(place == 1 + sum(other < place for other in order) for place in order)
    ]


def _bounded(
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    open_: Sequence[Pairing],
    kind: Format,
    to_come: Fraction,
    rule: Rule,
) -> Mapping[EntrantId, PlaceBounds]:
    rows = table(entrants, pairings, kind, rule)
    gone = {each.id for each in entrants if each.withdrawn}
    least = {row.entrant: row.points for row in rows}
    most = {
        row.entrant: row.points + _still(row.entrant, open_) + (0 if row.entrant in gone else to_come)
        for row in rows
    }
    return {row.entrant: _bounds(row, rows, least, most) for row in rows}


def _still(entrant: EntrantId, open_: Sequence[Pairing]) -> Fraction:
    """Return the points that an entrant can still get."""
    wins = [points_of((1, *[2] * (len(each.seats) - 1)))[0] for each in open_ if entrant in each.seats]
    return sum(wins, Fraction(0))


def _bounds(
    row: TableRow,
    rows: Sequence[TableRow],
    least: Mapping[EntrantId, Fraction],
    most: Mapping[EntrantId, Fraction],
) -> PlaceBounds:
    if row.fate == "struck":
        return PlaceBounds(row.place, row.place, exact=True)
    others = [each.entrant for each in rows if each.entrant != row.entrant and each.fate != "struck"]
    best = 1 + sum([least[each] > most[row.entrant] for each in others])
    worst = 1 + sum([most[each] >= least[row.entrant] for each in others])
    return PlaceBounds(best, worst, exact=False)
