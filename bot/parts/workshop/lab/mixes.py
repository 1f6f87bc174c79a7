"""The best mix of entrants (mixed strategy) from their win rates against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from bot.parts.workshop.lab.tallies import Tally

ROUNDS = 20_000
"""The number of rounds of fictitious play; shares are then accurate to about 0.01."""


def best_mix(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> dict[str, float]:
    """Return the optimal mixed strategy: the share of each entrant, without knowing the opponent's choice.

    No other choice wins more than half against this mix. Computed by fictitious play on the matrix of win
    rates of two: each round adds the best answer to all choices so far.
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
    """Return how much more than half an entrant wins against another, using the counts of both."""
    tally = against.get((one, other))
    return tally.rate - 0.5 if tally is not None else 0.0


def met_all(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> list[str]:
    """Return the entrants that have played against all others; the win rate of the rest says little."""
    return [key for key in entrants if all((key, other) in against for other in entrants if other != key)]


def dominated(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> dict[str, str]:
    """Return the entrants that are never the better choice, each with one that is better against all.

    Better means by more than both margins of error, so that more matches would not reverse it. Entrants that
    have not played against all others are excluded.
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
