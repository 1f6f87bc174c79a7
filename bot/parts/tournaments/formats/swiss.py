"""Swiss rounds: equal scores meet, no pairing repeats, and seats are balanced.

A round is a minimum-weight matching over all entrants (Edmonds' blossom algorithm, from rustworkx).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from math import ceil, log2
from typing import NamedTuple

import rustworkx

from bot.parts.tournaments.formats.model import Entrant, EntrantId, Pairing, meetings

_DENSE = 128
"""The most entrants for which the costs of all pairs are computed."""
_NEIGHBOURS = 24
"""With more entrants, the number of cheapest opponents considered for each; doubled if that is not enough."""

_AGAIN, _SEATS, _POINTS = 10**10, 10**8, 10**4
"""The cost of a repeated pairing, an unbalanced seat, and the square of a difference of half a point."""


class Form(NamedTuple):
    """An entrant's record before a round."""

    entrant: EntrantId
    halves: int
    """Points in halves."""
    seed: int
    balance: int
    """The number of times it had the first seat minus the number of times it had the second."""
    last_first: bool
    """Whether it had the first seat in its last match."""
    byes: int


def rounds_of(entrants: int) -> int:
    """Return the number of rounds of a Swiss tournament."""
    return ceil(log2(max(entrants, 2))) + 1


def last_entry_round(entrants: int) -> int:
    """Return the last round in which a late entry is possible."""
    return rounds_of(entrants) // 2


def pair_round(
    entrants: Iterable[Entrant],
    pairings: Sequence[Pairing],
    round_: int,
    forbidden: Set[frozenset[EntrantId]] = frozenset(),
) -> list[Pairing]:
    """Return the pairings of a round for all present entrants.

    Criteria in this order: no forbidden pairing; no repeated pairing and no second bye if avoidable; seats
    balanced within one; least difference of points; among equals the upper half meets the lower half; the bye
    for the last in the table. An entrant without a possible opponent has a bye.
    """
    playing = [each for each in entrants if not each.withdrawn and each.first_round <= round_]
    forms = sorted(_forms(playing, pairings), key=lambda form: (-form.halves, form.seed))
    met = meetings(pairings)
    costs = _Costs(forms, met, forbidden)
    pairs = _matched(costs, len(forms))
    return [_seated(forms, pair, round_) for pair in sorted(pairs)]


def _forms(entrants: Sequence[Entrant], pairings: Iterable[Pairing]) -> list[Form]:
    points = {each.id: each.head_start for each in entrants}
    balance, last_first, byes = (
        dict.fromkeys(points, 0),
        dict.fromkeys(points, False),
        dict.fromkeys(points, 0),
    )
    for pairing in sorted(pairings, key=lambda each: each.round):
        for seat, entrant in enumerate(pairing.seats):
            if entrant not in points:
                continue
            points[entrant] += pairing.points.get(entrant, 0)
            if pairing.bye:
                byes[entrant] += 1
            else:
                balance[entrant] += 1 - 2 * seat
                last_first[entrant] = seat == 0
    return [
        Form(
            each.id, int(2 * points[each.id]), each.seed, balance[each.id], last_first[each.id], byes[each.id]
        )
        for each in entrants
    ]


class _Costs:
    """The costs of all pairs of the ordered entrants; entrants are given by their index in the order."""

    def __init__(
        self,
        forms: Sequence[Form],
        met: Mapping[frozenset[EntrantId], int],
        forbidden: Set[frozenset[EntrantId]],
    ) -> None:
        self.forms = forms
        self._met, self._forbidden = met, forbidden
        groups: dict[int, list[int]] = {}
        for place, form in enumerate(forms):
            groups.setdefault(form.halves, []).append(place)
        self._opposite = {
            place: index + len(group) // 2 for group in groups.values() for index, place in enumerate(group)
        }
        self._within = {place: index for group in groups.values() for index, place in enumerate(group)}

    def pair(self, one: int, other: int) -> int | None:
        """Return the cost of a pair, `one` before `other`; None if they must not meet."""
        upper, lower = self.forms[one], self.forms[other]
        both = frozenset((upper.entrant, lower.entrant))
        if both in self._forbidden:
            return None
        apart = upper.halves - lower.halves
        fold = 0 if apart else abs(self._opposite[one] - self._within[other])
        unbalanced = upper.balance * lower.balance > 0 and min(abs(upper.balance), abs(lower.balance))
        return _AGAIN * self._met.get(both, 0) + _SEATS * unbalanced + _POINTS * apart * apart + fold

    def bye(self, place: int) -> int:
        """Return the cost of a bye: lowest for the last in the standings, prohibitive for a second bye."""
        form = self.forms[place]
        return _AGAIN * form.byes + _POINTS * form.halves**2 + len(self.forms) - place


def _matched(costs: _Costs, entrants: int) -> list[tuple[int, int]]:
    """Return the pairs of indices; -1 is the opponent of a bye."""
    pairs = {
        (one, other): cost
        for one in range(entrants)
        for other in range(one + 1, entrants)
        if (cost := costs.pair(one, other)) is not None
    }
    neighbours = entrants if entrants <= _DENSE else _NEIGHBOURS
    while True:
        matching = _matching(_cheapest(pairs, neighbours), costs, entrants)
        missing = entrants + entrants % 2 - 2 * len(matching)
        if not missing or neighbours >= entrants:
            break
        neighbours *= 2
    alone = set(range(entrants)) - {place for pair in matching for place in pair}
    return [*matching, *[(place, -1) for place in alone]]


def _cheapest(pairs: Mapping[tuple[int, int], int], neighbours: int) -> Mapping[tuple[int, int], int]:
    """Return the pairs that are among the cheapest for one of their entrants."""
    of_place: dict[int, list[tuple[int, tuple[int, int]]]] = {}
    for pair, cost in pairs.items():
        for place in pair:
            of_place.setdefault(place, []).append((cost, pair))
    kept = {pair for own in of_place.values() for _, pair in sorted(own)[:neighbours]}
    return {pair: pairs[pair] for pair in kept}


def _matching(pairs: Mapping[tuple[int, int], int], costs: _Costs, entrants: int) -> list[tuple[int, int]]:
    """Return the matching of least cost among those with the most pairs; -1 is the opponent of a bye."""
    edges = [(*pair, cost) for pair, cost in pairs.items()]
    if entrants % 2:
        edges += [(place, entrants, costs.bye(place)) for place in range(entrants)]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(entrants + entrants % 2))
    graph.add_edges_from(edges)
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda cost: -cost)
    ordered = [(min(pair), max(pair)) for pair in matched]
    return [(one, -1 if other == entrants else other) for one, other in ordered]


def _seated(forms: Sequence[Form], pair: tuple[int, int], round_: int) -> Pairing:
    """Return a pairing; the first seat goes to the one who had it less often, or not in the last match."""
    one, other = pair
    if other < 0:
        return Pairing(round_, (forms[one].entrant,), (1,))
    first, second = sorted(
        (forms[one], forms[other]),
        key=lambda form: (form.balance, form.last_first, (form.seed + round_) % 2, form.seed),
    )
    return Pairing(round_, (first.entrant, second.entrant))
