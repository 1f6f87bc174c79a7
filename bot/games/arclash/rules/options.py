"""What can be agreed on when a match of Arclash is opened, checked and completed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.engine.cardgames import STANDARD
from bot.engine.cardrules import PlayedCards, with_pool
from bot.engine.errors import BadOptions
from bot.engine.options import check_options, check_seats
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.cards.decks import ready_decks


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    score: Annotated[
        int, Meta(ge=0, le=200, description="The points that win the match, 1 to 200; 0 for 5 a seat")
    ] = 0
    """Normalized never 0 (ARC-04)."""
    rounds: Annotated[
        int, Meta(ge=0, le=200, description="Turns after which the most points win; 0 for no limit")
    ] = 50
    cards: PlayedCards = STANDARD
    """Normalized, the hash of the pool (`bot.games.arclash.cards.cards.Pool`)."""


SEATS = range(2, 7)
POINTS_A_SEAT = 5
"""The winning score for each seat, unless told otherwise: a battle brings more points with each player."""


def normalize(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the winning score and the hash of the cards.

    Raises `BadOptions` with a sentence (ARC-04).
    """
    check_seats("Arclash", SEATS, seats)
    check_options(options)
    options = with_pool(replace(options, score=options.score or POINTS_A_SEAT * seats), library)
    if not ready_decks(library[options.cards]):
        raise BadOptions.translated(
            "Among these cards is no ready deck that is legal, so that nobody could begin."
        )
    return options
