"""Which nodes can be paired at the same time: matchings of small graphs, decided exactly (CRF-07, CRF-08).

Nodes stand on a chessboard and pair with neighbours only, so every pair has one dark and one light square.
A set of nodes can be covered by disjoint pairs exactly when its dark half can and its light half can, each
taken alone (the theorem of Mendelsohn and Dulmage); and each half is tried by augmenting paths.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from bot.engine.grid import squares_of

Partners: TypeAlias = tuple[tuple[int, int], ...]
"""Nodes connected by possible pairs: each square, ascending, with the mask of its partners. Squares are
counted from the lowest one, so that equal shapes elsewhere on the table are computed only once.
"""


class Half(NamedTuple):
    """The result for one colour's half of a component: which of its nodes can be paired together."""

    sure: int
    """The nodes that can always be paired, independent of the rest of this half."""
    rivals: int
    """The nodes that cannot all be paired at once; each of them can."""


@lru_cache(maxsize=16384)
def can_pair_all(partners: Partners, nodes: int) -> bool:
    """Whether all these nodes, of one colour, can be in disjoint pairs at once."""
    graph = dict(partners)
    mates: dict[int, int] = {}
    return all(_find_mate(graph, mates, node, 0)[0] for node in squares_of(nodes))


def _find_mate(graph: dict[int, int], mates: dict[int, int], node: int, tried: int) -> tuple[bool, int]:
    """Give a node a partner, moving others to other partners as needed; `tried` are partners tried before."""
    for partner in squares_of(graph[node]):
        bit = 1 << partner
        if tried & bit:
            continue
        tried |= bit
        found = partner not in mates
        if not found:
            found, tried = _find_mate(graph, mates, mates[partner], tried)
        if found:
            mates[partner] = node
            return True, tried
    return False, tried


@lru_cache(maxsize=16384)
def split_half(partners: Partners, nodes: int) -> Half:
    """Return which of these nodes, of one colour, can always be paired and which are rivals.

    Sets that can be paired together are the independent sets of a matroid: a node is sure if it is in every
    maximum set, and then it can be added to any set.
    """
    if can_pair_all(partners, nodes):
        return Half(nodes, 0)
    greatest = 0
    for node in squares_of(nodes):
        if can_pair_all(partners, greatest | 1 << node):
            greatest |= 1 << node
    left_out = nodes & ~greatest
    sure = 0
    for node in squares_of(greatest):
        rest = greatest & ~(1 << node)
        if not any(can_pair_all(partners, rest | 1 << other) for other in squares_of(left_out)):
            sure |= 1 << node
    return Half(sure, nodes & ~sure)


def pair_up(partners: Partners, dark: int, wanted: int) -> tuple[tuple[int, int], ...]:
    """Return disjoint pairs, each (dark, light), that cover all the wanted nodes.

    `dark` is the mask of the dark squares. The wanted nodes must be coverable.
    """
    graph = dict(partners)
    by_light: dict[int, int] = {}
    for node in squares_of(wanted & dark):
        _find_mate(graph, by_light, node, 0)
    by_dark = {node: light for light, node in by_light.items()}
    for node in squares_of(wanted & ~dark):
        if node not in by_dark.values():
            _cover_light(graph, by_dark, node, wanted, set())
    return tuple(sorted(by_dark.items()))


def _cover_light(
    graph: dict[int, int], by_dark: dict[int, int], node: int, wanted: int, tried: set[int]
) -> bool:
    """Give a light node a dark partner; it may take the partner of an unwanted light node."""
    for dark in squares_of(graph[node]):
        if dark in tried:
            continue
        tried.add(dark)
        other = by_dark.get(dark)
        if other is None or not wanted >> other & 1 or _cover_light(graph, by_dark, other, wanted, tried):
            by_dark[dark] = node
            return True
    return False
