"""The facts of a match of Papyrus. A viewer's facts describe every change of the viewer's view."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import Fact, Seat
from bot.engine.facts import MatchOver, Resigned, SeatFact, SeatOut, SeatReady, union_of
from bot.games.papyrus.rules.options import Kind

Grade: TypeAlias = Literal["miss", "nick", "hit", "critical"]


class SquadPicked(SeatFact, frozen=True, tag="squad-picked"):
    """The current squad of a seat that is picking; seen by that seat only."""

    kinds: tuple[Kind, ...]


class SquadPlaced(SeatFact, frozen=True, tag="squad-placed"):
    """The squares of a seat's units so far, in order, None for unplaced ones; seen by that seat only."""

    squares: tuple[int | None, ...]


class SquadsRevealed(Fact, frozen=True, tag="squads-revealed"):
    """All squads are picked: the kinds of each seat's units, in order."""

    squads: tuple[tuple[Kind, ...], ...]


class Deployed(Fact, frozen=True, tag="deployed"):
    """All units are placed: the squares of each seat's units, in order."""

    squares: tuple[tuple[int, ...], ...]


class FirstPlayer(Fact, frozen=True, tag="first-player"):
    """Dice for the first turn, one tuple of the seats' dice for each roll (PAP-04)."""

    rolls: tuple[tuple[int, ...], ...]
    """One entry for each roll-off: dice in seat order, 0 for a seat that no longer rolls."""
    seat: Seat


class TurnBegan(SeatFact, frozen=True, tag="turn-began"):
    """A seat's turn begins with its pool of spaces (PAP-07)."""

    round: int
    pool: int


class Moved(Fact, frozen=True, tag="moved"):
    """A unit moved along a path."""

    unit: int
    path: tuple[int, ...]
    """The squares of its path, first and last included."""


class Hurt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A loss of HP by one unit."""

    unit: int
    damage: int
    """The HP actually lost; never more than it had."""
    hp: int
    """The remaining HP; 0 means it has left the board (PAP-20)."""
    square: int = -1
    """Its square, to mark a unit that fell to splash; -1 if not given."""


class Shot(Fact, frozen=True, tag="shot"):
    """An attack and all its effects (PAP-11 to PAP-18)."""

    unit: int
    target: int
    origin: int
    """The attacker's square."""
    at: int
    """The target's square."""
    chances: int
    """Chances in six."""
    roll: int
    grade: Grade
    damage: int
    """The target's damage from the table, before it is limited by its HP."""
    hurt: tuple[Hurt, ...]
    """All units that lost HP at that moment, the target first, splash after it."""


class Healed(Fact, frozen=True, tag="healed"):
    """A Medic healed an ally (PAP-19)."""

    unit: int
    target: int
    hp: int
    """HP after healing."""


PapyrusFact = union_of(globals(), MatchOver, Resigned, SeatOut, SeatReady)
