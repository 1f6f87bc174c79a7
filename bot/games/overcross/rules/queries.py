"""Queries on a match: zones, and possible squares of Characters and terrains (`cards.field.PieceQueries`)."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import mask_of
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.cards.statics import ZoneRows
from bot.games.overcross.rules import reach
from bot.games.overcross.rules.card_queries import CardQueries
from bot.games.overcross.rules.geometry import (
    counting_squares,
    near_half,
    rows_ahead,
    within,
    zone_of,
    zones_of,
)
from bot.games.overcross.rules.terrains import Site, centres, layout_of
from bot.games.overcross.rules.tolls import stopping, survived, tolls


class OvercrossQueries(CardQueries):
    """A match and its cards, read-only."""

    # Zones

    def zone(self, seat: Seat) -> int:
        """Return the squares of a deploy zone (OVC-12)."""
        return zone_of(self.state.options, seat)

    @property
    def deploy_zones(self) -> int:
        """The squares of all deploy zones, also of a seat that is out (OVC-46)."""
        options = self.state.options
        if options.mended:
            return zones_of(options, self.state.seats)
        return reduce(or_, [zone_of(options, seat) for seat in self.seats], 0)

    def zone_squares(self, seat: Seat) -> int:
        """Return the free squares of a zone, on which a seat redeploys (OVC-32)."""
        return zone_of(self.state.options, seat) & self.free

    def enemy_squares(self, seat: Seat) -> int:
        """Return the squares of enemy zones that count for a seat (OVC-24, OVC-28b)."""
        found = 0
        for other in self.state.playing:
            if other != seat:
                found |= counting_squares(self.state.options, seat, other, self.state.seats)
        return found

    def deploys(self, card: Card, seat: Seat) -> int:
        """Return the squares on which a seat can deploy a Character now; 0 if OVC-11 forbids it."""
        face = self.face(card)
        return self.deploy_squares(face, seat) if face.kind == "character" else 0

    def deploy_squares(self, face: Any, seat: Seat) -> int:
        """Return the squares on which a seat can deploy a Character with this content (OVC-12)."""
        if self.too_many(face, seat):
            return 0
        options, seats = self.state.options, self.state.seats
        squares = zone_of(options, seat)
        for static in self.field.in_force.deploying:
            if static.seat != seat:
                continue
            if isinstance(static, ZoneRows):
                squares |= rows_ahead(options, seat, static.rows, seats)
            elif face.mark != "legend":
                squares |= near_half(options, seat, seats)
        if face.ahead:
            squares |= rows_ahead(options, seat, 1, seats)
        return squares & self.free

    def too_many(self, face: Any, seat: Seat) -> bool:
        """Whether a seat has the maximum number of cards with this content's name in play (OVC-11)."""
        return bool(self.field.names.get((seat, face.name), 0) >= face.copies)

    # Moving

    def layers(self, piece: Piece, steps: int, *, fresh: bool = True, around: int = 0) -> list[int]:
        """Return the squares a Character can reach with this movement, including occupied ones
        (`reach.layers`).

        `around` are squares that it must not enter.
        """
        ground, barred = self.going(piece)
        ends = self.stops(piece)
        return reach.layers(reach.Going(ground, piece.square, steps, barred | around, ends, fresh))

    def going(self, piece: Piece) -> tuple[reach.Ways, int]:
        """Return how a Character moves over the ground, and the squares that it cannot enter.

        These are squares of enemies and walls, unless it passes them.
        """
        field, in_force, card = self.field, self.in_force, piece.card
        layout, enemies = field.layout, field.occupied & ~field.by_seat[piece.seat]
        if card not in in_force.concerned:
            return layout.on_foot, enemies | layout.obstructive
        over, nimble = in_force.passes(card, "obstructive"), in_force.no_slow(card)
        barred = 0 if in_force.passes(card, "enemies") else enemies
        if over:
            return layout.nimble_over if nimble else layout.over, barred
        return layout.nimble if nimble else layout.on_foot, barred | layout.obstructive

    def ends(self, seat: Seat) -> int:
        """Return the squares that end a move: enemy zones in the Invasion (OVC-26)."""
        return self.enemy_squares(seat) if self.state.options.objective == "invasion" else 0

    def stops(self, piece: Piece) -> int:
        """Return the squares that end a Character's move, also those of terrain that stops it (OVC-41)."""
        return self.ends(piece.seat) | stopping(self, piece)

    def goals(self, piece: Piece, steps: int, *, fresh: bool = True) -> int:
        """Return the squares on which a Character can end a move with this movement (OVC-16)."""
        if piece.square == OFF:
            return 0
        return self.reached(piece, steps, fresh=fresh).squares & self.free

    def reached(self, piece: Piece, steps: int, *, fresh: bool) -> reach.Reached:
        """Return the squares that a Character reaches from its square, including occupied ones."""
        ground, barred = self.going(piece)
        invasion, entered = self.state.options.objective == "invasion", self.layout.entered
        ends = self.enemy_squares(piece.seat) if invasion else 0
        if entered:
            ends |= stopping(self, piece)
        found = reach.reached(reach.Going(ground, piece.square, steps, barred, ends, fresh))
        if found.squares & entered:
            return replace(found, squares=survived(self, piece, found))
        return found

    def walks(self, piece: Card, squares: int) -> int:
        """Return the squares to which a Character can move by OVC-16 with this movement."""
        here = self.piece(piece)
        return 0 if here is None else self.goals(here, squares)

    def path(self, piece: Piece, reached: reach.Reached, goal: int) -> tuple[tuple[int, ...], int]:
        """Return the squares of a Character's path to one of its `goals`, and the movement it takes.

        It avoids terrain with effects on entering, or enters it with the fewest counters and as rarely as
        possible, also that in which it begins or ends (OVC-13).
        """
        going, layers, entered = reached.going, reached.layers, self.layout.entered
        if entered:
            inside = entered & (self.area_at(going.start) | self.area_at(goal))
            around, weighs = entered & ~inside, inside and self.state.options.spares
            if around and not weighs:
                layers = reach.layers(replace(going, blocked=going.blocked | around))
            if weighs or not any(layer >> goal & 1 for layer in layers):
                return reach.gentlest(going, goal, tolls(self, piece))
        return reach.path(going, layers, goal)

    def area_at(self, square: int) -> int:
        """Return the area that contains a square; 0 for none."""
        placed = self.terrain_at(square)
        return 0 if placed is None else self.area(placed.card)

    # Terrain

    def site(self) -> Site:
        """Return the data that determine where a terrain may be put."""
        flags = mask_of([flag.square for flag in self.state.flags])
        zones = tuple([self.zone(seat) for seat in range(self.state.seats)])
        return Site(self.field.layout, zones, self.field.occupied, flags)

    def terrain_squares(self, face: Any) -> int:
        """Return the centres on which a terrain can be put (OVC-13)."""
        return centres(self.site(), face.radius, obstructive=face.obstructive)

    def terrain_steps(self, terrain: Card) -> int:
        """Return the centres, of the 8 around its own, to which a terrain can be moved by OVC-13."""
        placed = self.terrain(terrain)
        if placed is None:
            return 0
        face, site = self.face(terrain), self.site()
        near = within(self.grid, placed.centre, face.radius + 1)
        known, key = site.layout.known, (-1, terrain, site.characters & near, site.flags & near)
        if key not in known:
            others = [each for each in self.state.terrains if each is not placed]
            layout = layout_of(self.grid, tuple([(self.face(each.card), each.centre, ()) for each in others]))
            possible = centres(site._replace(layout=layout), face.radius, obstructive=face.obstructive)
            known[key] = self.grid.around[placed.centre] & possible
        return known[key]
