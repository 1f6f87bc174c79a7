"""Distances from a seat's power to squares, in plays (CRF-07, CRF-12, CRF-18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush

from bot.engine.grid import squares_of
from bot.games.crossfire.players.weights import Weights
from bot.games.crossfire.rules.cards import is_royal, strength
from bot.games.crossfire.rules.piles import defence, unknown
from bot.games.crossfire.rules.power import TEN, partner_powers
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import NOBODY

EMPTY = 1.0
WAITING = 0.9
"""The extra cost of a square beyond a dead node whose partner is not in hand."""
DEAD_ROYAL = 4.0
UNKNOWN = 3.0
"""The cost of an unseen neutral."""
FIXED = 12.0
"""The cost of a neutral that cannot be beaten."""
FAR = 12.0
"""The maximum distance; beyond it nothing is searched."""


def distances(reach: Reach, hand_powers: int | None, weights: Weights) -> list[float]:
    """Return for each square the cost of having a powered node there; `FAR` if it is out of reach.

    `hand_powers` is a bit mask of the powers in hand, None if unknown.
    """
    table, codes, acting = reach.table, reach.codes, reach.acting
    beside = _beside(table)
    lengths = [FAR] * table.grid.size
    costs: dict[int, float] = {}
    queue: list[tuple[float, int]] = []
    for square in squares_of(acting):
        lengths[square] = 0.0
        queue.append((0.0, square))
    # Bases without power, each with the additional cost of continuing from it.
    for base in squares_of(reach.bases & ~acting):
        cost = _waiting(codes[base], hand_powers) if partner_powers(codes[base]) else DEAD_ROYAL
        ahead = table.ahead[base]
        if (reached := cost + _cost(reach, ahead, weights)) < lengths[ahead]:
            lengths[ahead] = reached
            queue.append((reached, ahead))
    heapify(queue)
    while queue:
        cost, square = heappop(queue)
        if cost > lengths[square]:
            continue
        if codes[square] and not acting >> square & 1:
            cost += _waiting(codes[square], hand_powers)
        for other in beside[square]:
            if lengths[other] > cost:
                if other not in costs:
                    costs[other] = _cost(reach, other, weights)
                if (reached := cost + costs[other]) < lengths[other]:
                    lengths[other] = reached
                    heappush(queue, (reached, other))
    return lengths


@lru_cache(maxsize=64)
def _beside(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return for each square the squares of the field beside it."""
    return tuple([tuple(squares_of(mask & table.field)) for mask in table.beside])


def _waiting(code: int, hand_powers: int | None) -> float:
    """Return the additional cost of continuing from a node without power."""
    if code & TEN:
        return 0.0
    if hand_powers is None:
        return WAITING / 2
    return 0.0 if partner_powers(code) & hand_powers else WAITING


def _cost(reach: Reach, square: int, weights: Weights) -> float:
    pile = reach.board[square]
    if pile is None:
        return EMPTY
    if reach.power.powered >> square & 1:
        return 0.1
    if pile.owner == NOBODY:
        if unknown(pile):
            return UNKNOWN
        held = strength(pile.cards[0])
        return FIXED if held == 13 else weights.contest + weights.strength * held
    if reach.is_foe(pile) or (pile.contested and pile.leader != reach.seat):
        held = strength(pile.laid[-1].card) if pile.contested else defence(pile)
        return weights.contest + weights.strength * held
    if pile.kind == "seized":
        return weights.pile
    return DEAD_ROYAL if is_royal(pile.cards[0]) and pile.kind == "node" else weights.dead


def nearest(found: Sequence[float], beside: int) -> float:
    """Return the minimum of these distances over the squares of a mask."""
    return min([found[square] for square in squares_of(beside)], default=FAR)
