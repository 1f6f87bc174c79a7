"""A viewer's knowledge of a match of Papyrus; after deployment it is everything (PAP-24)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import BASE_FIELDS, Outcome, Seat, Viewer
from bot.games.papyrus.rules.field import middle_squares
from bot.games.papyrus.rules.options import Kind, Options

Phase: TypeAlias = Literal["picking", "placing", "moving", "attacking", "over"]

SECRET_PHASES: frozenset[Phase] = frozenset(("picking", "placing"))
"""The phases in which all seats act simultaneously and in secret (PAP-02, PAP-03)."""
TURN_PHASES: frozenset[Phase] = frozenset(("moving", "attacking"))
"""The phases of a turn (PAP-09)."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One unit of a squad; immutable, replaced at each change, so that views may share it."""

    seat: Seat
    kind: Kind
    number: int
    """Its number among the units of its kind in its squad, from 1: SMG-3."""
    square: int
    """Its square, row * width + column; -1 if off the board (dead, or not placed yet)."""
    hp: int = 10
    moved: int = 0
    """The spaces it has moved this turn (PAP-08)."""
    acted: bool = False
    """Whether it has attacked or healed this turn (PAP-10)."""


class PapyrusView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match as seen by one viewer. After deployment all fields but `viewer` are equal for all viewers."""

    viewer: Viewer
    options: Options
    seats: int
    width: int
    height: int
    barriers: tuple[int, ...]
    """The squares with a barrier, ascending."""
    zones: tuple[tuple[int, ...], ...]
    """The deploy zone of each seat, squares ascending (PAP-03)."""
    phase: Phase
    ready: tuple[bool, ...]
    """Whether each seat has finished picking or placing."""
    squad: tuple[Kind, ...]
    """While picking: the viewer's own squad so far; else empty."""
    units: tuple[Unit, ...]
    """All units the viewer may see; while placing, their squares only if the viewer may see them. A unit's
    index in this tuple is its number in actions and facts. Dead units stay in it with 0 HP.
    """
    turn: Seat
    """The seat to act; -1 before the first turn and after the end."""
    pool: int
    """The remaining spaces to move this turn."""
    round: int
    """The number of the round, from 1; 0 before the first turn."""
    quiet: int
    """The number of rounds since the last change of HP, this one included; 0 if HP changed in it (PAP-23)."""
    out: tuple[bool, ...]
    """Whether each seat is out of the match."""
    outcome: Outcome | None
    first: Seat = -1
    """The seat with the first turn of each round; -1 before the first turn."""

    @property
    def hill(self) -> tuple[int, ...]:
        """The squares that decide before HP do, ascending; none in a match without a hill (PAP-25)."""
        middle = middle_squares(self.width, self.height) if self.options.hill else ()
        return tuple([square for square in middle if square not in self.barriers])


SHARED = (*BASE_FIELDS, "ready", "out", "turn", "first", "pool", "round", "quiet")
"""The fields that a state and its view share: public knowledge."""


KIND_TITLES: Mapping[Kind, str] = {
    Kind.SMG: "SMG",
    Kind.SHOTGUN: "Shotgun",
    Kind.SNIPER: "Sniper",
    Kind.MEDIC: "Medic",
    Kind.RPG: "RPG",
}


KIND_LETTERS = {Kind.SMG: "S", Kind.SHOTGUN: "H", Kind.SNIPER: "N", Kind.MEDIC: "M", Kind.RPG: "R"}
"""The letter of each kind, for boards written as text."""


def unit_name(unit: Unit) -> str:
    """Return the name of a unit as players use it, such as `SMG-3`."""
    return f"{KIND_TITLES[unit.kind]}-{unit.number}"
