"""Named set-ups of a game: quick, usual and long, each with its measured duration."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from bot.base.language import N_, gettext, ngettext

SEATS: Final = 2
"""The number of seats of the measured matches."""
TURNS_A_DAY: Final = 2

NAMES: Mapping[str, str] = {"quick": N_("quick"), "usual": N_("usual"), "long": N_("long")}
"""The names of set-ups, messages."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named combination of options; the other options have their defaults."""

    hand_offs: Annotated[int, Meta(ge=1)]
    """The median number of hand-offs of both seats together, between normal players
    (`bot.parts.workshop.lab.tallies.hand_offs`).
    """
    matches: Annotated[int, Meta(ge=1)]
    """The number of measured matches."""
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)

    @property
    def length(self) -> str:
        """The duration of a match of two, in the current language."""
        turns = ceil(self.hand_offs / SEATS)
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

    def by_name(self) -> Mapping[str, Setup]:
        """Return the set-ups by name, the shortest first."""
        return {"quick": self.quick, "usual": self.usual, "long": self.long}


def described(name: str, setup: Setup) -> str:
    """Return a set-up's name and duration, in the current language."""
    return f"{gettext(NAMES[name])}: {setup.length}"
