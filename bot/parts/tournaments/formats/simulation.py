"""Simulation of thousands of tournaments of random strengths, to compare formats."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log
from typing import NamedTuple

from msgspec.structs import replace

from bot.parts.tournaments.formats.model import Entrant, EntrantId, Pairing, meetings
from bot.parts.tournaments.formats.schedule import Plan, final_table, next_pairings

SPREAD = 200.0
"""The standard deviation of the strengths, in Elo points."""
DRAWS = 0.1
"""The share of draws in matches of two."""

_GONE = 1e9
"""Puts withdrawn entrants behind all others."""


class Course(NamedTuple):
    """The results of one simulated tournament."""

    won_by_strongest: bool
    tau: float
    """Kendall's rank correlation of the final table with the strengths, from -1 to 1."""
    matches: int
    repeats: int
    """The number of repeated meetings of two entrants in later rounds."""
    seat_gap: int
    """The largest difference between the seat counts of one entrant."""
    rounds: int
    withdrawn: int


class Experiment(NamedTuple):
    """The parameters of the simulation."""

    plan: Plan
    entrants: int
    dropouts: float
    """The probability that an entrant withdraws before a round."""
    late: float = 0.0
    """The share of entrants who enter in the second round (Swiss)."""


def play(experiment: Experiment, rng: random.Random) -> Course:
    """Play one tournament. Raises `ValueError` if the format does not allow this number of entrants."""
    strengths = {number: rng.gauss(0, SPREAD) for number in range(1, experiment.entrants + 1)}
    guessed = {number: strength + rng.gauss(0, SPREAD / 2) for number, strength in strengths.items()}
    seeds = {number: seed for seed, number in enumerate(sorted(guessed, key=lambda each: -guessed[each]), 1)}
    entrants = [
        Entrant(
            number,
            seeds[number],
            2 if experiment.plan.format == "swiss" and rng.random() < experiment.late else 1,
        )
        for number in strengths
    ]
    pairings: list[Pairing] = []
    while new := next_pairings(experiment.plan, entrants, pairings):
        entrants = [_perhaps_gone(each, experiment.dropouts, rng) for each in entrants]
        gone = {each.id for each in entrants if each.withdrawn}
        pairings += [result_of(each, strengths, gone, rng) for each in new]
    return _course(experiment.plan, entrants, pairings, strengths)


def _perhaps_gone(entrant: Entrant, chance: float, rng: random.Random) -> Entrant:
    return replace(entrant, withdrawn=True) if not entrant.withdrawn and rng.random() < chance else entrant


def result_of(
    pairing: Pairing, strengths: Mapping[EntrantId, float], gone: set[EntrantId], rng: random.Random
) -> Pairing:
    """Return a pairing with a random result by the strengths; an entrant who is `gone` loses."""
    if pairing.bye:
        return pairing
    left = [each in gone for each in pairing.seats]
    if not any(left) and len(left) == 2 and rng.random() < DRAWS:
        return pairing.ended((1, 1))
    score = {each: _score(strengths[each], each in gone, rng) for each in pairing.seats}
    return pairing.ended([1 + sum(score[other] > score[each] for other in score) for each in pairing.seats])


def _score(strength: float, gone: bool, rng: random.Random) -> float:
    """Return a player's performance in a match: differences are logistic, as in Elo's model."""
    uniform = rng.random() or 0.5
    return -_GONE + strength if gone else strength - 400 / log(10) * log(-log(uniform))


def _course(
    plan: Plan,
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    strengths: Mapping[EntrantId, float],
) -> Course:
    rows = final_table(plan, entrants, pairings)
    stayed = {each.id for each in entrants if not each.withdrawn}
    order = [row.entrant for row in rows if row.entrant in stayed]
    best = max(stayed, key=strengths.__getitem__, default=0)
    played = [each for each in pairings if not each.bye]
    pairs = list(combinations([strengths[each] for each in order], 2))
    shares = Counter([(entrant, seat) for each in played for seat, entrant in enumerate(each.seats)])
    own = {entrant: [shares[entrant, seat] for seat in range(plan.seats)] for entrant, _ in shares}
    return Course(
        won_by_strongest=bool(order) and order[0] == best,
        tau=sum([1 if upper > lower else -1 for upper, lower in pairs]) / len(pairs) if pairs else 1.0,
        matches=len(played),
        repeats=sum([count - 1 for count in meetings([each for each in played if each.leg == 1]).values()]),
        seat_gap=max([max(each) - min(each) for each in own.values()], default=0),
        rounds=max([each.round for each in pairings], default=0),
        withdrawn=len(entrants) - len(stayed),
    )
