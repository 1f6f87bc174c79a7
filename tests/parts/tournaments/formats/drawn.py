"""Random Swiss tournaments, and rounds found by trying every one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256

from msgspec.structs import replace

from bot.parts.tournaments.formats.model import HALF, Entrant, EntrantId, Pairing
from bot.parts.tournaments.formats.schedule import Plan, next_pairings

ID = "k3v9q0x2m7ab"


def every_round(entrants: Sequence[EntrantId]) -> Iterator[list[tuple[EntrantId, ...]]]:
    """Yield every way to pair all entrants, with one bye if the number is odd."""
    if len(entrants) < 2:
        yield [tuple(entrants)] if entrants else []
        return
    one, *others = entrants
    if len(entrants) % 2:
        for rest in every_round(others):
            yield [(one,), *rest]
    for other in others:
        for rest in every_round([each for each in others if each != other]):
            if len(entrants) % 2 == 0 or any(len(each) == 1 for each in rest):
                yield [(one, other), *rest]


def rounds_with_byes(entrants: Sequence[EntrantId]) -> Iterator[list[tuple[EntrantId, ...]]]:
    """Yield every way to pair some entrants and give the others a bye."""
    if not entrants:
        yield []
        return
    one, *others = entrants
    for rest in rounds_with_byes(others):
        yield [(one,), *rest]
    for other in others:
        for rest in rounds_with_byes([each for each in others if each != other]):
            yield [(one, other), *rest]


def costs_of(
    entrants: Sequence[Entrant], former: Sequence[Pairing], number: int, pair: tuple[EntrantId, ...]
) -> tuple[int, ...]:
    """Return the six numbers of docs/TOURNAMENTS.md for a pair or a bye, without the product's code."""
    playing = [each for each in entrants if not each.withdrawn and each.first_round <= number]
    points = {each.id: HALF * (each.first_round - 1) for each in playing}
    firsts: Counter[EntrantId] = Counter()
    for match in former:
        places = match.places or ()
        for seat, entrant in enumerate(match.seats):
            if entrant in points:
                if len(match.seats) == 2:
                    firsts[entrant] += 1 - 2 * seat
                if places[seat] == 1:
                    points[entrant] += Fraction(1, places.count(1))
    order = sorted(playing, key=lambda each: (-points[each.id], each.seed))
    ids = [each.id for each in order]
    one, other = sorted(pair, key=ids.index)[0], sorted(pair, key=ids.index)[-1]
    alone = len(pair) == 1
    words = f"tablepost-lot/1|{ID}|{number}|{0 if alone else min(pair)}|{max(pair)}"
    lot = int(sha256(words.encode()).hexdigest()[:12], 16)
    again = sum(set(each.seats) == set(pair) for each in former)
    if alone:
        return 1, again, 0, int(2 * points[one]) ** 2, len(ids) - ids.index(one), lot
    group = [each for each in ids if points[each] == points[one]]
    fold = abs(group.index(one) + len(group) // 2 - group.index(other)) if other in group else 0
    balance = sorted((firsts[one], firsts[other]), key=abs)
    seats = abs(balance[0]) if balance[0] * balance[1] > 0 else 0
    return 0, again, seats, int(2 * (points[one] - points[other])) ** 2, fold, lot


def tried(
    entrants: Sequence[Entrant],
    former: Sequence[Pairing],
    number: int,
    *,
    forbidden: frozenset[frozenset[int]],
) -> set[frozenset[EntrantId]]:
    """Return the best round by trying every one."""
    playing = [each.id for each in entrants if not each.withdrawn and each.first_round <= number]
    ways = rounds_with_byes(playing) if forbidden else every_round(playing)
    found = [each for each in ways if not any(frozenset(pair) in forbidden for pair in each)]
    known: dict[tuple[EntrantId, ...], tuple[int, ...]] = {}

    def cost(way: Sequence[tuple[EntrantId, ...]]) -> list[int]:
        for pair in way:
            if pair not in known:
                known[pair] = costs_of(entrants, former, number, pair)
        return [sum(each) for each in zip(*[known[pair] for pair in way], strict=True)]

    return {frozenset(pair) for pair in min(found, key=cost)}


def played(
    number: int, rng: random.Random, *, late: float = 0.0, gone: float = 0.0
) -> Iterator[tuple[list[Entrant], list[Pairing], list[Pairing]]]:
    """Yield the entrants, the former pairings and the new ones of each round of a random tournament."""
    seeds = rng.sample(range(1, number + 1), number)
    entrants = [
        Entrant(each, seed, 1 + (rng.random() < late))
        for each, seed in zip(range(1, number + 1), seeds, strict=True)
    ]
    plan, former = Plan("swiss", tournament=ID), list[Pairing]()
    while new := next_pairings(plan, entrants, former):
        yield entrants, former, new
        entrants = [replace(each, withdrawn=each.withdrawn or rng.random() < gone) for each in entrants]
        left = {each.id for each in entrants if each.withdrawn}
        former = [*former, *[_ended(each, left, rng) for each in new]]


def _ended(pairing: Pairing, left: set[EntrantId], rng: random.Random) -> Pairing:
    if pairing.bye:
        return pairing
    if left & set(pairing.seats):
        return replace(pairing.ended([2 if each in left else 1 for each in pairing.seats]), unplayed=True)
    return pairing.ended(rng.choice([(1, 2), (2, 1), (1, 1)]))
