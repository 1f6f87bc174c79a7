"""The options of a match of Crossfire."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

Form: TypeAlias = Literal["two", "four", "ultimate"]
"""The three forms of the game: two players, four in teams, Crossfire Ultimate."""

End: TypeAlias = Literal["tie", "points"]
"""The consequence of an empty pack for two players (CRF-06, CRF-28)."""

USUAL_END: End = "points"
"""The default end: good players tie too often otherwise (docs/BALANCE.md)."""

FIRST_OF_FORM = "standard"
"""The layout name that means the first layout of the form in play."""
QUICK = "quick"
"""The layout name that means the quick layout of the form in play, such as `two-quick` (CRF-32)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    ultimate: Annotated[
        bool, Meta(description="Crossfire Ultimate: four seats, two packs each, a very large area")
    ] = False
    jokers: Annotated[int, Meta(ge=2, le=3, description="Jokers in each pack of 52, 2 or 3")] = 2
    layout: Annotated[str, Meta(max_length=40, description="A named layout of the table, or standard")] = (
        FIRST_OF_FORM
    )
    grid: Annotated[
        str,
        Meta(max_length=300, description="Your own layout: rows of squares, separated by / or line ends"),
    ] = ""
    end: Annotated[
        End | UnsetType,
        Meta(
            description="If a pack runs out with two players: a tie, or points for attacks, neutrals and rows"
        ),
    ] = UNSET
    """UNSET with four seats, where victory points always count (CRF-24)."""
