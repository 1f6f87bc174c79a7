"""Round robin: the matches of a cup and of each division of a league."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import ceil

from bot.parts.tournaments.formats.model import EntrantId, Pairing

SMALLEST, USUAL, LARGEST = 4, 6, 8
"""The least, usual and largest number of entrants of a division."""


def round_robin(entrants: Sequence[EntrantId]) -> list[Pairing]:
    """Return a match of each two entrants; each entrant's seats are balanced within one.

    The rounds follow the circle method: the last entrant stays, the others rotate. With an odd number each
    sits out once, without a pairing.
    """
    circle: list[EntrantId | None] = list(entrants)
    if len(circle) % 2:
        circle.append(None)
    pairings: list[Pairing] = []
    for turn in range(len(circle) - 1):
        fixed, moving = circle[-1], circle[:-1]
        order = [*moving[turn:], *moving[:turn]]
        pairs = [(order[0], fixed) if turn % 2 else (fixed, order[0])]
        pairs += [(order[k], order[-k]) for k in range(1, len(circle) // 2)]
        pairings += [
            Pairing(turn + 1, (first, second))
            for first, second in pairs
            if first is not None and second is not None
        ]
    return pairings


def division_sizes(entrants: int) -> list[int]:
    """Return the size of each division, the highest first: six if possible.

    Sizes differ by at most one, the larger divisions come first. Raises `ValueError` for fewer than four.
    """
    if entrants < SMALLEST:
        raise ValueError(f"a league needs {SMALLEST} entrants, not {entrants}")
    number = min(
        range(ceil(entrants / LARGEST), entrants // SMALLEST + 1),
        key=lambda count: (abs(USUAL - entrants / count), count),
    )
    size, larger = divmod(entrants, number)
    return [size + 1] * larger + [size] * (number - larger)


def divided(entrants: Sequence[EntrantId]) -> list[list[EntrantId]]:
    """Return the divisions of entrants in order of strength, the strongest first."""
    bounds = accumulate(division_sizes(len(entrants)), initial=0)
    return [list(entrants[start:end]) for start, end in pairwise(bounds)]


def movers(size: int) -> int:
    """Return the number of promoted and of relegated entrants for a division of this size."""
    return ceil(size / 4)


def next_order(final: Sequence[Sequence[EntrantId]], entered: Sequence[EntrantId]) -> list[EntrantId]:
    """Return the entrants of the next season in the order in which divisions are filled.

    `final` are the final tables of the divisions, the highest first. `entered` are the entrants of the next
    season; newcomers are in the order of their entry, and start at the bottom. Promoted entrants swap places
    with relegated ones; gaps are filled by the following entrants.
    """
    new = [list(division) for division in final]
    for upper, lower in zip(range(len(new)), range(1, len(new)), strict=False):
        number = min(movers(len(final[upper])), movers(len(final[lower])))
        down, up = list(final[upper][-number:]), list(final[lower][:number])
        new[upper] = [each for each in new[upper] if each not in down] + up
        new[lower] = down + [each for each in new[lower] if each not in up]
    known = [each for division in new for each in division]
    return [each for each in known if each in set(entered)] + [
        each for each in entered if each not in set(known)
    ]
