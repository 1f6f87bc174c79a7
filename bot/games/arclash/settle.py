"""Checking and completing the options of a match."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.errors import BadOptions
from bot.engine.phrases import echo
from bot.games.arclash.cards import Library
from bot.games.arclash.decks import ready_decks
from bot.games.arclash.options import STANDARD, Options

SEATS = range(2, 7)
MOST_POINTS = 50
MOST_TURNS = 200


def settle(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the hash of the cards. Raises `BadOptions` with a sentence (ARC-04)."""
    if seats not in SEATS:
        raise BadOptions(f"Arclash is for {SEATS[0]} to {SEATS[-1]} seats, not {seats}.")
    if not 1 <= options.score <= MOST_POINTS:
        raise BadOptions(f"A match is won with 1 to {MOST_POINTS} points, not {options.score}.")
    if not 0 <= options.rounds <= MOST_TURNS:
        raise BadOptions(f"A match lasts up to {MOST_TURNS} turns, or 0 for no limit, not {options.rounds}.")
    if options.cards == STANDARD:
        options = replace(options, cards=library.standard.hash)
    if options.cards not in library:
        raise BadOptions(
            f'There are no cards {echo(options.cards)} here. Choose "{STANDARD}", or a set that was added.'
        )
    if not ready_decks(library[options.cards]):
        raise BadOptions("Among these cards is no ready deck that is legal, so that nobody could begin.")
    return options
