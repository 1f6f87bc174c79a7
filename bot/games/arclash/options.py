"""What can be agreed on when a match of Arclash is opened."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

STANDARD = "standard"
"""The word for the cards that come with the bot."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    score: Annotated[int, Meta(ge=1, le=50, description="The points that win the match, 1 to 50")] = 10
    rounds: Annotated[
        int, Meta(ge=0, le=200, description="Turns after which the most points win; 0 for no limit")
    ] = 50
    cards: Annotated[
        str, Meta(max_length=64, description="The cards played with: standard, or a set here")
    ] = STANDARD
    """Settled, the hash of the pool (`bot.games.arclash.cards.Pool`)."""
