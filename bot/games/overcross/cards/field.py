"""The interface between the words of Overcross and the table: pieces, terrain, squares, and their changes.

A piece is identified by its card: Characters, edits and terrains have the numbers of their cards. Squares are
the numbers of `bot.engine.grid`, sets of squares its masks. All queries are public, except the cards of hands
and decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.table import HandTable, TableQueries
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid, grid_of
from bot.games.overcross.cards.printed import Attack, Genre, Stat
from bot.games.overcross.cards.statics import AnyStatic

SELF = "self"
"""The card that has the ability: a Character, an edit, a terrain, an event. Known from the beginning."""
BEARER = "bearer"
"""The Character that an edit is attached to. Known from the beginning of all abilities of edits."""
IT = "it"
"""The Character or piece concerned: the one that entered, is in the area, was hit, attacked, damaged or
killed; or the ability's last choice.
"""

OFF = -1
"""The square of a Character that waits off the grid (OVC-26, OVC-32)."""

Trigger: TypeAlias = Literal[
    "played", "deployed", "attached", "entered", "turn", "end-of-turn", "attacks", "hits", "rolled",
    "damaged", "dies", "kills", "acts", "activated", "always",
]  # fmt: skip
"""The trigger of an ability. Triggers of Characters apply to edits too, with the bearer as Character.

played       as an event is played
deployed     as the Character is deployed (not: redeployed)
attached     as the edit is attached
entered      as a Character enters the terrain's area from outside: it is `it`
turn         at the start of the turn of the Character's player; for a terrain, at the start of each
             player's turn once for each of their Characters in the area, which is `it`
end-of-turn  likewise at the end of the turn
attacks      after an attack of the Character, hit or miss: the target is `it`
hits         when it hits a Character, before the save: the target is `it`
rolled       after an attack for which the die to hit showed one of the ability's `faces`
damaged      when counters were put on it: it is `it`
dies         when it would die (`instead`), or has died: it is `it`. `instead` abilities are carried out while
             it is still on the grid with 6 counters or more; those of edits first. If it then has fewer
             counters, or has left the grid, it does not die; if it has left, the kill counts
