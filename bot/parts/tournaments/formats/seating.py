"""Rounds of tables of three to six: few repeated meetings, and balanced seats.

A round is found by local search: two entrants are exchanged as long as that improves the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import accumulate, combinations, pairwise, permutations, product

from bot.parts.tournaments.formats.model import EntrantId, Pairing, meetings

SEATS = range(3, 7)
"""Entrants of a table."""

_FORBIDDEN, _AGAIN = 10**6, 100
"""The cost of two players at a table who must not meet, and of two who have met; each point of difference
costs 1.
"""

_STARTS = 4
"""The number of initial arrangements of the search."""


def table_sizes(entrants: int, seats: int) -> list[int]:
    """Return the size of each table, the largest first, with a seat for every entrant.

    Tables have `seats` players if possible, and differ by one at most. Raises `ValueError` for sizes outside
    `SEATS`.
    """
    number = min(
        [each for each in range(1, entrants + 1) if _fits(entrants, each)],
        key=lambda count: (abs(seats - entrants / count), count),
        default=0,
    )
    if not number:
        raise ValueError(f"{entrants} entrants cannot be seated at tables of three to six")
    size, larger = divmod(entrants, number)
    return [size + 1] * larger + [size] * (number - larger)


def _fits(entrants: int, tables: int) -> bool:
    return entrants // tables >= SEATS.start and -(-entrants // tables) < SEATS.stop


def seat_round(
    standing: Sequence[EntrantId],
    points: Mapping[EntrantId, int],
    pairings: Sequence[Pairing],
    round_: int,
    seats: int,
    forbidden: Set[frozenset[EntrantId]] = frozenset(),
) -> list[Pairing]:
    """Return the tables of a round.

    `standing` are the entrants, the best first; `points` the points of each. Criteria in this order: fewest
    repeated meetings, balanced seats, tables of similar points.
    """
    search = _Search(points, pairings, forbidden)
    sizes = table_sizes(len(standing), seats)
    seatings = [search.improved(start) for start in _starts(standing, sizes)]
    tables = min(seatings, key=search.cost)
    return [Pairing(round_, search.seated(each)) for each in tables]


def _starts(standing: Sequence[EntrantId], sizes: Sequence[int]) -> Iterator[list[list[EntrantId]]]:
    """Yield initial tables of the search: neighbours in the standings, and entrants dealt out in turn."""
    bounds = list(accumulate(sizes, initial=0))
    for step in range(1, _STARTS + 1):
        order = [each for first in range(step) for each in standing[first::step]]
        yield [order[start:end] for start, end in pairwise(bounds)]


class _Search:
    """The search for the tables of least cost."""

    def __init__(
        self,
        points: Mapping[EntrantId, int],
        pairings: Sequence[Pairing],
        forbidden: Set[frozenset[EntrantId]],
    ) -> None:
        self._points, self._forbidden = points, forbidden
        self._met = meetings(pairings)
        self._shares = Counter(
            [(entrant, seat) for each in pairings for seat, entrant in enumerate(each.seats)]
        )
        self._pair = cache(self._cost)
        self._best_order = cache(lambda table: min(permutations(table), key=self._seats))

    def improved(self, tables: list[list[EntrantId]]) -> list[list[EntrantId]]:
        """Return the tables after all exchanges that improve the round."""
        better = True
        while better:
            better = False
            for one, other in combinations(tables, 2):
                better |= self._improved(one, other)
        return tables

    def cost(self, tables: Sequence[Sequence[EntrantId]]) -> tuple[int, int]:
        """Return the cost of the pairs and of the seats of a round."""
        pairs = sum([self._pair(*pair) for table in tables for pair in combinations(table, 2)])
        return pairs, sum([self._seats(self.seated(table)) for table in tables])

    def _improved(self, one: list[EntrantId], other: list[EntrantId]) -> bool:
        """Make the first exchange between two tables that reduces the cost; return whether there was one."""
        crowded = self._crowded(one) or self._crowded(other)
        for here, there in product(range(len(one)), range(len(other))):
            # The saving of an exchange in the pairs of both tables.
            leaving, coming = one[here], other[there]
            stay = sum(
                [self._pair(leaving, each) - self._pair(coming, each) for each in one if each != leaving]
            )
            rest = sum(
                [self._pair(coming, each) - self._pair(leaving, each) for each in other if each != coming]
            )
            saved = stay + rest
            if saved < 0 or (not saved and not crowded):
                continue
            before = self._seats(self.seated(one)) + self._seats(self.seated(other)) if not saved else 0
            one[here], other[there] = other[there], one[here]
            if saved or self._seats(self.seated(one)) + self._seats(self.seated(other)) < before:
                return True
            one[here], other[there] = other[there], one[here]
        return False

    def _crowded(self, table: Sequence[EntrantId]) -> bool:
        """Whether an entrant at a table has a seat they have had more often than others."""
        seats = range(len(table))
        ideal = sum([min(self._shares[each, seat] for seat in seats) ** 2 for each in table])
        return self._seats(self.seated(table)) > ideal

    def _cost(self, one: EntrantId, other: EntrantId) -> int:
        pair = frozenset((one, other))
        met = self._met.get(pair, 0)
        apart = min(abs(self._points[one] - self._points[other]), _AGAIN - 1)
        return _FORBIDDEN * (pair in self._forbidden) + _AGAIN * met * met + apart

    def seated(self, table: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
        """Return the entrants of a table in seat order, each in a seat they have had least often."""
        return self._best_order(tuple(sorted(table)))

    def _seats(self, order: Sequence[EntrantId]) -> int:
        return sum([self._shares[entrant, seat] ** 2 for seat, entrant in enumerate(order)])
