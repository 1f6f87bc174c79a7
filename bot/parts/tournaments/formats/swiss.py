"""Swiss rounds: equal scores meet, no pairing repeats, and seats are balanced.

The criteria of a round are in docs/TOURNAMENTS.md, "How a round is paired". A round is a maximum-weight
matching over all entrants (Edmonds' blossom algorithm, from rustworkx). The last criterion, the sum of lots,
makes it unique: by the isolation lemma (Mulmuley, Vazirani, Vazirani, 1987) two best rounds of 500 entrants
have the same sum with a chance below one in a thousand million. So neither the order in which a solver sees
the pairs matters nor its version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from hashlib import sha256
from itertools import combinations
from math import ceil, log2
from typing import NamedTuple, TypeAlias

from bot.parts.tournaments.formats.model import NEWEST, Entrant, EntrantId, Pairing, Rule, meetings

Cost: TypeAlias = tuple[int, ...]
"""The cost of a pair or a bye, one number for each criterion; those of a round are added, and compared from
the first on.
"""

_LOT_BYTES = 6

_FORMER_WEIGHTS = (10**10, 10**8, 10**4, 1)
"""Rule 1 added its criteria with these weights: repetitions, seats, points, halves that meet."""
_FORMER_DENSE, _FORMER_NEIGHBOURS = 128, 24
"""With more entrants, rule 1 considered only this number of opponents for each; more if that was too few."""


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


def last_entry_round(rounds: int) -> int:
    """Return the last round in which a late entry is possible, of a tournament with this number of rounds."""
    return rounds // 2


def lot(tournament: str, round_: int, one: EntrantId, other: EntrantId) -> int:
    """Return the lot of a pair, or of a bye as a pair with 0: the first 48 bits of a SHA-256.

    >>> lot("k3v9q0x2m7ab", 1, 2, 7) == lot("k3v9q0x2m7ab", 1, 7, 2)
    True
    """
    words = f"tablepost-lot/1|{tournament}|{round_}|{min(one, other)}|{max(one, other)}"
    return int.from_bytes(sha256(words.encode()).digest()[:_LOT_BYTES], "big")


def may_pair(
    entrants: Iterable[Entrant],
    pairings: Iterable[Pairing],
    round_: int,
    forbidden: Set[frozenset[EntrantId]] = frozenset(),
) -> bool:
    """Whether two present entrants may still meet for the first time."""
    playing = [each.id for each in entrants if not each.withdrawn and each.first_round <= round_]
    met = meetings(pairings)
    return any(pair not in met and pair not in forbidden for pair in map(frozenset, combinations(playing, 2)))


def pair_round(
    entrants: Iterable[Entrant],
    pairings: Sequence[Pairing],
    round_: int,
    forbidden: Set[frozenset[EntrantId]] = frozenset(),
    *,
    tournament: str = "",
    rule: Rule = NEWEST,
) -> list[Pairing]:
    """Return the pairings of a round for all present entrants, in the order of the better ones.

    `tournament` is the id in the lots. An entrant without a possible opponent has a bye.
    """
    costs = _Costs(entrants, pairings, round_, forbidden, tournament, rule)
    return [costs.seated(pair) for pair in sorted(costs.best())]


def follows(
    made: Iterable[Pairing],
    entrants: Iterable[Entrant],
    pairings: Sequence[Pairing],
    round_: int,
    *,
    tournament: str,
    rule: Rule,
    apart: bool = False,
) -> bool:
    """Whether pairings, with their seats, are a round by a rule; by rule 1 any of the equally good ones.

    The order of `made` does not matter. Where people may have been kept `apart`, any pairs are right, with
    the seats of the rule.
    """
    costs = _Costs(entrants, pairings, round_, frozenset(), tournament, rule)
    of = {form.entrant: place for place, form in enumerate(costs.forms)}
    seats = [each.seats for each in made]
    if (
        sorted([entrant for each in seats for entrant in each]) != sorted(of)
        or max(map(len, seats), default=0) > 2
    ):
        return False
    pairs = [sorted([of[entrant] for entrant in each]) for each in seats]
    told = [(pair[0], pair[1] if len(pair) > 1 else -1) for pair in pairs]
    if set(seats) != {costs.seated(each).seats for each in told}:
        return False
    if apart:
        return True
    best = costs.best()
    return costs.total(told) == costs.total(best) if rule == 1 else set(told) == set(best)


def _forms(entrants: Sequence[Entrant], pairings: Iterable[Pairing], rule: Rule) -> list[Form]:
    points = {each.id: each.head_start(rule) for each in entrants}
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
            entrant.id,
            int(2 * points[entrant.id]),
            entrant.seed,
            balance[entrant.id],
            last_first[entrant.id],
            byes[entrant.id],
        )
        for entrant in entrants
    ]


class _Costs:
    """The costs of all pairs of the ordered entrants; entrants are given by their index in the order.

    -1 is the opponent of a bye.
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        pairings: Sequence[Pairing],
        round_: int,
        forbidden: Set[frozenset[EntrantId]],
        tournament: str,
        rule: Rule,
    ) -> None:
        playing = [each for each in entrants if not each.withdrawn and each.first_round <= round_]
        self.forms = sorted(_forms(playing, pairings, rule), key=lambda form: (-form.halves, form.seed))
        self._round, self._tournament, self._rule = round_, tournament, rule
        groups: dict[int, list[int]] = {}
        for place, form in enumerate(self.forms):
            groups.setdefault(form.halves, []).append(place)
        self._opposite = {
            place: index + len(group) // 2 for group in groups.values() for index, place in enumerate(group)
        }
        self._within = {place: index for group in groups.values() for index, place in enumerate(group)}
        met, number = meetings(pairings), len(self.forms)
        costs = {
            (one, other): self._pair(one, other, met)
            for one, other in combinations(range(number), 2)
            if frozenset((self.forms[one].entrant, self.forms[other].entrant)) not in forbidden
        }
        costs |= {(place, -1): self._bye(place) for place in range(number)}
        self._scale = self._scaled(list(costs.values()))
        self._costs = {
            pair: sum([each * weight for each, weight in zip(cost, self._scale, strict=True)])
            for pair, cost in costs.items()
        }

    def _pair(self, one: int, other: int, met: Mapping[frozenset[EntrantId], int]) -> Cost:
        """Return the cost of a pair, `one` before `other`."""
        upper, lower = self.forms[one], self.forms[other]
        apart = upper.halves - lower.halves
        fold = 0 if apart else abs(self._opposite[one] - self._within[other])
        same_seat = upper.balance * lower.balance > 0
        unbalanced = min(abs(upper.balance), abs(lower.balance)) if same_seat else 0
        again = met.get(frozenset((upper.entrant, lower.entrant)), 0)
        return 0, again, unbalanced, apart * apart, fold, self._lot(upper.entrant, lower.entrant)

    def _bye(self, place: int) -> Cost:
        form = self.forms[place]
        return 1, form.byes, 0, form.halves**2, len(self.forms) - place, self._lot(form.entrant, 0)

    def _lot(self, one: EntrantId, other: EntrantId) -> int:
        return lot(self._tournament, self._round, one, other)

    def _scaled(self, costs: Sequence[Cost]) -> Cost:
        """Return the weight of each criterion: more than the following ones can sum up to in a round."""
        number = len(self.forms)
        scale, above = [1], 1 + number * max([cost[-1] for cost in costs], default=0)
        if self._rule == 1:
            scale = [above * weight for weight in _FORMER_WEIGHTS] + scale
            worst = [
                sum([each * weight for each, weight in zip(cost[1:], scale, strict=True)]) for cost in costs
            ]
            return 1 + number * max(worst, default=0), *scale
        for criterion in range(-2, -1 - len(costs[0]) if costs else -2, -1):
            scale.insert(0, above)
            above *= 1 + number * max([cost[criterion] for cost in costs])
        return tuple(scale)

    def total(self, pairs: Iterable[tuple[int, int]]) -> int:
        """Return the cost of a round without its lots."""
        return sum([self._costs[pair] for pair in pairs]) // self._scale[-2]

    def best(self) -> list[tuple[int, int]]:
        """Return the pairs and byes of least cost."""
        number = len(self.forms)
        pairs = {pair: cost for pair, cost in self._costs.items() if pair[1] >= 0}
        if self._rule > 1 or number <= _FORMER_DENSE:
            return self._matched(pairs)
        neighbours = _FORMER_NEIGHBOURS
        while True:
            matching = self._matched(self._cheapest(pairs, neighbours))
            if sum([other < 0 for _, other in matching]) <= number % 2 or neighbours >= number:
                return matching
            neighbours *= 2

    def _cheapest(
        self, pairs: Mapping[tuple[int, int], int], neighbours: int
    ) -> Mapping[tuple[int, int], int]:
        """Return the pairs that are among the cheapest for one of their entrants, without regard to lots."""
        of_place: dict[int, list[tuple[int, tuple[int, int]]]] = {}
        for pair, cost in pairs.items():
            for place in pair:
                of_place.setdefault(place, []).append((cost // self._scale[-2], pair))
        kept = {pair for own in of_place.values() for _, pair in sorted(own)[:neighbours]}
        return {pair: pairs[pair] for pair in kept}

    def _matched(self, pairs: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
        """Return the round of least cost of these pairs and byes.

        A pair weighs what it saves in comparison with two byes. The solver calculates with 128 bits.
        """
        import rustworkx  # few processes pair a round

        byes = [self._costs[place, -1] for place in range(len(self.forms))]
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(len(self.forms)))
        graph.add_edges_from([(*pair, byes[pair[0]] + byes[pair[1]] - cost) for pair, cost in pairs.items()])
        matching = rustworkx.max_weight_matching(graph, weight_fn=lambda weight: weight)
        matched = [(min(pair), max(pair)) for pair in matching]
        alone = set(range(len(self.forms))) - {place for pair in matched for place in pair}
        return [*matched, *[(place, -1) for place in alone]]

    def seated(self, pair: tuple[int, int]) -> Pairing:
        """Return a pairing.

        The first seat goes to the one who had it less often, or not in the last match.
        """
        one, other = pair
        if other < 0:
            return Pairing(self._round, (self.forms[one].entrant,), (1,))
        first, second = sorted(
            (self.forms[one], self.forms[other]),
            key=lambda form: (form.balance, form.last_first, (form.seed + self._round) % 2, form.seed),
        )
        return Pairing(self._round, (first.entrant, second.entrant))
