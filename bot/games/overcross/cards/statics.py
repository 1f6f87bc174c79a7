"""What is in force while it lasts, as values: what `always` abilities make, and effects "for a time".

A word that is in force all the time makes some of these (`field.Lasting.statics`); the rules ask for them and
never for the word. Stored in a match where an effect lasts for a time (`field.PieceTable.last`).

`piece` is the card of the Character that is meant; with `ANY` those Characters are meant that fit the rest:
of this `seat` (`ANY`: of any) and with this `genre` ("": of any) at the moment of the question.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.overcross.cards.printed import Attack, Deed, Genre, Kind, Stat

ANY = -1


class Static(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that is in force."""


class Change(Static, frozen=True, tag="stat"):
    """A stat is higher or lower (OVC-22)."""

    stat: Stat
    by: int
    piece: Card = ANY
    seat: Seat = ANY
    genre: Genre | Literal[""] = ""
    against: Genre | Literal[""] = ""
    """Only in attacks on Characters of this genre (acc, dmg), or against attackers of it (defense)."""
    attacks: Literal["", "melee", "ranged"] = ""
    """Only of these attacks; of defense, only against these."""
    least: int = -99
    """What it cannot make the stat lower than: "at least 1"."""


class Forbid(Static, frozen=True, tag="forbid"):
    """A Character may not do something (OVC-34)."""

    deed: Deed
    piece: Card


class Grant(Static, frozen=True, tag="grant"):
    """A Character has a further attack after its printed ones; attacks of edits in the order attached."""

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
    """A Character cannot be the target of ranged attacks from more than so many squares away."""

    squares: int
    piece: Card


class Unmoved(Static, frozen=True, tag="unmoved"):
    """No card pushes, moves, teleports or redeploys a Character."""

    piece: Card


class ZoneRows(Static, frozen=True, tag="zone-rows"):
    """A seat may also deploy on so many further rows, except squares of other zones."""

    rows: int
    seat: Seat


class Nearer(Static, frozen=True, tag="nearer"):
    """The next Character that a seat deploys may go on any free square nearer its edge than the middle line,
    in no other seat's zone; not a Legend. It is used up by any deploying."""

    seat: Seat


class Cost(Static, frozen=True, tag="cost"):
    """Cards of a kind cost a seat more or less to play, at least 1."""

    kind: Kind | Literal[""]
    by: int
    seat: Seat


AnyStatic: TypeAlias = (
    Change | Forbid | Grant | Retype | Passes | NoSlow | TargetLimit | Unmoved | ZoneRows | Nearer | Cost
)
