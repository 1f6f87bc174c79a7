"""What can be agreed on when a match of Neo-Combat is opened."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bot.engine.cardgames import STANDARD

Deal: TypeAlias = Literal["random", "balanced", "draft"]
End: TypeAlias = Literal["usual", "first", "second", "last"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    team: Annotated[int, Meta(ge=1, le=8, description="Varans of each player, 1 to 8")] = 4
    deal: Annotated[
        Deal,
        Meta(description="How teams come about: dealt at random, dealt alike, or kept from twice as many"),
    ] = "balanced"
    end: Annotated[
        End,
        Meta(description="When it ends: the first, second or last player but one is out of varans"),
    ] = "usual"
    """Normalized, no longer `usual` (NEO-16)."""
    turns: Annotated[int, Meta(ge=8, le=60, description="Turns after which most kills win, 8 to 60")] = 20
    hours: Annotated[int, Meta(ge=1, le=72, description="Hours to answer an attack or a sensor, 1 to 72")] = (
        12
    )
    cards: Annotated[
        str, Meta(max_length=64, description="The cards played with: standard, or a set here")
    ] = STANDARD
    """Normalized, the hash of the pool (`bot.games.neocombat.cards.cards.Pool`)."""
