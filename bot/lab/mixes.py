"""The best mix of entrants, as game theory has it, from what each wins against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from bot.lab.tallies import Tally

ROUNDS = 20_000
"""Rounds of fictitious play: shares are then right to about a hundredth."""


def best_mix(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> dict[str, float]:
    """Return how often each should be chosen by one who does not know what the other chooses.

    No other choice wins more than half against this mix. Worked out by fictitious play on the matrix of win
    rates of two: each round, the best answer to all that has been chosen so far is chosen once more.
    """
    gains = [[_gain(against, one, other) for other in entrants] for one in entrants]
    chosen, scores = [0] * len(entrants), [0.0] * len(entrants)
    best = 0
    for _ in range(ROUNDS):
        chosen[best] += 1
        for place, row in enumerate(gains):
            scores[place] += row[best]
        best = max(range(len(entrants)), key=scores.__getitem__)
    return {key: count / ROUNDS for key, count in zip(entrants, chosen, strict=True)}


def _gain(against: Mapping[tuple[str, str], Tally], one: str, other: str) -> float:
    """Return how much more than half one wins against another, with the other's count taken in."""
    tally = against.get((one, other))
    return tally.rate - 0.5 if tally is not None else 0.0


def met_all(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> list[str]:
    """Return the entrants that have met all others: what one wins that met a few alone says little of it."""
    return [key for key in entrants if all((key, other) in against for other in entrants if other != key)]


def dominated(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> dict[str, str]:
    """Return the entrants that are never the better choice, each with one that is better against everybody.

    Better by more than the margins of both allow: what a few more matches could turn is not told. Those that
    have not met all others are left out.
    """
    found: dict[str, str] = {}
    met = met_all(entrants, against)
    for worse, better in product(met, met):
        if worse != better and _beats_everywhere(entrants, against, better, worse):
            found.setdefault(worse, better)
    return found


def _beats_everywhere(
    entrants: Sequence[str], against: Mapping[tuple[str, str], Tally], better: str, worse: str
) -> bool:
    even = Tally(0, 0.0)
    for other in entrants:
        one, two = against.get((better, other), even), against.get((worse, other), even)
        high = 0.5 if other == better else one.rate - one.error
        low = 0.5 if other == worse else two.rate + two.error
        if high <= low:
            return False
    return True
