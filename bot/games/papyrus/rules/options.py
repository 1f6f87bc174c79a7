"""The options of a match of Papyrus."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.engine.options import KEPT

Start: TypeAlias = Literal["all", "half", "none"]
"""The part of its spaces that the first player may move in the first turn of the match (PAP-27)."""

Ties: TypeAlias = Literal["shared", "first-mover", "last-mover"]
"""The winner at a limit with equal HP: none, or a round's first or last mover (PAP-27)."""

SPACES: Final = 2
"""The number of spaces that each unit adds to the pool of a turn (PAP-07)."""

FIRST_SPACES: Mapping[Start, int] = {"all": SPACES, "half": 1, "none": 0}
"""The same in the first turn of the match (PAP-27)."""


class Kind(StrEnum):
    """The kinds of units (PAP-02)."""

    SMG = "smg"
    SHOTGUN = "shotgun"
    SNIPER = "sniper"
    MEDIC = "medic"
    RPG = "rpg"


class Kinds(StrEnum):
    """The kinds of units that may be picked (PAP-02)."""

    BASIC = "basic"
    INTERMEDIATE = "intermediate"
    ADVANCED = "advanced"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it.

    The usual ones are those of the set-up that is offered first (PAP-27).
    """

    squad: Annotated[int, Meta(ge=1, le=30, description="Units in each squad, 1 to 30")] = 10
    kinds: Annotated[Kinds, Meta(description="Which kinds of units may be picked")] = Kinds.ADVANCED
    critical: Annotated[bool, Meta(description="Critical hits and nicks")] = False
    rounds: Annotated[int, Meta(ge=0, le=200, description="Round limit, 0 for none")] = 0
    map: Annotated[str, Meta(max_length=40, description="A named map, or open for an empty field")] = (
        "loose-leaves"
    )
    width: Annotated[int, Meta(ge=8, le=40, description="Columns of an open field, 8 to 40")] = 16
    height: Annotated[int, Meta(ge=6, le=30, description="Rows of an open field, 6 to 30")] = 12
    grid: Annotated[
        str, Meta(max_length=1300, description="Your own map: rows of . and #, separated by / or line ends")
    ] = ""
    hill: Annotated[
        bool | UnsetType,
        Meta(description="At the round limit most units on the middle squares win; HP only break ties"),
    ] = UNSET
    """UNSET before normalization: true where a middle square is free (PAP-25, PAP-29)."""
    most: Annotated[
        int,
        Meta(ge=0, le=30, description="The most units of a kind in a squad, except SMGs; 0 for any number"),
    ] = 0
    """Two of five are offered, because otherwise squads of Snipers win (PAP-27)."""
    only: Annotated[
        str, Meta(max_length=60, description="Only these kinds, such as SMG and RPG; empty for all of them")
    ] = ""
    start: Annotated[
        Start,
        Meta(description="Spaces of the first player in the first turn: all, half or none"),
    ] = "all"
    ties: Annotated[
        Ties,
        Meta(description="At a limit with equal HP: shared, or won by the first or last mover in a round"),
    ] = "shared"
    squads: Annotated[
        Annotated[str, Meta(max_length=600)] | UnsetType,
        Meta(description="Additional ready-made squads, of this server or your own"),
    ] = UNSET
    """A server's own squads are written out when a match is opened (`own_squads`)."""
    weapons: Annotated[
        Annotated[str, Meta(max_length=300)] | UnsetType,
        Meta(description="The numbers of weapons a match was opened with", extra=dict(KEPT)),
    ] = UNSET
    """UNSET for those of the first versions (`bot.games.papyrus.rules.weapons.FIRST`)."""

    @property
    def first_spaces(self) -> int:
        """The number of spaces that each unit adds to the pool of the first turn of the match (PAP-27)."""
        return FIRST_SPACES[self.start]
