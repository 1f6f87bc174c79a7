"""Reading a match: who and what is where, what is in force, where one can go (`cards.field.PieceQueries`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from bot.engine.cards.nodes import AbilityNode
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid, grid_of, mask_of
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import OFF, Piece, Placed
from bot.games.overcross.cards.printed import Attack, Genre, Stat
from bot.games.overcross.cards.statics import ZoneRows
from bot.games.overcross.cards.words import VOCABULARY, Ability
from bot.games.overcross.rules import reach
from bot.games.overcross.rules.field import Field, Memory
from bot.games.overcross.rules.geometry import counting_squares, near_half, rows_ahead, within, zone_of
from bot.games.overcross.rules.standing import InForce, each_once
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.terrains import Site, TerrainLayout, centres, layout_of
from bot.games.overcross.rules.tolls import stopping, survived
from bot.games.overcross.rules.view import NO_CARD, SEAT_CARDS

KNOWN = 10_000
"""How much is remembered of the ways over one lie of terrain, at most."""


class OvercrossQueries:
    """A match with the cards it is played with, to be read."""

    def __init__(self, state: OvercrossState, pool: Pool, memory: Memory | None = None) -> None:
        self.state = state
        self.pool = pool
        self.memory = memory or Memory()
        self.grid: Grid = grid_of(state.options.width, state.options.height)
        self._faces, self._doing = self.memory.printed(self)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return VOCABULARY

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats still in the match, clockwise; none once it is over."""
        return self.state.playing

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.state.round

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The Characters in play."""
        return self.state.pieces

    @property
    def standing(self) -> Sequence[tuple[Card, int]]:
        """The Characters on the grid, each with its square as a mask."""
        return self.field.standing

    @property
    def terrains(self) -> tuple[Placed, ...]:
        """The terrains in play."""
        return self.state.terrains

    @property
    def field(self) -> Field:
        """Who stands where and what is in force, as the match is now."""
        return self.memory.field(self)

    @property
    def layout(self) -> TerrainLayout:
        """The ground, with the terrains that lie on it."""
        return self.memory.layout(self)

    # Cards

    def face(self, card: Card) -> Any:
        """Return what is printed on a card, a `cards.AnyCard`."""
        found = self._faces.get(card)
        return self.memory.face(self, card) if found is None else found

    def does(self, card: Card) -> Mapping[str, tuple[Ability, ...]]:
        """Return the abilities of a card by trigger."""
        found = self._doing.get(card)
        return self.memory.does(self, card) if found is None else found

    def owner(self, card: Card) -> Seat:
        """Return whose card it is."""
        return card // SEAT_CARDS

    def cards(self, zone: Any, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a place; of the deck the top one first."""
        if zone == "hand":
            return self.state.hands[seat]
        return self.state.decks[seat] if zone == "deck" else self.state.sides[seat].discard

    def legend(self, seat: Seat) -> Card:
        """Return a seat's Legend if it is set aside, else `NO_CARD`."""
        for card in self.state.sides[seat].aside:
            if self.face(card).mark == "legend":
                return card
        return NO_CARD

    def playable(self, seat: Seat) -> tuple[Card, ...]:
        """Return what a seat could play: its hand, and its Legend as from the hand (OVC-24)."""
        hand, legend = self.state.hands[seat], NO_CARD
        if self.state.options.objective == "summoning":
            legend = self.legend(seat)
        return hand if legend == NO_CARD else (*hand, legend)

    def cost(self, card: Card) -> int:
        """Return what a card costs its owner to play now, at least 1 (OVC-10, OVC-24)."""
        face = self.face(card)
        cost: int = face.play
        if face.mark == "legend":
            cost += 2 * self.state.sides[self.owner(card)].deaths
        for static in self.field.in_force.costs:
            if static.seat == self.owner(card) and static.kind in ("", face.kind):
                cost += static.by
        return max(1, cost)

    def limit(self, seat: Seat) -> int:
        """Return the play limit of a seat's turn in this round (OVC-10, OVC-42)."""
        state = self.state
        if state.options.opening == "half" and seat == state.first and state.round == 1:
            return state.round // 2
        late = state.options.objective == "invasion" and seat == state.first and state.round == 2
        return 1 if late else state.round

    # Pieces and terrain

    def piece(self, card: Card) -> Piece | None:
        """Return a Character in play, None where this card is none."""
        return self.field.by_card.get(card)

    def terrain(self, card: Card) -> Placed | None:
        """Return a terrain in play, None where this card is none."""
        return next((placed for placed in self.state.terrains if placed.card == card), None)

    def bearer(self, edit: Card) -> Piece | None:
        """Return the Character that an edit is attached to."""
        return self.field.bearers.get(edit)

    def edits(self, piece: Piece) -> Sequence[Card]:
        """Return the edits on a Character; edits of one name count once (OVC-34)."""
        return each_once(self, piece.edits) if piece.edits else ()

    def at(self, square: int) -> Piece | None:
        """Return the Character on a square."""
        return self.field.by_square.get(square)

    def area(self, terrain: Card) -> int:
        """Return the squares of a terrain in play; 0 for another card."""
        for place, placed in enumerate(self.state.terrains):
            if placed.card == terrain:
                return self.layout.areas[place]
        return 0

    def terrain_at(self, square: int) -> Placed | None:
        """Return the terrain whose area a square is in."""
        if square == OFF or not self.state.terrains:
            return None
        layout = self.layout
        if not layout.covered >> square & 1:
            return None
        for placed, area in zip(self.state.terrains, layout.areas, strict=True):
            if area >> square & 1:
                return placed
        return None

    def where(self, card: Card) -> int:
        """Return the square of a Character, an edit's bearer or a terrain's centre; `OFF` for none."""
        placed, piece = self.terrain(card), self.bearer(card) or self.piece(card)
        return placed.centre if placed is not None else OFF if piece is None else piece.square

    @property
    def free(self) -> int:
        """The free squares: without Character or obstructive terrain (OVC-34)."""
        field = self.field
        return self.grid.full & ~field.occupied & ~field.layout.obstructive

    def carrying(self, piece: Card) -> bool:
        """Whether a Character carries a flag."""
        return any(flag.carrier == piece for flag in self.state.flags)

    def activated(self, card: Card) -> Sequence[AbilityNode]:
        """Return the abilities of a Character or an edit that are used as actions."""
        return self.does(card).get("activated", ())

    def used_up(self, card: Card, ability: AbilityNode) -> bool:
        """Whether an ability was used in this turn that works once in it."""
        used = self.state.used
        return bool(used) and (card, self.face(card).abilities.index(ability)) in used

    # What is in force

    @property
    def in_force(self) -> InForce:
        """What is in force."""
        return self.field.in_force

    def genre(self, piece: Card) -> Genre:
        """Return the genre of a Character in play as it is now; of another card the printed one."""
        printed: Genre = self.face(piece).genre
        return self.in_force.genre(piece, printed)

    def attacks(self, piece: Card) -> Sequence[Attack]:
        """Return the attacks of a Character in play, the printed ones first."""
        printed: tuple[Attack, ...] = getattr(self.face(piece), "attacks", ())
        granted = self.in_force.granted(piece)
        return (*printed, *granted) if granted else printed

    def stat(self, piece: Card, stat: Stat, attack: int = 0) -> int:
        """Return a stat of a Character in play as it is now, 0 for another card."""
        here = self.piece(piece)
        if here is None:
            return 0
        if stat in ("speed", "defense"):
            return self.own_stat(here, stat)
        ways = self.attacks(piece)
        return self.attack_stat(here, stat, ways[attack], None) if attack < len(ways) else 0

    def own_stat(self, piece: Piece, stat: Stat) -> int:
        """Return the speed or the defense of a Character in play, without what holds against some only."""
        base: int = getattr(self.face(piece.card), stat)
        in_force = self.in_force
        if not in_force.changes(stat):
            return base
        return max(0, in_force.changed(stat, base, piece, self.genre(piece.card), None, None))

    def attack_stat(self, piece: Piece, stat: Stat, attack: Attack, target: Card | None) -> int:
        """Return acc, dmg or rng of an attack, on a Character or without what holds against some only."""
        base: int = getattr(attack, stat)
        if not self.in_force.changes(stat):
            return base
        against = None if target is None else self.genre(target)
        return self.in_force.changed(stat, base, piece, self.genre(piece.card), against, attack)

    def defense(self, piece: Piece, attacker: Card, attack: Attack) -> int:
        """Return the defense of a Character against an attack."""
        face = self.face(piece.card)
        genre, against = self.genre(piece.card), self.genre(attacker)
        return self.in_force.changed("defense", face.defense, piece, genre, against, attack)

    def unmoved(self, piece: Card) -> bool:
        """Whether no card pushes, moves, teleports or redeploys a Character."""
        return self.in_force.unmoved(piece)

    # Zones

    def zone(self, seat: Seat) -> int:
        """Return the squares of a deploy zone (OVC-12)."""
        return zone_of(self.grid, seat)

    def zone_squares(self, seat: Seat) -> int:
        """Return the free squares of a zone, on which a seat redeploys (OVC-32)."""
        return zone_of(self.grid, seat) & self.free

    def enemy_squares(self, seat: Seat) -> int:
        """Return the squares of enemy zones that count for a seat (OVC-24, OVC-28b)."""
        found = 0
        for other in self.state.playing:
            if other != seat:
                found |= counting_squares(self.grid, seat, other, self.state.seats)
        return found

    def deploys(self, card: Card, seat: Seat) -> int:
        """Return the squares on which a seat can deploy a Character now; 0 where OVC-11 forbids it."""
        face, grid, seats = self.face(card), self.grid, self.state.seats
        if face.kind != "character" or self.too_many(card, seat):
            return 0
        squares = zone_of(grid, seat)
        for static in self.field.in_force.deploying:
            if static.seat != seat:
                continue
            if isinstance(static, ZoneRows):
                squares |= rows_ahead(grid, seat, static.rows, seats)
            elif face.mark != "legend":
                squares |= near_half(grid, seat, seats)
        if face.ahead:
            squares |= rows_ahead(grid, seat, 1, seats)
        return squares & self.free

    def too_many(self, card: Card, seat: Seat) -> bool:
        """Whether a seat has as many of a card's name in play as it may (OVC-11)."""
        face = self.face(card)
        return bool(self.field.names.get((seat, face.name), 0) >= face.copies)

    # Moving

    def layers(self, piece: Piece, steps: int, *, fresh: bool = True, around: int = 0) -> list[int]:
        """Return where a Character can go with so much movement, occupied squares too (`reach.layers`).

        `around` are squares that it shall not enter.
        """
        ground, barred = self.going(piece)
        return reach.layers(ground, piece.square, steps, barred | around, self.stops(piece), fresh=fresh)

    def going(self, piece: Piece) -> tuple[reach.Ways, int]:
        """Return how a Character goes over the ground, and the squares that it cannot enter.

        These are enemies' and walls', unless it passes them.
        """
        field, in_force, card = self.field, self.in_force, piece.card
        layout, enemies = field.layout, field.occupied & ~field.by_seat[piece.seat]
        if not in_force.concerns(card):
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
        """Return the squares beyond which a Character cannot come: also those of terrain that stops it
        (OVC-41)."""
        return self.ends(piece.seat) | stopping(self, piece)

    def goals(self, piece: Piece, steps: int, *, fresh: bool = True) -> int:
        """Return the squares on which a Character can end a move of so much movement (OVC-16)."""
        if piece.square == OFF:
            return 0
        field = self.field
        _, squares = self.reached(piece, steps, fresh=fresh)
        return squares & ~field.occupied & ~field.layout.obstructive

    def reached(self, piece: Piece, steps: int, *, fresh: bool) -> tuple[list[int], int]:
        """Return the `layers` of a Character that stands somewhere, and their squares in one mask."""
        ground, barred = self.going(piece)
        near = within(self.grid, piece.square, max(min(steps, self.grid.width + self.grid.height), 1))
        ends, known = self.stops(piece) & near, self.field.layout.reached
        key = (piece.square, steps, fresh, barred & near, ends, *ground[1:4])
        found = known.get(key)
        if found is None:
            if len(known) > KNOWN:
                known.clear()
            layers = reach.layers(ground, piece.square, steps, barred, ends, fresh=fresh)
            found = known[key] = layers, reduce(or_, layers)
        if found[1] & self.layout.entered:
            return found[0], survived(self, piece, steps, found[1], fresh=fresh)
        return found

    def walks(self, piece: Card, squares: int) -> int:
        """Return the squares to which a Character can move by OVC-16 with so much movement."""
        here = self.piece(piece)
        return 0 if here is None else self.goals(here, squares)

    def path(self, piece: Piece, goal: int, steps: int, *, fresh: bool = True) -> tuple[tuple[int, ...], int]:
        """Return the squares by which a Character moves to one of its `goals`, and the movement it takes.

        It goes around terrain that does something to who enters, or enters it as seldom as can be.
        """
        layout, ends, (ground, barred) = self.layout, self.stops(piece), self.going(piece)
        around = layout.entered & ~self.area_at(goal) & ~self.area_at(piece.square) if layout.entered else 0
        if around:
            found = reach.layers(ground, piece.square, steps, barred | around, ends, fresh=fresh)
        else:
            found, _ = self.reached(piece, steps, fresh=fresh)
        if layout.entered and not any(layer >> goal & 1 for layer in found):
            areas = [area for area in layout.areas if area & layout.entered]
            return reach.gentlest(ground, reach.Going(piece.square, steps, barred, ends, fresh), goal, areas)
        spent = next(place for place, layer in enumerate(found) if layer >> goal & 1)
        return reach.path(ground, found, goal, ends), spent

    def area_at(self, square: int) -> int:
        """Return the area that a square is in; 0 for none."""
        placed = self.terrain_at(square)
        return 0 if placed is None else self.area(placed.card)

    # Terrain

    def site(self) -> Site:
        """Return everything that says where a terrain may be put."""
        flags = mask_of([flag.square for flag in self.state.flags])
        return Site(self.field.layout, self.state.seats, self.field.occupied, flags)

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
            layout = layout_of(
                self.grid, tuple([(self.face(each.card), each.centre, False) for each in others])
            )
            possible = centres(site._replace(layout=layout), face.radius, obstructive=face.obstructive)
            known[key] = self.grid.around[placed.centre] & possible
        return known[key]
