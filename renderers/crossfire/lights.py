"""The power on the table, worked out for the picture: lit nodes, chains back to the bases, pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.lighting import Lighting, lighting
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import Pile

Glow: TypeAlias = Literal["none", "dead", "spare", "lit"]
"""`lit`: powered and linked in the pairing shown; `spare`: under another pairing only; `dead`: never."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""Sides of a square as they are drawn, as bits."""
OPPOSITE = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}


class Light(NamedTuple):
    """The power shown on one square."""

    glow: Glow = "none"
    chain: int = 0
    """The sides over which a chain goes on."""
    pairs: int = 0
    """The sides at which it is paired."""
    idle: int = 0
    """The sides at which it is paired, without a link to a base."""
    joint: int = 0
    """The sides at which base and support node are joined."""
    power: int = 0
    """The power to write on it, if its card does not show it; else 0."""


class Lights:
    """The lights of all squares of a table."""

    def __init__(self, table: Table, board: Sequence[Pile | None]) -> None:
        self._table = table
        self._board = board
        size = len(board)
        self._glow: list[Glow] = ["none"] * size
        self._chain, self._pairs, self._idle, self._joint, self._power = ([0] * size for _ in range(5))
        shown = (lighting(table, board, 0), lighting(table, board, 1))
        for team in (0, 1):
            self._light_team(team, shown[team])
        for base, support in self._table.behind.items():
            if self._supported(base):
                self._glow[support] = self._glow[base]
                self._mark(self._joint, base, support)

    def at(self, square: int) -> Light:
        """Return the power shown on a square."""
        return Light(
            self._glow[square],
            self._chain[square],
            self._pairs[square],
            self._idle[square],
            self._joint[square],
            self._power[square],
        )

    def _light_team(self, team: int, shown: Lighting) -> None:
        for square, pile in enumerate(self._board):
            if pile is None or pile.owner < 0 or pile.owner % 2 != team:
                continue
            lit, spare = square in shown.lit, square in shown.powered
            self._glow[square] = "lit" if lit else "spare" if spare else "dead"
            # a Joker and a supported base do not show their power themselves
            if pile.kind == "node" and (cards.is_joker(pile.cards[0]) or self._supported(square)):
                self._power[square] = shown.powers.get(square, 0)
        for pair in shown.pairs:
            linked = pair.a in shown.lit and pair.b in shown.lit
            self._mark(self._pairs if linked else self._idle, pair.a, pair.b)
        self._chain_back(team, shown.lit)

    def _supported(self, square: int) -> bool:
        behind = self._table.behind.get(square)
        pile, support = self._board[square], None if behind is None else self._board[behind]
        return pile is not None and support is not None and pile.owner == support.owner

    def _chain_back(self, team: int, lit: frozenset[int]) -> None:
        """Mark shortest ways from every lit node to a base, as a tree that grows from the bases."""
        table = self._table
        edge = [square for square in sorted(lit) if table.team_bases[team] >> square & 1]
        reached = set(edge)
        while edge:
            grown = []
            for square in edge:
                for other in self._neighbours(square):
                    if other in lit and other not in reached:
                        reached.add(other)
                        grown.append(other)
                        self._mark(self._chain, square, other)
            edge = grown

    def _neighbours(self, square: int) -> list[int]:
        beside, width = self._table.beside[square], self._table.grid.width
        return [
            other
            for other in (square + width, square - width, square - 1, square + 1)
            if other >= 0 and beside >> other & 1
        ]

    def _mark(self, sides: list[int], a: int, b: int) -> None:
        side = side_towards(a, b, self._table.grid.width)
        sides[a] |= side
        sides[b] |= OPPOSITE[side]


def side_towards(a: int, b: int, width: int) -> int:
    """Return the side of square `a` that faces its neighbour `b`."""
    return {width: NORTH, -width: SOUTH, 1: EAST}.get(b - a, WEST)
