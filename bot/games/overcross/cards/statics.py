"""The values in force for a time: created by `always` abilities, and by effects with a duration.

A word with a permanent effect creates some of these (`words.static_effects.StaticEffect.statics`); the rules
query them and never the word. An effect with a duration stores them in the match (`field.PieceTable.last`).

`piece` is the card of the Character concerned. With `ANY` it applies to the Characters that match the other
fields at the moment of the query: of this `seat` (`ANY`: of any) and with this `genre` ("": of any).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.overcross.cards.printed import ActionKind, Attack, Genre, Kind, Stat

ANY = -1


class Static(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Base class of values in force."""


class StatChange(Static, frozen=True, tag="stat"):
    """A stat is higher or lower (OVC-22)."""

    stat: Stat
    by: int
    piece: Card = ANY
    seat: Seat = ANY
    genre: Genre | Literal[""] = ""
    against: Genre | Literal[""] = ""
    """Only in attacks on Characters of this genre (acc, dmg), or against attackers of it (defense)."""
    attacks: Literal["", "melee", "ranged"] = ""
    """Only for these attacks; for defense, only against these."""
    least: int = -99
    """The lower limit of this change: "at least 1"."""


class Forbid(Static, frozen=True, tag="forbid"):
    """A Character may not take an action (OVC-34)."""

    deed: ActionKind
    piece: Card


class Grant(Static, frozen=True, tag="grant"):
    """A Character has another attack after its printed ones; attacks of edits in order of attachment."""

    attack: Attack
    piece: Card


class Retype(Static, frozen=True, tag="genre"):
    """A Character has another genre."""

    genre: Genre
    piece: Card


class Passes(Static, frozen=True, tag="passes"):
    """A Character moves through enemies; or over obstructive terrain and past closed corners (OVC-16)."""

    what: Literal["enemies", "obstructive"]
    piece: Card


class NoSlow(Static, frozen=True, tag="no-slow"):
    """Terrain costs a Character no extra movement."""

    piece: Card


class TargetLimit(Static, frozen=True, tag="target-limit"):
    """A Character cannot be the target of ranged attacks from more than this number of squares away."""

    squares: int
    piece: Card


class Unmoved(Static, frozen=True, tag="unmoved"):
    """No card can push, move, teleport or redeploy a Character."""

    piece: Card


class ZoneRows(Static, frozen=True, tag="zone-rows"):
    """A seat may also deploy on this number of further rows, except squares of other zones."""

    rows: int
    seat: Seat


class Nearer(Static, frozen=True, tag="nearer"):
    """The next Character that a seat deploys may go on any free square nearer its edge than the middle line.

    Squares in other seats' zones and Legends are excepted. Any deployment uses it up.
    """

    seat: Seat


class Cost(Static, frozen=True, tag="cost"):
    """Changes the play cost of a seat's cards of a kind; the cost stays at least 1."""

    kind: Kind | Literal[""]
    by: int
    seat: Seat


AnyStatic: TypeAlias = (
    StatChange | Forbid | Grant | Retype | Passes | NoSlow | TargetLimit | Unmoved | ZoneRows | Nearer | Cost
)
