"""Queries on a match: its cards, pieces in play, effects in force (`cards.field.PieceQueries`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.engine.cards.nodes import AbilityNode
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid
from bot.games.overcross.cards.cards import AnyCard, Character, Pool
from bot.games.overcross.cards.field import OFF, Piece, Placed
from bot.games.overcross.cards.printed import Attack, Genre, Stat
from bot.games.overcross.cards.words import VOCABULARY, Ability
from bot.games.overcross.rules.field import Field, Memory
from bot.games.overcross.rules.standing import InForce, each_once, names_of
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.terrains import TerrainLayout
from bot.games.overcross.rules.view import NO_CARD, SEAT_CARDS

LEADER_COST = 6
"""The deck cost that a Leader counts as (OVC-23)."""


class CardQueries:
    """A match and its cards: zones, positions, and current values of cards."""

    grid: Grid
    faces: dict[Card, AnyCard]
    """The cards looked at so far; another dict for another match (`Memory.printed`)."""
    _laid: Sequence[Placed] | None = None
    _ground: TerrainLayout
    """The layout of these terrains."""

    def __init__(self, state: OvercrossState, pool: Pool, memory: Memory | None = None) -> None:
        self.state = state
        self.pool = pool
        self.memory = memory or Memory()
        self.grid, self.faces, self._doing = self.memory.printed(self)

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
    def on_grid(self) -> int:
        """The number of Characters on the grid."""
        return self.field.on_grid

    def stood_on(self, squares: int, seat: Seat, whose: str) -> int:
        """Return those of these squares with a Character of a seat or of others (`field.Field.stood_on`)."""
        return self.field.stood_on(squares, seat, whose)

    def standing(self, squares: int, seat: Seat, whose: str) -> list[Card]:
        """Return the Characters on these squares, of a seat or of others (`field.Field.standing`)."""
        return self.field.standing(squares, seat, whose)

    @property
    def terrains(self) -> tuple[Placed, ...]:
        """The terrains in play."""
        return self.state.terrains

    @property
    def field(self) -> Field:
        """The current positions of pieces and the effects in force."""
        return self.memory.field(self)

    @property
    def layout(self) -> TerrainLayout:
        """The ground, with the terrains on it."""
        if self.state.terrains is not self._laid:
            self._ground = self.memory.layout(self)
            self._laid = self.state.terrains
        return self._ground

    # Cards

    def face(self, card: Card) -> Any:
        """Return a card's printed content, a `cards.AnyCard`."""
        found = self.faces.get(card)
        return self.memory.face(self, card) if found is None else found

    def does(self, card: Card) -> Mapping[str, tuple[Ability, ...]]:
        """Return the abilities of a card by trigger."""
        found = self._doing.get(card)
        return self.memory.does(self, card) if found is None else found

    def owner(self, card: Card) -> Seat:
        """Return the owner of a card."""
        return card // SEAT_CARDS

    def cards(self, zone: Any, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a zone; a deck's top card first."""
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
        """Return the cards a seat could play: its hand, and its Legend like a hand card (OVC-24)."""
        hand, legend = self.state.hands[seat], NO_CARD
        if self.state.options.objective == "summoning":
            legend = self.legend(seat)
        return hand if legend == NO_CARD else (*hand, legend)

    def cost(self, card: Card) -> int:
        """Return the current play cost of a card for its owner, at least 1 (OVC-10, OVC-24)."""
        return self.cost_of(self.face(card), self.owner(card))

    def cost_of(self, face: Any, seat: Seat) -> int:
        """Return the current play cost of a card with this content for this seat, at least 1."""
        cost: int = face.play
        if face.mark == "legend":
            cost += 2 * self.state.sides[seat].deaths
        for static in self.field.in_force.costs:
            if static.seat == seat and static.kind in ("", face.kind):
                cost += static.by
        return max(1, cost)

    def kill_cost(self, card: Card) -> int:
        """Return the deck cost that counts for a kill of a Character; a Leader counts 6 (OVC-23)."""
        face: Character = self.face(card)
        return LEADER_COST if face.mark == "leader" else face.deck

    # Pieces and terrain

    def piece(self, card: Card) -> Piece | None:
        """Return a Character in play; None if this card is not one."""
        return self.field.by_card.get(card)

    def terrain(self, card: Card) -> Placed | None:
        """Return a terrain in play; None if this card is not one."""
        for placed in self.state.terrains:
            if placed.card == card:
                return placed
        return None

    def bearer(self, edit: Card) -> Piece | None:
        """Return the Character that an edit is attached to."""
        field = self.field
        card = field.bearers.get(edit)
        return None if card is None else field.by_card[card]

    def edits(self, piece: Piece) -> Sequence[Card]:
        """Return the edits on a Character; edits with the same name count once (OVC-34)."""
        return each_once(self, piece.edits) if piece.edits else ()

    def at(self, square: int) -> Piece | None:
        """Return the Character on a square."""
        return self.field.by_square.get(square)

    def area(self, terrain: Card) -> int:
        """Return the squares of a terrain in play; 0 for another card."""
        return next((area for placed, area in self.areas if placed.card == terrain), 0)

    @property
    def covered(self) -> int:
        """The squares of all terrains in play."""
        return self.layout.covered

    @property
    def areas(self) -> Iterator[tuple[Placed, int]]:
        """The terrains in play, each with the squares of its area."""
        return zip(self.state.terrains, self.layout.areas, strict=True)

    def terrain_at(self, square: int) -> Placed | None:
        """Return the terrain whose area contains a square."""
        if square == OFF or not self.state.terrains:
            return None
        if not self.layout.covered >> square & 1:
            return None
        return next(placed for placed, area in self.areas if area >> square & 1)

    def where(self, card: Card) -> int:
        """Return the square of a Character, an edit's bearer or a terrain's centre; `OFF` for none."""
        placed, piece = self.terrain(card), self.bearer(card) or self.piece(card)
        return placed.centre if placed is not None else OFF if piece is None else piece.square

    @property
    def free(self) -> int:
        """The free squares: without Character or obstructive terrain (OVC-34)."""
        return self.field.free

    def carrying(self, piece: Card) -> bool:
        """Whether a Character carries a flag."""
        return any(flag.carrier == piece for flag in self.state.flags)

    def names_of(self, card: Card) -> Mapping[str, tuple[Card, ...]]:
        """Return the names known at the beginning of a card's abilities: itself, and an edit's bearer."""
        bearer = self.bearer(card)
        return names_of(card, card if bearer is None else bearer.card)

    def activated(self, card: Card) -> Sequence[Ability]:
        """Return the abilities of a Character or an edit that are used as actions."""
        return self.does(card).get("activated", ())

    def used_up(self, card: Card, ability: AbilityNode) -> bool:
        """Whether a once-a-turn ability was used in this turn."""
        used = self.state.used
        return bool(used) and (card, self.face(card).abilities.index(ability)) in used

    # Effects in force

    @property
    def in_force(self) -> InForce:
        """The effects in force."""
        return self.field.in_force

    def in_force_on(self, field: Field) -> InForce:
        """Return the effects in force at the current positions, which are given."""
        return field.in_force

    def genre(self, piece: Card) -> Genre:
        """Return the current genre of a Character in play; the printed genre of another card."""
        printed: Genre = self.face(piece).genre
        return self.in_force.genre(piece, printed)

    def attacks(self, piece: Card) -> Sequence[Attack]:
        """Return the attacks of a Character in play, the printed ones first."""
        printed: tuple[Attack, ...] = getattr(self.face(piece), "attacks", ())
        granted = self.in_force.granted(piece)
        return (*printed, *granted) if granted else printed

    def stat(self, piece: Card, stat: Stat, attack: int = 0) -> int:
        """Return the current value of a stat of a Character in play, 0 for another card."""
        here = self.piece(piece)
        if here is None:
            return 0
        if stat in ("speed", "defense"):
            return self.own_stat(here, stat)
        ways = self.attacks(piece)
        return self.attack_stat(here, stat, ways[attack], None) if attack < len(ways) else 0

    def own_stat(self, piece: Piece, stat: Stat) -> int:
        """Return the speed or defense of a Character in play, without changes against certain opponents."""
        base: int = getattr(self.face(piece.card), stat)
        in_force = self.in_force
        if not in_force.changes(stat):
            return base
        genre = in_force.genre(piece.card, self.face(piece.card).genre)
        return max(0, in_force.changed(stat, base, piece, genre, None, None))

    def speed(self, piece: Piece) -> int:
        """Return the movement of a Character in play in a turn, at least 1 (OVC-16)."""
        return max(1, self.own_stat(piece, "speed"))

    def attack_stat(self, piece: Piece, stat: Stat, attack: Attack, target: Card | None) -> int:
        """Return acc, dmg or rng of an attack on a target, or without changes against certain targets."""
        base: int = getattr(attack, stat)
        in_force = self.in_force
        if not in_force.changes(stat):
            return base
        against = None if target is None else in_force.genre(target, self.face(target).genre)
        genre = in_force.genre(piece.card, self.face(piece.card).genre)
        return in_force.changed(stat, base, piece, genre, against, attack)

    def defense(self, piece: Piece, attacker: Card, attack: Attack) -> int:
        """Return the defense of a Character against an attack."""
        face, in_force = self.face(piece.card), self.in_force
        genre, against = in_force.genre(piece.card, face.genre), self.genre(attacker)
        return in_force.changed("defense", face.defense, piece, genre, against, attack)

    def unmoved(self, piece: Card) -> bool:
        """Whether no card can push, move, teleport or redeploy a Character."""
        return self.in_force.unmoved(piece)
