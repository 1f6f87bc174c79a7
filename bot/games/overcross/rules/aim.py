"""The possible targets of a Character's attacks from its square (OVC-17, OVC-21)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.grid import listed, squares_of
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import Piece, Placed, around
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.rules.field import Field, Memory
from bot.games.overcross.rules.geometry import in_the_way
from bot.games.overcross.rules.queries import OvercrossQueries
from bot.games.overcross.rules.standing import InForce
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.terrains import TerrainLayout


class Aim(OvercrossQueries):
    """Queries on the possible targets of attacks."""

    def range_of(self, piece: Piece, attack: Attack) -> int:
        """Return the range of an attack in squares; -1 for unlimited (OVC-17)."""
        if attack.reach == "fist":
            return 1
        if attack.reach == "star" and not attack.rng:
            return -1
        return max(0, self.attack_stat(piece, "rng", attack, None))

    def in_range(self, piece: Piece, attack: Attack, squares: int) -> int:
        """Return the squares within an attack's range of at least one of these squares, including them."""
        reach = self.range_of(piece, attack)
        return self.grid.full if reach < 0 else around(self.grid, squares, reach)

    def sees(self, origin: int, attack: Attack, square: int) -> bool:
        """Whether nothing blocks the line of sight of an attack from one square to another (OVC-17)."""
        blocks = self.layout.blocks
        return not (attack.ranged and blocks and in_the_way(self.grid, origin, square, blocks))

    def targets(self, piece: Piece, attack: Attack) -> Sequence[tuple[int, bool]]:
        """Return the possible targets: squares, each with whether the target is the terrain."""
        return self.targets_within(piece, attack, self.range_of(piece, attack))

    def targets_within(self, piece: Piece, attack: Attack, reach: int) -> Sequence[tuple[int, bool]]:
        """Return the possible targets of an attack with this range."""
        field = self.field
        layout, here = field.layout, piece.square
        squares = self.grid.full if reach < 0 else self.grid.box(here, reach)
        enemies = squares & field.occupied & ~field.by_seat[piece.seat]
        found: list[tuple[int, bool]] = []
        if enemies:
            hidden, blocks = (self.in_force.hidden, layout.blocks) if attack.ranged else (None, 0)
            found = [
                (square, False)
                for square in listed(enemies)
                if not (hidden and not self.can_be_aimed_at(here, attack, field.by_square[square]))
                and not (blocks and in_the_way(self.grid, here, square, blocks))
            ]
        return [*found, *self._terrains(piece, attack, squares)] if squares & layout.covered else found

    def _terrains(self, piece: Piece, attack: Attack, squares: int) -> Sequence[tuple[int, bool]]:
        """Return the squares by which terrain can be attacked, which depend only on terrain."""
        layout = self.field.layout
        known, key = layout.targets, (piece.square, squares, attack.ranged)
        if key not in known:
            areas = [area & squares for area in layout.areas if area & squares]
            known[key] = [(square, True) for area in areas for square in self.nearest(piece, attack, area)]
        return known[key]

    def can_be_aimed_at(self, origin: int, attack: Attack, target: Piece) -> bool:
        """Whether a Character can be the target of an attack from this square (`statics.TargetLimit`)."""
        limit = self.in_force.target_limit(target.card) if attack.ranged else None
        return limit is None or self.grid.chebyshev(origin, target.square) <= limit

    def nearest(self, piece: Piece, attack: Attack, squares: int) -> list[int]:
        """Return the nearest squares of an area that are in range and in sight of an attack (OVC-21)."""
        if squares >> piece.square & 1:
            return [piece.square]
        here = piece.square
        for ring in self.grid.rings[here]:
            near = ring & squares
            if near and (found := [each for each in squares_of(near) if self.sees(here, attack, each)]):
                return found
        return []

    def at_target(self, at: int, *, terrain: bool) -> Piece | Placed | None:
        """Return the target on a square."""
        return self.terrain_at(at) if terrain else self.at(at)


class Snapshot(Aim):
    """A match that does not change while it is queried: the positions are computed only once."""

    field: Field = None  # type: ignore[assignment] # set for each, in place of the property
    layout: TerrainLayout = None  # type: ignore[assignment]
    in_force: InForce = None  # type: ignore[assignment]

    def __init__(self, state: OvercrossState, pool: Pool, memory: Memory) -> None:
        super().__init__(state, pool, memory)
        self.field = field = memory.field(self)
        self.layout = field.layout
        self.in_force = field.in_force
