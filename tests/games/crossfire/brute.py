"""Power by brute force, from the words of the rules: every set of disjoint pairs is tried (CRF-08).

It shares only the table's squares with the search: nodes are (member, powers), with the possible powers of a
node as a set of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Node(NamedTuple):
    member: int
    """0 or 1: the member of the team that owns the node."""
    powers: frozenset[int]
    """Its possible powers: {6}, {3, 7} for a supported base, 1 to 10 for a Joker, none for a royal."""


class Reach(NamedTuple):
    acting: tuple[frozenset[int], frozenset[int]]
    joined: bool
    linked: frozenset[int]
    """All nodes that some pairing powers and links to a base of the team."""


def powers_of(rank: int) -> frozenset[int]:
    """Return the possible powers of a card of this rank; a Joker has rank 0 (CRF-07, CRF-10)."""
    return frozenset(range(1, 11)) if rank == 0 else frozenset({rank} & set(range(1, 11)))


def neighbours(square: int, width: int) -> list[int]:
    beside = [square - width, square + width]
    if square % width:
        beside.append(square - 1)
    if square % width != width - 1:
        beside.append(square + 1)
    return beside


def can_pair(a: Node, b: Node) -> bool:
    return a.member == b.member and any(10 - power in b.powers for power in a.powers if power < 10)


def pairings(nodes: Mapping[int, Node], width: int) -> Iterator[frozenset[tuple[int, int]]]:
    """Return every set of disjoint pairs."""
    if not nodes:
        yield frozenset()
        return
    first = min(nodes)
    rest = {square: node for square, node in nodes.items() if square != first}
    yield from pairings(rest, width)
    for other in neighbours(first, width):
        if other in rest and can_pair(nodes[first], rest[other]):
            left = {square: node for square, node in rest.items() if square != other}
            for pairing in pairings(left, width):
                yield pairing | {(first, other)}


def linked(powered: frozenset[int], starts: frozenset[int], width: int) -> frozenset[int]:
    """Return the nodes connected with the starts over powered nodes."""
    reached: set[int] = set()
    edge = list(starts & powered)
    while edge:
        square = edge.pop()
        if square not in reached:
            reached.add(square)
            edge += [other for other in neighbours(square, width) if other in powered]
    return frozenset(reached)


def powered_by(nodes: Mapping[int, Node], pairing: frozenset[tuple[int, int]]) -> frozenset[int]:
    alone = {square for square, node in nodes.items() if 10 in node.powers}
    return frozenset(alone.union(*pairing))


def reach(nodes: Mapping[int, Node], bases: tuple[frozenset[int], frozenset[int]], width: int) -> Reach:
    """Return the squares from which each member can play, over all pairings.

    Also whether a chain joins bases of both members.
    """
    acting: list[set[int]] = [set(), set()]
    joined = False
    ever: set[int] = set()
    for pairing in pairings(nodes, width):
        powered = powered_by(nodes, pairing)
        chain = linked(powered, bases[0] | bases[1], width)
        ever |= chain
        for member in (0, 1):
            own = frozenset([square for square in chain if nodes[square].member == member])
            acting[member] |= linked(chain, own, width)
        joined = joined or bool(linked(chain, bases[0], width) & bases[1])
    return Reach((frozenset(acting[0]), frozenset(acting[1])), joined, frozenset(ever))


def pairs_and_links(nodes: Mapping[int, Node], bases: frozenset[int], width: int, a: int, b: int) -> bool:
    """Whether some pairing has these two as a pair, linked to a base."""
    pair = (min(a, b), max(a, b))
    for pairing in pairings(nodes, width):
        if pair in pairing and a in linked(powered_by(nodes, pairing), bases, width):
            return True
    return False