kills        when it has killed a Character, which is `it`
acts         after an action of the Character
activated    when its player uses it, as an action of the ability's `size`
always       permanently
"""
Until: TypeAlias = Literal["turn", "own-turn", "match"]
"""turn: to the end of this turn; own-turn: to the end of the next turn, after this one, of the player it
concerns; match: to the end of the match. "While attached" and "in the area" are `always` abilities of
edits and terrains.
"""
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The options 0 to 7 of a question of kind `direction`; north is towards higher rows."""
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The columns and rows of one step in each of `DIRECTIONS`."""


def around(grid: Grid, squares: int, distance: int) -> int:
    """Return the squares within this Chebyshev distance of at least one of these squares, including them."""
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
    """The number of turns of the bearer's player that have begun since it was attached."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A Character in play. It is replaced by a new value at each change."""

    card: Card
    seat: Seat
    """Its owner, who always controls it."""
    square: int = OFF
    counters: int = 0
    edits: tuple[Attached, ...] = ()
    """In order of attachment."""
    minor: bool = False
    """Whether it has taken its minor action in this turn (OVC-15)."""
    major: bool = False
    """Whether it has taken its major action, or a full one."""
    deployed: int = 0
    """The turn of the match in which it was deployed; 0 if it was in play from the beginning."""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A terrain on the grid (OVC-13)."""

    card: Card
    centre: int
    counters: int = 0


class PieceQueries(TableQueries, Protocol):
    """Queries on a table with pieces.

    `face(card)` is a `cards.AnyCard`; `cards(zone, seat)` accepts the zones "hand", "deck" and "discard".
    """

    @property
    def grid(self) -> Grid:
        """The grid."""

    @property
    def round(self) -> int:
        """The number of the round, which is the play limit (OVC-10)."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """All Characters in play, including those off the grid, in order of seats and cards."""

    @property
    def on_grid(self) -> int:
        """The number of Characters on the grid."""

    def stood_on(self, squares: int, seat: Seat, whose: str) -> int:
        """Return the squares of these with a Character that is "any", a "friend" of a seat or an "enemy"."""

    def standing(self, squares: int, seat: Seat, whose: str) -> list[Card]:
        """Return the Characters on these squares that are "any", a "friend" of a seat or an "enemy", by
        number.
        """

    @property
    def terrains(self) -> Sequence[Placed]:
        """All terrains in play, in the order of the cards."""

    def piece(self, card: Card) -> Piece | None:
        """Return a Character in play; None if this card is not one."""

    def terrain(self, card: Card) -> Placed | None:
        """Return a terrain in play; None if this card is not one."""

    def bearer(self, edit: Card) -> Piece | None:
        """Return the Character that an edit is attached to; None if this card is not an attached edit."""

    def at(self, square: int) -> Piece | None:
        """Return the Character on a square."""

    @property
    def covered(self) -> int:
        """The squares of all terrains in play."""

    @property
    def areas(self) -> Iterable[tuple[Placed, int]]:
        """The terrains in play, each with the squares of its area."""

    def area(self, terrain: Card) -> int:
        """Return the squares of a terrain in play (OVC-13); 0 for another card."""

    def terrain_at(self, square: int) -> Placed | None:
        """Return the terrain whose area contains a square."""

    def zone(self, seat: Seat) -> int:
        """Return the squares of a deploy zone, without extensions (OVC-12)."""

    @property
    def deploy_zones(self) -> int:
        """The squares of all deploy zones, also of a seat that is out (OVC-46)."""

    @property
    def free(self) -> int:
        """The free squares: without Character or obstructive terrain (OVC-34)."""

    def owner(self, card: Card) -> Seat:
        """Return the owner of a card."""

    def genre(self, piece: Card) -> Genre:
        """Return the current genre of a Character in play; the printed genre of another card."""

    def stat(self, piece: Card, stat: Stat, attack: int = 0) -> int:
        """Return the current value of a stat of a Character in play, 0 for another card.

        acc, dmg and rng are those of the attack with this number. Changes against certain opponents only are
        left out.
        """

    def attacks(self, piece: Card) -> Sequence[Attack]:
        """Return the attacks of a Character in play, printed and granted ones, with their printed values."""

    def unmoved(self, piece: Card) -> bool:
        """Whether no card can push, move, teleport or redeploy a Character (`statics.Unmoved`)."""

    def carrying(self, piece: Card) -> bool:
        """Whether a Character carries a flag (OVC-25)."""

    def walks(self, piece: Card, squares: int) -> int:
        """Return the squares to which a Character can move by OVC-16 with this movement."""

    def terrain_steps(self, terrain: Card) -> int:
        """Return the centres, of the 8 around its own, to which a terrain can be moved by OVC-13."""

    def deploys(self, card: Card, seat: Seat) -> int:
        """Return the squares on which a seat can deploy a Character now; 0 if OVC-11 forbids it."""

    def zone_squares(self, seat: Seat) -> int:
        """Return the free squares of the zone without extensions, on which a seat redeploys (OVC-32)."""


class PieceTable(PieceQueries, HandTable, Protocol):
    """Changes of a table with pieces.

    Each method records a fact and triggers the abilities that react to it. These come before the rest of the
    current ability (`EffectContext.first`). A card that is no longer in play is skipped without an error;
    so is one in the wrong place, and one that `unmoved` protects. Kills are credited to the owner of
    `context.card` (OVC-27).
    """

    def damage(self, context: EffectContext[Any], cards: Sequence[Card], by: int) -> None:
        """Put counters on Characters and terrains at once; with 6 counters one dies or is destroyed."""

    def heal(self, context: EffectContext[Any], cards: Sequence[Card], by: int) -> None:
        """Remove counters from Characters and terrains, as far as there are any."""

    def set_counters(self, context: EffectContext[Any], piece: Card, to: int) -> None:
        """Set a Character's counters, 0 to 5: "it has 5 counters instead"."""

    def walk(self, context: EffectContext[Any], piece: Card, square: int, squares: int) -> None:
        """Move a Character by OVC-16 to one of its `walks` with this movement; every square is entered."""

    def unused(self, context: EffectContext[Any]) -> None:
        """Record that the ability whose first effect is next had no result, because there was no target or
        its player declined: a once-a-turn ability is not used up by that.
        """

    def push(self, context: EffectContext[Any], piece: Card, direction: int, squares: int) -> None:
        """Push a Character (OVC-33); `direction` is an index of `DIRECTIONS`."""

    def teleport(self, context: EffectContext[Any], piece: Card, square: int) -> None:
        """Put a Character on a free square; only that square is entered."""

    def redeploy(self, context: EffectContext[Any], piece: Card) -> None:
        """Let a Character's owner redeploy it.

        The owner is asked for the square (kind "square", why "redeploy"). Without a free square it waits off
        the grid (OVC-32).
        """

    def deploy(self, context: EffectContext[Any], card: Card, square: int) -> None:
        """Deploy a Character from its owner's discard pile or hand on one of its `deploys`, for free."""

    def move_terrain(self, context: EffectContext[Any], terrain: Card, centre: int) -> None:
        """Move a terrain to one of its `terrain_steps`; its arrival does not count as entering."""

    def destroy(self, context: EffectContext[Any], card: Card) -> None:
        """Put an attached edit or a terrain into its owner's discard pile."""

    def to_hand(self, context: EffectContext[Any], card: Card) -> None:
        """Put a Character in play into its owner's hand; its edits go to their owners' discard piles.

        A Legend, a Leader or a free Champion is set aside (OVC-23, OVC-24).
        """

    def last(self, context: EffectContext[Any], statics: Sequence[AnyStatic], until: Until) -> None:
        """Put something in force for a time.

        `own-turn` refers to the player whose `piece` or `seat` the first static names, else to the card's
        controller.
        """

    def look_at(self, context: EffectContext[Any], target: Seat) -> None:
        """Show a hand to the card's controller, once."""
