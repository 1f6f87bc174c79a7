"""The pairing that gives power: for the picture of the table, and to explain why a node has power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.engine.contract import Seat
from bot.engine.grid import lowest, mask_of, squares_of
from bot.games.crossfire.rules.pairing import can_pair_all, pair_up
from bot.games.crossfire.rules.power import (
    SECOND,
    TEN,
    Codes,
    codes_of,
    decide,
    links_of,
    partner_powers,
    sort_nodes,
)
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import Pile


class Pair(msgspec.Struct, frozen=True):
    """Two nodes that power each other, and the power of each: 10 together (CRF-07)."""

    a: int
    b: int
    power_a: int
    power_b: int


class Lighting(msgspec.Struct, frozen=True):
    """One pairing of a team's nodes, the one with the most nodes powered and linked."""

    pairs: tuple[Pair, ...]
    """All pairs, also of nodes that are not linked to a base."""
    lit: frozenset[int]
    """The nodes that are powered and linked to a base under this pairing."""
    powered: frozenset[int]
    """The nodes that have power under this or another pairing (CRF-08): all of `lit`, and rivals that could
    replace others.
    """
    powers: Mapping[int, int]
    """The power of each node that is in a pair or single as a 10: the current value of a Joker and of a
    supported base.
    """


class Proof(msgspec.Struct, frozen=True):
    """The explanation of a node's power: the chain to a base and the pairs it depends on."""

    path: tuple[int, ...]
    """Squares from the node to a powered base, both included; one square for a base."""
    pairs: tuple[Pair, ...]
    """The pairs of the nodes on the path; nodes without a pair are single as a 10."""


def lighting(table: Table, board: Sequence[Pile | None], team: int) -> Lighting:
    """Return the pairing to show for a team."""
    codes = codes_of(table, board, team)
    power = decide(table, team, codes)
    rivals, _ = max(power.lights, key=lambda light: light[1].bit_count())
    pairs = _pairs(table, codes, rivals)
    powers = {square: 10 for square, code in enumerate(codes) if code & TEN}
    for pair in pairs:
        powers[pair.a] = pair.power_a
        powers[pair.b] = pair.power_b
    under_power = mask_of(powers)
    lit = table.flood(under_power & table.team_bases[team], under_power)
    return Lighting(
        pairs=pairs,
        lit=frozenset(squares_of(lit)),
        powered=frozenset(squares_of(power.powered)),
        powers=powers,
    )


def proof(table: Table, board: Sequence[Pile | None], seat: Seat, square: int) -> Proof | None:
    """Return how a seat can play from a node as a powered one, or None if it cannot (CRF-08)."""
    codes = codes_of(table, board, team_of(seat))
    power = decide(table, team_of(seat), codes)
    own = sum([1 << i for i, code in enumerate(codes) if code and code >> SECOND == seat >> 1])
    # The first choice among rivals under which the seat can play from the square.
    chosen = (light for light in power.lights if table.flood(light[1] & own, light[1]) >> square & 1)
    light = next(chosen, None)
    if light is None:
        return None
    rivals, lit = light
    bases = table.team_bases[team_of(seat)] & lit
    path = _path(table, square, bases, lit)
    pairs = [pair for pair in _pairs(table, codes, rivals) if pair.a in path or pair.b in path]
    return Proof(path, tuple(pairs))


def _path(table: Table, start: int, goals: int, within: int) -> tuple[int, ...]:
    """Return a shortest path over powered nodes from a node to the nearest base."""
    layers = [1 << start]
    passed = layers[0]
    while not layers[-1] & goals:
        layers.append(table.spread(layers[-1]) & within & ~passed)
        passed |= layers[-1]
    squares = [lowest(layers[-1] & goals)]
    for layer in reversed(layers[:-1]):
        squares.append(lowest(layer & table.beside[squares[-1]]))
    return tuple(reversed(squares))


def _pairs(table: Table, codes: Codes, rivals: int) -> tuple[Pair, ...]:
    """Return pairs that cover all nodes with a certain partner, these rivals, and as many others as
    possible.
    """
    nodes = sort_nodes(table, links_of(table, codes))
    singles = sum([1 << square for square, code in enumerate(codes) if code & TEN])
    wanted = (nodes.sure & ~singles) | rivals
    for partners, low, group in nodes.rivals:
        for node in squares_of(group & ~wanted):
            if can_pair_all(partners, (wanted & group | 1 << node) >> low):
                wanted |= 1 << node
    pairs = []
    for figure, low in nodes.figures:
        members = sum([1 << node for node, _ in figure])
        for dark, light in pair_up(figure, table.dark >> low, wanted >> low & members):
            a, b = min(dark, light) + low, max(dark, light) + low
            strength = lowest(codes[a] & partner_powers(codes[b]))
            pairs.append(Pair(a, b, strength, 10 - strength))
    return tuple(sorted(pairs, key=lambda pair: (pair.a, pair.b)))
