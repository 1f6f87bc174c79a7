"""What can be agreed on when a match of Papyrus is opened."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta


class Kind(StrEnum):
    """The kinds of units (PAP-02)."""

    SMG = "smg"
    SHOTGUN = "shotgun"
    SNIPER = "sniper"
    MEDIC = "medic"
    RPG = "rpg"


class Kinds(StrEnum):
    """Which kinds of units may be picked (PAP-02)."""

    BASIC = "basic"
    INTERMEDIATE = "intermediate"
    ADVANCED = "advanced"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    squad: Annotated[int, Meta(ge=1, le=30, description="Units in each squad, 1 to 30")] = 10
    kinds: Annotated[Kinds, Meta(description="Which kinds of units may be picked")] = Kinds.ADVANCED
    critical: Annotated[bool, Meta(description="Critical hits and nicks")] = False
    rounds: Annotated[int, Meta(ge=0, le=200, description="Round limit, 0 for none")] = 0
    map: Annotated[str, Meta(max_length=40, description="A named map, or open for an empty field")] = "open"
    width: Annotated[int, Meta(ge=8, le=40, description="Columns of an open field, 8 to 40")] = 16
    height: Annotated[int, Meta(ge=6, le=30, description="Rows of an open field, 6 to 30")] = 12
    grid: Annotated[
        str, Meta(max_length=1300, description="A map of your own: rows of . and #, parted by / or line ends")
    ] = ""
