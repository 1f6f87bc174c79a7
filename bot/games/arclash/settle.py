"""Checking and completing the options of a match."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.errors import BadOptions
from bot.engine.language import gettext
from bot.engine.phrases import echo
from bot.games.arclash.cards import Library
from bot.games.arclash.decks import ready_decks
from bot.games.arclash.options import STANDARD, Options

SEATS = range(2, 7)
MOST_POINTS = 50
MOST_TURNS = 200


def settle(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the hash of the cards. Raises `BadOptions` with a sentence (ARC-04)."""
    _check_numbers(options, seats)
    if options.cards == STANDARD:
        options = replace(options, cards=library.standard.hash)
    _check_cards(options.cards, library)
    return options


def _check_numbers(options: Options, seats: int) -> None:
    if seats not in SEATS:
        raise BadOptions(
            gettext(
                "Arclash is for {fewest} to {most} seats, not {seats}.",
                fewest=SEATS[0],
                most=SEATS[-1],
                seats=seats,
            )
        )
    if not 1 <= options.score <= MOST_POINTS:
        raise BadOptions(
            gettext(
                "A match is won with 1 to {most} points, not {score}.", most=MOST_POINTS, score=options.score
            )
        )
    if not 0 <= options.rounds <= MOST_TURNS:
        raise BadOptions(
            gettext(
                "A match lasts up to {most} turns, or 0 for no limit, not {turns}.",
                most=MOST_TURNS,
                turns=options.rounds,
            )
        )


def _check_cards(cards: str, library: Library) -> None:
    if cards not in library:
        raise BadOptions(
            gettext(
                'There are no cards {cards} here. Choose "{standard}", or a set that was added.',
                cards=echo(cards),
                standard=STANDARD,
            )
        )
    if not ready_decks(library[cards]):
        raise BadOptions(
            gettext("Among these cards is no ready deck that is legal, so that nobody could begin.")
        )
