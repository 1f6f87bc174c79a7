"""What can be agreed on when a match of Arclash is opened, checked and completed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bot.engine.cardgames import STANDARD
from bot.engine.cardrules import with_pool
from bot.engine.errors import BadOptions
from bot.engine.options import check_options, check_seats
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.cards.decks import ready_decks


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    score: Annotated[int, Meta(ge=1, le=50, description="The points that win the match, 1 to 50")] = 10
    rounds: Annotated[
        int, Meta(ge=0, le=200, description="Turns after which the most points win; 0 for no limit")
    ] = 50
    cards: Annotated[
        str, Meta(max_length=64, description="The cards played with: standard, or a set here")
    ] = STANDARD
    """Normalized, the hash of the pool (`bot.games.arclash.cards.cards.Pool`)."""


SEATS = range(2, 7)


def normalize(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the hash of the cards. Raises `BadOptions` with a sentence (ARC-04)."""
    check_seats("Arclash", SEATS, seats)
    check_options(options)
    options = with_pool(options, library)
    if not ready_decks(library[options.cards]):
        raise BadOptions.translated(
            "Among these cards is no ready deck that is legal, so that nobody could begin."
        )
    return options
