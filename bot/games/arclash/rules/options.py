"""The options of a match of Arclash, with their checks and defaults."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.engine.cards.game import STANDARD
from bot.engine.cards.rules import PlayedCards, with_pool
from bot.engine.errors import BadOptions
from bot.engine.options import check_options, check_seats
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.cards.decks import ready_decks


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    score: Annotated[
        int, Meta(ge=0, le=200, description="The points that win the match, 1 to 200; 0 for 5 a seat")
    ] = 0
    """Never 0 in normalized options (ARC-04)."""
    rounds: Annotated[
        int, Meta(ge=0, le=200, description="Turns after which the most points win; 0 for no limit")
    ] = 50
    cards: PlayedCards = STANDARD
    """In normalized options the hash of the pool (`bot.games.arclash.cards.cards.Pool`)."""


SEATS = range(2, 7)
POINTS_A_SEAT = 5
"""The default winning score for each seat: with more seats a battle brings more points."""


def normalize(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the winning score and the hash of the cards filled in.

    Raises `BadOptions` with a sentence (ARC-04).
    """
    check_seats("Arclash", SEATS, seats)
    check_options(options)
    options = with_pool(replace(options, score=options.score or POINTS_A_SEAT * seats), library)
    if not ready_decks(library[options.cards]):
        raise BadOptions.translated("These cards have no legal ready deck, so the match could not begin.")
    return options
