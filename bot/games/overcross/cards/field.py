"""What the words of Overcross need of the table: pieces, terrain, squares, and what can be done to them.

A piece is its card: Characters, edits and terrains are named by the numbers of their cards. Squares are the
numbers of `bot.engine.grid`, sets of squares its masks. All that is asked here is public but the cards of
hands and decks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.table import HandTable, TableQueries
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid, grid_of
from bot.games.overcross.cards.printed import Attack, Genre, Stat
from bot.games.overcross.cards.statics import AnyStatic

SELF = "self"
"""The card whose ability it is: a Character, an edit, a terrain, an event. There from the beginning."""
BEARER = "bearer"
"""The Character that an edit is attached to. There from the beginning of all abilities of edits."""
IT = "it"
"""What it happens to: who entered, who stands in the area, who was hit, attacked, damaged or killed; or
what the ability has chosen last."""

OFF = -1
"""The square of a Character that waits off the grid (OVC-26, OVC-32)."""

Trigger: TypeAlias = Literal[
    "played", "deployed", "attached", "entered", "turn", "end-of-turn", "attacks", "hits", "rolled",
    "damaged", "dies", "kills", "acts", "activated", "always",
]  # fmt: skip
"""When an ability happens. Those of a Character's own text hold for its edits too, about their bearer.

played       as an event is played
deployed     as the Character is deployed (not: redeployed)
attached     as the edit is attached
entered      as a Character enters the terrain's area from outside: it is `it`
turn         at the start of the turn of the Character's player; of a terrain, at the start of each player's
             turn once for each of their Characters in the area, which is `it`
end-of-turn  likewise at the end of the turn
attacks      after an attack of the Character, hit or miss: the target is `it`
hits         when it hits a Character, before the save: the target is `it`
rolled       after an attack for which the die to hit showed one of the ability's `faces`
damaged      when counters were put on it: it is `it`
dies         when it would die (`instead`), or has died: it is `it`. `instead` abilities are carried out while
             it still stands with 6 counters or more; edits' first. If it has less then, or has left the grid,
             it does not die; when it has left, the kill counts
kills        when it has killed a Character, which is `it`
acts         after an action of the Character
activated    when its player uses it, as an action of the ability's `size`
always       all the time
"""
Until: TypeAlias = Literal["turn", "own-turn", "match"]
"""turn: to the end of this turn; own-turn: to the end of the next turn of the player it concerns that begins
after this; match. "While attached" and "in the area" are `always` abilities of edits and terrains."""
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The options 0 to 7 of a question of kind `direction`; north is towards higher rows."""


def around(grid: Grid, squares: int, distance: int) -> int:
    """Return the squares at a Chebyshev distance of at most so many from some of these, these too."""
    return _around(grid.width, grid.height, squares, distance)


@lru_cache(maxsize=16384)
def _around(width: int, height: int, squares: int, distance: int) -> int:
    grid = grid_of(width, height)
    for _ in range(distance):
        squares = grid.spread_diagonally(squares)
    return squares


