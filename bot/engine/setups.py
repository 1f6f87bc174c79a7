"""Named set-ups of a game: quick, usual, long and by the book, each with its measured duration."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from bot.base.language import N_, gettext, ngettext

FEWEST: Final = 2
"""The number of seats whose values stand in a set-up itself, not in its table `seats`."""
TURNS_A_DAY: Final = 2

NAMES: Mapping[str, str] = {
    "quick": N_("quick"),
    "usual": N_("usual"),
    "long": N_("long"),
    "book": N_("by the book"),
    "extended": N_("by the book, extended"),
}
"""The names of set-ups, messages."""


class Sized(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a set-up for one number of seats; the other options have their defaults."""

    hand_offs: Annotated[int, Meta(ge=1)]
    """The median number of hand-offs of all seats together, between normal players
    (`bot.parts.workshop.lab.tallies.hand_offs`).
    """
    matches: Annotated[int, Meta(ge=1)]
    """The number of measured matches."""
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)


class Setup(Sized, frozen=True, forbid_unknown_fields=True):
    """A named combination of options: for two seats, and in `seats` for each larger number."""

    seats: dict[int, Sized] = msgspec.field(default_factory=dict)

    def of(self, seats: int) -> Sized:
        """Return the set-up for a number of seats; without a table for it, the one for two."""
        return self.seats.get(seats, self)

    def length(self, seats: int) -> str:
        """Return the duration of a match with so many seats, in the current language."""
        turns = ceil(self.of(seats).hand_offs / seats)
        days = ceil(turns / TURNS_A_DAY)
        return ngettext(
            "about {turns} turns each, {number} day at two a day",
            "about {turns} turns each, {number} days at two a day",
            days,
            turns=turns,
        )


class Setups(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `setups.toml` of a game."""

    quick: Setup
    usual: Setup
    long: Setup
    book: Setup
    """The rulebook's own game; what the rulebook leaves open has its plainest value (PAP-30)."""
    extended: Setup | None = None
    """The same with the rules that the rulebook leaves to choice (PAP-15, NEO-16d)."""

    def by_name(self) -> Mapping[str, Setup]:
        """Return the set-ups by name, the shortest first, those by the book last."""
        return {name: setup for name in NAMES if (setup := getattr(self, name)) is not None}


def described(name: str, setup: Setup, seats: int) -> str:
    """Return a set-up's name and its duration with so many seats, in the current language."""
    return f"{gettext(NAMES[name])}: {setup.length(seats)}"