class Attached(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An edit on a Character."""

    card: Card
    turns: int = 0
    """How many turns of the bearer's player have begun since it was attached."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A Character in play. A new value replaces it at each change."""

    card: Card
    seat: Seat
    """Its owner, who always controls it."""
    square: int = OFF
    counters: int = 0
    edits: tuple[Attached, ...] = ()
    """In the order in which they were attached."""
    minor: bool = False
    """Whether it has taken its minor action in this turn (OVC-15)."""
    major: bool = False
    """Whether it has taken its major action, or a full one."""
    deployed: int = 0
    """The turn of the match in which it was deployed; 0 for one that began in play."""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A terrain on the grid (OVC-13)."""

    card: Card
    centre: int
    counters: int = 0


class PieceQueries(TableQueries, Protocol):
    """A table with pieces that is looked at. `face(card)` is a `cards.AnyCard`; `cards(zone, seat)` knows the
    zones "hand", "deck" and "discard"."""

    @property
    def grid(self) -> Grid:
        """The grid."""

    @property
    def round(self) -> int:
        """The number of the round, which is the play limit (OVC-10)."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """All Characters in play, the waiting ones too, in the order of the seats and cards."""

    @property
    def standing(self) -> Sequence[tuple[Card, int]]:
        """The Characters on the grid in that order, each with its square as a mask."""

    @property
    def terrains(self) -> Sequence[Placed]:
        """All terrains in play, in the order of the cards."""

    def piece(self, card: Card) -> Piece | None:
        """Return a Character in play, None where this card is none."""

    def terrain(self, card: Card) -> Placed | None:
        """Return a terrain in play, None where this card is none."""

    def bearer(self, edit: Card) -> Piece | None:
        """Return the Character that an edit is attached to, None where this card is no attached edit."""

    def at(self, square: int) -> Piece | None:
        """Return the Character on a square."""

    def area(self, terrain: Card) -> int:
        """Return the squares of a terrain in play (OVC-13); 0 for another card."""

    def terrain_at(self, square: int) -> Placed | None:
        """Return the terrain whose area a square is in."""

    def zone(self, seat: Seat) -> int:
        """Return the squares of a deploy zone, the zone proper (OVC-12)."""

    @property
    def free(self) -> int:
        """The free squares: without Character or obstructive terrain (OVC-34)."""

    def owner(self, card: Card) -> Seat:
        """Return whose card it is."""

    def genre(self, piece: Card) -> Genre:
        """Return the genre of a Character in play as it is now; of another card the printed one."""

    def stat(self, piece: Card, stat: Stat, attack: int = 0) -> int:
        """Return a stat of a Character in play as it is now, 0 for another card; acc, dmg and rng of the
        attack of this number, without what holds only against some."""

    def attacks(self, piece: Card) -> Sequence[Attack]:
        """Return the attacks of a Character in play, printed and granted ones, as they are printed."""

    def unmoved(self, piece: Card) -> bool:
        """Whether no card pushes, moves, teleports or redeploys a Character (`statics.Unmoved`)."""

    def carrying(self, piece: Card) -> bool:
        """Whether a Character carries a flag (OVC-25)."""

    def walks(self, piece: Card, squares: int) -> int:
        """Return the squares to which a Character can move by OVC-16 with so much movement."""

    def terrain_steps(self, terrain: Card) -> int:
        """Return the centres, of the 8 around its own, to which a terrain can be moved by OVC-13."""

    def deploys(self, card: Card, seat: Seat) -> int:
        """Return the squares on which a seat can deploy a Character now; 0 also where OVC-11 forbids it."""

    def zone_squares(self, seat: Seat) -> int:
        """Return the free squares of the zone proper, on which a seat redeploys (OVC-32)."""


class PieceTable(PieceQueries, HandTable, Protocol):
    """A table with pieces that can be changed.

    Each method records a fact and sets off the abilities that react to it. These come before the rest of the
    ability that is carried out (`EffectContext.set_off`). A card that is not in play any more is passed over
    without a fault; so is one that is not where the method needs it, and one that `unmoved` protects. Kills
    are credited to the owner of `context.card` (OVC-27).
    """

    def damage(self, context: EffectContext[Any], cards: Sequence[Card], by: int) -> None:
        """Put counters on Characters and terrains, all at once; one with 6 counters dies or is destroyed."""

    def heal(self, context: EffectContext[Any], cards: Sequence[Card], by: int) -> None:
        """Take counters off Characters and terrains, as far as there are any."""

    def set_counters(self, context: EffectContext[Any], piece: Card, to: int) -> None:
        """Let a Character have so many counters, 0 to 5, whatever it had: "it has 5 counters instead"."""

    def walk(self, context: EffectContext[Any], piece: Card, square: int, squares: int) -> None:
        """Move a Character by OVC-16 to one of its `walks` of so much movement; every square is entered."""

    def unused(self, context: EffectContext[Any]) -> None:
        """Note that nothing came of the ability whose first effect is in front, for want of a target or
        because its player would rather not: one that works once a turn is not used up by that."""

    def push(self, context: EffectContext[Any], piece: Card, direction: int, squares: int) -> None:
        """Push a Character (OVC-33); `direction` is a place in `DIRECTIONS`."""

    def teleport(self, context: EffectContext[Any], piece: Card, square: int) -> None:
        """Put a Character on a free square; that square alone is entered."""

    def redeploy(self, context: EffectContext[Any], piece: Card) -> None:
        """Let a Character's owner redeploy it, who is asked for the square (kind "square", why "redeploy");
        it waits off the grid where there is none (OVC-32)."""

    def deploy(self, context: EffectContext[Any], card: Card, square: int) -> None:
        """Deploy a Character of its owner's discard pile or hand without paying, on one of its `deploys`."""

    def move_terrain(self, context: EffectContext[Any], terrain: Card, centre: int) -> None:
        """Move a terrain to one of its `terrain_steps`; it harms nobody by arriving."""

    def destroy(self, context: EffectContext[Any], card: Card) -> None:
        """Put an attached edit or a terrain into its owner's discard pile."""

    def to_hand(self, context: EffectContext[Any], card: Card) -> None:
        """Put a Character in play into its owner's hand; its edits go to their owners' discards. A Legend
        goes to where it is set aside, a Leader or a free Champion is set aside (OVC-23, OVC-24)."""

    def last(self, context: EffectContext[Any], statics: Sequence[AnyStatic], until: Until) -> None:
        """Let something be in force for a time. `own-turn` is that of the player whose `piece` or `seat` the
        first of them names, else of who controls the card."""

    def look_at(self, context: EffectContext[Any], target: Seat) -> None:
        """Let who controls the card see a hand, once."""


class Lasting(Protocol):
    """An effect whose `lasting` is true, as the rules ask for it in an `always` ability."""

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[AnyStatic]:
        """Yield what is in force, for the card whose ability it is. `context.names` has SELF, of an edit
        BEARER too. Asks for positions, cards, owners and printed values; never for `genre`, `stat`,
        `attacks`, `walks`, `deploys` or what else such abilities help to make up (a genre that a filter asks
        for goes into the static)."""
